"""The Russian Campaign, 26.7: optional naval restrictions on invasions; sea transfers and
evacuations are unaffected."""

from __future__ import annotations

from eastfront.program import *

from ..board import SNOW
from ..sea import Sea
from ..section import AgreedRule, Limits

MOST = (1, 2)
"""The largest number of invasions in a game: one for the Axis, two for the Russian
(TRC-26.7.2a)."""


class Naval(AgreedRule):
    """Restrictions on sea invasions (26.7)."""

    name = "naval-restrictions"
    text = "26.7: fewer invasions, by infantry, not in snow"

    @Sea.invasion_limits.then()
    def invasion_limits(self, limits: Limits, side: int, sea: int) -> Limits:
        """Adds the limits that no invasion takes place in a turn of snow (TRC-26.7.1a), and that
        the Axis makes at most one invasion in the game, the Russian at most two (TRC-26.7.2a)."""
        left = self.sea.invasions[side] < MOST[side]
        return [
            *limits,
            only("TRC-26.7.1a", ~(self.weather == SNOW), "no invasions in snow"),
            only("TRC-26.7.2a", left, "all invasions of the game are used up"),
        ]

    @Sea.landing_limits.then()
    def landing_limits(self, limits: Limits, side: int, unit: Number) -> Limits:
        """Adds the limit that only infantry may invade (TRC-26.7.3a)."""
        foot = all_hexes().when(self.infantry.contains(unit))
        return [*limits, only("TRC-26.7.3a", foot, "only infantry invades")]
