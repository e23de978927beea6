"""The Russian Campaign, 26.12 and 26.15: optional recovery of surrendered units, and saved points.

Units are recovered before others are replaced, and count as recovered until the next turn.
"""

from __future__ import annotations

from collections.abc import Callable

from eastfront.program import *
from eastfront.systems.fields import unit_flag, variable

from ..board import RUSSIAN, turn_of
from ..calendar import Calendar
from ..russian_replacements import MOST_POINTS, RussianReplacements
from ..section import OptionalRule

RECOVERY = turn_of(1943, "may")
"""The first turn of recoveries (TRC-26.12a)."""

MOST_RECOVERED = 1
"""Armored units, and Guards units, that are recovered in a turn (TRC-26.12c)."""

MOST_SAVED = MOST_POINTS - 150
"""Points beyond these are not kept, lest with those of a turn they pass what can be counted."""


class Savings(OptionalRule):
    """Recovered units and saved points."""

    names = ("replacement-accumulation", "russian-recovery")

    recovered = unit_flag("recovered", Life.GAME)
    """In this turn (TRC-26.12b)."""
    saved = variable("points saved", Life.GAME, limits=(0, MOST_POINTS))
    """Of earlier turns, when the Russian player turn began."""

    # -- recovery ---------------------------------------------------------------------------

    @RussianReplacements.points_counted.before()
    def points_counted(self) -> None:
        """TRC-26.12b: with a new turn nobody counts as recovered in it."""
        if self.option("russian-recovery"):
            clear(self.recovered)

    @RussianReplacements.recruit.before()
    def recruit(self) -> None:
        """TRC-26.12a: units are recovered with points that others are bought with too."""
        if self.option("russian-recovery") and in_force("TRC-26.12a"):
            self._recover()

    def _recovery_limits(self, lost: Units) -> list[tuple[Limit, Units]]:
        """TRC-26.12a, TRC-26.12c: from May 1943, at its price, one of armor and one of Guards."""
        full = [
            kind.when((kind & self.recovered.units).count() >= MOST_RECOVERED)
            for kind in (self.armour, self.russian_replacements.guardsmen)
        ]
        limits = [
            (
                "TRC-26.12a",
                lost.where(
                    lambda u: self.russian_replacements.price(u) <= self.russian_replacements.points
                ).when(self.turn >= RECOVERY),
                "a unit is recovered at the price of its replacement, from May 1943",
            ),
            (
                "TRC-26.12c",
                lost - full[0] - full[1],
                "one armored and one Guards unit a turn are recovered",
            ),
        ]
        return [(only(rule, units, text), units) for rule, units, text in limits]

    def _recover(self) -> None:
        """TRC-26.12a: surrendered units go to the pool for their price."""
        with loop():
            lost = (
                units_at(self.box("surrendered"))
                & self.russian_units
                & self.axis_replacements.replaceable
            )
            limits = self._recovery_limits(lost)
            able = lost
            for limit, units in limits:
                if in_force(limit.rule):
                    able = able & units
            with when(~able.any()):
                break_()
            with decide("recovery", RUSSIAN, "TRC-26.12a") as d:
                with d.unit("recover", lost.distinct(), *(limit for limit, _ in limits)) as unit:
                    if in_force("TRC-26.12d"):
                        assign(
                            self.russian_replacements.points,
                            self.russian_replacements.points
                            - self.russian_replacements.price(unit),
                            "TRC-26.12a",
                        )
                    place(unit, self.box("pool"), "TRC-26.12a")
                    mark(self.recovered, one_unit(unit))
                with d.option("end-recovery", passes=True):
                    break_()

    @RussianReplacements.purchase_limits.then()
    def purchase_limits(self, limits: list[Limit], pool: Units) -> list[Limit]:
        """TRC-26.12b, TRC-26.15b: what recovery and saved points leave of replacements."""
        if self.option("replacement-accumulation") and in_force("TRC-26.15a"):
            limits = [part for limit in limits for part in self._with_savings(pool, limit)]
        if self.option("russian-recovery"):
            text = "it was recovered in this turn"
            limits.append(only("TRC-26.12b", pool - self.recovered.units, text))
        return limits

    @RussianReplacements.recruit_stavka.instead()
    def recruit_stavka(self, former: Callable[[], None]) -> None:
        """TRC-26.12b: nor does Stavka come back in the turn of its recovery."""
        if not self.option("russian-recovery") or not in_force("TRC-26.12b"):
            former()
            return
        with when(~(self.recovered.units & self.stavka).any()):
            former()

    # -- saved points -----------------------------------------------------------------------

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
        if side != RUSSIAN or not self.option("replacement-accumulation"):
            former(side)
            return
        kept = local(smaller(self.russian_replacements.points, MOST_SAVED))
        former(side)
        assign(self.russian_replacements.points, kept, "TRC-26.15a")
        assign(self.saved, kept, "TRC-26.15a")
