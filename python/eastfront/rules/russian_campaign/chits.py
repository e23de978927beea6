"""The Russian Campaign, 28.7: political variants, one a side by a chit of six.

A chit is an option, ``chit-german=2`` or ``chit-russian=4``: players draw them from one cup before
they load the game, and both know what is played; nothing forbids more than one a side. Those that
are written here change what holds all the time. That of mild occupation only takes partisans away:
control of cities, which it asks for in place of occupation, is what section 25 asks for in any
case.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar

from eastfront.program.expr import larger
from eastfront.scenario.russian_campaign_units import Counter, counter

from .board import AXIS, CLEAR, RUSSIAN, SNOW
from .strategic_options import StrategicOptions

MARCH = 4
"""The movement of infantry on lorries (TRC-28.7.R6a)."""

FASTER = {5: 6, 6: 7}
"""The movement of armour that becomes faster, and what it becomes (TRC-28.7.R6a)."""


class Chits(StrategicOptions):
    """The chits that are played."""

    known_options: ClassVar[Mapping[str, str]] = {
        **StrategicOptions.known_options,
        "chit-german=2": "28.7: heavy bombers reach the factories of Russia",
        "chit-german=3": "28.7: the Axis is ready for the first winter",
        "chit-german=5": "28.7: a mild occupation, and no partisans",
        "chit-russian=4": "28.7: officers that know how to stack armies",
        "chit-russian=6": "28.7: lorries and faster armour",
    }

    def define(self) -> None:
        """TRC-28.7.R4a, TRC-28.7.R6a, TRC-28.7.G5a: counters other than printed, or fewer."""
        if self.option("chit-russian=4") or self.option("chit-russian=6"):
            units = tuple(self._reformed(counter(u)) for u in self.data.units)
            self.data = replace(self.data, units=units)
        self.mild = self.option("chit-german=5") and self.on("TRC-28.7.G5a")
        super().define()

    def _reformed(self, unit: Counter) -> Counter:
        """A counter as the Russian's chit has it."""
        if unit.side != "russian":
            return unit
        if self.option("chit-russian=4") and self.on("TRC-28.7.R4a") and unit.size == "army":
            # size is what stacking goes by, and nothing else
            return replace(unit, size="corps")
        if self.option("chit-russian=6") and self.on("TRC-28.7.R6a"):
            if unit.kind == "infantry":
                return replace(unit, movement=max(unit.movement, MARCH))
            if unit.kind == "armor":
                return replace(unit, movement=FASTER.get(unit.movement, unit.movement))
        return unit

    def plays(self, unit: Counter) -> bool:
        """TRC-28.7.G5a: there are no partisans."""
        return super().plays(unit) and not (self.mild and unit.kind == "partisan")

    def _define_cold(self) -> None:
        """TRC-28.7.G3a: the first winter is like the second, and the second like no winter."""
        super()._define_cold()
        if not self.option("chit-german=3") or not self.on("TRC-28.7.G3a"):
            return
        cities = self.held(AXIS) & self.cities
        near = cities | cities.adjacent()
        way = cities.adjacent() - self.zone[RUSSIAN] - self.partisan_hexes
        winter = self.from_turn(1941, "nov") & ~self.from_turn(1942, "may")
        cold = (self.russia - (near | way.adjacent())).when(winter & (self.weather == SNOW))
        self.cold = self.b.view("no combat supply of the ready", cold)

    def _count_points(self) -> None:
        """TRC-28.7.G2a: bombs cost points, fewer from year to year and in bad weather."""
        super()._count_points()
        if not self.option("chit-german=2") or not self.on("TRC-28.7.G2a"):
            return
        b = self.b
        die = b.roll("bombers", "TRC-28.7.G2a")
        year = (self.turn + 1) // 6 + 1
        loss = larger(die - year - (self.weather != CLEAR), 0)
        b.assign(self.points, larger(self.points - loss, 0), rule="TRC-28.7.G2a")
