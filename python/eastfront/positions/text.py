"""Positions as text: a few lines that a person can type, and that restore an equal state.

```
game: barbarossa-deluxe/blue-kremlin
turn: 9
wait: german movement phase, movement
set luftwaffe: 2
hexes german: +2406 -2506
2506: 3Pz 4-3 [moved], 14Pz
rvgk: 66A
```

The optional line ``protocol`` gives the version of the names in the text. A text of an earlier
protocol is read with the former names that the game's pack keeps; one of a later protocol is
refused.

After the game, the line ``options`` lists optional rules to play with and the line ``without``
rules to leave out, separated by commas; ``charts`` gives the path of the owner's own tables, and
``rules`` a variant as ``module:Class``. A text runs no code: the module must already be imported.

``wait`` names a procedure of the program and the decision that it waits for. Variables are listed
if they differ from the start, hex flags as additions and removals. A unit that no line names is in
the box where it begins the game, or out of play. Factors after a unit are optional and checked; its
flags and numbers follow in brackets; for a rider, a unit that is attached to another, also that
unit, as in ``502TB [on 3Pz]``. ``#`` begins a comment. A line ``resume`` holds the frames,
locals and path steps of the program; it is written only where ``wait`` does not determine them.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from eastfront._core import PROTOCOL, EastfrontError, Game, State
from eastfront.arguments import checked, of_one_position
from eastfront.loading.game import loaded, origin, origin_of, variant_at_hand
from eastfront.packs import former_names
from eastfront.positions.layout import Canon, Layout, bits_of, layout_of, members, outside
from eastfront.program import ProgramError
from eastfront.scenario.errors import SHOWN, ScenarioError, cut

OUT_OF_PLAY = "removed"
"""The box of units out of play, in games that have it: a unit that begins the game on the map, and
that no line names, is put there; in other games it is put into the last box."""


LONGEST = 1_000_000
"""Maximum number of characters of a position's text; a longer one is refused before it is read."""

CHOSEN = ("options", "without", "charts", "rules")
"""The keys of lines that say how the game is loaded."""

HEAD = ("protocol", *CHOSEN)
"""The keys of lines that say how the game is loaded or how its names are read, and nothing about
the position."""

KNOWN = {str(number) for number in range(1, PROTOCOL + 1)}
"""The values of the line ``protocol`` that are accepted: the known versions of the names in texts,
as strings."""


ONCE = ("game", "protocol", "turn", "wait", "over", "resume", *CHOSEN)
"""The keys that may occur at most once. The line of a variable may occur at most once too."""


class PositionError(EastfrontError, ValueError):
    """An invalid text of a position; `line` is the number of the wrong line, from 1."""

    def __init__(self, line: int, what: str, value: str, expected: str) -> None:
        told = f"{cut(what)} `{cut(value)}`; expected {cut(expected, 400)}"
        super().__init__(f"line {line}: {told}")
        self.line = line
        self._parts = (line, what, value, expected)

    def __reduce__(self) -> tuple[type[PositionError], tuple[int, str, str, str]]:
        return type(self), self._parts


_FACTOR = r"\d[\d.d+/]*"
_UNIT = re.compile(rf"([^\s\[](?:[^\[]*?[^\s\[])??)(?:\s+({_FACTOR}-{_FACTOR}))?(?:\s*\[(.*)\])?")
"""The pattern of a unit in the line of a place: the name, which may contain spaces, then optionally
the printed factors, and in brackets the marks (flags and numbers)."""


