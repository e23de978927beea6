"""Barbarossa (1971), variable situation 2: Rumania is overrun and not allied."""

from __future__ import annotations

from eastfront.program import *

from ..deployment import Deployment, Forces
from .situation import Situation


class NoRumania(Situation):
    """Variable situation 2: Rumania is overrun by the Germans and not allied; German units may
    still be deployed there (SPI-WHATIF-2B)."""

    name = "situation-2"
    text = "Rumania is not an ally of the Axis"

    @Deployment.forces.then("SPI-WHATIF-2A")
    def no_rumanians(self, forces: Forces) -> Forces:
        """Takes the two Rumanian armies from the Axis order of battle (SPI-WHATIF-2A)."""
        return self.changed(forces)
