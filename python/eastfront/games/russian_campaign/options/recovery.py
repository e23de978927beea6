"""The Russian Campaign, 26.12: the optional recovery of surrendered Russian units.

A recovered unit goes to the replacement pool, and can be replaced from the next turn on. Units are
recovered before replacements are taken.
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
"""The first turn in which the Russian may recover units, May/June 1943 (TRC-26.12a)."""

MOST_RECOVERED = 1
"""The largest number of armored units, and of Guards, that the Russian recovers in a turn
(TRC-26.12c)."""


class Recovery(AgreedRule):
    """The recovery of surrendered Russian units (26.12)."""

    name = "russian-recovery"
    text = "26.12: surrendered units can be raised again from May 1943"

    recovered = unit_flag("recovered", Life.GAME)
    """Units recovered in this turn, which cannot be replaced before the next (TRC-26.12b)."""

    @RussianReplacements.points_counted.before()
    def points_counted(self) -> None:
        """Clears, once a turn, the record of units recovered in the turn before, so that these
        units can be replaced from then on (TRC-26.12b)."""
        clear(self.recovered)

    def _recovery_limits(self, lost: Units) -> Limits:
        """The conditions of a recovery, each with its refusal: from May 1943 on, for the
        replacement cost of the unit (TRC-26.12a); at most one armored and one Guards unit in a turn
        (TRC-26.12c)."""
        full = [
            kind.when((kind & self.recovered.units).count() >= MOST_RECOVERED)
            for kind in (self.armour, self.russian_replacements.guardsmen)
        ]
        paid = self.russian_replacements.paid_for(lost).when(self.turn >= RECOVERY)
        text = "a unit is recovered at the price of its replacement, from May 1943"
        one = "only one armored and one Guards unit a turn are recovered"
        return [
            only("TRC-26.12a", paid, text),
            only("TRC-26.12c", lost - full[0] - full[1], one),
        ]

    @RussianReplacements.recruit.before("TRC-26.12a")
    def recruit(self) -> None:
        """Offers the Russian, from May 1943 on and before his replacements, to pay the replacement
        cost of surrendered units and move them to the replacement pool (TRC-26.12a)."""
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
        """Takes the replacement cost of a recovered unit from the Russian's points: 5 for a unit
        with a combat factor of five, and 5 more when it is replaced in a later turn
        (TRC-26.12d)."""
        self.russian_replacements.pay(self.russian_replacements.price(unit), "TRC-26.12a")

    @RussianReplacements.purchase_limits.then()
    def purchase_limits(self, limits: Limits, pool: Units) -> Limits:
        """Adds the limit that no unit is replaced in the turn in which it was recovered
        (TRC-26.12b)."""
        text = "it was recovered in this turn"
        return [*limits, only("TRC-26.12b", pool - self.recovered.units, text)]

    @RussianReplacements.recruit_stavka.instead("TRC-26.12b")
    def recruit_stavka(self, former: Former) -> None:
        """Keeps Stavka from being replaced in the turn in which it was recovered (TRC-26.12b)."""
        with when(~(self.recovered.units & self.stavka).any()):
            former()
