"""The Russian Campaign, 26.13: the optional Russian artillery barrage, which shifts the odds of one
attack by three columns in the Russian's favor; once in 1943 and twice in each later year.

The shift of a barrage does not help an attack to the minimum odds of 1-6, because the minimum
applies before any shift (D-21). The shift does help toward 10-1, the odds of an automatic victory,
in the movement phase too, like the shift of aircraft (TRC-16.1c).
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
"""The number of Russian barrages in each year: one in 1943, two in 1944 and in 1945
(TRC-26.13a)."""

BARRAGE = 3
"""The columns by which a barrage shifts the odds in the Russian's favor; 3-1 becomes 6-1, for
example (TRC-26.13b)."""

BARRAGE_RANGE = 5
"""The largest distance of a defender from Stavka in a battle with a barrage, in hexes
(TRC-26.13c)."""


class Barrage(AgreedRule):
    """The Russian artillery barrage (26.13)."""

    name = "artillery-barrage"
    text = "26.13: an overwhelming barrage, once or twice a year"

    barrage = variable("barrage", Life.BATTLE)
    """Whether the present battle has a barrage."""
    barrages = variable("barrages", Life.GAME, lambda section: section.barrages_at_start(), most=9)
    """The number of barrages that the Russian has left in the year."""

    def barrages_at_start(self) -> int:
        """The number of barrages that the Russian has when a scenario begins: that of the year of
        its first turn, 0 before 1943 (TRC-26.13a)."""
        first = self.first_turn
        years = (n for year, n in BARRAGES.items() if turn_of(year, "jan") <= first)
        return max(years, default=0)

    @Calendar.turn_opens.after()
    def turn_opens(self) -> None:
        """Gives the Russian the barrages of a year in its first turn: one in 1943, two in 1944 and
        in 1945 (TRC-26.13a)."""
        for year, count in BARRAGES.items():
            with when(self.is_turn(year, "jan")):
                assign(self.barrages, count, "TRC-26.13a")

    def _barrage_limits(self, impulse: int, hexes: Hexes) -> Limits:
        """The conditions of a barrage, each with its refusal: a barrage is left this year, of one
        in 1943 and two in each later year (26.13a); the weather is clear and the impulse the first
        (TRC-26.13d); all defenders in `hexes` are within five hexes of Stavka (TRC-26.13c)."""
        clear_ = self.weather == CLEAR if impulse == FIRST else number(0)
        far = hexes - within(place_of(self.stavka.first()), BARRAGE_RANGE)
        season = "a barrage is possible only in the first impulse of a turn of clear weather"
        text = f"a defender is more than {BARRAGE_RANGE} hexes from Stavka"
        return [
            only("TRC-26.13a", self.barrages > 0, "no barrage is left this year"),
            only("TRC-26.13d", clear_, season),
            only("TRC-26.13c", ~far.any(), text),
        ]

    def _could_shell(self, impulse: int, hexes: Hexes) -> Int:
        """Says whether the Russian may now use a barrage, a shift of three columns, against the
        defenders in some hexes (TRC-26.13b)."""
        may = by("TRC-26.13b", 1)
        for limit in self._barrage_limits(impulse, hexes):
            if isinstance(limit.allows, Int):
                may = by(limit.rule, may & limit.allows, otherwise=may)
        return may

    def _barrage_adds(self) -> Int:
        """The columns that a barrage adds to the present battle: three (TRC-26.13b) less the
        columns of the aircraft in the battle, since aircraft and barrage are not combined
        (TRC-26.13e)."""
        return number(BARRAGE) - by("TRC-26.13e", self.strengths.shift)

    @Strengths.offer_air.after()
    def offer_air(self, d: Decision, side: int, impulse: int) -> None:
        """Offers the Russian a barrage for the present battle while any is left this year
        (TRC-26.13a), unless aircraft and artillery already shift the odds by three columns, since a
        barrage replaces other shifts (26.13e)."""
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
        """The columns by which a side could still shift the odds of the present battle: `air`, the
        shift by aircraft, and for the Russian that by a barrage if it is larger."""
        if side != RUSSIAN:
            return air
        # a battle with a barrage gets no further shift
        may = self._could_shell(impulse, self.strengths.beset.hexes)
        return self._better(air, may, self._barrage_adds())

    @Overruns.air_for.then(AIR_COUNTS, told=False)
    def air_for(self, air: Int, side: int, impulse: int, hex_: Int) -> Int:
        """The columns by which a side could shift the odds toward an automatic victory over a hex:
        `air`, the shift by aircraft, and for the Russian that by a barrage if it is larger."""
        if side != RUSSIAN:
            return air
        return self._better(air, self._could_shell(impulse, one_hex(hex_)), number(BARRAGE))

    def _better(self, air: Int, may: Int, barrage: Number) -> Int:
        """The shift of an attack in columns: the larger of `air`, by aircraft, and `barrage`, by a
        barrage, as the two are not combined (TRC-26.13e); without that rule their sum. The barrage
        counts 0 if `may` is 0."""
        shelled = if_else(may, barrage, 0)
        return by("TRC-26.13e", larger(air, shelled), otherwise=air + shelled)

    # -- explanations -----------------------------------------------------------------------

    @Strengths.told_shifts.then()
    def told_shifts(self, shifts: Shifts, side: int) -> Shifts:
        """Adds the three columns of a barrage to the shifts of a battle in explanations
        (TRC-26.13); the shifts that a barrage replaces then count 0 (TRC-26.13e)."""
        if side != RUSSIAN:
            return shifts
        others = [(rule, what, if_else(self.barrage, 0, n)) for rule, what, n in shifts]
        return [*others, ("TRC-26.13b", "barrage", self.barrage * BARRAGE)]