@of_one_position
@checked
def text_of(state: State) -> str:
    """Writes a state as text, from which `position` restores an equal state."""
    game = state.game
    layout = layout_of(game)
    canon, start = layout.canon(state), layout.start
    riders = layout.parents(canon)
    told = {layout.variables[layout.riders[rider][0]] for rider in riders}
    lines = [f"game: {game.id}"]
    head = [f"protocol: {PROTOCOL}", *_head(game)]
    for name, value, first in zip(layout.variables, canon.variables, start.variables, strict=True):
        if name == "turn":
            lines.append(f"turn: {value}")
        elif value != first and name not in told:
            lines.append(f"set {name}: {value}")
    if canon.outcome is not None:
        winner, level, rule = canon.outcome
        side = game.sides[winner] if winner < len(game.sides) else "nobody"
        rules: list[str] = layout.document["rules"]
        lines.insert(1, f"over: {side} {level} {rules[rule]}".rstrip())
    else:
        lines.insert(1, f"wait: {state.stack[-1]}, {state.decision}")
        plain = _waiting(layout, state.stack[-1], state.decision or "")
        if plain != (canon.frames, canon.locals) or canon.path:
            lines.append(f"resume: {_resume(canon)}")
    for name, bits, first in zip(
        layout.document["hex_flags"], canon.hex_flags, start.hex_flags, strict=True
    ):
        more = [f"+{layout.hex_names[h]}" for h in members(bits & ~first)]
        less = [f"-{layout.hex_names[h]}" for h in members(first & ~bits)]
        if more or less:
            lines.append(f"hexes {name}: {' '.join(more + less)}")
    stacks: dict[int, list[int]] = {}
    default, marks = _default_places(layout), _marks(layout, canon)
    for u, place in enumerate(canon.places):
        if u not in riders and (place != default[u] or u in marks):
            stacks.setdefault(place, []).append(u)
    for rider, parent in riders.items():
        stack = stacks.setdefault(canon.places[parent], [])
        stack.insert(stack.index(parent) + 1, rider)
    for place, units in sorted(stacks.items()):
        words = ", ".join(_unit_text(layout, u, marks.get(u, ())) for u in units)
        lines.append(f"{layout.place_names[place]}: {words}")
    lines[1:1] = head
    return "\n".join(lines) + "\n"


@checked
def position(text: str, game: Game | None = None) -> State:
    """Parses the text of a position into a state without a generator: chance is left to the caller.

    Without ``game``, the game that the text names is loaded, with the options that it names and
    without the rules that it leaves out. Raises PositionError, which gives the line, the value and
    what was expected.
    """
    if len(text) > LONGEST:
        raise PositionError(1, "text", f"{len(text)} characters", f"at most {LONGEST}")
    lines = list(_lines(text))
    if not lines or lines[0][1] != "game":
        number, key = (lines[0][0], lines[0][1]) if lines else (1, "")
        raise PositionError(number, "first line", key, "`game: ` and the id of a game")
    number, _, id_ = lines[0]
    for line, key, value in lines:
        if key == "protocol" and value not in KNOWN:
            raise PositionError(line, key, value, f"a number from 1 to {PROTOCOL}")
    chosen = {key: (at, value) for at, key, value in lines if key in CHOSEN}
    if game is None:
        game = _load(number, id_, chosen)
    elif game.id != id_:
        raise PositionError(number, "game", id_, f"`{game.id}`, the game given")
    return _Reader(game).read([line for line in lines if line[1] not in HEAD])


# -- writing --------------------------------------------------------------------------------------


def _head(game: Game) -> list[str]:
    """Returns the lines that say how a game was loaded: options, rules left out, charts, variant.
    Empty for a game that `load` did not make in this process."""
    try:
        origin = origin_of(game)
    except ValueError:
        return []
    chosen = {"options": origin.options, "without": origin.without}
    lines = [f"{key}: {', '.join(names)}" for key, names in chosen.items() if names]
    if origin.charts is not None:
        lines.append(f"charts: {origin.charts}")
    if origin.rules is not None:
        lines.append(f"rules: {origin.rules.__module__}:{origin.rules.__qualname__}")
    return lines


def _marks(layout: Layout, canon: Canon) -> dict[int, list[str]]:
    """Returns the flags and fields of each unit, by the unit's number, and for a rider the unit on
    which it rides, in place of that unit's flag; other units are omitted."""
    riders = layout.parents(canon)
    marks = {rider: [f"on {layout.units[parent]}"] for rider, parent in riders.items()}
    implied = {(layout.riders[rider][1], parent) for rider, parent in riders.items()}
    flags = zip(layout.document["unit_flags"], canon.unit_flags, strict=True)
    for number, (name, bits) in enumerate(flags):
        for unit in members(bits):
            if (number, unit) not in implied:
                marks.setdefault(unit, []).append(name)
    for name, values in zip(layout.document["unit_fields"], canon.fields, strict=True):
        for unit, value in enumerate(values):
            if value:
                marks.setdefault(unit, []).append(f"{name}={value}")
    return marks


