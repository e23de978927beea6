"""Barbarossa (1971): control of cities, and their victory points."""

from __future__ import annotations

from eastfront.program import *
from eastfront.systems.sections import value

from .board import AXIS
from .section import Section


class Cities(Section):
    """Control of cities, and the victory points that cities give."""

    def control(self, side: int) -> Hexes:
        """The hexes that a side controls; control of a city gives its points.

        - Hexes that the side's units occupy, even in an enemy zone of control (SPI-CTRL-3).
        - Hexes that the side has occupied and that are behind its front line at the end
          (SPI-CTRL-2); by reading R7 those without enemies that the side was the last to pass
          through.
        - Hexes that have always been behind the side's front line (SPI-CTRL-1); by reading R7 those
          without enemies on its side of the start line, unless the enemy was the last to pass
          through them (SPI-CTRL-4).
        """
        mine, theirs = self.rail.passed[side].hexes, self.rail.passed[1 - side].hexes
        passed = by("SPI-CTRL-2", mine)
        always = by("SPI-CTRL-1", self.starts[side] - by("SPI-CTRL-4", theirs))
        return by("SPI-CTRL-3", occupied(side)) | ((passed | always) - occupied(1 - side))

    @value
    def scoring(self) -> Hexes:
        """The hexes of the cities that score victory points: all, unless a situation excludes
        some."""
        return self.cities

    def worth(self, side: int) -> Int:
        """The victory points of the cities that a side controls."""
        held = memoise(self.scoring() & self.control(side))
        return sum((held.contains(h) * v for h, v in self.values()), number(0))

    def values(self) -> list[tuple[int, int]]:
        """The hex of each city, with the points printed on it (SPI-CTRL-5)."""
        cities = self.data.charts["cities"]["city"]
        return [
            (self.hex(c["hex"]), by("SPI-CTRL-5", int(c["value"]), otherwise=1)) for c in cities
        ]

    def define_queries(self) -> None:
        """Declares the query ``axis cities``: the victory points of the cities that the Axis
        controls."""
        self.b.query("axis cities", 0, lambda: self.worth(AXIS))
