"""The Russian Campaign, 26.16: optional Hitler and Stalin with a movement factor of eight.

Each side may choose its own; the counter replaces the usual one after the set-up.
"""

from __future__ import annotations

from eastfront.program import *
from eastfront.systems.sections import value

from ..board import SECOND, Board
from ..calendar import Calendar
from ..movement import Movement
from ..section import AgreedRule, Former

ON_FOOT = "german-mountain"
"""The movement class of a leader who is subject to weather."""


class MobileLeaders(AgreedRule):
    """Leaders who move."""

    name = "mobile-leaders"
    names = (name, "mobile-hitler", "mobile-stalin")
    text = "26.16: leaders who move in the second impulse"
    counters_of = "26.16"

    @value
    def exchanged(self) -> list[tuple[str, str]]:
        """The counters without and with a movement factor, for each mobile leader."""
        return []

    def define(self) -> None:
        """Declares the mobile leaders."""
        names = {new for _, new in self.exchanged()}
        self.travellers = self.counters_where("mobile leaders", lambda u: u.id in names)
        rows = self.data.charts["movement-allowances"]["allowance"]
        self._on_foot = [row["name"] for row in rows].index(ON_FOOT)

    @Movement.woodsmen.then("TRC-26.16d")
    @Movement.climbers.then("TRC-26.16d")
    def free_of_terrain(self, free: Units) -> Units:
        """TRC-26.16d: leaders are as free of terrain as mountain units."""
        return free | self.travellers

    @Calendar.complete_set_up.after("TRC-26.16a")
    def complete_set_up(self) -> None:
        """TRC-26.16a: the mobile counter replaces the usual one."""
        for pair in self.exchanged():
            old, new = map(self.unit, pair)
            self.enter(new, place_of(old), "TRC-26.16a")
            self.leave(old, "counters", "TRC-26.16a")

    @Movement.allowance.then(unless="TRC-26.16b")
    def allowance(self, usual: Int, side: int, impulse: int, unit: Number) -> Int:
        """TRC-26.16b: mobile leaders are not subject to weather; while this rule is off, they
        are."""
        if impulse != SECOND:
            return usual
        table = self.movement.allowance_table
        chart = table(self.weather, SECOND, self._on_foot, self.printed(unit))
        return if_else(self.travellers.contains(unit), chart, usual)

    @Movement.barred.then("TRC-26.16c")
    def barred(self, out: Hexes, side: int, impulse: int, unit: Number) -> Hexes:
        """TRC-26.16c: mobile leaders enter enemy zones of control only where a friendly unit is."""
        if impulse != SECOND:
            return out
        friends = (self.own(side) - self.hqs - self.partisans - self.travellers).hexes()
        alone = self.zones.zone[1 - side] - friends
        return out | alone.when(self.travellers.contains(unit))

    @Board.units_lost.instead(unless="TRC-26.16e")
    def leader_lost(self, former: Former, units: Units) -> None:
        """TRC-26.16e: a mobile leader is missed like any other; without the rule he is not."""
        former(units - self.travellers)


class MobileHitler(AgreedRule):
    """Hitler with a movement factor of eight, for the Axis alone (26.16)."""

    name = "mobile-hitler"
    names = (name, "mobile-leaders")
    text = "26.16: for the Axis alone"

    @MobileLeaders.exchanged.then()
    def exchanged(self, so_far: list[tuple[str, str]]) -> list[tuple[str, str]]:
        """TRC-26.16a: his counters."""
        return [*so_far, ("GE:leader:hitler", "GE:leader:hitler-8")]


class MobileStalin(AgreedRule):
    """Stalin with a movement factor of eight, for the Russian alone (26.16)."""

    name = "mobile-stalin"
    names = (name, "mobile-leaders")
    text = "26.16: for the Russian alone"

    @MobileLeaders.exchanged.then()
    def exchanged(self, so_far: list[tuple[str, str]]) -> list[tuple[str, str]]:
        """TRC-26.16a: his counters."""
        return [*so_far, ("SU:leader:stalin", "SU:leader:stalin-8")]
