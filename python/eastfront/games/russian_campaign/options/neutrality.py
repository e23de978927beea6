"""The Russian Campaign, 26.11 and 28.2: the opening of 1941 with Hungary neutral and Rumania slow.

Both take effect in the set-up and in the opening turn only.
"""

from __future__ import annotations

from eastfront.program import *

from ..board import AXIS, FIRST
from ..calendar import Calendar
from ..nations import Closure, Nations
from ..rail import Railroads
from ..section import OptionalRule

OPENING = 1
"""The turn of the invasion."""


class Neutrality(OptionalRule):
    """Hungarian neutrality, Rumanian logistics and the historical set-up."""

    names = ("hungarian-neutrality", "historical-set-up")

    def define(self) -> None:
        """Declares who belongs in Rumania."""
        self.neutral = self.option("hungarian-neutrality")
        self.historical = self.option("historical-set-up")
        self._rumanian_group = self.counters_where(
            "set up in Rumania", lambda u: u.group == "rumania"
        )

    # -- set-up -----------------------------------------------------------------------------

    @Calendar.set_up_limits.then()
    def set_up_limits(self, limits: list[Limit], side: int, unit: Int) -> list[Limit]:
        """TRC-26.11a, TRC-26.11c, TRC-28.2a: nobody in Hungary, and few in Rumania."""
        every = all_hexes()
        opening = self.turn == OPENING
        if self.neutral:
            text = "Hungary is neutral until the second impulse of May and June 1941"
            limits.append(only("TRC-26.11a", every - self.hungary.when(opening), text))
        if side == AXIS:
            stranger = ~self._rumanian_group.contains(unit) & opening
            text = "only units listed for Rumania start there"
            for played, rule in ((self.neutral, "TRC-26.11c"), (self.historical, "TRC-28.2a")):
                if played:
                    limits.append(only(rule, every - self.rumania.when(stranger), text))
        return limits

    # -- the opening turn -------------------------------------------------------------------

    @Nations.closures.then()
    def closures(self, out: list[Closure], side: int, unit: Number) -> list[Closure]:
        """TRC-26.11a: nobody enters Hungary in the opening impulse."""
        if self.neutral and in_force("TRC-26.11a"):
            now = (self.turn == OPENING) & (self.game_turn.impulse == FIRST)
            text = "Hungary is neutral in the opening impulse"
            out.append(Closure("TRC-26.11a", self.hungary.when(now), text, "TRC-26.11b"))
        return out

    @Railroads.rail_closures.then()
    def rail_closures(
        self, out: list[tuple[str, Hexes, str]], side: int, unit: Number
    ) -> list[tuple[str, Hexes, str]]:
        """TRC-26.11d, TRC-28.2c: no Axis train into Rumania on the opening turn."""
        if side == AXIS:
            land = self.nations.left_by_train(side, unit, self.rumania)
            inside = self.rumania.contains(place_of(unit))
            shut = if_else(inside, land, self.rumania).when(self.turn == OPENING)
            text = "no Axis train enters Rumania on the opening turn"
            for played, rule in ((self.neutral, "TRC-26.11d"), (self.historical, "TRC-28.2c")):
                if played and in_force(rule):
                    out.append((rule, shut, text))
        return out
