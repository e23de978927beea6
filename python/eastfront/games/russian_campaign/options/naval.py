"""The Russian Campaign, 26.7: optional naval restrictions; transfers are unaffected."""

from __future__ import annotations

from eastfront.program import *

from ..board import SNOW
from ..sea import Sea
from ..section import AgreedRule, Limits

MOST = (1, 2)
"""The limits on invasions of the Axis and of the Russian in a game (TRC-26.7.2a)."""


class Naval(AgreedRule):
    """Naval restrictions."""

    name = "naval-restrictions"
    text = "26.7: fewer invasions, by infantry, not in snow"

    @Sea.invasion_limits.then()
    def invasion_limits(self, limits: Limits, side: int, sea: int) -> Limits:
        """TRC-26.7.1a, TRC-26.7.2a: no invasions in snow, and fewer Axis invasions."""
        left = self.sea.invasions[side] < MOST[side]
        return [
            *limits,
            only("TRC-26.7.1a", ~(self.weather == SNOW), "no invasions in snow"),
            only("TRC-26.7.2a", left, "the invasions of the game are used up"),
        ]

    @Sea.landing_limits.then()
    def landing_limits(self, limits: Limits, side: int, unit: Number) -> Limits:
        """TRC-26.7.3a: only infantry may invade."""
        foot = all_hexes().when(self.infantry.contains(unit))
        return [*limits, only("TRC-26.7.3a", foot, "only infantry invades")]
