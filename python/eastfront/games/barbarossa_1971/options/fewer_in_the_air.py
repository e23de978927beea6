"""Barbarossa (1971), variable situation 10: a smaller air force is kept in the west."""

from __future__ import annotations

from eastfront.program import *

from ..deployment import Deployment
from .situation import Situation


class FewerInTheAir(Situation):
    """The air force in the west is smaller."""

    name, number = "situation-10", 10
    text = "a smaller air force in the west: a Luftwaffe unit more"

    @Deployment.forces.then("SPI-WHATIF-10")
    def added(self, forces: dict[str, int]) -> dict[str, int]:
        """With another Luftwaffe unit."""
        return self.changed(forces)
