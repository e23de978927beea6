"""The Russian Campaign, 26.5: optional artillery corps, which shift the odds of attacks.

Their shift does not help an attack to the minimum odds of 1-6, because the minimum applies before
any shift (D-21). The shift does help toward 10-1, the odds of an automatic victory, in the movement
phase too, like the shift of aircraft (TRC-16.1c).
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
    """The base class of the options with artillery corps of both sides: the optional rule 26.5 and
    the variant 28.6.I."""

    guns: Units

    def find(self, name: str) -> None:
        """Declares the set of artillery corps, under a name."""
        self.guns = self.kinds(name, "artillery")

    def come(self, rule: str, axis: int | None = None) -> None:
        """Puts each artillery corps into its side's replacement pool on its date, by `rule`:
        Russian corps on their own dates, Axis corps from the turn `axis` on, or never if `axis` is
        None."""
        for i, u in enumerate(self.counters):
            date = axis if u.side == "axis" else u.arrives
            if u.kind == "artillery" and date is not None:
                with when((self.turn >= date) & units_at("later").contains(i)):
                    self.leave(i, "pool", rule)


class Artillery(Guns):
    """The optional artillery corps (26.5)."""

    name = "artillery"
    by_agreement = AgreedRule.by_agreement
    text = "26.5: artillery corps that shift the odds"
    counters_of = "26.5"

    guns_rebuilt = variable("artillery rebuilt", Life.GAME, most=99)
    """The number of artillery corps that the Russian has rebuilt in this turn, at most one
    (26.5.2a)."""

    def define(self) -> None:
        """Declares the artillery corps."""
        self.find("artillery")

    @Movement.woodsmen.then(unless="TRC-26.5.4a")
    def stop_in_woods(self, woodsmen: Units) -> Units:
        """Makes artillery corps stop in woods while the rule on their movement (TRC-26.5.4a) is
        off. By that rule they move as the infantry of their side, which need not stop."""
        return woodsmen - self.guns

    # -- arrival and replacement -------------------------------------------------------------

    @Calendar.turn_opens.after("TRC-26.5.1a")
    def turn_opens(self) -> None:
        """Adds one artillery corps to the Russian's replacement pool at the start of each of the
        turns Jan/Feb 1943, 1944 and 1945 (TRC-26.5.1a)."""
        self.come("TRC-26.5.1a")

    @Arrivals.due.then(unless="TRC-26.5.1b")
    def due(self, due: Units, side: int, impulse: int) -> Units:
        """Keeps the Axis artillery corps from arriving as a reinforcement at the start of May/June
        1942, while the rule that it arrives then (TRC-26.5.1b) is off."""
        return due - self.guns

    @AxisReplacements.give_back.after("TRC-26.5.2b")
    def give_back(self) -> None:
        """Offers the Axis its artillery corps back in May/June 1943 and 1944 if the corps is in the
        replacement pool; the Axis may not take another unit instead (TRC-26.5.2b)."""
        due = self.axis_replacements.union([turn_of(year, "may") for year in (1943, 1944)])
        pool = self.axis_replacements.axis_pool()
        text = "the Axis artillery comes back in May 1943 and 1944"
        with when(due):
            limit = only("TRC-26.5.2b", self.guns, text)
            self.axis_replacements.choose(pool & self.guns, pool, limit)

    @RussianReplacements.purchase_limits.then()
    def purchase_limits(self, limits: Limits, pool: Units) -> Limits:
        """Adds the limit that the Russian may not take a second artillery corps from the
        replacement pool in one turn (TRC-26.5.2a)."""
        rest = pool - self.guns.when(self.guns_rebuilt > 0)
        return [*limits, only("TRC-26.5.2a", rest, "one artillery corps a turn is rebuilt")]

    @RussianReplacements.points_counted.before()
    def points_counted(self) -> None:
        """Sets the number of artillery corps that the Russian has rebuilt back to 0, once a turn
        before his points are counted (TRC-26.5.2a)."""
        assign(self.guns_rebuilt, 0)

    @RussianReplacements.buy.after()
    def buy(self, unit: Int) -> None:
        """Counts an artillery corps that the Russian rebuilds (TRC-26.5.2a); the price is its
        combat factor, one replacement point."""
        assign(self.guns_rebuilt, self.guns_rebuilt + self.guns.contains(unit))

    # -- in battle --------------------------------------------------------------------------

    @Strengths.levels.then()
    def levels(self, levels: Int, side: int, attackers: Units, air: Int) -> Int:
        """Adds, to the columns by which an attack shifts the odds, one for each attacking artillery
        corps (TRC-26.5.3a), up to three columns together with aircraft (TRC-26.5.3b).

        With a barrage, which gives three columns, artillery adds none (TRC-26.13e).
        """
        levels = levels + by("TRC-26.5.3a", (attackers & self.guns).count())
        return by("TRC-26.5.3b", smaller(levels, MOST_LEVELS), otherwise=levels)

    @Retreats.retreat_ordered.before("TRC-26.5.5a")
    def retreat_ordered(self, side: int) -> None:
        """Eliminates artillery corps that a battle forces to retreat (TRC-26.5.5a)."""
        self.retreats.lost_in_retreat(self.guns, "TRC-26.5.5a")

    @Strengths.guns_by.then()
    def guns_by(self, former: str) -> str:
        """The rule by which artillery shifts the odds, one column for each corps (TRC-26.5.3a)."""
        return "TRC-26.5.3a"
