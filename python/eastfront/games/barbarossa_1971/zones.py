"""Barbarossa (1971): zones of control, and the movement points to enter and leave them."""

from __future__ import annotations

from eastfront.program import *
from eastfront.systems.sections import value

from .section import Section


class Zones(Section):
    """Zones of control, and the movement costs of hexes in them."""

    def define(self) -> None:
        """Declares the zone of control of each side, as a set of hexes."""
        self.zone = self.views("{} zone of control", self._zone)

    def _zone(self, side: int) -> Hexes:
        """The zone of control of a side: the hexes adjacent to its combat units (SPI-ZOC-GEN1);
        support units have none (SPI-ZOC-G1)."""
        controlling = self.of[side] - by("SPI-ZOC-G1", self.support)
        return by("SPI-ZOC-GEN1", self.near(controlling.hexes()))

    @value
    def entry(self, unit: Number) -> Int:
        """The additional movement points to enter a hex in an enemy zone of control: 2 for
        motorized and support units (SPI-ZOC-A1), 1 for all others (SPI-ZOC-A2)."""
        dear = (self.motorized | self.support).contains(unit)
        return if_else(dear, by("SPI-ZOC-A1", 2), by("SPI-ZOC-A2", 1))

    @value
    def exit(self, unit: Number) -> Int:
        """The additional movement points to leave a hex in an enemy zone of control: 1 for every
        unit (SPI-ZOC-B)."""
        return by("SPI-ZOC-B", 1)

    def tolls(self, side: int, unit: Number) -> ZoneTolls:
        """The additional costs of enemy zones of control for a unit's movement, paid in hexes with
        friendly units too (SPI-ZOC-F1).

        A move from one controlled hex directly to another costs 3 additional points for motorized
        and support units (SPI-ZOC-C1), 2 for others (SPI-ZOC-C2): the points to leave the one hex
        and to enter the other.
        """
        zone, enter, leave = self.counted(side), self.entry(unit), self.exit(unit)
        dear = (self.motorized | self.support).contains(unit)
        whole, part = enter + leave, larger(enter, leave)
        motors = by("SPI-ZOC-C1", whole, otherwise=part)
        others = by("SPI-ZOC-C2", whole, otherwise=part)
        between = motors if motors is others else if_else(dear, motors, others)
        return ZoneTolls(zone, enter, leave, between)

    def counted(self, side: int) -> Hexes:
        """The hexes in which a side pays the additional movement costs of enemy zones of control:
        all hexes in these zones, those with its own units included (SPI-ZOC-F1)."""
        zone = self.zone[1 - side]
        return by("SPI-ZOC-F1", zone, otherwise=zone - occupied(side))

    def toll(self, side: int, unit: Number, a: Number, b: Number) -> Int:
        """The additional movement points that enemy zones of control cost a unit for a step from
        the hex ``a`` to the adjacent hex ``b``."""
        return self.tolls(side, unit).step(a, b)
