"""The Russian Campaign, 26.13: an optional barrage of the Russian, once or twice a year.

It does not count for the minimum of 1-6, which applies before any shift (D-21), but counts toward
10-1, in the movement phase too, like the shift of aircraft (TRC-16.1c).
"""

from __future__ import annotations

from eastfront.program import *
from eastfront.systems.fields import variable

from ..board import CLEAR, FIRST, RUSSIAN, turn_of
from ..calendar import Calendar
from ..overrun import Overruns
from ..section import AgreedRule, Limits, Shifts
from ..strength import AIR_COUNTS, Strengths

BARRAGES = {1943: 1, 1944: 2, 1945: 2}
"""The number of barrages in each year (TRC-26.13a)."""

BARRAGE = 3
"""The column shift of a barrage (TRC-26.13b)."""

BARRAGE_RANGE = 5
"""The range of a barrage from Stavka, in hexes (TRC-26.13c)."""


class Barrage(AgreedRule):
    """The barrage."""

    name = "artillery-barrage"
    text = "26.13: an overwhelming barrage, once or twice a year"

    barrage = variable("barrage", Life.BATTLE)
    """Whether the present battle has a barrage."""
    barrages = variable("barrages", Life.GAME, lambda section: section.barrages_at_start(), most=9)
    """The barrages left in the year."""

    def barrages_at_start(self) -> int:
        """TRC-26.13a: the barrages of the year in which a scenario begins."""
        first = self.first_turn
        years = (n for year, n in BARRAGES.items() if turn_of(year, "jan") <= first)
        return max(years, default=0)

    @Calendar.turn_opens.after()
    def turn_opens(self) -> None:
        """Gives the Russian the barrages of a year: one in 1943, two in each later year
        (TRC-26.13a)."""
        for year, count in BARRAGES.items():
            with when(self.is_turn(year, "jan")):
                assign(self.barrages, count, "TRC-26.13a")

    def _barrage_limits(self, impulse: int, hexes: Hexes) -> Limits:
        """The limits on a barrage: all defenders within five hexes of Stavka (TRC-26.13c), in the
        first impulse of a turn of clear weather (TRC-26.13d)."""
        clear_ = self.weather == CLEAR if impulse == FIRST else number(0)
        far = hexes - within(place_of(self.stavka.first()), BARRAGE_RANGE)
        season = "a barrage takes the first impulse of a turn of clear weather"
        text = f"a defender is more than {BARRAGE_RANGE} hexes from Stavka"
        return [
            only("TRC-26.13a", self.barrages > 0, "no barrage is left this year"),
            only("TRC-26.13d", clear_, season),
            only("TRC-26.13c", ~far.any(), text),
        ]

    def _could_shell(self, impulse: int, hexes: Hexes) -> Int:
        """TRC-26.13b: whether some hexes may be shelled now."""
        may = by("TRC-26.13b", 1)
        for limit in self._barrage_limits(impulse, hexes):
            if isinstance(limit.allows, Int):
                may = by(limit.rule, may & limit.allows, otherwise=may)
        return may

    def _barrage_adds(self) -> Int:
        """TRC-26.13b, TRC-26.13e: the column shift that a barrage adds; it replaces the shift of
        aircraft."""
        return number(BARRAGE) - by("TRC-26.13e", self.strengths.shift)

    @Strengths.offer_air.after()
    def offer_air(self, d: Decision, side: int, impulse: int) -> None:
        """Offers the Russian a barrage for the present battle (TRC-26.13a)."""
        if side != RUSSIAN:
            return
        us = self.strengths.engaged.units
        free = self.strengths.levels(side, us, self.strengths.shift) < BARRAGE
        ready = us.any() & by("TRC-26.13e", free, otherwise=1)
        with d.option("barrage", ready, *self._barrage_limits(impulse, self.strengths.beset.hexes)):
            assign(self.barrages, self.barrages - 1, "TRC-26.13a")
            assign(self.barrage, 1)
            self.strengths.shift_odds(self._barrage_adds(), "TRC-26.13b")

    @Strengths.air_at_hand.then(AIR_COUNTS, told=False)
    def air_at_hand(self, air: Int, side: int, impulse: int) -> Int:
        """The column shift that aircraft or a barrage could still give to the present battle."""
        if side != RUSSIAN:
            return air
        # beside a barrage in the battle there is nothing left to add
        may = self._could_shell(impulse, self.strengths.beset.hexes)
        return self._better(air, may, self._barrage_adds())

    @Overruns.air_for.then(AIR_COUNTS, told=False)
    def air_for(self, air: Int, side: int, impulse: int, hex_: Int) -> Int:
        """The column shift that aircraft or a barrage could give against a hex."""
        if side != RUSSIAN:
            return air
        return self._better(air, self._could_shell(impulse, one_hex(hex_)), number(BARRAGE))

    def _better(self, air: Int, may: Int, barrage: Number) -> Int:
        """TRC-26.13e: a barrage shifts the odds alone, if by more than the others."""
        shelled = if_else(may, barrage, 0)
        return by("TRC-26.13e", larger(air, shelled), otherwise=air + shelled)

    # -- told -------------------------------------------------------------------------------

    @Strengths.told_shifts.then()
    def told_shifts(self, shifts: Shifts, side: int) -> Shifts:
        """TRC-26.13: the shift of a barrage, which replaces that of aircraft (TRC-26.13e)."""
        if side != RUSSIAN:
            return shifts
        others = [(rule, what, if_else(self.barrage, 0, n)) for rule, what, n in shifts]
        return [*others, ("TRC-26.13b", "barrage", self.barrage * BARRAGE)]
