"""Access of rules to the map and the units of a scenario: by name, or all that pass a test."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from functools import cache
from typing import Any, ClassVar

from eastfront.program import Attr, Builder, EdgeFeature, EdgeMask, Hexes, Units
from eastfront.program.mistakes import hold
from eastfront.scenario.errors import NOTHING, ScenarioError
from eastfront.scenario.model import HexRow, ScenarioData, UnitRow

Step = tuple[int, int, int]
"""A step from a hex to its neighbour: hex, direction, neighbour."""


class Materials:
    """Base class of boards and sections: access to the map, the order of battle, and the program
    that is being written for them.

    The board of a game is a subclass that declares the sets, tables and other parts that all rules
    of the game use. The board is set up once, before anything else is declared, and every section
    has access to it.
    """

    game: Any
    data: ScenarioData
    b: Builder
    sides: ClassVar[Sequence[str]]
    steps: Sequence[Step]
    """Every step between neighbours on the map."""
    unit_index: Mapping[str, int]
    options: Set[str]
    """The names of the chosen options."""
    numbers: Mapping[str, int]
    """The options that were chosen with a number, as in `option=2`: the number by the option's
    name."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        hold(cls)

    def lay_out(self) -> None:
        """Declares the sets and other parts that all rules use; a game overrides this method."""

    def box(self, name: str) -> int:
        """The number that stands for a box off the map as a place, by the name of the box."""
        return self.b.box(name)

    def option(self, name: str) -> bool:
        """Says whether an option is played."""
        return name in self.options

    def option_number(self, name: str) -> int:
        """The number that the player gave for an option, such as 2 by `option=2`; 0 if the option
        is not played with a number."""
        return self.numbers.get(name, 0)

    def hex(self, name: str) -> int:
        """The index of a hex by its printed id."""
        if name not in self.data.map.index:
            raise self.missing("map.csv", "column hex", f"the hex {name}")
        return self.data.map.index[name]

    def unit(self, id_: str) -> int:
        """The index of a unit by its id."""
        if id_ not in self.unit_index:
            raise self.missing("units.csv", "column id", f"the unit {id_}")
        return self.unit_index[id_]

    def missing(self, file: str, place: str, what: str) -> ScenarioError:
        """Returns, without raising it, the error for a name that the rules use and the scenario's
        data does not have. ``file`` and ``place`` say where the name was expected, ``what`` names
        the missing thing."""
        path = self.data.files.get(file, file)
        return ScenarioError(path, place, NOTHING, f"{what}, which the rules name")

    def hexes_where(self, name: str, test: Callable[[HexRow], bool]) -> Hexes:
        """A fixed set, with the given name, of the hexes that pass a test."""
        return self.b.hex_set(name, self.indices_where(test))

    def indices_where(self, test: Callable[[HexRow], bool]) -> list[int]:
        """The indices of the hexes that pass a test."""
        return [i for i, h in enumerate(self.data.map.hexes) if h is not None and test(h)]

    def hexes_with(self, feature: str) -> Hexes:
        """A fixed set of the hexes with a feature on the map."""
        return self.b.hex_set(feature, self.data.map.with_feature(feature))

    def units_of(self, side: str) -> Units:
        """A fixed set of the units of a side, given by the side's name."""
        return self.units_where(side, lambda u: u.side == side)

    def unit_number(self, name: str, number: Callable[[UnitRow], float]) -> Attr:
        """Declares a value of units, with the given name, that does not change in play: ``number``
        gives the value of each unit, a whole number, from the unit's row in the order of battle."""
        return self.b.unit_attr(name, [number(unit) for unit in self.data.units])

    def unit_points(self, name: str, points: Callable[[UnitRow], float]) -> Attr:
        """Declares a value of units, with the given name, that does not change in play: movement
        points or combat factors. ``points`` gives the value of each unit from the unit's row in the
        order of battle: a whole number, or with the game's `scale` of 2 or 4 also halves or
        quarters."""
        return self.b.unit_points(name, [points(unit) for unit in self.data.units])

    def scaled(self, points: float) -> int:
        """Movement points or combat factors as a whole number of the parts that the program counts:
        halves in a game whose scale is 2, so that `scaled(4.5)` is 9."""
        return self.b.scaled(points)

    def units_where(self, name: str, test: Callable[[UnitRow], bool]) -> Units:
        """A fixed set, with the given name, of the units that pass a test."""
        return self.b.unit_set(name, [i for i, u in enumerate(self.data.units) if test(u)])

    def edges_where(self, name: str, test: Callable[[int, int], bool]) -> EdgeMask:
        """Declares the set, with the given name, of the hexsides that pass a test, for instance
        those open to movement. The test takes the two hexes of a step, in the order of the step, so
        a hexside may be open in one direction only."""
        return self.edges_of(name, self._steps_where(test))

    def edges_of(self, name: str, steps: Set[tuple[int, int]]) -> EdgeMask:
        """Declares the set, with the given name, of the hexsides that ``steps`` cross, for instance
        those open to movement. A step is a pair of neighbouring hexes, in order, so a hexside may
        be open in one direction only."""
        return self.b.edge_mask(name, self.data.map.masks(steps))

    def feature_where(self, name: str, test: Callable[[int, int], bool]) -> EdgeFeature:
        """Declares a feature of the hexsides that pass a test, with the given name: play can test
        whether the hexside between two hexes has it. The test takes the two hexes of a step, in the
        order of the step."""
        return self.feature_of(name, self._steps_where(test))

    def feature_of(self, name: str, steps: Set[tuple[int, int]]) -> EdgeFeature:
        """Declares a feature of the hexsides that ``steps`` cross, with the given name: play can
        test whether the hexside between two hexes has it. A step is a pair of neighbouring hexes,
        in order."""
        return self.b.edge_feature(name, self.data.map.masks(steps))

    def _steps_where(self, test: Callable[[int, int], bool]) -> Set[tuple[int, int]]:
        return {step for step in self.data.map.pairs if test(*step)}

    def costs_where(self, name: str, cost: Callable[[int, int], float | None]) -> int:
        """Declares a table of movement costs, in movement points, and returns its number. ``cost``
        takes the two hexes of a step, in order; a cost of None forbids the step."""
        found = {step: cost(*step) for step in self.data.map.pairs}
        return self.costs_of(
            name, {step: value for step, value in found.items() if value is not None}
        )

    def costs_of(self, name: str, costs: Mapping[tuple[int, int], float]) -> int:
        """Declares a table of movement costs, in movement points, and returns its number. ``costs``
        has the cost of each step, a pair of neighbouring hexes in order; steps without a cost are
        forbidden."""
        step = [255] * (6 * len(self.data.map.hexes))
        scaled: dict[float, int] = {}
        for (h, d, _), value in zip(self.steps, map(costs.get, self.data.map.pairs), strict=True):
            if value is not None:
                if value not in scaled:
                    scaled[value] = self.scaled(value)
                step[6 * h + d] = scaled[value]
        return self.b.cost_table(name, step)

    def costs_by(self, name: str, cost: Callable[[str, Set[str]], float | None]) -> int:
        """Declares a table of movement costs, in movement points, and returns its number. ``cost``
        takes the terrain of the hex that a step enters and the features of the hexside that it
        crosses, and is called once for each combination; a cost of None forbids the step."""
        known = cache(cost)
        found = {
            (a, b): known(self.terrain(b), self.sides_of(a, b)) for a, b in self.data.map.pairs
        }
        return self.costs_of(name, {s: value for s, value in found.items() if value is not None})

    def steps_across(self, feature: str) -> Set[tuple[int, int]]:
        """The steps from one hex to its neighbour across hexsides with a feature."""
        return self.data.map.across(feature)

    def sides_of(self, a: int, b: int) -> Set[str]:
        """The features of the printed hexside between two hexes."""
        return self.data.map.hexsides.get((a, b), self.data.map.plain)

    def has_side(self, a: int, b: int, feature: str) -> bool:
        """Says whether the printed hexside between two hexes has a feature."""
        return feature in self.sides_of(a, b)

    def terrain(self, hex_: int) -> str:
        """The terrain of a hex on the map, ``none`` for a hex off the map."""
        row = self.data.map.hexes[hex_]
        return row.terrain if row is not None else "none"

    def views(self, name: str, hexes: Callable[[int], Hexes]) -> list[Hexes]:
        """Declares a named set of hexes for each side, which play computes once for each position;
        returns the sets in the order of the sides.

        ``hexes`` gives the expression of the set for the number of a side. ``name`` becomes the
        name of each set, with the side's name in the place of ``{}``.
        """
        return [self.b.view(name.format(own), hexes(side)) for side, own in enumerate(self.sides)]

    # -- facts of hexes and counters, for a game to override ---------------------------------

    def hex_fact(self, row: HexRow) -> str:
        """A short description of a hex for messages that refuse an action there; by default its
        terrain."""
        return row.terrain

    def uncounted(self, unit: UnitRow) -> bool:
        """Says whether a unit is ignored in stacking limits; by default none is."""
        return False

    def unit_class(self, unit: UnitRow) -> tuple[Any, ...]:
        """The key by which interchangeable counters are found: counters with equal keys are
        interchangeable."""
        printed = (unit.side, unit.nation, unit.kind, unit.mobility, unit.attack, unit.defence)
        return (*printed, *unit.own.values())

    def start_places(self) -> Sequence[int]:
        """The initial place of each unit: the hex that ``setup`` of the scenario gives, else the
        last box.

        A game in which units begin elsewhere overrides this method.
        """
        at = {u: self.hex(row["hex"]) for row in self.data.setup["setup"] for u in row["units"]}
        elsewhere = self.box(self.game.boxes[-1])
        return [at.get(u.id, elsewhere) for u in self.data.units]
