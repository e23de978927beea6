"""Barbarossa (1971), variable situation 3: Hungary enters the war at once."""

from __future__ import annotations

from eastfront.program import *

from ..deployment import Deployment, Forces
from .situation import Situation


class Hungary(Situation):
    """Variable situation 3: Hungary enters the war at once, on the Axis side."""

    name = "situation-3"
    text = "the Hungarians enter the war at once"

    @Deployment.closed_areas.then("SPI-WHATIF-3A")
    def open_hungary(self, shut: frozenset[str]) -> frozenset[str]:
        """Opens Hungary, where the Axis may not set up without this situation, to the set-up of
        German units (SPI-WHATIF-3A)."""
        return shut - frozenset(self.facts["opened"])

    @Deployment.forces.then("SPI-WHATIF-3B")
    def hungarians(self, forces: Forces) -> Forces:
        """Adds one Hungarian army to the initial Axis order of battle (SPI-WHATIF-3B)."""
        return self.changed(forces)

    @Deployment.closed.bar("SPI-WHATIF-3C", "the Hungarian army is set up in Hungary")
    def at_home(self, side: int, unit: Int) -> Hexes:
        """For the added Hungarian army, the hexes outside Hungary: the army must be set up in
        Hungary (SPI-WHATIF-3C)."""
        hungary = self.hexes_where("Hungary", lambda h: h.area == "hungary")
        elsewhere = (~hungary).when(self.hungarians_there.contains(unit))
        return by("SPI-WHATIF-3A", elsewhere)  # otherwise Hungary is closed to it too

    @Deployment.bound.then("SPI-WHATIF-3C")
    def not_elsewhere(self, bound: Units) -> Units:
        """Adds the Hungarian army to ``bound``, the units that must be set up in their own country
        and have no part of the front to cover (SPI-WHATIF-3C)."""
        return bound | self.hungarians_there

    @property
    def hungarians_there(self) -> Units:
        """All Hungarian units, on the map or off it."""
        return self.units_where("hungarian", lambda u: u.nation == "hungarian")
