"""Barbarossa (1971), variable situation 6: the Soviet frontier is fortified."""

from __future__ import annotations

from eastfront.program import *

from ..board import SOVIET
from ..combat import Combat
from .situation import Situation


class Fortified(Situation):
    """The Soviet frontier is fortified."""

    name = "situation-6"
    text = "the Soviet frontier is fortified"

    @Combat.at_home.then("SPI-WHATIF-6")
    def forts(self, reasons: Int, unit: Number) -> Int:
        """Doubles the defence of Soviet units next to the frontier, for the whole game
        (SPI-WHATIF-6, reading R41)."""
        frontier = self.hexes_with("soviet-front-barbarossa")
        return reasons + (frontier.contains(place_of(unit)) & self.of[SOVIET].contains(unit))
