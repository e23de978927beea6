"""The Russian Campaign, 26.11 and 28.2: Rumania in the opening turn, with few Axis units and no
Axis trains."""

from __future__ import annotations

from eastfront.program import *
from eastfront.systems.sections import rule

from ..section import Closures, OptionalRule
from .closed_land import ClosedLand

OPENING = 1
"""The turn of the invasion, May/June 1941."""


class Rumania(OptionalRule):
    """The common part of the options 26.11 and 28.2: the set-up in Rumania, and Axis rail movement
    into Rumania."""

    names = ("hungarian-neutrality", "historical-set-up")
    """The options that keep further Axis units out of the set-up in Rumania: by 26.11 only units
    marked R start there (TRC-26.11c), by 28.2 only units that the German order of battle lists
    (TRC-28.2a)."""
    closed_land: ClosedLand

    def define(self) -> None:
        """Declares the units listed for Rumania."""
        self._listed = self.counters_with("set up in Rumania", group="rumania")

    def listed_only(self, rule: str, unit: Int) -> Limit:
        """The limit, by `rule`, that no Axis unit is set up in Rumania unless the order of battle
        lists the unit there."""
        stranger = ~self._listed.contains(unit) & (self.turn == OPENING)
        shut = self.rumania.when(stranger)
        return only(rule, all_hexes() - shut, "only units listed for Rumania start there")

    @rule(lambda _, why, side, unit: why, otherwise=lambda *_: [])
    def no_trains(self, why: str, side: int, unit: Number) -> Closures:
        """The hexes of Rumania closed to an Axis unit's rail moves on the opening turn, with the
        rule `why` and the reason; a unit inside may move within the country."""
        land = self.closed_land.left_by_train(side, unit, self.rumania)
        inside = self.rumania.contains(place_of(unit))
        shut = if_else(inside, land, self.rumania).when(self.turn == OPENING)
        return [(why, shut, "no Axis train enters Rumania on the opening turn")]
