"""The Russian Campaign, 26.15: the optional rule by which the Russian saves replacement points from
turn to turn."""

from __future__ import annotations

from eastfront.program import *
from eastfront.systems.fields import variable

from ..board import RUSSIAN
from ..calendar import Calendar
from ..russian_replacements import MOST_POINTS, SCARCE, RussianReplacements
from ..section import AgreedRule, Former, Limits

MOST_SAVED = MOST_POINTS - 150
"""The largest number of replacement points that can be saved; together with the new points of a
turn they stay within `MOST_POINTS`."""


class Accumulation(AgreedRule):
    """The saving of Russian replacement points that are not spent (26.15)."""

    name = "replacement-accumulation"
    text = "26.15: replacement points are kept"

    saved = variable("points saved", Life.GAME, most=MOST_POINTS)
    """The Russian's replacement points saved in earlier turns, as his player turn begins."""

    @RussianReplacements.purchase_limits.then("TRC-26.15a")
    def purchase_limits(self, limits: Limits, pool: Units) -> Limits:
        """Adds the limits that the Russian, once he has saved replacement points (26.15a), replaces
        no armor or Guards beyond the usual numbers of a turn (TRC-26.15b)."""
        text = "saved points do not raise the limits on armor and Guards in a turn"
        out = []
        for limit in limits:
            if limit.rule == SCARCE and isinstance(limit.allows, Units):
                out.append(only("TRC-26.15b", limit.allows | pool.when(self.saved == 0), text))
            out.append(limit)
        return out

    @Calendar.player_turn_ends.instead()
    def player_turn_ends(self, former: Former, side: int) -> None:
        """Keeps the replacement points that the Russian has not spent in his player turn for later
        turns, instead of taking them away (TRC-26.15a)."""
        if side != RUSSIAN:
            former(side)
            return
        kept = local(smaller(self.russian_replacements.points, MOST_SAVED))
        former(side)
        self.russian_replacements.have(kept, "TRC-26.15a")
        assign(self.saved, kept, "TRC-26.15a")
