"""Barbarossa (1971), variable situation 14: Sixth Army withdraws from Stalingrad."""

from __future__ import annotations

from eastfront.program import *

from ..deployment import Deployment, Forces
from .situation import Situation


class SixthArmy(Situation):
    """Variable situation 14 of the Zitadelle Game: Sixth Army withdrew from Stalingrad before its
    destruction."""

    name = "situation-14"
    text = "Sixth Army withdraws from Stalingrad"

    @Deployment.forces.then("SPI-WHATIF-14")
    def added(self, forces: Forces) -> Forces:
        """Adds one infantry army (5-7-3) to the German order of battle at the start of the
        Zitadelle Game (SPI-WHATIF-14)."""
        return self.changed(forces)
