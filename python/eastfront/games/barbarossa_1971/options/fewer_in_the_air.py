"""Barbarossa (1971), variable situation 10: a smaller air force is kept in the west."""

from __future__ import annotations

from eastfront.program import *

from ..deployment import Deployment, Forces
from .situation import Situation


class FewerInTheAir(Situation):
    """Variable situation 10: a smaller air force is kept in the west."""

    name = "situation-10"
    text = "a smaller air force in the west: one more Luftwaffe unit"

    @Deployment.forces.then("SPI-WHATIF-10")
    def added(self, forces: Forces) -> Forces:
        """Adds one Luftwaffe unit to the initial German order of battle (SPI-WHATIF-10)."""
        return self.changed(forces)
