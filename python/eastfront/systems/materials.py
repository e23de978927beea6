"""Access of rules to a scenario's map and units: by name, or all that pass a test."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from itertools import compress
from typing import Any, ClassVar

from eastfront.program import Attr, Builder, EdgeFeature, EdgeMask, Hexes, Units
from eastfront.program.mistakes import hold
from eastfront.scenario.errors import NOTHING, ScenarioError
from eastfront.scenario.model import HexRow, ScenarioData, UnitRow

Step = tuple[int, int, int]
"""A step: hex, direction, neighbour."""


class Materials:
    """A map, an order of battle, and the program written over them.

    A game's subclass, its board, declares the sets, tables and pieces common to all its rules. It
    is set up once, before anything else is declared, and every section has access to it.
    """

    game: Any
    data: ScenarioData
    b: Builder
    sides: ClassVar[Sequence[str]]
    steps: Sequence[Step]
    """Every step between neighbours."""
    unit_index: Mapping[str, int]
    options: Set[str]
    """The chosen options."""
    numbers: Mapping[str, int]
    """The numbers of options chosen with a number."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        hold(cls)

    def lay_out(self) -> None:
        """Find the sets and declare the pieces common to all rules."""

    def box(self, name: str) -> int:
        """The place of a box off the map."""
        return self.b.box(name)

    def option(self, name: str) -> bool:
        """Whether an option is played."""
        return name in self.options

    def option_number(self, name: str) -> int:
        """The number of an option, or 0 if it is not played."""
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
        """The error for a name in the rules that is missing from the data."""
        path = self.data.files.get(file, file)
        return ScenarioError(path, place, NOTHING, f"{what}, which the rules name")

    def hexes_where(self, name: str, test: Callable[[HexRow], bool]) -> Hexes:
        """A fixed set of the hexes that pass a test."""
        return self.b.hex_set(name, self.indices_where(test))

    def indices_where(self, test: Callable[[HexRow], bool]) -> list[int]:
        """The indices of the hexes that pass a test."""
        return [i for i, h in enumerate(self.data.map.hexes) if h is not None and test(h)]

    def hexes_with(self, feature: str) -> Hexes:
        """A fixed set of the hexes with a feature on the map."""
        return self.hexes_where(feature, lambda h: feature in h.features)

    def units_of(self, side: str) -> Units:
        """A fixed set of the units of a side."""
        return self.units_where(side, lambda u: u.side == side)

    def unit_number(self, name: str, number: Callable[[UnitRow], int]) -> Attr:
        """A printed or derived number of every counter."""
        return self.b.unit_attr(name, [number(unit) for unit in self.data.units])

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
        """A hexside feature of the hexsides that pass a test."""
        return self.feature_of(name, self._steps_where(test))

    def feature_of(self, name: str, steps: Set[tuple[int, int]]) -> EdgeFeature:
        """A hexside feature."""
        return self.b.edge_feature(name, self._masks(steps))

    def _steps_where(self, test: Callable[[int, int], bool]) -> Set[tuple[int, int]]:
        return {step for step in self.data.map.pairs if test(*step)}

    def _masks(self, steps: Set[tuple[int, int]]) -> list[int]:
        masks = [0] * len(self.data.map.hexes)
        given = map(steps.__contains__, self.data.map.pairs)
        for h, d, _ in compress(self.steps, given):
            masks[h] |= 1 << d
        return masks

    def costs_where(self, name: str, cost: Callable[[int, int], int | None]) -> int:
        """A cost table; None forbids a step."""
        found = {step: cost(*step) for step in self.data.map.pairs}
        return self.costs_of(
            name, {step: value for step, value in found.items() if value is not None}
        )

    def costs_of(self, name: str, costs: Mapping[tuple[int, int], int]) -> int:
        """A cost table; steps without a cost are forbidden."""
        step = [255] * (6 * len(self.data.map.hexes))
        for (h, d, _), value in zip(self.steps, map(costs.get, self.data.map.pairs), strict=True):
            if value is not None:
                step[6 * h + d] = value
        return self.b.cost_table(name, step)

    def steps_across(self, feature: str) -> Set[tuple[int, int]]:
        """The steps across hexsides with a feature."""
        sides = self.data.map.hexsides
        return {step for step, features in sides.items() if feature in features}

    def sides_of(self, a: int, b: int) -> Set[str]:
        """The features of the printed hexside between two hexes."""
        return self.data.map.hexsides.get((a, b), self.data.map.plain)

    def has_side(self, a: int, b: int, feature: str) -> bool:
        """Whether the printed hexside between two hexes has a feature."""
        return feature in self.sides_of(a, b)

    def terrain(self, hex_: int) -> str:
        """The terrain of a hex on the map."""
        row = self.data.map.hexes[hex_]
        return row.terrain if row is not None else "none"

    def views(self, name: str, hexes: Callable[[int], Hexes]) -> list[Hexes]:
        """A view for each side, whose name is inserted at ``{}``."""
        return [self.b.view(name.format(own), hexes(side)) for side, own in enumerate(self.sides)]

    # -- what a game says of hexes and counters ---------------------------------------------

    def hex_fact(self, row: HexRow) -> str:
        """A short description of a hex for refusals."""
        return row.terrain

    def uncounted(self, unit: UnitRow) -> bool:
        """Whether a unit does not count for stacking."""
        return False

    def unit_class(self, unit: UnitRow) -> tuple[Any, ...]:
        """The key of interchangeable counters."""
        return (unit.side, unit.nation, unit.kind, unit.mobility, unit.attack, unit.defence)

    def start_places(self) -> Sequence[int]:
        """The initial place of each unit: by ``setup`` of the scenario, else the last box.

        A game with another set-up overrides it.
        """
        at = {u: self.hex(row["hex"]) for row in self.data.setup["setup"] for u in row["units"]}
        elsewhere = self.box(self.game.boxes[-1])
        return [at.get(u.id, elsewhere) for u in self.data.units]
