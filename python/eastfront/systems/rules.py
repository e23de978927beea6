"""What all rules have in common: they write a program over a map and an order of battle."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any, ClassVar, Self

import msgspec

from eastfront._core import Game
from eastfront.program.builder import Builder
from eastfront.program.expr import (
    EdgeFeature,
    EdgeMask,
    Hexes,
    ProgramError,
    Units,
)
from eastfront.scenario.errors import NOTHING, SHOWN, ScenarioError, cut
from eastfront.scenario.model import HexRow, ScenarioData, UnitRow

from .evaluating import LookAhead
from .sections import Joins, Option, value

LAW = "law "
"""How the name of a query begins that answers 1 while a law of the game holds."""

_PLAIN: frozenset[str] = frozenset()
"""The features of most hexsides."""


@dataclass(frozen=True)
class NumberedOption:
    """An option with a number, such as ``bid=11``: its bounds, and what it does."""

    least: int
    most: int
    text: str


class Rules:
    """The rules of a game; subclass it, and change a line, for a variant.

    An instance is made when a game is loaded, writes its program once and is then forgotten.
    """

    sides: ClassVar[Sequence[str]]
    boxes: Sequence[str] = ()
    """Off the map; an option may add some."""
    supply_states: ClassVar[Sequence[str]] = ()
    """What the numbers of the query `supply` are called."""
    results: ClassVar[Sequence[str]] = ()
    """What the numbers of the results of battles are called."""
    battle_kinds: ClassVar[Mapping[str, int]] = {}
    """The numbers of the kinds of battle that can be asked about."""
    hidden_rule: ClassVar[str] = ""
    """The rule that hides units from a side."""
    columns_run_west: ClassVar[bool] = False
    """Whether higher columns of the map lie farther west."""
    known_options: ClassVar[Mapping[str, str]] = {}
    """The options that can be played with, and what each does."""
    numbered_options: ClassVar[Mapping[str, NumberedOption]] = {}
    """Those that are given with a number, as ``name=number``."""
    combined_options: ClassVar[Sequence[Sequence[str]]] = ()
    """Options that together bring rules into play which none of them does alone."""
    optional: ClassVar[Sequence[type[Option]]] = ()
    """The optional rules that are sections of their own, in the order in which they are applied."""
    lookahead: ClassVar[LookAhead | None] = None
    """How the greedy policy looks ahead; without it there is none."""
    marks: ClassVar[Sequence[tuple[str, str, str]]] = ()
    """Markers on the map: whether a hex flag or a variable holds them, its name, how to draw it."""
    notes: ClassVar[Mapping[str, Sequence[str]]] = {}
    """What the numbers of a note are called: a name, or ``kind:name`` where the number stands for
    a ``hex``, a ``unit``, a ``side`` or a ``result`` of a battle."""

    def __init__(
        self, data: ScenarioData, options: Iterable[str] = (), without: Iterable[str] = ()
    ) -> None:
        self.data = data
        self.options = frozenset(options)
        self._check_options()
        self._unit_index = {u.id: i for i, u in enumerate(data.units)}
        # every step between neighbours: hex, direction, hex
        m = data.map
        self._steps = [
            (h, d, other)
            for h, row in enumerate(m.hexes)
            if row is not None
            for d in range(6)
            if (other := m.neighbor(h, d)) is not None
        ]
        self.b = Builder(self.sides, tuple(without))
        self.parts: list[Any] = [
            kind(self)
            for kind in self.optional
            if any(self.chosen(name) for name in kind.names or (kind.name,))
        ]
        self.joined = Joins([self, *self.parts])
        with self.b.at_hand():
            self.define()
            self.b.procedure("sequence of play", 0, self.sequence)
            self.define_procedures()
            self.define_queries()

    @property
    def game(self) -> Self:
        """The game that a section belongs to: these rules are a section of their own."""
        return self

    def chosen(self, name: str) -> bool:
        """Whether an option is played, known before anything is declared."""
        return name in self.options or name in self._numbers

    def _check_options(self) -> None:
        self._numbers: dict[str, int] = {}
        for name in sorted(self.options - set(self.known_options)):
            word, _, figure = name.partition("=")
            if word not in self.numbered_options:
                every = [*self.known_options, *(f"{known}=1" for known in self.numbered_options)]
                near = difflib.get_close_matches(name[:SHOWN], every, n=1)
                hint = f"; the nearest is `{near[0]}`" if near else ""
                raise ProgramError(f"{self.data.game} has no option `{cut(name)}`{hint}")
            if word in self._numbers:
                raise ProgramError(f"the option `{word}` is given twice")
            self._numbers[word] = self._option_number(word, figure)

    def _option_number(self, word: str, figure: str) -> int:
        known = self.numbered_options[word]
        try:
            value = int(figure)
        except ValueError:
            value = known.most + 1
        if not known.least <= value <= known.most or str(value) != figure:
            raise ProgramError(
                f"the option `{word}` takes a number from {known.least} to {known.most}, "
                f"as in `{word}=1`, not `{cut(figure)}`"
            )
        return value

    # -- what a game writes -----------------------------------------------------------------

    def define(self) -> None:
        """Declares variables, flags, sets and tables."""

    def define_procedures(self) -> None:
        """Declares procedures."""

    def define_queries(self) -> None:
        """Declares what can be asked of a state."""

    def sequence(self) -> None:
        """The sequence of play."""
        raise NotImplementedError

    # -- small words ------------------------------------------------------------------------

    def option_number(self, name: str) -> int:
        """The number of an option, or 0 when it is not played."""
        return self._numbers.get(name, 0)

    def hex(self, name: str) -> int:
        """The index of a hex by its printed id."""
        if name not in self.data.map.index:
            raise self.missing("map.csv", "column hex", f"the hex {name}")
        return self.data.map.index[name]

    def unit(self, id_: str) -> int:
        """The index of a unit by its id."""
        if id_ not in self._unit_index:
            raise self.missing("units.csv", "column id", f"the unit {id_}")
        return self._unit_index[id_]

    def missing(self, file: str, place: str, what: str) -> ScenarioError:
        """The error for something that the rules name and that the data lack."""
        path = self.data.files.get(file, file)
        return ScenarioError(path, place, NOTHING, f"{what}, which the rules name")

    def box(self, name: str) -> int:
        """The place of a box off the map."""
        return self.data.map.width * self.data.map.height + list(self.boxes).index(name)

    def hexes_where(self, name: str, test: Callable[[HexRow], bool]) -> Hexes:
        """A fixed set of the hexes that pass a test."""
        return self.b.hex_set(name, self.indices_where(test))

    def indices_where(self, test: Callable[[HexRow], bool]) -> list[int]:
        """The indices of the hexes that pass a test."""
        return [i for i, h in enumerate(self.data.map.hexes) if h is not None and test(h)]

    def units_where(self, name: str, test: Callable[[UnitRow], bool]) -> Units:
        """A fixed set of the units that pass a test."""
        return self.b.unit_set(name, [i for i, u in enumerate(self.data.units) if test(u)])

    def edges_where(self, name: str, test: Callable[[int, int], bool]) -> EdgeMask:
        """The hexsides, from one hex to its neighbour, that pass a test."""
        return self.edges_of(name, self._steps_where(test))

    def edges_of(self, name: str, steps: Set[tuple[int, int]]) -> EdgeMask:
        """The hexsides of some steps from one hex to its neighbour."""
        return self.b.edge_mask(name, self._masks(steps))

    def feature_where(self, name: str, test: Callable[[int, int], bool]) -> EdgeFeature:
        """A hexside feature, of the hexsides that pass a test."""
        return self.feature_of(name, self._steps_where(test))

    def feature_of(self, name: str, steps: Set[tuple[int, int]]) -> EdgeFeature:
        """A hexside feature."""
        return self.b.edge_feature(name, self._masks(steps))

    def _steps_where(self, test: Callable[[int, int], bool]) -> Set[tuple[int, int]]:
        return {(h, other) for h, _, other in self._steps if test(h, other)}

    def _masks(self, steps: Set[tuple[int, int]]) -> list[int]:
        masks = [0] * len(self.data.map.hexes)
        for h, d, other in self._steps:
            if (h, other) in steps:
                masks[h] |= 1 << d
        return masks

    def costs_where(self, name: str, cost: Callable[[int, int], int | None]) -> int:
        """A cost table; None forbids a step."""
        found = {(h, other): cost(h, other) for h, _, other in self._steps}
        return self.costs_of(
            name, {step: value for step, value in found.items() if value is not None}
        )

    def costs_of(self, name: str, costs: Mapping[tuple[int, int], int]) -> int:
        """A cost table; steps without a cost are forbidden."""
        step = [255] * (6 * len(self.data.map.hexes))
        for h, d, other in self._steps:
            value = costs.get((h, other))
            if value is not None:
                step[6 * h + d] = value
        return self.b.cost_table(name, step)

    def steps_across(self, feature: str) -> Set[tuple[int, int]]:
        """The steps across hexsides that bear a feature."""
        sides = self.data.map.hexsides
        return {step for step, features in sides.items() if feature in features}

    def sides_of(self, a: int, b: int) -> Set[str]:
        """The features of the printed hexside between two hexes."""
        return self.data.map.hexsides.get((a, b), _PLAIN)

    def has_side(self, a: int, b: int, feature: str) -> bool:
        """Whether the printed hexside between two hexes bears a feature."""
        return feature in self.data.map.hexsides.get((a, b), _PLAIN)

    def terrain(self, hex_: int) -> str:
        """The terrain of a hex on the map."""
        row = self.data.map.hexes[hex_]
        return row.terrain if row is not None else "none"

    # -- the game file ----------------------------------------------------------------------

    def hex_fact(self, row: HexRow) -> str:
        """A few words on a hex for refusals."""
        return row.terrain

    def uncounted(self, unit: UnitRow) -> bool:
        """Whether a unit does not count for stacking."""
        return False

    def unit_class(self, unit: UnitRow) -> tuple[Any, ...]:
        """What makes counters interchangeable."""
        return (unit.side, unit.nation, unit.kind, unit.mobility, unit.attack, unit.defence)

    def start_places(self) -> Sequence[int]:
        """Where each unit begins."""
        raise NotImplementedError

    @value
    def drawing(self) -> dict[str, Any]:
        """What a picture or a text of a position needs beyond the rules."""
        m, units = self.data.map, self.data.units
        rows = [(h, row) for h, row in enumerate(m.hexes) if row is not None]
        sides: dict[str, list[list[int]]] = {}
        for (a, b), features in m.hexsides.items():
            for feature in features if a < b else ():
                sides.setdefault(feature, []).append([a, b])
        names: dict[str, list[list[int]]] = {}
        for (a, b), name in m.river_names.items():
            if a < b:
                names.setdefault(name, []).append([a, b])
        through = self._through(sides) if any(row.rivers for _, row in rows) else {}
        return {
            "columns_run_west": self.columns_run_west or m.columns_run_west,
            "terrain": ["" if h is None else h.terrain for h in m.hexes],
            "area": ["" if h is None else h.area for h in m.hexes],
            "zone": ["" if h is None else h.zone for h in m.hexes],
            "labels": {row.name: row.label for _, row in rows if row.label},
            "cities": [row.name for _, row in rows if {"city", "city-major"} & row.features],
            "forts": {
                feature: [row.name for _, row in rows if feature in row.features]
                for feature in sorted({f for _, row in rows for f in row.features})
                if feature.endswith("-fort")
            },
            "hexsides": {name: sorted(pairs) for name, pairs in sorted(sides.items())},
            "names": {name: sorted(pairs) for name, pairs in sorted(names.items())},
            "marks": [list(mark) for mark in self.marks],
            "supply_states": list(self.supply_states),
            "results": list(self.results),
            "battle_kinds": dict(self.battle_kinds),
            "hidden_rule": self.hidden_rule,
            "notes": {kind: list(names) for kind, names in self.notes.items()},
            "units": [[u.nation, u.kind, u.mobility, u.attack, u.defence] for u in units],
            **through,
        }

    def _through(self, sides: dict[str, list[list[int]]]) -> dict[str, Any]:
        """What is drawn from hex to hex, taken out of ``sides``, and places of more classes."""
        m = self.data.map
        courses = {feature: sides.pop(feature, []) for feature in ("rail", "river")}
        for (a, b), features in m.links.items():
            for feature in sorted(features) if a < b else ():
                courses.setdefault(feature, []).append([a, b])
        rows = [row for row in m.hexes if row is not None]
        return {
            "through": {name: sorted(pairs) for name, pairs in courses.items()},
            "towns": [row.name for row in rows if "city-minor" in row.features],
            "wells": [row.name for row in rows if "oil" in row.features],
        }

    def game_file(self) -> bytes:
        """The JSON document of the game file; the same input gives the same bytes."""
        with self.b.at_hand():
            return msgspec.json.encode(self._document(), order="deterministic")

    def _document(self) -> dict[str, Any]:
        m, units = self.data.map, self.data.units
        uncounted = [i for i, u in enumerate(units) if self.uncounted(u)]
        program = self.b.finish()
        drawing = {**self.drawing(), "subjects": self.b.subjects}
        classes: dict[tuple[Any, ...], int] = {}
        return {
            "id": f"{self.data.game}/{self.data.scenario}",
            "title": self.data.title,
            "grid": {"width": m.width, "height": m.height, "shifted_parity": m.shifted_parity},
            "hex_names": ["" if h is None else h.name for h in m.hexes],
            "hex_facts": ["" if h is None else self.hex_fact(h) for h in m.hexes],
            "boxes": list(self.boxes),
            "units": {
                "ids": [u.id for u in units],
                "names": [u.name for u in units],
                "side": [list(self.sides).index(u.side) for u in units],
                "class": [classes.setdefault(self.unit_class(u), len(classes)) for u in units],
                "attrs": self.b.unit_attrs,
                "start": list(self.start_places()),
                "uncounted": uncounted,
            },
            "python_steps": [],
            "lookahead": self.lookahead.as_data() if self.lookahead is not None else None,
            "drawing": drawing,
            **program,
        }

    def compiled(self) -> Game:
        """The game, ready to be played; the rules are forgotten."""
        try:
            return Game.from_json(self.game_file())
        finally:
            # sections and game know one another, which keeps a million small objects otherwise
            for part in self.parts:
                vars(part).clear()
            self.parts.clear()
            self.joined = Joins(())
