"""The canonical part of a state (the part that its bytes hold) as plain values, and the layout of
this part, from the game file.

A state's bytes hold places, flags, fields, variables, running procedures with their locals, pending
path steps, outcome and generator. The engine converts a state to bytes and back; here the same
parts are Python values, from which text and observations are written and read. No game is named
here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from eastfront._core import ArgumentError, Game, State
from eastfront.cached import cached_property
from eastfront.positions.document import document
from eastfront.positions.labels import printed, with_die

MOVE, LEG = "move", "to"
"""The verbs that begin a unit's move and continue it by a hex."""

Bits = int
"""A set of small numbers as a bit set: bit n is set for the member n."""


@dataclass(frozen=True)
class Canon:
    """The canonical part of a state, as a value: places are indices, flags are bit sets of units or
    hexes.

    `fields` has a number for each unit in each field, `locals` the values of the running
    procedures, and `path` the hexes still to be entered.
    """

    places: tuple[int, ...]
    unit_flags: tuple[Bits, ...]
    fields: tuple[tuple[int, ...], ...]
    hex_flags: tuple[Bits, ...]
    variables: tuple[int, ...]
    frames: tuple[tuple[int, int], ...]
    """The running procedures, outermost first: index of the procedure and position in its code."""
    locals: tuple[int, ...]
    path: tuple[int, ...]
    outcome: tuple[int, int, int] | None
    """Winner (255 for nobody), level and index of the deciding rule; None while the game is
    played."""
    generator: int = 0


def outside(error: ValueError) -> tuple[str, int, int] | None:
    """Returns the variable that an error reports as out of range at the pending decision: its name,
    and its smallest and largest value; None for an error of another kind."""
    found: tuple[str, int, int] | None = getattr(error, "bounds", None)
    return found


