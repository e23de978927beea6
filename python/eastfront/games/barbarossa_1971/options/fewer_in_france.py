"""Barbarossa (1971), variable situation 9: France is held with smaller forces."""

from __future__ import annotations

from eastfront.program import *

from ..deployment import Deployment, Forces
from .situation import Situation


class FewerInFrance(Situation):
    """Variable situation 9: France is held with smaller forces."""

    name = "situation-9"
    text = "smaller forces in France: one more German army"

    @Deployment.forces.then("SPI-WHATIF-9")
    def added(self, forces: Forces) -> Forces:
        """Adds one infantry army (5-7-3) to the initial German order of battle (SPI-WHATIF-9)."""
        return self.changed(forces)
