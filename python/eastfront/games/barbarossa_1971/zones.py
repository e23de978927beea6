"""Barbarossa (1971): zones of control."""

from __future__ import annotations

from eastfront.program import *
from eastfront.systems.sections import value

from .section import Section


class Zones(Section):
    """Zones of control, and their costs of movement."""

    def define(self) -> None:
        """Declares the hexes that each side controls."""
        self.zone = self.views("{} zone of control", self._zone)

    def _zone(self, side: int) -> Hexes:
        """The hexes that a side controls: those adjacent to its combat units (SPI-ZOC-GEN1);
        support units have no zone (SPI-ZOC-G1)."""
        controlling = self.of[side] - by("SPI-ZOC-G1", self.support)
        return by("SPI-ZOC-GEN1", self.near(controlling.hexes()))

    @value
    def entry(self, unit: Number) -> Int:
        """SPI-ZOC-A1, SPI-ZOC-A2: two points to enter an enemy zone, or one on foot."""
        dear = (self.motorized | self.support).contains(unit)
        return if_else(dear, by("SPI-ZOC-A1", 2), by("SPI-ZOC-A2", 1))

    @value
    def exit(self, unit: Number) -> Int:
        """The additional movement points to leave an enemy zone: 1 (SPI-ZOC-B)."""
        return by("SPI-ZOC-B", 1)

    def tolls(self, side: int, unit: Number) -> ZoneTolls:
        """The zone costs of a unit of a side, in hexes with its own units too (SPI-ZOC-F1); from
        one enemy zone hex to another 3 points for motorized and support units (SPI-ZOC-C1), 2 for
        others (SPI-ZOC-C2)."""
        zone, enter, leave = self.counted(side), self.entry(unit), self.exit(unit)
        dear = (self.motorized | self.support).contains(unit)
        whole, part = enter + leave, larger(enter, leave)
        motors = by("SPI-ZOC-C1", whole, otherwise=part)
        others = by("SPI-ZOC-C2", whole, otherwise=part)
        between = motors if motors is others else if_else(dear, motors, others)
        return ZoneTolls(zone, enter, leave, between)

    def counted(self, side: int) -> Hexes:
        """The enemy-controlled hexes with an additional movement cost for a side, those with its
        own units included (SPI-ZOC-F1)."""
        zone = self.zone[1 - side]
        return by("SPI-ZOC-F1", zone, otherwise=zone - occupied(side))

    def toll(self, side: int, unit: Number, a: Number, b: Number) -> Int:
        """The additional cost of one step from hex to hex."""
        return self.tolls(side, unit).step(a, b)
