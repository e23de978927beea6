"""The Russian Campaign, 26.12: optional recovery of surrendered units.

Units are recovered before others are replaced, and count as recovered until the next turn.
"""

from __future__ import annotations

from collections.abc import Callable

from eastfront.program import *
from eastfront.systems.fields import unit_flag

from ..board import RUSSIAN, turn_of
from ..russian_replacements import RussianReplacements
from ..section import OPTIONAL_RULES, OptionalRule

RECOVERY = turn_of(1943, "may")
"""The first turn of recoveries (TRC-26.12a)."""

MOST_RECOVERED = 1
"""Armored units, and Guards units, that are recovered in a turn (TRC-26.12c)."""


class Recovery(OptionalRule):
    """Recovered units."""

    name = "russian-recovery"
    text = "26.12: surrendered units can be raised again from May 1943"
    by_agreement = OPTIONAL_RULES

    recovered = unit_flag("recovered", Life.GAME)
    """In this turn (TRC-26.12b)."""

    @RussianReplacements.points_counted.before()
    def points_counted(self) -> None:
        """TRC-26.12b: with a new turn nobody counts as recovered in it."""
        clear(self.recovered)

    @RussianReplacements.recruit.before("TRC-26.12a")
    def recruit(self) -> None:
        """TRC-26.12a: units are recovered with points that others are bought with too."""
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
            lost = units_at("surrendered") & self.russian_units & self.axis_replacements.replaceable
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
                    place(unit, "pool", "TRC-26.12a")
                    mark(self.recovered, one_unit(unit))
                with d.option("end-recovery", passes=True):
                    break_()

    @RussianReplacements.purchase_limits.then()
    def purchase_limits(self, limits: list[Limit], pool: Units) -> list[Limit]:
        """TRC-26.12b: nobody is replaced in the turn of his recovery."""
        text = "it was recovered in this turn"
        return [*limits, only("TRC-26.12b", pool - self.recovered.units, text)]

    @RussianReplacements.recruit_stavka.instead("TRC-26.12b")
    def recruit_stavka(self, former: Callable[[], None]) -> None:
        """TRC-26.12b: nor does Stavka come back in the turn of its recovery."""
        with when(~(self.recovered.units & self.stavka).any()):
            former()
