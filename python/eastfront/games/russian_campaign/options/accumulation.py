"""The Russian Campaign, 26.15: optional accumulation of replacement points."""

from __future__ import annotations

from eastfront.program import *
from eastfront.systems.fields import variable

from ..board import RUSSIAN
from ..calendar import Calendar
from ..russian_replacements import MOST_POINTS, SCARCE, RussianReplacements
from ..section import AgreedRule, Former, Limits

MOST_SAVED = MOST_POINTS - 150
"""The largest number of saved points; with those of a turn they stay within `MOST_POINTS`."""


class Accumulation(AgreedRule):
    """Saved points."""

    name = "replacement-accumulation"
    text = "26.15: replacement points are kept"

    saved = variable("points saved", Life.GAME, most=MOST_POINTS)
    """Points saved in earlier turns, at the beginning of the Russian player turn."""

    @RussianReplacements.purchase_limits.then("TRC-26.15a")
    def purchase_limits(self, limits: Limits, pool: Units) -> Limits:
        """TRC-26.15b: saved points do not raise the limits on armor and Guards in a turn."""
        text = "saved points buy no more armor, or Guards, in a turn than others"
        out = []
        for limit in limits:
            if limit.rule == SCARCE and isinstance(limit.allows, Units):
                out.append(only("TRC-26.15b", limit.allows | pool.when(self.saved == 0), text))
            out.append(limit)
        return out

    @Calendar.player_turn_ends.instead()
    def player_turn_ends(self, former: Former, side: int) -> None:
        """Keeps the Russian's unspent replacement points for later turns (TRC-26.15a)."""
        if side != RUSSIAN:
            former(side)
            return
        kept = local(smaller(self.russian_replacements.points, MOST_SAVED))
        former(side)
        self.russian_replacements.have(kept, "TRC-26.15a")
        assign(self.saved, kept, "TRC-26.15a")
