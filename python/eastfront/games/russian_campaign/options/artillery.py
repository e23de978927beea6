"""The Russian Campaign, 26.5 and 26.13: optional artillery corps, and the Russian barrage.

Neither counts for the floor of 1-6, which is reckoned before any shift (D-21). Both count towards
10-1, in the movement phase too, as the shift of aircraft does (TRC-16.1c).
"""

from __future__ import annotations

from eastfront.program import *
from eastfront.systems.fields import variable

from ..arrivals import Arrivals
from ..axis_replacements import AxisReplacements
from ..board import CLEAR, FIRST, RUSSIAN, turn_of
from ..calendar import Calendar
from ..explaining import Explaining
from ..overrun import Overruns
from ..retreat import Retreats
from ..russian_replacements import RussianReplacements
from ..section import OptionalRule
from ..strength import MOST_LEVELS, Strengths

BARRAGES = {1943: 1, 1944: 2, 1945: 2}
"""The barrages of a year (TRC-26.13a)."""

BARRAGE = 3
"""The levels that a barrage gives (TRC-26.13b)."""

BARRAGE_RANGE = 5
"""Hexes from Stavka to what is shelled (TRC-26.13c)."""


class Artillery(OptionalRule):
    """Artillery corps and barrages."""

    names = ("artillery", "artillery-barrage")

    guns_rebuilt = variable("artillery rebuilt", Life.GAME, limits=(0, 99))
    barrage = variable("barrage", Life.BATTLE, limits=(0, 1))
    """Whether the battle at hand has one."""

    def define(self) -> None:
        """Declares the corps, and how many barrages are left."""
        b = self.b
        self.guns = no_units()
        if self.option("artillery"):
            self.guns = self.kinds("artillery", "artillery")
            if not in_force("TRC-26.5.4a"):
                self.movement.woodsmen = self.movement.woodsmen - self.guns
        if self.option("artillery-barrage"):
            self.barrages = b.variable(
                "barrages", Life.GAME, self._barrages_at_start(), limits=(0, 9)
            )

    def _barrages_at_start(self) -> int:
        """TRC-26.13a: those of the year in which a scenario begins."""
        first = int(self.data.setup["first_turn"])
        years = (n for year, n in BARRAGES.items() if turn_of(year, "jan") <= first)
        return max(years, default=0)

    # -- coming and coming back -------------------------------------------------------------

    @Calendar.turn_opens.after()
    def turn_opens(self) -> None:
        """TRC-26.5.1a, TRC-26.13a: corps come into the pool, and barrages of a year to hand."""
        if self.option("artillery") and in_force("TRC-26.5.1a"):
            for i, u in enumerate(self.counters):
                if u.kind == "artillery" and u.entry == "pool":
                    new = (self.turn >= (u.arrives or 0)) & units_at(self.box("later")).contains(i)
                    with when(new):
                        place(i, self.box("pool"), "TRC-26.5.1a")
        if self.option("artillery-barrage"):
            for year, count in BARRAGES.items():
                with when(self.is_turn(year, "jan")):
                    assign(self.barrages, count, "TRC-26.13a")

    @Arrivals.due.then()
    def due(self, due: Units, side: int, impulse: int) -> Units:
        """TRC-26.5.1b: the Axis artillery is a reinforcement of May 1942."""
        if self.option("artillery") and not in_force("TRC-26.5.1b"):
            due = due - self.guns
        return due

    @AxisReplacements.give_back.after()
    def give_back(self) -> None:
        """TRC-26.5.2b: the Axis artillery in May 1943 and 1944, and nothing in its place."""
        if not self.option("artillery") or not in_force("TRC-26.5.2b"):
            return
        due = self.axis_replacements.any_of([turn_of(year, "may") for year in (1943, 1944)])
        pool = self.axis_replacements.axis_pool()
        text = "the Axis artillery comes back in May 1943 and 1944"
        with when(due):
            limit = only("TRC-26.5.2b", self.guns, text)
            self.axis_replacements.choose(pool & self.guns, pool, limit)

    @RussianReplacements.purchase_limits.then()
    def purchase_limits(self, limits: list[Limit], pool: Units) -> list[Limit]:
        """TRC-26.5.2a: one artillery corps a turn."""
        if self.option("artillery"):
            rest = pool - self.guns.when(self.guns_rebuilt > 0)
            text = "one artillery corps a turn is rebuilt"
            limits.append(only("TRC-26.5.2a", rest, text))
        return limits

    @RussianReplacements.points_counted.before()
    def points_counted(self) -> None:
        """TRC-26.5.2a: one each turn."""
        if self.option("artillery"):
            assign(self.guns_rebuilt, 0)

    @RussianReplacements.buy.after()
    def buy(self, unit: Int) -> None:
        """TRC-26.5.2a: counts those that were rebuilt; the price is a point, as is their factor."""
        if self.option("artillery"):
            assign(self.guns_rebuilt, self.guns_rebuilt + self.guns.contains(unit))

    # -- in battle --------------------------------------------------------------------------

    @Strengths.levels.then()
    def levels(self, levels: Int, side: int, attackers: Units, air: Int) -> Int:
        """TRC-26.5.3a, TRC-26.5.3b: a level for each artillery corps, up to three with others.

        Beside a barrage, which gives three, it adds none (TRC-26.13e).
        """
        if not self.option("artillery"):
            return levels
        if in_force("TRC-26.5.3a"):
            levels = levels + (attackers & self.guns).count()
        return smaller(levels, MOST_LEVELS) if in_force("TRC-26.5.3b") else levels

    @Retreats.retreat_ordered.before()
    def retreat_ordered(self, side: int) -> None:
        """TRC-26.5.5a: artillery made to retreat is lost."""
        if self.option("artillery") and in_force("TRC-26.5.5a"):
            self.retreats.lost_in_retreat(self.guns, "TRC-26.5.5a")

    # -- the barrage ------------------------------------------------------------------------

    def _shells(self, side: int) -> bool:
        return side == RUSSIAN and self.option("artillery-barrage")

    def _in_range(self, hexes: Hexes) -> Int:
        """TRC-26.13c: whether Stavka is on the map, and near to all of some hexes."""
        return ~(hexes - within(place_of(self.stavka.first()), BARRAGE_RANGE)).any()

    def _time_for_barrage(self, impulse: int) -> Int:
        """TRC-26.13d: the first impulse, in clear weather."""
        return self.weather == CLEAR if impulse == FIRST else number(0)

    def _barrage_limits(self, impulse: int, hexes: Hexes) -> list[Limit]:
        return [
            only("TRC-26.13a", self.barrages > 0, "no barrage is left this year"),
            only(
                "TRC-26.13d",
                self._time_for_barrage(impulse),
                "a barrage takes the first impulse of a turn of clear weather",
            ),
            only(
                "TRC-26.13c",
                self._in_range(hexes),
                f"a defender is more than {BARRAGE_RANGE} hexes from Stavka",
            ),
        ]

    def _could_shell(self, impulse: int, hexes: Hexes) -> Int:
        """Whether some hexes may be shelled now."""
        may = number(in_force("TRC-26.13b"))
        for limit in self._barrage_limits(impulse, hexes):
            if in_force(limit.rule) and isinstance(limit.allows, Int):
                may = may & limit.allows
        return may

    def _barrage_adds(self) -> Int:
        """TRC-26.13b, TRC-26.13e: what a barrage adds; what flew already is then of no use."""
        return number(BARRAGE) - self.strengths.shift if in_force("TRC-26.13e") else number(BARRAGE)

    @Strengths.offer_air.after()
    def offer_air(self, d: Decision, side: int, impulse: int) -> None:
        """TRC-26.13a: a barrage joins the battle at hand."""
        if not self._shells(side):
            return
        us = self.strengths.engaged.units
        room = (
            self.strengths.levels(side, us, self.strengths.shift) < BARRAGE
            if in_force("TRC-26.13e")
            else us.any()
        )
        ready = us.any() & room
        with d.option("barrage", ready, *self._barrage_limits(impulse, self.strengths.beset.hexes)):
            assign(self.barrages, self.barrages - 1, "TRC-26.13a")
            assign(self.barrage, 1)
            assign(self.strengths.shift, self.strengths.shift + self._barrage_adds(), "TRC-26.13b")

    @Strengths.air_at_hand.then()
    def air_at_hand(self, air: Int, side: int, impulse: int) -> Int:
        """How many levels aircraft or a barrage could still give to the battle at hand."""
        if not self._shells(side) or not in_force("TRC-16.1c"):
            return air
        # beside a barrage in the battle there is nothing left to add
        may = self._could_shell(impulse, self.strengths.beset.hexes)
        return self._better(air, may, self._barrage_adds())

    @Overruns.air_for.then()
    def air_for(self, air: Int, side: int, impulse: int, hex_: Int) -> Int:
        """The levels that aircraft or a barrage could give against a hex."""
        if not self._shells(side) or not in_force("TRC-16.1c"):
            return air
        return self._better(air, self._could_shell(impulse, one_hex(hex_)), number(BARRAGE))

    def _better(self, air: Int, may: Int, barrage: Number) -> Int:
        if in_force("TRC-26.13e"):
            return larger(air, if_else(may, barrage, 0))
        return air + if_else(may, barrage, 0)

    # -- told ---------------------------------------------------------------------------------

    @Explaining.told_shifts.then()
    def told_shifts(
        self, shifts: list[tuple[str, str, Int]], side: int
    ) -> list[tuple[str, str, Int]]:
        """TRC-26.5.3, TRC-26.13: what guns and barrages give.

        What flew is of no use in a battle with a barrage (TRC-26.13e).
        """
        if self.option("artillery") and not self.corps_guns.corps_artillery:
            all_ = self.strengths.levels(side, self.strengths.engaged.units, self.strengths.shift)
            shifts = [*shifts, ("TRC-26.5.3a", "artillery", all_ - self.strengths.shift)]
        if not self._shells(side):
            return shifts
        others = [(rule, what, if_else(self.barrage, 0, n)) for rule, what, n in shifts]
        return [*others, ("TRC-26.13b", "barrage", self.barrage * BARRAGE)]
