"""Barbarossa (1971), variable situation 3: Hungary enters the war at once."""

from __future__ import annotations

from eastfront.program import *

from ..deployment import Deployment, Forces
from .situation import Situation


class Hungary(Situation):
    """Hungary enters the war at once."""

    name = "situation-3"
    text = "the Hungarians enter the war at once"

    @Deployment.closed_areas.then("SPI-WHATIF-3A")
    def open_hungary(self, shut: frozenset[str]) -> frozenset[str]:
        """SPI-WHATIF-3A: German units may be set up in Hungary."""
        return shut - frozenset(self.facts["opened"])

    @Deployment.forces.then("SPI-WHATIF-3B")
    def hungarians(self, forces: Forces) -> Forces:
        """SPI-WHATIF-3B: the Axis begins with a Hungarian army."""
        return self.changed(forces)

    @Deployment.closed.bar("SPI-WHATIF-3C", "the Hungarian army is set up in Hungary")
    def at_home(self, side: int, unit: Int) -> Hexes:
        """SPI-WHATIF-3C: the Hungarian army is set up in Hungary."""
        hungary = self.hexes_where("Hungary", lambda h: h.area == "hungary")
        elsewhere = (~hungary).when(self.hungarians_there.contains(unit))
        return by("SPI-WHATIF-3A", elsewhere)  # otherwise Hungary is closed to it too

    @Deployment.bound.then("SPI-WHATIF-3C")
    def not_elsewhere(self, bound: Units) -> Units:
        """The Hungarian army covers no front except that of Hungary."""
        return bound | self.hungarians_there

    @property
    def hungarians_there(self) -> Units:
        """The Hungarian units."""
        return self.units_where("hungarian", lambda u: u.nation == "hungarian")
