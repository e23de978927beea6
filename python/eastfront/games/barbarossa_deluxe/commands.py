"""Barbarossa Deluxe, 8.33: the German fortress commands."""

from __future__ import annotations

from eastfront.program import *
from eastfront.scenario.model import UnitRow

from .ground import GERMAN
from .retreat import Retreats
from .section import Counters


class Commands(Counters):
    """Fortress commands, which defend their hex and never attack (8.33c), as their attack factor is
    0. Other units may attack out of it (8.33f)."""

    @classmethod
    def of(cls, unit: UnitRow) -> bool:
        """Says whether a unit is a fortress command."""
        return unit.kind == "fortress-command"

    def define(self) -> None:
        """Declares the units."""
        self.commands = self.units_where("fortress commands", self.of)

    @Retreats.retreat.before("BD-8.33e")
    def fall(self, side: int) -> None:
        """A retreat destroys them in place (BD-8.33e)."""
        if side == GERMAN:
            self.events.eliminate_all(self.at_target(GERMAN) & self.commands, "BD-8.33e")
