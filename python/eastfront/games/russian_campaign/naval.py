"""The Russian Campaign, 26.7: optional naval restrictions, which leave transfers as they are."""

from __future__ import annotations

from eastfront.program import *

from .board import SNOW
from .neutrality import Neutrality

MOST = (1, 2)
"""The invasions of the Axis and of the Russian in a game (TRC-26.7.2a)."""


class Naval(Neutrality):
    """Naval restrictions, when they are played."""

    def _invasion_limits(self, side: int, sea: int) -> list[Limit]:
        """TRC-26.7.1a, TRC-26.7.2a: no invasions in snow, and fewer of the Axis."""
        limits = super()._invasion_limits(side, sea)
        if not self.option("naval-restrictions"):
            return limits
        left = self.invasions[side] < MOST[side]
        return [
            *limits,
            only("TRC-26.7.1a", ~(self.weather == SNOW), "no invasions in snow"),
            only("TRC-26.7.2a", left, "the invasions of the game are used up"),
        ]

    def landing_limits(self, side: int, unit: Number) -> list[Limit]:
        """TRC-26.7.3a: only infantry invades."""
        limits = super().landing_limits(side, unit)
        if not self.option("naval-restrictions"):
            return limits
        foot = all_hexes().when(self.infantry.contains(unit))
        return [*limits, only("TRC-26.7.3a", foot, "only infantry invades")]
