"""The canonical part of a state as plain values, and what a game file says about its layout.

A state's bytes hold places, flags, fields, variables, running procedures with their locals, waiting
path steps, outcome and generator. Here they become Python values and bytes again, so that text and
observations can be written and read without the engine's help. Nothing here knows a game.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from eastfront._core import ArgumentError, Game, State
from eastfront.cached import cached_property
from eastfront.positions.document import document

MOVE, LEG = "move", "to"
"""The verbs by which a unit begins a move and goes on."""

MAGIC = b"EFS\x01"
"""What the bytes of a state begin with; the last byte is the version."""

Bits = int
"""A set of small numbers, as the bits of a number."""


@dataclass(frozen=True)
class Canon:
    """The canonical part of a state; places are indices, flags sets of units or hexes as bits."""

    places: tuple[int, ...]
    unit_flags: tuple[Bits, ...]
    fields: tuple[tuple[int, ...], ...]
    hex_flags: tuple[Bits, ...]
    variables: tuple[int, ...]
    frames: tuple[tuple[int, int], ...]
    """The running procedures, outermost first: index and position in the code."""
    locals: tuple[int, ...]
    path: tuple[int, ...]
    outcome: tuple[int, int, int] | None
    """Winner (255 for nobody), level, rule."""
    generator: int = 0


_OUTSIDE = re.compile(
    r"state bytes: (?P<name>.+) is -?\d+ in .+, expected (?P<low>-?\d+) to (?P<high>-?\d+)"
)


def outside(error: ValueError) -> tuple[str, int, int] | None:
    """The variable that cannot be so where the program waits, and what it can be from and to."""
    found = _OUTSIDE.fullmatch(str(error))
    return (found["name"], int(found["low"]), int(found["high"])) if found else None


class Layout:
    """A game file read for what lies where."""

    def __init__(self, game: Game) -> None:
        self.document: dict[str, Any] = document(game)
        self.digest = int(game.digest, 16)
        d = self.document
        self.hex_names: list[str] = d["hex_names"]
        self.place_names: list[str] = self.hex_names + d["boxes"]
        self.place_index = {name: i for i, name in enumerate(self.place_names) if name}
        self.units: list[str] = d["units"]["names"]
        self.unit_index = {name: i for i, name in enumerate(self.units)}
        self.unit_side: list[int] = d["units"]["side"]
        self.unit_class: list[int] = d["units"]["class"]
        self.variables: list[str] = [v["name"] for v in d["variables"]]
        self.possible: dict[
            tuple[str, tuple[tuple[int, int], ...]], Mapping[str, Sequence[int]]
        ] = {}
        """What variables hidden from a side can be where the program waits, by its frames."""
        self._about: dict[str, list[tuple[str, str, str]]] = {}
        self.width: int = d["grid"]["width"]
        self.height: int = d["grid"]["height"]

    @cached_property
    def unit_attrs(self) -> dict[str, list[int]]:
        """The printed values of units, by name."""
        return {c["name"]: c["values"] for c in self.document["units"]["attrs"]}

    @cached_property
    def queries(self) -> dict[str, Any]:
        """What can be asked, by name."""
        return {query["name"]: query for query in self.document["queries"]}

    @cached_property
    def hexes(self) -> frozenset[str]:
        """The hexes of the map, by name."""
        return frozenset(name for name in self.hex_names if name)

    def queries_about(self, prefix: str) -> list[tuple[str, str, str]]:
        """The queries that begin so and go on with a rule and its words: name, rule and words."""
        if prefix not in self._about:
            names = [name for name in self.queries if name.startswith(prefix)]
            parts = [name[len(prefix) :].partition(" ") for name in names]
            self._about[prefix] = [
                (name, rule, words) for name, (rule, _, words) in zip(names, parts, strict=True)
            ]
        return self._about[prefix]

    @cached_property
    def asked_by(self) -> dict[str, tuple[str, ...]]:
        """The rule that asks for an action, by its verb, and those that limit what is offered."""
        d = self.document
        found: dict[str, tuple[str, ...]] = {}
        for procedure in d["procedures"]:
            for instr in procedure["code"]:
                asked = instr.get("Decide") if isinstance(instr, dict) else None
                if asked is None:
                    continue
                for offered in asked["alternatives"]:
                    rules = [asked["rule"], *(limit["rule"] for limit in offered["limits"])]
                    verb = d["verbs"][offered["verb"]]["name"]
                    found.setdefault(verb, tuple(d["rules"][rule] for rule in rules))
        return found

    @cached_property
    def ways(self) -> dict[int, tuple[tuple[int, int], ...]]:
        """The shortest way to each procedure from the first: the frames below it."""
        ways: dict[int, tuple[tuple[int, int], ...]] = {0: ()}
        queue = [0]
        for caller in queue:
            for at, instr in enumerate(self.document["procedures"][caller]["code"]):
                if isinstance(instr, dict) and "Call" in instr and instr["Call"][0] not in ways:
                    ways[instr["Call"][0]] = (*ways[caller], (caller, at + 1))
                    queue.append(instr["Call"][0])
        return ways

    def hex_set(self, name: str) -> frozenset[int]:
        """A fixed set of hexes by name; empty when the game has none of that name."""
        sets = self.document["hex_sets"]
        return next((frozenset(s["members"]) for s in sets if s["name"] == name), frozenset())

    def neighbor(self, hex_: int, direction: int) -> int | None:
        """The neighbour in a ring direction (0 up and to higher columns, then clockwise so)."""
        return self.neighbors[hex_][direction]

    @cached_property
    def neighbors(self) -> list[list[int | None]]:
        """The neighbours of each hex, by ring direction."""
        return [[self._beside(h, d) for d in range(6)] for h in range(len(self.hex_names))]

    def _beside(self, hex_: int, direction: int) -> int | None:
        row, column = divmod(hex_, self.width)
        shifted = row % 2 == self.document["grid"]["shifted_parity"]
        if direction in (1, 4):
            column += 1 if direction == 1 else -1
        else:
            column += (direction in (0, 2)) - (not shifted)
            row += -1 if direction in (0, 5) else 1
        if not (0 <= row < self.height and 0 <= column < self.width):
            return None
        other = row * self.width + column
        return other if self.hex_names[other] else None

    # -- bytes ------------------------------------------------------------------------------

    @property
    def _row_words(self) -> int:
        return -(-self.width // 64)

    def canon(self, state: State | bytes) -> Canon:
        """The canonical part of a state, or of the bytes of one."""
        d = self.document
        raw = bytes(state)
        if raw[:3] != MAGIC[:3] or len(raw) < len(MAGIC):
            raise ArgumentError("not the bytes of a state")
        if raw[:4] != MAGIC:
            raise ArgumentError(f"state bytes: byte 3: version {raw[3]}, expected {MAGIC[3]}")
        if int.from_bytes(raw[4:12], "little") != self.digest:
            raise ArgumentError("a state of another game file")
        at = 12
        n = len(self.units)

        def take(form: str, count: int) -> tuple[int, ...]:
            nonlocal at
            out = struct.unpack_from(f"<{count}{form}", raw, at)
            at += struct.calcsize(f"<{count}{form}")
            return out

        def bits(words: int, count: int, row_words: int, row_bits: int) -> tuple[Bits, ...]:
            out = []
            for _ in range(count):
                value = 0
                for w, word in enumerate(take("Q", words)):
                    row, part = divmod(w, row_words)
                    value |= word << (row * row_bits + part * 64)
                out.append(value)
            return tuple(out)

        places = take("H", n)
        words = max(-(-n // 64), 1)
        unit_flags = bits(words, len(d["unit_flags"]), words, 64 * words)
        fields = tuple(take("h", n) for _ in d["unit_fields"])
        row = self._row_words
        hex_flags = bits(self.height * row, len(d["hex_flags"]), row, self.width)
        variables = take("i", len(d["variables"]))
        frames = []
        for _ in range(take("B", 1)[0]):
            frames.append((take("H", 1)[0], take("I", 1)[0]))
        locals_ = take("i", sum(d["procedures"][p]["locals"] for p, _ in frames))
        path = take("B", take("H", 1)[0])
        outcome = None
        if take("B", 1)[0]:
            outcome = (take("B", 1)[0], take("i", 1)[0], take("H", 1)[0])
        generator = take("Q", 1)[0]
        return Canon(
            places, unit_flags, fields, hex_flags, variables, tuple(frames), locals_, path,
            outcome, generator,
        )  # fmt: skip

    def _rows(self, hexes: Bits) -> bytes:
        """A set of hexes as rows of whole words."""
        size, mask = 8 * self._row_words, (1 << self.width) - 1
        if not hexes:
            return bytes(size * self.height)
        lines = (hexes >> row * self.width & mask for row in range(self.height))
        return b"".join(line.to_bytes(size, "little") for line in lines)

    def to_bytes(self, canon: Canon) -> bytes:
        """The bytes of a state with this canonical part."""
        out = bytearray(MAGIC + self.digest.to_bytes(8, "little"))

        def put(form: str, *values: int) -> None:
            out.extend(struct.pack(f"<{len(values)}{form}", *values))

        words = max(-(-len(self.units) // 64), 1)
        put("H", *canon.places)
        for flag in canon.unit_flags:
            out.extend(flag.to_bytes(8 * words, "little"))
        for field in canon.fields:
            put("h", *field)
        for flag in canon.hex_flags:
            out.extend(self._rows(flag))
        put("i", *canon.variables)
        put("B", len(canon.frames))
        for procedure, pc in canon.frames:
            put("H", procedure)
            put("I", pc)
        put("i", *canon.locals)
        put("H", len(canon.path))
        put("B", *canon.path)
        put("B", canon.outcome is not None)
        if canon.outcome is not None:
            put("B", canon.outcome[0])
            put("i", canon.outcome[1])
            put("H", canon.outcome[2])
        put("Q", canon.generator)
        return bytes(out)

    # -- the start --------------------------------------------------------------------------

    @cached_property
    def start(self) -> Canon:
        """The canonical part before the program has run."""
        d = self.document
        return Canon(
            places=tuple(d["units"]["start"]),
            unit_flags=tuple(bits_of(m) for m in d["unit_flags_start"]),
            fields=tuple((0,) * len(self.units) for _ in d["unit_fields"]),
            hex_flags=tuple(bits_of(m) for m in d["hex_flags_start"]),
            variables=tuple(v["init"] for v in d["variables"]),
            frames=(),
            locals=(),
            path=(),
            outcome=None,
        )

    # -- the program ------------------------------------------------------------------------

    def frame_base(self, canon: Canon, frame: int) -> int:
        """The index of a frame's first local."""
        return sum(self.document["procedures"][p]["locals"] for p, _ in canon.frames[:frame])

    def live(self, canon: Canon) -> frozenset[int]:
        """The locals that the program may still read; what the others hold means nothing."""
        out = set()
        for i, (procedure, pc) in enumerate(canon.frames):
            base = self.frame_base(canon, i)
            alive = self._liveness(procedure)[pc]
            if i + 1 < len(canon.frames):
                into = self.document["procedures"][procedure]["code"][pc - 1]["Call"][2]
                alive = alive - {into}
            out |= {base + slot for slot in alive}
        return frozenset(out)

    @cached_property
    def _subjects(self) -> dict[tuple[int, int], dict[str, int]]:
        """The unit of each decision that is about one, by procedure and position in its code."""
        listed = self.document.get("drawing", {}).get("subjects", ())
        return {(procedure, pc): unit for procedure, pc, unit in listed}

    def subject(
        self, frames: Sequence[tuple[int, int]], values: Sequence[int]
    ) -> tuple[int, int | None] | None:
        """The unit that a decision is about, and the index of the local that it stands in."""
        unit = self._subjects.get(frames[-1]) if frames else None
        if unit is None:
            return None
        if "Const" in unit:
            return unit["Const"], None
        base = sum(self.document["procedures"][p]["locals"] for p, _ in frames[:-1])
        return values[base + unit["Local"]], base + unit["Local"]

    def asking(self, state: State) -> str:
        """The rule that asks for the decision at hand; empty when there is none."""
        frames = self.canon(state).frames
        if state.decision is None or not frames:
            return ""
        procedure, at = frames[-1]
        asked = self.document["procedures"][procedure]["code"][at]["Decide"]
        return str(self.document["rules"][asked["rule"]])

    def unit_locals(self, canon: Canon) -> frozenset[int]:
        """The live locals that name units, arguments among them."""
        out = set()
        for i, (procedure, _) in enumerate(canon.frames):
            base = self.frame_base(canon, i)
            out |= {base + slot for slot in self._naming.slots[procedure]}
        return frozenset(out) & self.live(canon)

    def _liveness(self, procedure: int) -> list[frozenset[int]]:
        known = self.__dict__.setdefault("_live", {})
        if procedure not in known:
            known[procedure] = _liveness(self.document["procedures"][procedure]["code"])
        found: list[frozenset[int]] = known[procedure]
        return found

    @cached_property
    def _naming(self) -> _Naming:
        return _Naming(self.document)

    @property
    def unit_variables(self) -> frozenset[int]:
        """The variables that are given units."""
        return frozenset(self._naming.variables)


