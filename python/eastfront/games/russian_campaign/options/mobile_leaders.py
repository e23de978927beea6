"""The Russian Campaign, 26.16: optional Hitler and Stalin with a movement factor of eight.

Each side may take its own; the counter takes the place of the other when all are set up.
"""

from __future__ import annotations

from collections.abc import Callable

from eastfront.program import *

from ..board import AXIS, RUSSIAN, SECOND, Board
from ..calendar import Calendar
from ..movement import Movement
from ..section import OptionalRule

LEADERS = (
    (AXIS, "mobile-hitler", "GE:leader:hitler", "GE:leader:hitler-8"),
    (RUSSIAN, "mobile-stalin", "SU:leader:stalin", "SU:leader:stalin-8"),
)
"""Side, option, the counter without and the counter with movement."""

ON_FOOT = "german-mountain"
"""The class of the movement chart that a leader would have if weather mattered to him."""


class MobileLeaders(OptionalRule):
    """Leaders who move."""

    names = ("mobile-leaders", "mobile-hitler", "mobile-stalin")

    def define(self) -> None:
        """TRC-26.16d: they are as free of terrain as mountain units."""
        self._chosen = [
            (side, old, new)
            for side, name, old, new in LEADERS
            if self.option(name) or self.option("mobile-leaders")
        ]
        names = {new for _, _, new in self._chosen}
        self.travellers = self.counters_where("mobile leaders", lambda u: u.id in names)
        if in_force("TRC-26.16d"):
            self.movement.woodsmen = self.movement.woodsmen | self.travellers
            self.movement.climbers = self.movement.climbers | self.travellers
        rows = self.data.charts["movement-allowances"]["allowance"]
        self._on_foot = [row["name"] for row in rows].index(ON_FOOT)

    @Calendar.complete_set_up.after()
    def complete_set_up(self) -> None:
        """TRC-26.16a: one counter takes the place of the other."""
        if not in_force("TRC-26.16a"):
            return
        for _, old, new in self._chosen:
            place(self.unit(new), place_of(self.unit(old)), "TRC-26.16a")
            place(self.unit(old), self.box("counters"), "TRC-26.16a")

    @Movement.allowance.then()
    def allowance(self, usual: Int, side: int, impulse: int, unit: Number) -> Int:
        """TRC-26.16b: weather does not matter to them."""
        if impulse != SECOND or in_force("TRC-26.16b"):
            return usual
        chart = self.movement.allowance_table(
            self.weather, SECOND, self._on_foot, self.printed(unit)
        )
        return if_else(self.travellers.contains(unit), chart, usual)

    @Movement.barred.then()
    def barred(self, out: Hexes, side: int, impulse: int, unit: Number) -> Hexes:
        """TRC-26.16c: into enemy zones of control only where a friend stands."""
        if impulse != SECOND or not in_force("TRC-26.16c"):
            return out
        friends = (self.own(side) - self.hqs - self.partisans - self.travellers).hexes()
        alone = self.zones.zone[1 - side] - friends
        return out | alone.when(self.travellers.contains(unit))

    @Board.units_lost.instead(unless="TRC-26.16e")
    def leader_lost(self, former: Callable[[Units], None], units: Units) -> None:
        """TRC-26.16e: their loss is felt like any leader's; without the rule it is not."""
        former(units - self.travellers)
