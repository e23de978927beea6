"""Barbarossa (1971), variable situation 8: the German infantry is mechanized."""

from __future__ import annotations

from eastfront.program import *
from eastfront.scenario.model import UnitRow

from ..movement import Movement
from .situation import Situation


class Mechanized(Situation):
    """Variable situation 8: the German infantry is mechanized."""

    name = "situation-8"
    text = "the German infantry is mechanized"

    @Movement.points.then("SPI-WHATIF-8", rank=-1)
    def rides(self, points: int, unit: UnitRow, weather: int) -> int:
        """Gives every German infantry unit a movement allowance of 8 points (SPI-WHATIF-8), which
        by reading R34 mud and winter reduce like any other."""
        return int(self.facts["movement"].get(unit.kind, points))
