"""Barbarossa (1971), variable situation 2: Rumania is overrun and not allied."""

from __future__ import annotations

from eastfront.program import *

from ..deployment import Deployment, Forces
from .situation import Situation


class NoRumania(Situation):
    """Rumania is overrun; Germans may deploy there (SPI-WHATIF-2B)."""

    name = "situation-2"
    text = "the Rumanians are not allied"

    @Deployment.forces.then("SPI-WHATIF-2A")
    def no_rumanians(self, forces: Forces) -> Forces:
        """SPI-WHATIF-2A: the Axis begins without the two Rumanian armies."""
        return self.changed(forces)
