"""Barbarossa (1971), variable situation 6: the Soviet frontier is fortified."""

from __future__ import annotations

from eastfront.program import *

from ..board import SOVIET
from ..combat import Combat
from .situation import Situation


class Fortified(Situation):
    """Variable situation 6: the Soviet frontier is fortified."""

    name = "situation-6"
    text = "the Soviet frontier is fortified"

    @Combat.at_home.then("SPI-WHATIF-6")
    def forts(self, reasons: Int, unit: Number) -> Int:
        """Doubles the defence strength of Soviet units in hexes adjacent to the frontier
        (SPI-WHATIF-6), in the whole game (reading R41). Returns ``reasons``, the number of effects
        that double the strength of ``unit``, with 1 added for such a unit."""
        frontier = self.hexes_with("soviet-front-barbarossa")
        return reasons + (frontier.contains(place_of(unit)) & self.of[SOVIET].contains(unit))
