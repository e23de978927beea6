"""The Russian Campaign, 26.15: optional accumulation of replacement points."""

from __future__ import annotations

from collections.abc import Callable

from eastfront.program import *
from eastfront.systems.fields import variable

from ..board import RUSSIAN
from ..calendar import Calendar
from ..russian_replacements import MOST_POINTS, RussianReplacements
from ..section import OPTIONAL_RULES, OptionalRule

MOST_SAVED = MOST_POINTS - 150
"""Points beyond these are not kept, lest with those of a turn they pass what can be counted."""


class Accumulation(OptionalRule):
    """Saved points."""

    name = "replacement-accumulation"
    text = "26.15: replacement points are kept"
    by_agreement = OPTIONAL_RULES

    saved = variable("points saved", Life.GAME, most=MOST_POINTS)
    """Of earlier turns, when the Russian player turn began."""

    @RussianReplacements.purchase_limits.then("TRC-26.15a")
    def purchase_limits(self, limits: list[Limit], pool: Units) -> list[Limit]:
        """TRC-26.15b: what saved points leave of replacements."""
        return [part for limit in limits for part in self._with_savings(pool, limit)]

    def _with_savings(self, pool: Units, limit: Limit) -> list[Limit]:
        """TRC-26.15b: saved points buy no more armor or Guards than those of the turn."""
        if limit.rule != "TRC-22.5b" or not isinstance(limit.allows, Units):
            return [limit]
        text = "saved points buy no more armor, or Guards, in a turn than others"
        return [
            only("TRC-26.15b", limit.allows | pool.when(self.saved == 0), text),
            limit,
        ]

    @Calendar.player_turn_ends.instead()
    def player_turn_ends(self, former: Callable[[int], None], side: int) -> None:
        """TRC-26.15a: points that were not spent are kept."""
        if side != RUSSIAN:
            former(side)
            return
        kept = local(smaller(self.russian_replacements.points, MOST_SAVED))
        former(side)
        assign(self.russian_replacements.points, kept, "TRC-26.15a")
        assign(self.saved, kept, "TRC-26.15a")
