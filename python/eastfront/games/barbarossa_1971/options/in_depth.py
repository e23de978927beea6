"""Barbarossa (1971), variable situation 5: the Soviets deploy in depth."""

from __future__ import annotations

from eastfront.program import *

from ..board import SOVIET
from ..deployment import Deployment
from .situation import Situation


class InDepth(Situation):
    """Variable situation 5: the Soviets deploy in depth, anywhere on their side of the start line,
    which is their frontier."""

    name = "situation-5"
    text = "the Soviets deploy in depth"

    @Deployment.front.then("SPI-WHATIF-5B")
    def frontier_open(self, front: Hexes, side: int) -> Hexes:
        """Takes all hexes from the front that the Soviets must cover at set-up: they need not cover
        the frontier (SPI-WHATIF-5B)."""
        return no_hexes() if side == SOVIET else front
