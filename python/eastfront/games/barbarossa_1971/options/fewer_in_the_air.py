"""Barbarossa (1971), variable situation 10: a smaller air force is kept in the west."""

from __future__ import annotations

from eastfront.program import *

from ..deployment import Deployment, Forces
from .situation import Situation


class FewerInTheAir(Situation):
    """A smaller air force is kept in the west."""

    name = "situation-10"
    text = "a smaller air force in the west: a Luftwaffe unit more"

    @Deployment.forces.then("SPI-WHATIF-10")
    def added(self, forces: Forces) -> Forces:
        """Adds a Luftwaffe unit to the German order of battle (SPI-WHATIF-10)."""
        return self.changed(forces)
