"""Barbarossa (1971), variable situation 11: tank production is raised earlier."""

from __future__ import annotations

from eastfront.program import *

from ..deployment import Deployment, Forces
from .situation import Situation


class MoreTanks(Situation):
    """Variable situation 11: German tank production is raised earlier."""

    name = "situation-11"
    text = "tank production is raised earlier: one more Panzer army"

    @Deployment.forces.then("SPI-WHATIF-11")
    def added(self, forces: Forces) -> Forces:
        """Adds one panzer army (11-8-8) to the German order of battle (SPI-WHATIF-11)."""
        return self.changed(forces)
