"""The Russian Campaign, 26.16: optional Hitler and Stalin counters with a movement factor of eight.

Both sides use their mobile leader, or one side alone. The counter of a mobile leader replaces the
usual counter after the set-up.
"""

from __future__ import annotations

from eastfront.program import *
from eastfront.systems.sections import value

from ..board import SECOND, Board
from ..calendar import Calendar
from ..movement import Movement
from ..section import AgreedRule, Former

ON_FOOT = "german-mountain"
"""The movement class whose allowances a mobile leader has, while the rule that weather does not
affect him (26.16b) is off."""


class MobileLeaders(AgreedRule):
    """Leaders with a movement factor of eight in the second impulse (26.16)."""

    name = "mobile-leaders"
    names = (name, "mobile-hitler", "mobile-stalin")
    text = "26.16: leaders who move in the second impulse"
    counters_of = "26.16"

    @value
    def exchanged(self) -> list[tuple[str, str]]:
        """For each mobile leader the ids of two counters: the usual one, and the one with a
        movement factor of eight."""
        return []

    def define(self) -> None:
        """Declares the mobile leaders, and the row of the movement chart for German mountain units,
        which gives their movement while 26.16b is off."""
        names = {new for _, new in self.exchanged()}
        self.travellers = self.counters_where("mobile leaders", lambda u: u.id in names)
        rows = self.data.charts["movement-allowances"]["allowance"]
        self._on_foot = [row["name"] for row in rows].index(ON_FOOT)

    @Movement.woodsmen.then("TRC-26.16d")
    @Movement.climbers.then("TRC-26.16d")
    def free_of_terrain(self, free: Units) -> Units:
        """Adds mobile leaders to the units that need not stop in woods or mountains, since terrain
        affects their movement as that of mountain units (TRC-26.16d)."""
        return free | self.travellers

    @Calendar.complete_set_up.after("TRC-26.16a")
    def complete_set_up(self) -> None:
        """Replaces the usual 1-0 counter of each mobile leader, after the set-up, by the 1-8
        counter (TRC-26.16a)."""
        for pair in self.exchanged():
            old, new = map(self.unit, pair)
            self.enter(new, place_of(old), "TRC-26.16a")
            self.leave(old, "counters", "TRC-26.16a")

    @Movement.allowance.then(unless="TRC-26.16b")
    def allowance(self, usual: Int, side: int, impulse: int, unit: Number) -> Int:
        """Makes the allowance of mobile leaders in the second impulse depend on the weather, as for
        mountain units, while the rule that weather does not affect them (TRC-26.16b) is off."""
        if impulse != SECOND:
            return usual
        table = self.movement.allowance_table
        chart = table(self.weather, SECOND, self._on_foot, self.printed(unit))
        return if_else(self.travellers.contains(unit), chart, usual)

    @Movement.barred.then("TRC-26.16c")
    def barred(self, out: Hexes, side: int, impulse: int, unit: Number) -> Hexes:
        """Closes enemy zones of control to a mobile leader, except hexes with a friendly unit that
        is neither a headquarters nor a partisan nor a mobile leader (TRC-26.16c)."""
        if impulse != SECOND:
            return out
        friends = (self.own(side) - self.hqs - self.partisans - self.travellers).hexes()
        alone = self.zones.zone[1 - side] - friends
        return out | alone.when(self.travellers.contains(unit))

    @Board.units_lost.instead(unless="TRC-26.16e")
    def leader_lost(self, former: Former, units: Units) -> None:
        """Waives the penalty for the loss of a mobile leader, while the rule that the penalty is
        the same as for other leaders (TRC-26.16e) is off."""
        former(units - self.travellers)


class MobileHitler(AgreedRule):
    """Hitler with a movement factor of eight, for the Axis alone (26.16)."""

    name = "mobile-hitler"
    names = (name, "mobile-leaders")
    text = "26.16: for the Axis alone"

    @MobileLeaders.exchanged.then()
    def exchanged(self, so_far: list[tuple[str, str]]) -> list[tuple[str, str]]:
        """Adds the two counters of Hitler, the usual 1-0 and the 1-8 that replaces it
        (TRC-26.16a)."""
        return [*so_far, ("GE:leader:hitler", "GE:leader:hitler-8")]


class MobileStalin(AgreedRule):
    """Stalin with a movement factor of eight, for the Russian alone (26.16)."""

    name = "mobile-stalin"
    names = (name, "mobile-leaders")
    text = "26.16: for the Russian alone"

    @MobileLeaders.exchanged.then()
    def exchanged(self, so_far: list[tuple[str, str]]) -> list[tuple[str, str]]:
        """Adds the two counters of Stalin, the usual 1-0 and the 1-8 that replaces it
        (TRC-26.16a)."""
        return [*so_far, ("SU:leader:stalin", "SU:leader:stalin-8")]