@lru_cache(maxsize=16)
def layout_of(game: Game) -> Layout:
    """The layout of a game, read once."""
    return Layout(game)


def bits_of(members: list[int]) -> Bits:
    """A set of numbers as bits."""
    out = 0
    for m in members:
        out |= 1 << m
    return out


def members(bits: Bits) -> Iterator[int]:
    """The numbers of a set, in order."""
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low


# -- the flow of locals through a procedure ---------------------------------------------------


def _reads(node: Any, out: set[int]) -> set[int]:
    """The locals that an expression reads."""
    if isinstance(node, dict):
        for key, value in node.items():
            if key == "Local" and isinstance(value, int):
                out.add(value)
            else:
                _reads(value, out)
    elif isinstance(node, list):
        for part in node:
            _reads(part, out)
    return out


def _flow(at: int, instr: Any) -> tuple[set[int], set[int], list[tuple[int, int | None]]]:
    """What an instruction reads and writes, and where it leads (with a local written there)."""
    op: str
    args: Any
    op, args = next(iter(instr.items())) if isinstance(instr, dict) else (instr, None)
    following: list[tuple[int, int | None]] = [(at + 1, None)]
    match op:
        case "SetLocal":
            return _reads(args[1], set()), {args[0]}, following
        case "Jump":
            return set(), set(), [(args, None)]
        case "JumpIfFalse":
            return _reads(args[0], set()), set(), [*following, (args[1], None)]
        case "Call":
            return _reads(args[1], set()), set() if args[2] is None else {args[2]}, following
        case "Return":
            return _reads(args, set()), set(), []
        case "EndGame":
            return _reads(args, set()), set(), []
        case "Path":
            return _reads(args[:2], set()), {args[2], args[3]}, following
        case "PathStep":
            return set(), {args}, following
        case "Decide":
            exits = [(alt["target"], alt["into"]) for alt in args["alternatives"]]
            return _reads(args, set()), set(), list(exits)
        case _:
            return _reads(args, set()), set(), following


