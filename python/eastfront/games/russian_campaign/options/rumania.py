"""The Russian Campaign, 26.11 and 28.2: Rumania in the opening turn, with few Axis units."""

from __future__ import annotations

from eastfront.program import *
from eastfront.systems.sections import rule

from ..section import Closures, OptionalRule
from .closed_land import ClosedLand

OPENING = 1
"""The turn of the invasion."""


class Rumania(OptionalRule):
    """The set-up in Rumania, and rail movement into it."""

    names = ("hungarian-neutrality", "historical-set-up")
    """The options with rules on Rumania (TRC-26.11c, TRC-28.2a)."""
    closed_land: ClosedLand

    def define(self) -> None:
        """Declares the units listed for Rumania."""
        self._listed = self.counters_with("set up in Rumania", group="rumania")

    def listed_only(self, rule: str, unit: Int) -> Limit:
        """Only units listed for Rumania are set up there."""
        stranger = ~self._listed.contains(unit) & (self.turn == OPENING)
        shut = self.rumania.when(stranger)
        return only(rule, all_hexes() - shut, "only units listed for Rumania start there")

    @rule(lambda _, why, side, unit: why, otherwise=lambda *_: [])
    def no_trains(self, why: str, side: int, unit: Number) -> Closures:
        """No rail movement into Rumania on the opening turn."""
        land = self.closed_land.left_by_train(side, unit, self.rumania)
        inside = self.rumania.contains(place_of(unit))
        shut = if_else(inside, land, self.rumania).when(self.turn == OPENING)
        return [(why, shut, "no Axis train enters Rumania on the opening turn")]
