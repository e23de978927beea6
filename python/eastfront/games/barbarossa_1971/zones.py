"""Barbarossa (1971): zones of control."""

from __future__ import annotations

from eastfront.program import *
from eastfront.systems.sections import value

from .section import Section


class Zones(Section):
    """Zones of control, and what they add to the cost of movement."""

    def define(self) -> None:
        """The hexes that each side controls."""
        self.zone = self.views("{} zone of control", self._zone)

    def _zone(self, side: int) -> Hexes:
        """SPI-ZOC-GEN1: the hexes around combat units; SPI-ZOC-G1: not around support units."""
        controlling = self.of[side] - by("SPI-ZOC-G1", self.support)
        return by("SPI-ZOC-GEN1", self.near(controlling.hexes()))

    @value
    def entry(self, unit: Number) -> Int:
        """SPI-ZOC-A1, SPI-ZOC-A2: two points to enter an enemy zone, or one on foot."""
        dear = (self.motorized | self.support).contains(unit)
        return if_else(dear, by("SPI-ZOC-A1", 2), by("SPI-ZOC-A2", 1))

    @value
    def exit(self, unit: Number) -> Int:
        """SPI-ZOC-B: one point more to leave an enemy zone."""
        return by("SPI-ZOC-B", 1)

    def tolls(self, side: int, unit: Number) -> ZoneTolls:
        """What a unit of a side pays: zones reach into hexes of its friends too (SPI-ZOC-F1)."""
        zone, enter, leave = self.counted(side), self.entry(unit), self.exit(unit)
        dear = (self.motorized | self.support).contains(unit)
        whole, part = enter + leave, larger(enter, leave)
        motors = by("SPI-ZOC-C1", whole, otherwise=part)
        others = by("SPI-ZOC-C2", whole, otherwise=part)
        between = motors if motors is others else if_else(dear, motors, others)
        return ZoneTolls(zone, enter, leave, between)

    def counted(self, side: int) -> Hexes:
        """The enemy-controlled hexes that cost points."""
        zone = self.zone[1 - side]
        return by("SPI-ZOC-F1", zone, otherwise=zone - occupied(side))

    def toll(self, side: int, unit: Number, a: Number, b: Number) -> Int:
        """What a single step from one hex to another adds."""
        return self.tolls(side, unit).step(a, b)