def _liveness(code: list[Any]) -> list[frozenset[int]]:
    """For each instruction the locals alive before it."""
    flows = [_flow(at, instr) for at, instr in enumerate(code)]
    alive: list[frozenset[int]] = [frozenset()] * (len(code) + 1)
    changed = True
    while changed:
        changed = False
        for at in range(len(code) - 1, -1, -1):
            reads, writes, exits = flows[at]
            out: set[int] = set()
            for target, into in exits:
                out |= alive[target] - {into}
            now = frozenset(reads | (out - writes))
            if now != alive[at]:
                alive[at], changed = now, True
    return alive


class _Naming:
    """What names units: locals and arguments, answers of procedures, variables.

    What is chosen among units or found in a set of them names one, and so does what that is handed
    on to.
    """

    def __init__(self, document: Mapping[str, Any]) -> None:
        procedures = [p["code"] for p in document["procedures"]]
        self.slots: list[set[int]] = [set() for _ in procedures]
        self.answers: set[int] = set()
        self.variables: set[int] = set()
        chosen = [verb["domain"] == "Unit" for verb in document["verbs"]]
        given: list[tuple[int, str, Any]] = []
        for number, code in enumerate(procedures):
            for instr in code:
                op: str
                args: Any
                op, args = next(iter(instr.items())) if isinstance(instr, dict) else (instr, None)
                if op in ("SetLocal", "SetVar", "Call", "Return"):
                    given.append((number, op, args))
                elif op == "Decide":
                    offered = args["alternatives"]
                    self.slots[number] |= {a["into"] for a in offered if chosen[a["verb"]]}
        while any([self._hand_on(*one) for one in given]):
            pass

    def _hand_on(self, procedure: int, op: str, args: Any) -> bool:
        """Follows an instruction, and answers whether it told something new."""
        match op, args:
            case "SetLocal", (slot, value):
                return self._names(procedure, value) and _add(self.slots[procedure], slot)
            case "SetVar", (variable, value, *_):
                return self._names(procedure, value) and _add(self.variables, variable)
            case "Call", (called, values, into):
                new = [
                    _add(self.slots[called], slot)
                    for slot, value in enumerate(values)
                    if self._names(procedure, value)
                ]
                if into is not None and called in self.answers:
                    new.append(_add(self.slots[procedure], into))
                return any(new)
            case _:
                return self._names(procedure, args) and _add(self.answers, procedure)

    def _names(self, procedure: int, value: Any, bound: tuple[bool, ...] = ()) -> bool:
        """Whether an expression gives a unit; ``bound`` says so of what encloses it, inside out."""
        op: str
        args: Any
        op, args = next(iter(value.items())) if isinstance(value, dict) else (value, None)
        match op:
            case "NextUnit":
                return True
            case "Local":
                return args in self.slots[procedure]
            case "Var":
                return args in self.variables
            case "Bound":
                return bool(args < len(bound) and bound[args])
            case "Let":
                first = self._names(procedure, args[0], bound)
                return self._names(procedure, args[1], (first, *bound))
            case "Least":
                least = self._names(procedure, args[1], (True, *bound))
                return least or self._names(procedure, args[2], bound)
            case "IfElse" | "Min" | "Max" | "Ruled":
                return any(self._names(procedure, part, bound) for part in args[-2:])
            case _:
                return False


def _add(found: set[int], one: int) -> bool:
    """Adds a number, and answers whether it is new."""
    before = len(found)
    found.add(one)
    return len(found) > before
