"""Barbarossa (1971), variable situation 12: the winter of 1941 is fought by a mobile defence."""

from __future__ import annotations

from eastfront.program import *

from ..deployment import Deployment, Forces
from .situation import Situation


class MobileDefence(Situation):
    """Variable situation 12 of the Stalingrad Game: the Germans fought the winter of 1941 with a
    mobile defence, and lost less."""

    name = "situation-12"
    text = "a mobile defence in the winter of 1941: one more German army"

    @Deployment.forces.then("SPI-WHATIF-12")
    def added(self, forces: Forces) -> Forces:
        """Adds one infantry army (5-7-3) to the German forces at the start of the Stalingrad Game
        (SPI-WHATIF-12)."""
        return self.changed(forces)
