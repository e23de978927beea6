"""Barbarossa (1971), variable situation 1: Finland is neutral."""

from __future__ import annotations

from functools import cached_property

from eastfront.program import *

from ..cities import Cities
from ..deployment import Deployment, Forces
from ..movement import Movement
from ..rail import Rail
from ..supply import Supply
from ..victory import Victory
from .situation import Situation


class NeutralFinland(Situation):
    """Variable situation 1: the Finns are not allied with the Germans, and Finland is neutral."""

    name = "situation-1"
    text = "the Finns are neutral"

    @Deployment.forces.then("SPI-WHATIF-1A")
    def no_finns(self, forces: Forces) -> Forces:
        """Takes all Finnish units from the order of battle: they are not deployed
        (SPI-WHATIF-1A)."""
        return {kind: n for kind, n in forces.items() if not kind.startswith("FI:")}

    @Movement.closed.bar("SPI-WHATIF-1B", "Finland is neutral")
    def nobody_enters(self, side: int, unit: Int) -> Hexes:
        """The hexes of Finland, which no unit of either side may enter (SPI-WHATIF-1B)."""
        return self.finland

    @Rail.crossed.then("SPI-WHATIF-1B")
    def nobody_crosses(self, hexes: Hexes) -> Hexes:
        """Takes Finland, which no unit may enter, out of ``hexes``: the hexes that rail moves can
        cross, and that enemies could cross to come behind a front (SPI-WHATIF-1B)."""
        return hexes - self.finland

    @Deployment.front.then("SPI-WHATIF-1C")
    def border_open(self, front: Hexes, side: int) -> Hexes:
        """Takes the Finnish border from the front that must be covered at set-up: the Soviets need
        not cover it (SPI-WHATIF-1C)."""
        return front - self.finland - self.finnish_front

    @cached_property
    def finnish_front(self) -> Hexes:
        """The hexes on the Soviet side of the start line that have neighbours across the line, all
        of these in Finland."""
        axis = set(
            self.indices_where(lambda h: f"axis-{self.data.setup['start_line']}" in h.features)
        )
        finnish = set(self.indices_where(lambda h: h.area == "finland"))
        faced: dict[int, set[int]] = {}
        for a, b in self.dry[0]:
            if b in axis:
                faced.setdefault(a, set()).add(b)
        return self.b.hex_set(
            "facing Finland", sorted(a for a, to in faced.items() if to <= finnish)
        )

    @Supply.closed.bar("SPI-WHATIF-1D", "Finland is neutral")
    def no_lines(self, side: int) -> Hexes:
        """The hexes of neutral Finland, through which no supply line of either side leads
        (SPI-WHATIF-1D); none by the option R62."""
        return no_hexes() if self.option("R62") else self.finland

    @Cities.scoring.then()
    def without_helsinki(self, cities: Hexes) -> Hexes:
        """Takes Helsinki, the city of neutral Finland, from the cities that score victory points
        (SPI-WHATIF-1D), unless the option R63 is in force."""
        return cities if self.option("R63") else cities - self.finland

    @Victory.par.then()
    def lower_par(self, par: Int) -> Int:
        """Lowers ``par``, the score that is a draw, by the value of Helsinki, which scores for
        neither side while Finland is neutral (SPI-WHATIF-1D), unless the option R63 is played."""
        lost = sum(v for h, v in self.towns.values() if self.area_of(h) == "finland")
        return par if self.option("R63") else par - lost

    def area_of(self, hex_: int) -> str:
        """The name of the area of a hex; empty for a hex in none."""
        row = self.data.map.hexes[hex_]
        return row.area if row is not None else ""