def _unit_text(layout: Layout, unit: int, marks: Sequence[str]) -> str:
    words = list(filter(None, (layout.units[unit], layout.factors[unit])))
    return " ".join(words + ([f"[{', '.join(marks)}]"] if marks else []))


def _resume(canon: Canon) -> str:
    frames = " ".join(f"{p}@{pc}" for p, pc in canon.frames)
    kept = " ".join(f"{i}={v}" for i, v in enumerate(canon.locals) if v)
    return " / ".join((frames, kept, " ".join(map(str, canon.path)))).rstrip(" /")


def _default_places(layout: Layout) -> list[int]:
    out = layout.place_index.get(OUT_OF_PLAY, len(layout.place_names) - 1)
    hexes = len(layout.hex_names)
    return [p if p >= hexes else out for p in layout.start.places]


Program = tuple[tuple[tuple[int, int], ...], tuple[int, ...]]
"""The point at which a program waits: the frames of its running procedures, from the first one to
the innermost, each as the number of the procedure and the index of its next instruction; and the
values of their local variables."""


def _waiting(layout: Layout, procedure: str, decision: str) -> Program | None:
    """Returns the running procedures and their locals, all 0, of a program that waits for a
    decision of a procedure. The procedure is reached by the shortest call stack. None if the
    procedure has no such decision."""
    d = layout.document
    names = [p["name"] for p in d["procedures"]]
    if procedure not in names or decision not in d["decisions"]:
        return None
    kind = d["decisions"].index(decision)
    goal = names.index(procedure)
    choices = (
        at
        for at, instr in enumerate(d["procedures"][goal]["code"])
        if isinstance(instr, dict) and instr.get("Decide", {}).get("kind") == kind
    )
    pc = next(choices, None)
    if pc is None or goal not in layout.ways:
        return None
    frames = (*layout.ways[goal], (goal, pc))
    return frames, (0,) * sum(d["procedures"][p]["locals"] for p, _ in frames)


# -- reading --------------------------------------------------------------------------------------

Line = tuple[int, str, str]


def _lines(text: str) -> Iterator[Line]:
    """Yields number, key and value of each line of a text that is not blank. Raises PositionError
    for a repeated key."""
    met: dict[str, int] = {}
    for number, line in enumerate(text.splitlines(), 1):
        line = line.partition("#")[0].strip()
        if not line:
            continue
        # the name of a variable may contain a colon, its value does not
        part = line.rpartition if line.startswith("set ") else line.partition
        key, colon, value = part(":")
        if not colon:
            raise PositionError(number, "line", line, "a key, a colon and a value")
        key = " ".join(key.split())
        if key in ONCE or key.startswith("set "):
            first = met.setdefault(key, number)
            if first != number:
                raise PositionError(number, "key", key, f"each once (it is in line {first})")
        yield number, key, value.strip()


def _entries(value: str) -> Iterator[str]:
    """Splits a text at commas, except those in brackets."""
    start, inside = 0, False
    for found in re.finditer(r"[\[\],]", value):
        if found[0] == ",":
            if not inside:
                yield value[start : found.start()].strip()
                start = found.end()
        else:
            inside = found[0] == "["
    yield value[start:].strip()


def _names(value: str) -> list[str]:
    return [name.strip() for name in value.split(",") if name.strip()]


def _load(line: int, id_: str, chosen: Mapping[str, tuple[int, str]]) -> Game:
    """Loads the game named `id_` with the options, charts and variant that the text names in
    `chosen`. Raises PositionError for an unknown game, at the line `line`, and for wrong choices,
    at the first line of `chosen`."""
    try:
        loaded(origin(id_))
    except ScenarioError as error:
        raise PositionError(line, "game", id_, f"a game that can be loaded ({error})") from error
    how = {key: value for key, (_, value) in chosen.items()}
    options, without = (_names(how.get(key, "")) for key in ("options", "without"))
    try:
        rules = variant_at_hand(how["rules"]) if "rules" in how else None
        return loaded(origin(id_, options, without, how.get("charts"), rules))
    except (EastfrontError, ProgramError) as error:
        at, _ = next(iter(chosen.values()))
        values = ", ".join(value for _, value in chosen.values())
        expected = f"options, rules and charts of {id_} ({error})"
        raise PositionError(at, " and ".join(chosen), values, expected) from error


