"""Small boards written as text: a picture of glyphs, a legend, hexsides, units.

A board serves tests, puzzles and sketches of rules: a map of a few dozen hexes that a person can
type and read. The functions here make a game of a board and a rules program. A board has its own
map; the text of a position (`eastfront.position`) refers to the map of an installed game.

A board is a list of `key: value` lines followed by sections:

```text
title: two armies across a river
labels: J15
boxes: dead

legend:
  .  clear
  w  woods

map:
  . . w .
   . . . .
  . w . .

hexsides:
  river: K15-K16 K16-L16
  rail: J15-K15-L15-M15

hexes:
  city: L15 L17

units:
  3Pz  axis     8-8    armor     @J16
  24A  russian  2-5-3  infantry  @L15  dug-in
```

Rows of the picture are staggered: rows with the deeper indentation lie half a hex to the right, and
`@` marks a hex that is not on the map. A line `scale: 2` allows halves in the numbers of units,
such as `2.5-3`, and `scale: 4` quarters. `labels` is the printed id of the upper left hex. In an id
of four digits, the first two are the column and the last two the row; in an id with letters (A to
Z, AA to ZZ), the letters are the column and the number is the row. `#` begins a comment.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

from eastfront._core import ArgumentError, EastfrontError, Game  # type: ignore[import-not-found,unused-ignore]
from eastfront.arguments import UnknownName, checked, shown, within

from .program import Builder, Procedure
from .scenario.errors import cut
from .scenario.model import HexRow, MapData, ScenarioData, UnitRow
from .systems.materials import Materials
from .systems.rules import Rules

__all__ = [
    "Board",
    "BoardError",
    "Counter",
    "OnBoard",
    "board",
    "counter",
    "game_data",
    "load_board",
    "rules_game",
    "scenario_of",
    "small_game",
    "text_of",
]

LONGEST = 300
"""Maximum number of characters of an error message."""
SCALES = ("1", "2", "4")
OFF_MAP = "@"
"""The glyph of a hex that is not on the map."""

FORBIDDEN = 255
"""The value in a cost table that forbids a step."""

_SECTIONS = ("legend", "map", "hexsides", "hexes", "units")
_LISTS = {"sides", "boxes"}
_POINTS = r"\d+(?:\.\d+)?"
_UNIT = re.compile(
    rf"(?P<name>\S+)\s+(?P<side>\S+)\s+(?P<attack>{_POINTS})-(?P<defence>{_POINTS})"
    rf"(?:-(?P<allowance>{_POINTS}))?"
    r"\s+(?P<kind>\S+)\s+@(?P<where>\S+)(?P<flags>(?:\s+\S+)*)\s*"
)


class BoardError(EastfrontError, ValueError):
    """An invalid board text; the message names the line and what was expected."""

    def __init__(self, line: int, text: str) -> None:
        super().__init__(f"line {line}: {cut(text, LONGEST)}")
        self.line = line
        self._text = text

    def __reduce__(self) -> tuple[type[BoardError], tuple[int, str]]:
        return type(self), (self.line, self._text)


class UnreadableBoard(BoardError, OSError):
    """A board file that is missing or cannot be read."""


@checked
@dataclass(frozen=True)
class Counter:
    """A unit of a board: attack and defence in combat factors, `allowance` in movement points (None
    if not given), `where` as the label of a hex or the name of a box."""

    name: str
    side: str
    attack: float
    defence: float
    kind: str
    where: str
    allowance: float | None = None
    flags: tuple[str, ...] = ()

    def flag(self, name: str) -> str | None:
        """Returns the value of a flag `name=value`: empty for a flag without a value, None for a
        missing flag."""
        for word in self.flags:
            key, _, value = word.partition("=")
            if key == name:
                return value
        return None


@checked
@dataclass(frozen=True)
class Board:
    """A small map with its units. Hexes are named by their labels and indexed row by row.

    `glyphs` has a glyph for each hex, and `legend` the terrain of each glyph. `hexsides` has chains
    of hexes for each feature of hexsides, and `sets` the hexes of each named set.
    """

    width: int
    height: int
    shifted_parity: int
    labels: tuple[str, ...]
    glyphs: tuple[str, ...]
    legend: Mapping[str, str]
    sides: tuple[str, ...]
    boxes: tuple[str, ...] = ()
    header: Mapping[str, str] = field(default_factory=dict)
    hexsides: Mapping[str, tuple[tuple[str, ...], ...]] = field(default_factory=dict)
    sets: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    units: tuple[Counter, ...] = ()

    @property
    def scale(self) -> int:
        """The number of parts into which a movement point or combat factor is divided: 2 on a board
        with halves, 4 on one with quarters, else 1."""
        return int(self.header.get("scale", 1))

    # -- places -----------------------------------------------------------------------------

    def index(self, place: str) -> int:
        """Returns the number of a hex or box; boxes are numbered after the hexes. Raises
        UnknownName, a KeyError, for another name."""
        if place in self.boxes:
            return len(self.labels) + self.boxes.index(place)
        at = self.labels.index(place) if place in self.labels else -1
        if at < 0 or not self.on_map(at):
            raise UnknownName(f"place={shown(place)}, expected a hex or box of the board")
        return at

    def on_map(self, index: int) -> bool:
        """Says whether the hex with an index is on the map. Raises ArgumentError for an index out
        of range."""
        within("index", index, 0, len(self.glyphs) - 1)
        return self.glyphs[index] != OFF_MAP

    def terrain(self, label: str) -> str:
        """Returns the terrain of a hex, as named in the legend. Raises UnknownName for an unknown
        label."""
        return self.legend[self.glyphs[self.index(label)]]

    def neighbor(self, index: int, direction: int) -> int | None:
        """Returns the index of the adjacent hex in a direction (0 upper right, then clockwise to
        5); None off the map. Raises ArgumentError for an index or direction out of range."""
        within("index", index, 0, len(self.glyphs) - 1)
        within("direction", direction, 0, 5)
        row, column = divmod(index, self.width)
        right = int(row % 2 == self.shifted_parity)
        down, along = (
            (-1, right),
            (0, 1),
            (1, right),
            (1, right - 1),
            (0, -1),
            (-1, right - 1),
        )[direction]
        row, column = row + down, column + along
        if not (0 <= row < self.height and 0 <= column < self.width):
            return None
        there = row * self.width + column
        return there if self.on_map(there) else None

    def members(self, name: str) -> list[int]:
        """Returns the indexes of the hexes in a named set; empty for an unknown name."""
        return [self.index(label) for label in self.sets.get(name, ())]

    def of_terrain(self, *terrains: str) -> list[int]:
        """Returns the indexes of the hexes with any of the given terrains."""
        wanted = {glyph for glyph, name in self.legend.items() if name in terrains}
        return [i for i, glyph in enumerate(self.glyphs) if glyph in wanted]

    # -- hexsides ---------------------------------------------------------------------------

    def pairs(self, feature: str) -> set[frozenset[int]]:
        """Returns the hexsides with a feature, each as the set of its two hexes by index; empty for
        an unknown feature."""
        return {
            frozenset((self.index(a), self.index(b)))
            for chain in self.hexsides.get(feature, ())
            for a, b in pairwise(chain)
        }

    def edges(self, *features: str, inverse: bool = False) -> list[int]:
        """Returns a six-bit mask for each hex: bit n is set if the hexside in direction n has any
        of the given features.

        With `inverse`, the bit is set if the hexside lies between two hexes of the map and has none
        of the features.
        """
        marked: set[frozenset[int]] = set().union(*(self.pairs(f) for f in features))
        masks = []
        for index in range(len(self.labels)):
            mask = 0
            for direction in range(6):
                there = self.neighbor(index, direction) if self.on_map(index) else None
                if there is not None and (frozenset((index, there)) in marked) != inverse:
                    mask |= 1 << direction
            masks.append(mask)
        return masks

    def costs(self, enter: Callable[[str, str, frozenset[str]], int | None]) -> list[int]:
        """Returns a table of movement costs: six numbers for each hex, one for each direction.

        `enter` takes the terrain of the hex left, that of the hex entered, and the features of the
        hexside. `enter` returns movement points, or None for a forbidden step, which the table
        holds as `FORBIDDEN`.
        """
        features = {name: self.pairs(name) for name in self.hexsides}
        step = []
        for index in range(len(self.labels)):
            for direction in range(6):
                there = self.neighbor(index, direction) if self.on_map(index) else None
                cost = None
                if there is not None:
                    pair = frozenset((index, there))
                    borne = frozenset(f for f, pairs in features.items() if pair in pairs)
                    left, entered = (self.legend[self.glyphs[i]] for i in (index, there))
                    cost = enter(left, entered, borne)
                step.append(FORBIDDEN if cost is None else cost)
        return step

    # -- units ------------------------------------------------------------------------------

    def numbers(self, value: Callable[[Counter], float]) -> list[float]:
        """Returns `value` of each unit, in the order of the units."""
        return [value(unit) for unit in self.units]

    def units_where(self, condition: Callable[[Counter], bool]) -> list[int]:
        """Returns the indexes of the units for which `condition` is true."""
        return [i for i, unit in enumerate(self.units) if condition(unit)]

    def side(self, name: str) -> int:
        """Returns the number of a side by its name. Raises UnknownName for an unknown side."""
        if name not in self.sides:
            raise UnknownName(f"name={shown(name)}, expected one of {', '.join(self.sides)}")
        return self.sides.index(name)


# -- reading ------------------------------------------------------------------------------------


@checked
def board(text: str) -> Board:
    """Parses the text of a board. Raises BoardError, with the line and what was expected."""
    return _Reader(text).read()


@checked
def load_board(path: str | Path) -> Board:
    """Reads a board from a file. Raises BoardError, which is also an OSError if the file cannot be
    read."""
    try:
        text = Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UnreadableBoard(0, f"{path}: {getattr(error, 'strerror', error)}") from error
    return board(text)


class _Reader:
    def __init__(self, text: str) -> None:
        self.header: dict[str, str] = {}
        self.sections: dict[str, list[tuple[int, str]]] = {name: [] for name in _SECTIONS}
        section = ""
        for number, raw in enumerate(text.splitlines(), start=1):
            line = re.sub(r"(^|\s)#.*", "", raw).rstrip()
            if not line:
                continue
            key, colon, value = (part.strip() for part in line.partition(":"))
            if not line[0].isspace():
                if not colon:
                    raise BoardError(number, f"expected `key: value`, found `{line}`")
                section = key if key in _SECTIONS and not value else ""
                if not section:
                    self.header[key] = value
            elif section:
                self.sections[section].append((number, line))
            else:
                raise BoardError(number, f"an indented line outside {', '.join(_SECTIONS)}")

    def read(self) -> Board:
        legend: dict[str, str] = {}
        for number, line in self.sections["legend"]:
            words = line.split()
            if len(words) != 2 or len(words[0]) != 1:
                raise BoardError(number, f"expected a glyph and its terrain, found `{line}`")
            legend[words[0]] = words[1]
        width, height, parity, glyphs = self._picture(legend)
        labels = _labels(self.header.get("labels", "0101"), width, height)
        if self.header.get("scale", "1") not in SCALES:
            expected = f"one of {', '.join(SCALES)}"
            raise BoardError(1, f"scale: expected {expected}, found `{self.header['scale']}`")
        units = tuple(self._units())
        sides = self.header.get("sides", "").split() or list(dict.fromkeys(u.side for u in units))
        out = Board(
            width=width,
            height=height,
            shifted_parity=parity,
            labels=labels,
            glyphs=glyphs,
            legend=legend,
            sides=tuple(sides),
            boxes=tuple(self.header.get("boxes", "").split()),
            header={k: v for k, v in self.header.items() if k not in _LISTS},
            hexsides={
                name: tuple(tuple(chain.split("-")) for chain in words)
                for _, name, words in self._lists("hexsides")
            },
            sets={name: tuple(words) for _, name, words in self._lists("hexes")},
            units=units,
        )
        self._check(out)
        return out

    def _picture(self, legend: Mapping[str, str]) -> tuple[int, int, int, tuple[str, ...]]:
        rows = self.sections["map"]
        if not rows:
            raise BoardError(1, "expected a section `map:`")
        indents = [len(line) - len(line.lstrip()) for _, line in rows]
        cells = [line.split() for _, line in rows]
        shifted = [indent > min(indents) for indent in indents]
        parity = int(shifted[0] is False)
        width = max(len(row) for row in cells)
        glyphs: list[str] = []
        for i, ((number, _), row) in enumerate(zip(rows, cells, strict=True)):
            if shifted[i] != (i % 2 == parity) and len(rows) > 1:
                raise BoardError(number, "rows must alternate between two indentations")
            for glyph in row:
                if glyph != OFF_MAP and glyph not in legend:
                    raise BoardError(number, f"the legend has no glyph `{glyph}`")
            glyphs += row + [OFF_MAP] * (width - len(row))
        return width, len(rows), parity, tuple(glyphs)

    def _lists(self, section: str) -> Iterable[tuple[int, str, list[str]]]:
        for number, line in self.sections[section]:
            name, colon, words = line.partition(":")
            if not colon:
                raise BoardError(number, f"expected `name: hex hex ...`, found `{line.strip()}`")
            yield number, name.strip(), words.split()

    def _units(self) -> Iterable[Counter]:
        for number, line in self.sections["units"]:
            found = _UNIT.fullmatch(line.strip())
            if not found:
                raise BoardError(
                    number,
                    "expected `name side attack-defence[-allowance] class @hex flags`, found "
                    f"`{line.strip()}`",
                )
            attack, defence, allowance = (
                self._points(number, found[name]) for name in ("attack", "defence", "allowance")
            )
            yield Counter(
                name=found["name"],
                side=found["side"],
                attack=attack or 0,
                defence=defence or 0,
                kind=found["kind"],
                where=found["where"],
                allowance=allowance,
                flags=tuple(found["flags"].split()),
            )

    def _points(self, line: int, text: str | None) -> float | None:
        """Converts the text of a number of points or factors in line `line`: an `int` if it is
        whole, else a `float`; None if `text` is None. Raises BoardError for a fraction that the
        board's scale does not allow."""
        if text is None:
            return None
        value, scale = float(text), int(self.header.get("scale", 1))
        if value * scale % 1:
            steps = f"in steps of {1 / scale}" if scale > 1 else "in whole numbers"
            raise BoardError(line, f"expected numbers {steps} (scale), found `{text}`")
        return value if value % 1 else int(value)

    def _check(self, out: Board) -> None:
        def known(number: int, place: str) -> int:
            try:
                return out.index(place)
            except KeyError:
                raise BoardError(
                    number, f"`{place}` is neither a hex nor a box of this map"
                ) from None

        for number, name, words in self._lists("hexsides"):
            for chain in words:
                hexes = [known(number, label) for label in chain.split("-")]
                for a, b in pairwise(hexes):
                    if b not in [out.neighbor(a, d) for d in range(6)]:
                        pair = f"{out.labels[a]} and {out.labels[b]}"
                        raise BoardError(number, f"{name}: {pair} are not neighbours")
        for number, _, words in self._lists("hexes"):
            for label in words:
                known(number, label)
        names: set[str] = set()
        for (number, _), unit in zip(self.sections["units"], out.units, strict=True):
            known(number, unit.where)
            if unit.side not in out.sides:
                raise BoardError(number, f"`{unit.side}` is not one of the sides {out.sides}")
            if unit.name in names:
                raise BoardError(number, f"a second unit `{unit.name}`")
            names.add(unit.name)


