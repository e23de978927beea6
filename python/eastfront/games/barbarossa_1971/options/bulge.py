"""Barbarossa (1971), variable situation 15: the troops of the Bulge offensive fight in the east."""

from __future__ import annotations

from eastfront.program import *

from ..arrivals import Arrivals
from ..deployment import Deployment, Forces
from .situation import Situation


class Bulge(Situation):
    """Variable situation 15 of the Berlin Game: the troops of the Bulge offensive fight in the
    east."""

    name = "situation-15"
    text = "the troops of the Bulge offensive fight in the east"

    @Deployment.forces.then("SPI-WHATIF-15A")
    def added(self, forces: Forces) -> Forces:
        """Adds two panzer armies (11-8-8) and an infantry army (5-7-3) to the German order of
        battle of the Berlin Game (SPI-WHATIF-15A)."""
        return self.changed(forces)

    @Arrivals.coming.then("SPI-WHATIF-15B")
    def supplied(self, coming: Int, kind: str) -> Int:
        """The number of units of ``kind`` that arrive in this turn. For German supply units it is
        one in every Game-Turn of the Berlin Game (SPI-WHATIF-15B), in place of the number
        ``coming`` of the turn record, or with the option R64 in addition to it."""
        each = self.facts["each_turn"].get(kind)
        if each is None:
            return coming
        return coming + int(each) if self.option("R64") else number(int(each))
