"""Barbarossa (1971), variable situation 5: the Soviets deploy in depth."""

from __future__ import annotations

from eastfront.program import *

from ..board import SOVIET
from ..deployment import Deployment
from .situation import Situation


class InDepth(Situation):
    """The Soviets deploy in depth: anywhere on their side of the start line, their frontier."""

    name = "situation-5"
    text = "the Soviets deploy in depth"

    @Deployment.front.then("SPI-WHATIF-5B")
    def frontier_open(self, front: Hexes, side: int) -> Hexes:
        """Frees the Soviets from covering the frontier at set-up (SPI-WHATIF-5B)."""
        return no_hexes() if side == SOVIET else front