def _labels(first: str, width: int, height: int) -> tuple[str, ...]:
    digits = re.fullmatch(r"(\d\d)(\d\d)", first)
    letters = re.fullmatch(r"([A-Z]|([A-Z])\2)(\d+)", first)
    if digits:
        column, row = int(digits[1]), int(digits[2])
        return tuple(f"{column + c:02}{row + r:02}" for r in range(height) for c in range(width))
    if letters:
        column, row = ord(letters[1][0]) - 65 + 26 * (len(letters[1]) - 1), int(letters[3])
        names = [chr(65 + n % 26) * (n // 26 + 1) for n in range(column, column + width)]
        return tuple(f"{name}{row + r}" for r in range(height) for name in names)
    raise BoardError(1, f"labels: expected an id like 0101 or J15, found `{first}`")


# -- writing ------------------------------------------------------------------------------------


@checked
def text_of(this: Board) -> str:
    """Writes a board as text, from which `board` restores an equal board."""
    lines = [f"{key}: {value}".rstrip() for key, value in this.header.items()]
    lines += [f"sides: {' '.join(this.sides)}"]
    if this.boxes:
        lines += [f"boxes: {' '.join(this.boxes)}"]
    lines += ["", "legend:", *(f"  {glyph}  {name}" for glyph, name in this.legend.items())]
    lines += ["", "map:"]
    for row in range(this.height):
        indent = "   " if row % 2 == this.shifted_parity else "  "
        lines.append(indent + " ".join(this.glyphs[row * this.width :][: this.width]))
    if this.hexsides:
        lines += ["", "hexsides:"]
        for name, chains in this.hexsides.items():
            lines.append(f"  {name}: {' '.join('-'.join(chain) for chain in chains)}")
    if this.sets:
        lines += ["", "hexes:", *(f"  {name}: {' '.join(h)}" for name, h in this.sets.items())]
    if this.units:
        lines += ["", "units:", *_columns([_words(unit) for unit in this.units])]
    return "\n".join(lines) + "\n"


def _words(unit: Counter) -> list[str]:
    strength = f"{unit.attack}-{unit.defence}"
    if unit.allowance is not None:
        strength += f"-{unit.allowance}"
    where = " ".join([f"@{unit.where}", *unit.flags])
    return [unit.name, unit.side, strength, unit.kind, where]


def _columns(rows: Sequence[Sequence[str]]) -> list[str]:
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    return [
        "  " + "  ".join(word.ljust(w) for word, w in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]


# -- games --------------------------------------------------------------------------------------


def game_data(
    this: Board, builder: Builder, main: Callable[[], None] | Procedure
) -> dict[str, Any]:
    """Returns the document of a game file, a dictionary of JSON values, made from a board and the
    program that a builder recorded.

    `main` is the game's main procedure: a function that declares its statements, or the procedure
    that the builder declared first. Raises ArgumentError if `main` is another procedure, or if
    builder and board differ in their sides.
    """
    if not isinstance(main, Procedure):
        main = builder.procedure("main", 0, main)
    if main.index != 0:
        raise ArgumentError("the game must be the first procedure that its builder declares")
    if tuple(builder.sides) != this.sides:
        raise ArgumentError(f"the program is for {builder.sides}, the board for {this.sides}")
    program = builder.finish()
    attrs = program.pop("unit_attrs", builder.unit_attrs)
    named = [this.labels[i] if this.on_map(i) else "" for i in range(len(this.labels))]
    kinds: dict[Counter, int] = {}
    like = [
        Counter("", u.side, u.attack, u.defence, u.kind, "", u.allowance, u.flags)
        for u in this.units
    ]
    return {
        "id": this.header.get("game", "board/small"),
        "title": this.header.get("title", "a small board"),
        "grid": {
            "width": this.width,
            "height": this.height,
            "shifted_parity": this.shifted_parity,
        },
        "hex_names": named,
        "hex_facts": [this.legend.get(glyph, "") for glyph in this.glyphs],
        "boxes": list(this.boxes),
        "units": {
            "ids": [u.name for u in this.units],
            "names": [u.name for u in this.units],
            "side": [this.side(u.side) for u in this.units],
            "class": [kinds.setdefault(k, len(kinds)) for k in like],
            "attrs": attrs,
            "start": [this.index(u.where) for u in this.units],
            "uncounted": [],
        },
        "python_steps": [],
        **program,
    }


def small_game(this: Board, builder: Builder, main: Callable[[], None] | Procedure) -> Game:
    """Makes a game from a board and the program that a builder recorded.

    `main` is the game's main procedure: a function that declares its statements, or the procedure
    that the builder declared first. Raises ArgumentError if `main` is another procedure, or if
    builder and board differ in their sides.
    """
    return Game.from_json(json.dumps(game_data(this, builder, main)).encode())


@dataclass(frozen=True)
class BoardUnit(UnitRow):
    """A row of a scenario's order of battle, made from a unit of a board."""

    counter: Counter


@checked
def counter(unit: UnitRow) -> Counter:
    """Returns the counter of a row made by `scenario_of`. Raises TypeError for another row."""
    if not isinstance(unit, BoardUnit):
        raise TypeError(f"{unit.id} is not a unit of a board")
    return unit.counter


@checked
def scenario_of(this: Board) -> ScenarioData:
    """Converts a board to scenario data, as input of `Rules` and `Materials`.

    The features of a hex are the names of the board's `sets` with the hex; the features of a
    hexside are the names under which the board's `hexsides` list the hexside. The `kind` of a unit
    is its class; `counter` returns its other values. The header of the board becomes the scenario's
    setup.
    """
    features: dict[int, set[str]] = {}
    for name, labels in this.sets.items():
        for label in labels:
            features.setdefault(this.index(label), set()).add(name)
    hexsides: dict[tuple[int, int], set[str]] = {}
    for name in this.hexsides:
        for a, b in map(tuple, this.pairs(name)):
            hexsides.setdefault((a, b), set()).add(name)
            hexsides.setdefault((b, a), set()).add(name)
    hexes = [
        HexRow(
            name=this.labels[i],
            row=i // this.width,
            column=i % this.width,
            terrain=this.legend[this.glyphs[i]],
            area="",
            zone="",
            features=frozenset(features.get(i, ())),
            label="",
            provenance="",
        )
        if this.on_map(i)
        else None
        for i in range(len(this.labels))
    ]
    game, _, scenario = this.header.get("game", "board/small").partition("/")
    return ScenarioData(
        game=game,
        scenario=scenario,
        title=this.header.get("title", "a small board"),
        map=MapData(
            width=this.width,
            height=this.height,
            shifted_parity=this.shifted_parity,
            hexes=hexes,
            index={row.name: i for i, row in enumerate(hexes) if row is not None},
            hexsides={pair: frozenset(names) for pair, names in hexsides.items()},
            river_names={},
        ),
        units=[_unit_row(unit) for unit in this.units],
        scale=this.scale,
        charts={},
        setup=this.header,
    )


def _unit_row(unit: Counter) -> BoardUnit:
    return BoardUnit(
        id=unit.name,
        side=unit.side,
        name=unit.name,
        nation=unit.side,
        kind=unit.kind,
        mobility=unit.kind,
        attack=unit.attack,
        defence=unit.defence,
        replaceable=False,
        arrives=None,
        entry="",
        provenance="",
        counter=unit,
    )


class OnBoard(Materials):
    """Base class for the board of a game on a small map written as text.

    Counters that are equal except for name and place are interchangeable. Units begin in the hexes
    given in the text.
    """

    def unit_class(self, unit: UnitRow) -> tuple[Any, ...]:
        """Returns the attributes of a unit that make it interchangeable with equal ones: all except
        its name and place."""
        of = counter(unit)
        return (of.side, of.attack, of.defence, of.kind, of.allowance, of.flags)

    def start_places(self) -> Sequence[int]:
        """Returns the number of each unit's hex or box at the start, in the order of the units."""
        index = self.data.map.index
        places = [counter(unit).where for unit in self.data.units]
        return [index[at] if at in index else self.box(at) for at in places]


@checked
def rules_game(
    this: Board, rules: type[Rules], options: Iterable[str] = (), without: Iterable[str] = ()
) -> Game:
    """Compiles a game from a board and a rules class whose `board` is an `OnBoard`.

    `options` are turned on, and the rules with ids in `without` left out. Raises ArgumentError if
    rules and board differ in their sides.
    """
    if tuple(rules.sides) != this.sides:
        raise ArgumentError(f"the rules are for {rules.sides}, the board for {this.sides}")
    return rules(scenario_of(this), options, without).compiled()
