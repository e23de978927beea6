"""Barbarossa (1971), variable situation 8: the German infantry is mechanized."""

from __future__ import annotations

from eastfront.program import *
from eastfront.scenario.model import UnitRow

from ..movement import Movement
from .situation import Situation


class Mechanized(Situation):
    """The German infantry is mechanized."""

    name = "situation-8"
    text = "the German infantry is mechanized"

    @Movement.points.then("SPI-WHATIF-8", rank=-1)
    def rides(self, points: int, unit: UnitRow, weather: int) -> int:
        """Gives German infantry 8 movement points (SPI-WHATIF-8), before mud and winter reduce them
        (reading R34)."""
        return int(self.facts["movement"].get(unit.kind, points))