def _nearest(value: str, names: Iterable[str]) -> str:
    near = difflib.get_close_matches(value[:SHOWN], list(names), n=1)
    return f" (the nearest is `{near[0]}`)" if near else ""


class _Reader:
    """Parses the lines of a position into the values that make up a state."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.layout = layout_of(game)
        self.former = former_names(game.id)
        start = self.layout.start
        self.variables = list(start.variables)
        self.hex_flags = list(start.hex_flags)
        self.places = _default_places(self.layout)
        self.unit_flags = [0] * len(start.unit_flags)
        self.fields = [list(f) for f in start.fields]
        self.met: dict[int, int] = {}
        self.frames: tuple[tuple[int, int], ...] = ()
        self.locals: tuple[int, ...] = ()
        self.path: tuple[int, ...] = ()
        self.outcome: tuple[int, int, int] | None = None
        self.wait = 0
        self.parents: dict[int, tuple[int, int, int]] = {}
        """For each rider that the text puts on a unit: the line, that unit and the line's place."""
        self.said: dict[str, tuple[int, str]] = {}
        """Line and value of each variable that the text sets."""

    def read(self, lines: Sequence[Line]) -> State:
        """Returns the state that the lines describe. Raises PositionError for a wrong line."""
        for number, key, value in lines[1:]:
            if key == "wait":
                self._wait(number, value)
        for number, key, value in lines[1:]:
            if key == "turn":
                self._set(number, "turn", value)
            elif key.startswith("set "):
                self._set(number, key[4:], value)
            elif key.startswith("hexes "):
                self._hexes(number, key[6:], value)
            elif key == "over":
                self._over(number, value)
            elif key == "resume":
                self._resume(number, value)
            elif key != "wait":
                self._place(number, key, value)
        self._check_riders()
        last = self.wait or lines[-1][0]
        if not self.frames and self.outcome is None:
            raise PositionError(last, "end of text", "", "a line `wait` or `over`")
        canon = replace(
            self.layout.start,
            places=tuple(self.places),
            unit_flags=tuple(self.unit_flags),
            fields=tuple(tuple(f) for f in self.fields),
            hex_flags=tuple(self.hex_flags),
            variables=tuple(self.variables),
            frames=self.frames,
            locals=self.locals,
            path=self.path,
            outcome=self.outcome,
        )
        try:
            return self._state(canon)
        except ValueError as error:
            found = re.search(r"(\S+(?: \S+)*?) is (-?\d+)(?: in .+)?, expected (.+)", str(error))
            name = found[1].rpartition(": ")[2] if found else ""
            if found and name in self.said:
                raise PositionError(self.said[name][0], name, found[2], found[3]) from error
            value = next((v for n, _, v in lines if n == last), "")
            _, breaks, law = str(error).partition("it breaks a law, ")
            if breaks:
                expected = f"a position that play can reach ({breaks}{law})"
                raise PositionError(last, "position before", value, expected) from error
            raise PositionError(
                last, "decision", value, f"a decision that play can reach ({error})"
            ) from error

    def _state(self, canon: Canon) -> State:
        """Returns the state described by ``canon``. If the start value of a variable is impossible
        at the pending decision and no line sets the variable, the nearest possible value is
        taken."""
        filled: set[str] = set()
        while True:
            try:
                return self.game.state_from_bytes(self.layout.to_bytes(canon))
            except ValueError as error:
                found = outside(error)
                if found is None or found[0] in filled | self.said.keys():
                    raise
                name, low, high = found
                filled.add(name)
                at = self.layout.variables.index(name)
                value = min(max(canon.variables[at], low), high)
                variables = (*canon.variables[:at], value, *canon.variables[at + 1 :])
                canon = replace(canon, variables=variables)

    def _number(self, line: int, what: str, text: str) -> int:
        if not re.fullmatch(r"-?\d{1,9}", text):
            raise PositionError(line, what, text, "a whole number")
        return int(text)

    def _today(self, kind: str, name: str) -> str:
        """Returns the present name for a name of some kind, such as a unit's, that may be a former
        name."""
        return self.former.get(kind, {}).get(name, name)

    def _set(self, line: int, name: str, value: str) -> None:
        name = self._today("variables", name)
        names = self.layout.variables
        if name not in names:
            raise PositionError(line, "variable", name, f"a variable{_nearest(name, names)}")
        self.variables[names.index(name)] = self._number(line, name, value)
        self.said[name] = (line, value)

    def _hexes(self, line: int, flag: str, value: str) -> None:
        flag = self._today("hex_flags", flag)
        flags: list[str] = self.layout.document["hex_flags"]
        if flag not in flags:
            raise PositionError(line, "hex flag", flag, f"a hex flag{_nearest(flag, flags)}")
        index, hexes = self.layout.place_index, len(self.layout.hex_names)
        words = value.split()
        named = [index.get(word[1:], hexes) for word in words]
        signs = dict(zip(named, [word[0] for word in words], strict=True))
        if max(named, default=0) >= hexes or not {*signs.values()} <= {"+", "-"}:
            wrong = next(
                w for w, h in zip(words, named, strict=True) if h >= hexes or w[0] not in "+-"
            )
            raise PositionError(line, f"hexes {flag}", wrong, "`+` or `-` and the id of a hex")
        at = flags.index(flag)
        added = bits_of([hex_ for hex_, sign in signs.items() if sign == "+"])
        self.hex_flags[at] = self.hex_flags[at] & ~bits_of([*signs]) | added

    def _place(self, line: int, name: str, value: str) -> None:
        place = self.layout.place_index.get(name)
        if place is None:
            expected = "game, protocol, turn, wait, over, resume, set, hexes, a hex or a box"
            raise PositionError(
                line, "key", name, expected + _nearest(name, self.layout.place_index)
            )
        for entry in _entries(value):
            self._unit(line, place, entry)

    def _unit(self, line: int, place: int, entry: str) -> None:
        form = _UNIT.fullmatch(entry)
        if form is None:
            raise PositionError(line, "unit", entry, "a unit such as `3Pz 4-3 [moved]`")
        name, factors, marks = form.groups()
        unit = self.layout.unit_index.get(name)
        if unit is None and name in self.game.unit_ids:
            unit = self.game.unit_ids.index(name)
        if unit is None:
            if " " in name and not any(" " in known for known in self.layout.units):
                raise PositionError(line, "unit", entry, "a unit such as `3Pz 4-3 [moved]`")
            hint = _nearest(name, self.layout.units)
            raise PositionError(line, "unit", name, f"a unit of the order of battle{hint}")
        if unit in self.met:
            raise PositionError(
                line, "unit", name, f"each unit once (it is in line {self.met[unit]})"
            )
        self.met[unit] = line
        printed = self.layout.factors[unit]
        if factors and factors != printed:
            raise PositionError(line, f"factors of {name}", factors, f"{printed}, as printed")
        self.places[unit] = place
        for mark in filter(None, (m.strip() for m in (marks or "").split(","))):
            if unit in self.layout.riders and mark.startswith("on "):
                self._ride(line, unit, mark.removeprefix("on ").strip())
            else:
                self._mark(line, unit, mark)

    def _ride(self, line: int, rider: int, name: str) -> None:
        """Attaches a rider to the unit with a name."""
        parent = self.layout.unit_index.get(name)
        if parent is None:
            hint = _nearest(name, self.layout.units)
            raise PositionError(line, "unit", name, f"a unit of the order of battle{hint}")
        rides, flag, box = self.layout.riders[rider]
        self.parents[rider] = line, parent, self.places[rider]
        self.variables[rides] = parent
        self.unit_flags[flag] |= 1 << parent
        self.places[rider] = box

    def _check_riders(self) -> None:
        """Raises PositionError for a rider in a line of another place than that of its parent."""
        for rider, (line, parent, place) in self.parents.items():
            if self.places[parent] != place:
                name, units = self.layout.place_names, self.layout.units
                expected = f"{name[self.places[parent]]}, where {units[parent]} is"
                raise PositionError(line, f"place of {units[rider]}", name[place], expected)

    def _mark(self, line: int, unit: int, mark: str) -> None:
        flags: list[str] = self.layout.document["unit_flags"]
        fields: list[str] = self.layout.document["unit_fields"]
        name, equals, value = mark.partition("=")
        name = self._today("unit_fields" if equals else "unit_flags", name)
        if equals and name in fields:
            self.fields[fields.index(name)][unit] = self._number(line, name, value)
        elif not equals and name in flags:
            self.unit_flags[flags.index(name)] |= 1 << unit
        else:
            hint = _nearest(name, [*flags, *fields])
            raise PositionError(line, "mark", mark, f"a unit flag or a unit field{hint}")

    def _wait(self, line: int, value: str) -> None:
        procedure, _, decision = (part.strip() for part in value.rpartition(","))
        procedure = self._today("procedures", procedure)
        decision = self._today("decisions", decision)
        found = _waiting(self.layout, procedure, decision)
        if found is None:
            names = [p["name"] for p in self.layout.document["procedures"]]
            known = procedure in names
            hint = (
                _nearest(decision, self.layout.document["decisions"])
                if known
                else _nearest(procedure, names)
            )
            expected = f"a procedure of the game, a comma and a decision of it{hint}"
            raise PositionError(line, "wait", value, expected)
        self.wait = line
        self.frames, self.locals = found

    def _over(self, line: int, value: str) -> None:
        words = value.split()
        rules: list[str] = self.layout.document["rules"]
        sides = [*self.game.sides, "nobody"]
        rule = words[2] if len(words) > 2 else ""
        if not 2 <= len(words) <= 3 or words[0] not in sides or rule not in rules:
            raise PositionError(line, "over", value, "a side or `nobody`, a level and a rule")
        winner = sides.index(words[0])
        winner = 255 if winner == len(self.game.sides) else winner
        self.outcome = (winner, self._number(line, "level", words[1]), rules.index(rule))

    def _resume(self, line: int, value: str) -> None:
        frames, kept, path = ([*value.split("/"), "", ""])[:3]
        procedures = self.layout.document["procedures"]
        shape = "procedure@position, local=value and directions, as `text` writes them"
        found = []
        for word in frames.split():
            form = re.fullmatch(r"(\d{1,4})@(\d{1,6})", word)
            if form is None or int(form[1]) >= len(procedures):
                raise PositionError(line, "resume", word, shape)
            found.append((int(form[1]), int(form[2])))
        locals_ = [0] * sum(procedures[p]["locals"] for p, _ in found)
        for word in kept.split():
            form = re.fullmatch(r"(\d{1,4})=(-?\d{1,9})", word)
            if form is None or int(form[1]) >= len(locals_):
                raise PositionError(line, "resume", word, shape)
            locals_[int(form[1])] = int(form[2])
        for word in path.split():
            if word not in {"0", "1", "2", "3", "4", "5"}:
                raise PositionError(line, "resume", word, "directions from 0 to 5")
        if found and self.frames and found[-1] != self.frames[-1] and self._differs(found[-1]):
            raise PositionError(line, "resume", value, "the decision that `wait` names")
        self.frames, self.locals = tuple(found), tuple(locals_)
        self.path = tuple(int(word) for word in path.split())

    def _differs(self, frame: tuple[int, int]) -> bool:
        """Says whether ``frame``, the number of a procedure and the index of an instruction, waits
        in another procedure or decision than the line `wait` names."""
        procedures = self.layout.document["procedures"]

        def waits(at: tuple[int, int]) -> tuple[int, object]:
            code = procedures[at[0]]["code"]
            instr = code[at[1]] if at[1] < len(code) else None
            kind = instr.get("Decide", {}).get("kind") if isinstance(instr, dict) else None
            return at[0], kind

        return waits(frame) != waits(self.frames[-1])


__all__ = ["PositionError", "position", "text_of"]
