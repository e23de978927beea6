"""The Russian Campaign, 26.12: optional recovery of surrendered units.

Units are recovered before replacements are taken, and count as recovered until the next turn.
"""

from __future__ import annotations

from eastfront.program import *
from eastfront.systems.choosing import again, remaining
from eastfront.systems.fields import unit_flag
from eastfront.systems.sections import rule

from ..board import RUSSIAN, turn_of
from ..russian_replacements import RussianReplacements
from ..section import AgreedRule, Former, Limits

RECOVERY = turn_of(1943, "may")
"""The first turn of recoveries (TRC-26.12a)."""

MOST_RECOVERED = 1
"""The largest number of armored units, and of Guards, recovered in a turn (TRC-26.12c)."""


class Recovery(AgreedRule):
    """Recovered units."""

    name = "russian-recovery"
    text = "26.12: surrendered units can be raised again from May 1943"

    recovered = unit_flag("recovered", Life.GAME)
    """Units recovered in this turn (TRC-26.12b)."""

    @RussianReplacements.points_counted.before()
    def points_counted(self) -> None:
        """Clears, each turn, the record of recovered units (TRC-26.12b)."""
        clear(self.recovered)

    def _recovery_limits(self, lost: Units) -> Limits:
        """TRC-26.12a, TRC-26.12c: the limits on recovery: from May 1943, for its price, one unit of
        armor and one of Guards."""
        full = [
            kind.when((kind & self.recovered.units).count() >= MOST_RECOVERED)
            for kind in (self.armour, self.russian_replacements.guardsmen)
        ]
        paid = self.russian_replacements.paid_for(lost).when(self.turn >= RECOVERY)
        text = "a unit is recovered at the price of its replacement, from May 1943"
        one = "one armored and one Guards unit a turn are recovered"
        return [
            only("TRC-26.12a", paid, text),
            only("TRC-26.12c", lost - full[0] - full[1], one),
        ]

    @RussianReplacements.recruit.before("TRC-26.12a")
    def recruit(self) -> None:
        """TRC-26.12a: surrendered units go to the pool, paid for with replacement points."""
        lost = units_at("surrendered") & self.russian_units & self.axis_replacements.replaceable()
        limits = self._recovery_limits(lost)
        able = remaining(lost, *limits)
        with again("recovery", RUSSIAN, "TRC-26.12a", "end-recovery", able) as d:
            with d.unit("recover", lost.distinct(), *limits) as unit:
                self._pay(unit)
                self.leave(unit, "pool", "TRC-26.12a")
                mark(self.recovered, one_unit(unit))

    @rule("TRC-26.12d")
    def _pay(self, unit: Int) -> None:
        """TRC-26.12d: a recovery costs the same as a replacement."""
        self.russian_replacements.pay(self.russian_replacements.price(unit), "TRC-26.12a")

    @RussianReplacements.purchase_limits.then()
    def purchase_limits(self, limits: Limits, pool: Units) -> Limits:
        """TRC-26.12b: no unit is replaced in the turn of its recovery."""
        text = "it was recovered in this turn"
        return [*limits, only("TRC-26.12b", pool - self.recovered.units, text)]

    @RussianReplacements.recruit_stavka.instead("TRC-26.12b")
    def recruit_stavka(self, former: Former) -> None:
        """TRC-26.12b: Stavka does not come back in the turn of its recovery."""
        with when(~(self.recovered.units & self.stavka).any()):
            former()
