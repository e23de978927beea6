"""Barbarossa (1971), variable situation 13: First Panzer Army is lost in the Caucasus."""

from __future__ import annotations

from eastfront.program import *

from ..deployment import Deployment, Forces
from .situation import Situation


class CaughtAtRostov(Situation):
    """Variable situation 13 of the Zitadelle Game: First Panzer Army does not escape from the
    Caucasus."""

    name = "situation-13"
    text = "First Panzer Army is lost in the Caucasus"

    @Deployment.forces.then("SPI-WHATIF-13")
    def taken(self, forces: Forces) -> Forces:
        """Takes one panzer army (11-8-8) from the German order of battle of the Zitadelle Game
        (SPI-WHATIF-13)."""
        return self.changed(forces)