class Layout:
    """The names and numbers of the parts of a game's state, from its game file: hexes, units,
    flags, variables and so on, with look-ups by name and the conversion of states to plain
    values."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self.document: dict[str, Any] = document(game)
        d = self.document
        self.hex_names: list[str] = d["hex_names"]
        self.place_names: list[str] = self.hex_names + d["boxes"]
        self.place_index: dict[str, int] = {
            name: i for i, name in enumerate(self.place_names) if name
        }
        self.units: list[str] = d["units"]["names"]
        self.unit_index: dict[str, int] = {name: i for i, name in enumerate(self.units)}
        self.unit_side: list[int] = d["units"]["side"]
        self.unit_class: list[int] = d["units"]["class"]
        self.variables: list[str] = [v["name"] for v in d["variables"]]
        self.possible: dict[
            tuple[str, tuple[tuple[int, int], ...]], Mapping[str, Sequence[int]]
        ] = {}
        """The possible values of the variables hidden from a side, by side and frames, computed so
        far."""
        self._about: dict[str, list[tuple[str, str, str]]] = {}
        self.scale: int = d.get("drawing", {}).get("scale", 1)
        """The parts of a movement point or combat factor in the numbers of the program."""
        self.width: int = d["grid"]["width"]
        self.height: int = d["grid"]["height"]

    def points(self, number: int) -> float:
        """Converts a number of the program to movement points or combat factors; in the program,
        `scale` stands for one point or factor."""
        return printed(number, self.scale)

    @cached_property
    def unit_attrs(self) -> dict[str, list[float]]:
        """The printed values of units: for each name the values in the order of the units."""
        found = {c["name"]: c["values"] for c in self.document["units"]["attrs"]}
        in_points = self.document.get("drawing", {}).get("points", ())
        return found | {name: [self.points(n) for n in found[name]] for name in in_points}

    @cached_property
    def factors(self) -> list[str]:
        """The printed factors of each unit, such as `4-3`, or `1d6-1d6` for a unit whose strength
        is drawn in each battle; empty for units without factors."""
        printed = [self.unit_attrs[n] for n in ("attack", "defence") if n in self.unit_attrs]
        drawn = {u: one["strengths"] for one in self.drawn for u in one["units"]}
        return [
            "-".join(with_die(value, drawn[u]) if u in drawn else str(value) for value in values)
            for u, values in enumerate(zip(*printed, strict=True))
        ] or [""] * len(self.units)

    @property
    def drawn(self) -> list[dict[str, Any]]:
        """The strengths that are drawn before the odds of a battle, an entry for each rule that
        draws; empty in most games."""
        found: list[dict[str, Any]] = (
            self.document.get("drawing", {}).get("battle", {}).get("drawn", [])
        )
        return found

    @cached_property
    def queries(self) -> dict[str, Any]:
        """The queries of the game by name, in the form of the game file."""
        return {query["name"]: query for query in self.document["queries"]}

    @cached_property
    def riders(self) -> Mapping[int, tuple[int, int, int]]:
        """For each rider, a unit that may be attached to another, by index: the variable that holds
        its parent, the flag of units with such a rider, and the box of riders, all by index."""
        listed = self.document.get("drawing", {}).get("riders", {})
        flags: list[str] = self.document["unit_flags"]
        return {
            self.unit_index[rider]: (
                self.variables.index(rides), flags.index(flag), self.place_index[box]
            )
            for rider, (rides, flag, box) in listed.items()
        }  # fmt: skip

    def parents(self, canon: Canon) -> dict[int, int]:
        """Returns the parent of each rider that has one, both by index."""
        found: dict[int, int] = {}
        for rider, (rides, flag, box) in self.riders.items():
            parent = canon.variables[rides]
            if canon.places[rider] == box and canon.unit_flags[flag] >> max(parent, 0) & 1:
                found |= {rider: parent} if parent >= 0 else {}
        return found

    @cached_property
    def hexes(self) -> frozenset[str]:
        """The names of the hexes of the map."""
        return frozenset(name for name in self.hex_names if name)

    def queries_about(self, prefix: str) -> list[tuple[str, str, str]]:
        """Returns each query whose name is `prefix` followed by the id of a rule and words: the
        name, the rule's id and the words."""
        if prefix not in self._about:
            names = [name for name in self.queries if name.startswith(prefix)]
            parts = [name[len(prefix) :].partition(" ") for name in names]
            self._about[prefix] = [
                (name, rule, words) for name, (rule, _, words) in zip(names, parts, strict=True)
            ]
        return self._about[prefix]

    @cached_property
    def asked_by(self) -> dict[str, tuple[str, ...]]:
        """For each verb of an action: the rule of the program's first decision that offers the
        verb, then the rules that limit the verb's actions there."""
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
        """For each procedure that can be reached by calls: the shortest call stack from the first
        procedure to it.

        A stack is a tuple of frames, from the first procedure to the direct caller: the number of
        the calling procedure, and the index of the instruction after the call.
        """
        ways: dict[int, tuple[tuple[int, int], ...]] = {0: ()}
        queue = [0]
        for caller in queue:
            for at, instr in enumerate(self.document["procedures"][caller]["code"]):
                if isinstance(instr, dict) and "Call" in instr and instr["Call"][0] not in ways:
                    ways[instr["Call"][0]] = (*ways[caller], (caller, at + 1))
                    queue.append(instr["Call"][0])
        return ways

    def hex_set(self, name: str) -> frozenset[int]:
        """Returns a fixed set of hexes by name, as indices; empty for an unknown name."""
        sets = self.document["hex_sets"]
        return next((frozenset(s["members"]) for s in sets if s["name"] == name), frozenset())

    def neighbor(self, hex_: int, direction: int) -> int | None:
        """Returns the index of the neighbour of a hex in a direction, from 0 (up and towards higher
        columns) clockwise to 5; None off the map."""
        return self.neighbors[hex_][direction]

    @cached_property
    def neighbors(self) -> list[list[int | None]]:
        """The indices of the neighbours of each hex, by direction from 0 to 5, as in `neighbor`;
        None off the map."""
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

    def canon(self, state: State | bytes) -> Canon:
        """Returns the canonical part of a state, or of the bytes that encode a state.

        Raises FormatError for bytes that do not encode a state of this game, and ArgumentError for
        a state of another game.
        """
        if isinstance(state, State) and state.game != self._game:
            raise ArgumentError("a state of another game file")
        parts = state._parts() if isinstance(state, State) else self._game._parts(state)
        places, unit_flags, fields, hex_flags, variables, running = parts
        frames, locals_, path, outcome, generator = running
        return Canon(
            places=tuple(places),
            unit_flags=tuple(int.from_bytes(flag, "little") for flag in unit_flags),
            fields=tuple(map(tuple, fields)),
            hex_flags=tuple(int.from_bytes(flag, "little") for flag in hex_flags),
            variables=tuple(variables),
            frames=tuple(frames),
            locals=tuple(locals_),
            path=tuple(path),
            outcome=outcome,
            generator=generator,
        )

    def to_bytes(self, canon: Canon) -> bytes:
        """Returns the bytes of a state with this canonical part. Raises ValueError for impossible
        parts."""
        units, hexes = -(-len(self.units) // 8), -(-len(self.hex_names) // 8)
        return self._game._bytes(
            (
                canon.places,
                [flag.to_bytes(units, "little") for flag in canon.unit_flags],
                canon.fields,
                [flag.to_bytes(hexes, "little") for flag in canon.hex_flags],
                canon.variables,
                (canon.frames, canon.locals, bytes(canon.path), canon.outcome, canon.generator),
            )
        )

    # -- the start --------------------------------------------------------------------------

    @cached_property
    def start(self) -> Canon:
        """The canonical part of a state before play begins, when no procedure has run."""
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
        """Returns the index of the first local of a running procedure, given by the number of its
        frame on the call stack."""
        return sum(self.document["procedures"][p]["locals"] for p, _ in canon.frames[:frame])

    def live(self, canon: Canon) -> frozenset[int]:
        """Returns the indices of the live locals, whose values the program may still read."""
        return frozenset(self._game._live_locals(canon.frames))

    @cached_property
    def _subjects(self) -> dict[tuple[int, int], dict[str, int]]:
        """For each decision about a unit, by procedure and position in its code: the expression
        that gives the unit, ``{"Local": index}`` or ``{"Const": unit}``, as in the game file."""
        listed = self.document.get("drawing", {}).get("subjects", ())
        return {(procedure, pc): unit for procedure, pc, unit in listed}

    def subject(
        self, frames: Sequence[tuple[int, int]], values: Sequence[int]
    ) -> tuple[int, int | None] | None:
        """Returns the unit that a decision is about, and the index of the local that holds the unit
        (None for a constant); None if the decision is about no unit. `frames` are the running
        procedures and their positions in the code, `values` the values of their locals."""
        unit = self._subjects.get(frames[-1]) if frames else None
        if unit is None:
            return None
        if "Const" in unit:
            return unit["Const"], None
        base = sum(self.document["procedures"][p]["locals"] for p, _ in frames[:-1])
        return values[base + unit["Local"]], base + unit["Local"]

    def asking(self, state: State) -> str:
        """Returns the id of the rule by which the pending decision is asked; empty if none is
        pending."""
        frames = self.canon(state).frames
        if state.decision is None or not frames:
            return ""
        procedure, at = frames[-1]
        asked = self.document["procedures"][procedure]["code"][at]["Decide"]
        return str(self.document["rules"][asked["rule"]])

    def unit_locals(self, canon: Canon) -> frozenset[int]:
        """Returns the indices of the live locals that name units, arguments included."""
        out = set()
        for i, (procedure, _) in enumerate(canon.frames):
            base = self.frame_base(canon, i)
            out |= {base + slot for slot in self._naming.slots[procedure]}
        return frozenset(out) & self.live(canon)

    @cached_property
    def _naming(self) -> _Naming:
        return _Naming(self.document)

    @property
    def unit_variables(self) -> frozenset[int]:
        """The indices of the variables that name units."""
        return frozenset(self._naming.variables)


@lru_cache(maxsize=16)
def layout_of(game: Game) -> Layout:
    """Returns the layout of a game; it is cached."""
    return Layout(game)


_OF_BYTE = [[n for n in range(8) if byte >> n & 1] for byte in range(256)]
"""The numbers of the set bits of each byte, in ascending order."""


def bits_of(members: list[int]) -> Bits:
    """Converts a list of numbers to a bit set."""
    out = bytearray(max(members, default=0) // 8 + 1)
    for m in members:
        out[m >> 3] |= 1 << (m & 7)
    return int.from_bytes(out, "little")


def members(bits: Bits) -> Iterator[int]:
    """Yields the members of a bit set, the numbers of its set bits, in ascending order."""
    for at, byte in enumerate(bits.to_bytes((bits.bit_length() + 7) // 8, "little")):
        if byte:
            first = 8 * at
            for m in _OF_BYTE[byte]:
                yield first + m


class _Naming:
    """Data-flow analysis: finds the locals, arguments, return values and variables that name units.

    A value chosen among units or found in a set of units names a unit. So does every local,
    argument, return value and variable that takes such a value.
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
        """Marks the locals, arguments, return values and variables that name units because of one
        instruction; returns True if one of them was not marked before."""
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
        """Says whether the expression `value` of a procedure yields a unit. ``bound`` says for each
        value bound by an enclosing expression (`Let`, `Least`), the innermost first, whether the
        value is a unit."""
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
    """Adds the number `one` to a set; returns True if the set did not have it before."""
    before = len(found)
    found.add(one)
    return len(found) > before
