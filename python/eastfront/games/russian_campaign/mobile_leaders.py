"""The Russian Campaign, 26.16: optional Hitler and Stalin with a movement factor of eight.

Each side may take its own; the counter takes the place of the other when all are set up.
"""

from __future__ import annotations

from eastfront.program import *

from .board import AXIS, RUSSIAN, SECOND
from .strategic import Strategic

LEADERS = (
    (AXIS, "mobile-hitler", "GE:leader:hitler", "GE:leader:hitler-8"),
    (RUSSIAN, "mobile-stalin", "SU:leader:stalin", "SU:leader:stalin-8"),
)
"""Side, option, the counter without and the counter with movement."""

ON_FOOT = "german-mountain"
"""The class of the movement chart that a leader would have if weather mattered to him."""


class MobileLeaders(Strategic):
    """Leaders who move, when they are played."""

    def define(self) -> None:
        """TRC-26.16d: they are as free of terrain as mountain units."""
        super().define()
        self._chosen = [
            (side, old, new)
            for side, name, old, new in LEADERS
            if self.option(name) or self.option("mobile-leaders")
        ]
        names = {new for _, _, new in self._chosen}
        self.travellers: Units = no_units()
        if not names:
            return
        self.travellers = self.counters_where("mobile leaders", lambda u: u.id in names)
        if in_force("TRC-26.16d"):
            self.woodsmen = self.woodsmen | self.travellers
            self.climbers = self.climbers | self.travellers
        rows = self.data.charts["movement-allowances"]["allowance"]
        self._on_foot = [row["name"] for row in rows].index(ON_FOOT)

    def complete_set_up(self) -> None:
        """TRC-26.16a: one counter takes the place of the other."""
        super().complete_set_up()
        if not self._chosen or not in_force("TRC-26.16a"):
            return
        for _, old, new in self._chosen:
            place(self.unit(new), place_of(self.unit(old)), "TRC-26.16a")
            place(self.unit(old), self.box("counters"), "TRC-26.16a")

    def allowance(self, side: int, impulse: int, unit: Number) -> Int:
        """TRC-26.16b: weather does not matter to them."""
        usual = super().allowance(side, impulse, unit)
        if not self._chosen or impulse != SECOND or in_force("TRC-26.16b"):
            return usual
        chart = self.allowance_table(self.weather, SECOND, self._on_foot, self.printed(unit))
        return if_else(self.travellers.contains(unit), chart, usual)

    def barred(self, side: int, impulse: int, unit: Number) -> Hexes:
        """TRC-26.16c: into enemy zones of control only where a friend stands."""
        out = super().barred(side, impulse, unit)
        if not self._chosen or impulse != SECOND or not in_force("TRC-26.16c"):
            return out
        friends = (self.own(side) - self.hqs - self.partisans - self.travellers).hexes()
        alone = self.zone[1 - side] - friends
        return out | alone.when(self.travellers.contains(unit))

    def units_lost(self, units: Units) -> None:
        """TRC-26.16e: their loss is felt like any leader's."""
        if self._chosen and not in_force("TRC-26.16e"):
            units = units - self.travellers
        super().units_lost(units)
