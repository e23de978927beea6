"""The Russian Campaign, 26.5: optional artillery corps.

They do not count for the minimum of 1-6, which applies before any shift (D-21), but count toward
10-1, in the movement phase too, like the shift of aircraft (TRC-16.1c).
"""

from __future__ import annotations

from eastfront.program import *
from eastfront.systems.fields import variable

from ..arrivals import Arrivals
from ..axis_replacements import AxisReplacements
from ..board import turn_of
from ..calendar import Calendar
from ..movement import Movement
from ..retreat import Retreats
from ..russian_replacements import RussianReplacements
from ..section import AgreedRule, Limits, OptionalRule
from ..strength import MOST_LEVELS, Strengths


class Guns(OptionalRule):
    """Artillery corps, by the optional rule or by the variant."""

    guns: Units

    def find(self, name: str) -> None:
        """Declares the corps."""
        self.guns = self.kinds(name, "artillery")

    def come(self, rule: str, axis: int | None = None) -> None:
        """Puts each corps into the pool on its date; Axis corps on a date of their own, if any."""
        for i, u in enumerate(self.counters):
            date = axis if u.side == "axis" else u.arrives
            if u.kind == "artillery" and date is not None:
                with when((self.turn >= date) & units_at("later").contains(i)):
                    self.leave(i, "pool", rule)


class Artillery(Guns):
    """Artillery corps."""

    name = "artillery"
    by_agreement = AgreedRule.by_agreement
    text = "26.5: artillery corps that shift the odds"
    counters_of = "26.5"

    guns_rebuilt = variable("artillery rebuilt", Life.GAME, most=99)

    def define(self) -> None:
        """Declares the corps."""
        self.find("artillery")

    @Movement.woodsmen.then(unless="TRC-26.5.4a")
    def stop_in_woods(self, woodsmen: Units) -> Units:
        """TRC-26.5.4a: artillery need not stop in woods; while this rule is off, it must."""
        return woodsmen - self.guns

    # -- coming and coming back -------------------------------------------------------------

    @Calendar.turn_opens.after("TRC-26.5.1a")
    def turn_opens(self) -> None:
        """Puts each artillery corps into the pool on its date: Russian ones in Jan/Feb of 1943,
        1944 and 1945 (TRC-26.5.1a)."""
        self.come("TRC-26.5.1a")

    @Arrivals.due.then(unless="TRC-26.5.1b")
    def due(self, due: Units, side: int, impulse: int) -> Units:
        """TRC-26.5.1b: while this rule is off, Axis artillery is no reinforcement of May 1942."""
        return due - self.guns

    @AxisReplacements.give_back.after("TRC-26.5.2b")
    def give_back(self) -> None:
        """Offers the Axis its artillery corps from the pool in May/June 1943 and 1944, without
        substitutes (TRC-26.5.2b)."""
        due = self.axis_replacements.union([turn_of(year, "may") for year in (1943, 1944)])
        pool = self.axis_replacements.axis_pool()
        text = "the Axis artillery comes back in May 1943 and 1944"
        with when(due):
            limit = only("TRC-26.5.2b", self.guns, text)
            self.axis_replacements.choose(pool & self.guns, pool, limit)

    @RussianReplacements.purchase_limits.then()
    def purchase_limits(self, limits: Limits, pool: Units) -> Limits:
        """TRC-26.5.2a: the Russian rebuilds one artillery corps a turn."""
        rest = pool - self.guns.when(self.guns_rebuilt > 0)
        return [*limits, only("TRC-26.5.2a", rest, "one artillery corps a turn is rebuilt")]

    @RussianReplacements.points_counted.before()
    def points_counted(self) -> None:
        """TRC-26.5.2a: the count starts again each turn."""
        assign(self.guns_rebuilt, 0)

    @RussianReplacements.buy.after()
    def buy(self, unit: Int) -> None:
        """Counts rebuilt corps (TRC-26.5.2a); each costs one point, its combat factor."""
        assign(self.guns_rebuilt, self.guns_rebuilt + self.guns.contains(unit))

    # -- in battle --------------------------------------------------------------------------

    @Strengths.levels.then()
    def levels(self, levels: Int, side: int, attackers: Units, air: Int) -> Int:
        """TRC-26.5.3a, TRC-26.5.3b: a shift of one column for each artillery corps, up to three
        with other shifts.

        With a barrage, which gives three, it adds none (TRC-26.13e).
        """
        levels = levels + by("TRC-26.5.3a", (attackers & self.guns).count())
        return by("TRC-26.5.3b", smaller(levels, MOST_LEVELS), otherwise=levels)

    @Retreats.retreat_ordered.before("TRC-26.5.5a")
    def retreat_ordered(self, side: int) -> None:
        """Eliminates artillery that must retreat (TRC-26.5.5a)."""
        self.retreats.lost_in_retreat(self.guns, "TRC-26.5.5a")

    @Strengths.guns_by.then()
    def guns_by(self, former: str) -> str:
        """TRC-26.5.3a: the rule of artillery shifts."""
        return "TRC-26.5.3a"
