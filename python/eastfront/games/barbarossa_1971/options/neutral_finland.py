"""Barbarossa (1971), variable situation 1: Finland is neutral."""

from __future__ import annotations

from eastfront.program import *

from ..cities import Cities
from ..deployment import Deployment, Forces
from ..movement import Movement
from ..rail import Rail
from ..supply import Supply
from ..victory import Victory
from .situation import Situation


class NeutralFinland(Situation):
    """Finland is neutral."""

    name = "situation-1"
    text = "the Finns are neutral"

    @Deployment.forces.then("SPI-WHATIF-1A")
    def no_finns(self, forces: Forces) -> Forces:
        """Takes all Finnish units from the order of battle (SPI-WHATIF-1A)."""
        return {kind: n for kind, n in forces.items() if not kind.startswith("FI:")}

    @Movement.closed.bar("SPI-WHATIF-1B", "Finland is neutral")
    def nobody_enters(self, side: int, unit: Int) -> Hexes:
        """SPI-WHATIF-1B: nobody enters Finland."""
        return self.finland

    @Rail.crossed.then("SPI-WHATIF-1B")
    def nobody_crosses(self, hexes: Hexes) -> Hexes:
        """SPI-WHATIF-1B: no enemy comes through Finland."""
        return hexes - self.finland

    @Deployment.front.then("SPI-WHATIF-1C")
    def border_open(self, front: Hexes, side: int) -> Hexes:
        """Takes the Finnish border from the front that must be covered at set-up
        (SPI-WHATIF-1C)."""
        return front - self.finland - self.finnish_front

    @property
    def finnish_front(self) -> Hexes:
        """The Soviet hexes that face Finland alone."""
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
        """Finland, through which no line of supply leads (SPI-WHATIF-1D); by reading R62 lines
        do."""
        return no_hexes() if self.option("R62") else self.finland

    @Cities.scoring.then()
    def without_helsinki(self, cities: Hexes) -> Hexes:
        """Takes Helsinki from the cities that score (SPI-WHATIF-1D); by reading R63 it counts."""
        return cities if self.option("R63") else cities - self.finland

    @Victory.par.then()
    def lower_par(self, par: Int) -> Int:
        """Lowers par by the value of Helsinki, which scores for nobody (SPI-WHATIF-1D); not by
        reading R63."""
        lost = sum(v for h, v in self.towns.values() if self.area_of(h) == "finland")
        return par if self.option("R63") else par - lost

    def area_of(self, hex_: int) -> str:
        """The area of a hex."""
        row = self.data.map.hexes[hex_]
        return row.area if row is not None else ""
