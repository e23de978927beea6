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
        """Finnish units are not deployed."""
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
        """The Finnish border need not be covered."""
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
        """No line of supply leads through Finland (R62)."""
        return no_hexes() if self.option("R62") else self.finland

    @Cities.scoring.then()
    def without_helsinki(self, cities: Hexes) -> Hexes:
        """Helsinki scores for neither side (SPI-WHATIF-1D, R63)."""
        return cities if self.option("R63") else cities - self.finland

    @Victory.par.then()
    def lower_par(self, par: Int) -> Int:
        """The par is lower by the value of Helsinki (SPI-WHATIF-1D, R63)."""
        lost = sum(v for h, v in self.towns.values() if self.area_of(h) == "finland")
        return par if self.option("R63") else par - lost

    def area_of(self, hex_: int) -> str:
        """The area of a hex."""
        row = self.data.map.hexes[hex_]
        return row.area if row is not None else ""
