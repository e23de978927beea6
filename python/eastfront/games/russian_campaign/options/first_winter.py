"""The Russian Campaign, 28.7: the chit that prepares the Axis for the first winter."""

from __future__ import annotations

from eastfront.program import *

from ..board import AXIS, RUSSIAN, SNOW
from ..calendar import Calendar
from ..supply import Supply
from .chits import Chit


class FirstWinter(Chit):
    """Readiness for the winter."""

    chit = AXIS, 3
    text = "28.7: the Axis is ready for the first winter"
    shown_by = "TRC-28.7.G3a"

    @Calendar.turn_opens.after("TRC-28.7.G3a")
    def turn_opens(self) -> None:
        """TRC-28.7.G3a: shown in the first turn of snow."""
        with when(self.weather == SNOW):
            self.show()

    @Supply.define_cold.after("TRC-28.7.G3a")
    def define_cold(self) -> None:
        """TRC-28.7.G3a, reading D-95: the first winter has the limits of the second, and the second
        none."""
        cities = self.zones.held(AXIS) & self.cities
        around = cities.adjacent()
        way = around
        if self.option("D-95"):
            way = around - self.zones.zone[RUSSIAN] - self.zones.partisan_hexes
        winter = self.from_turn(1941, "nov") & ~self.from_turn(1942, "may")
        warm = cities | around | way.adjacent()
        ready = (self.russia - warm).when(winter & (self.weather == SNOW))
        cold = if_else(self.in_play(), ready, self.supply.usual_cold)
        self._cold = self.b.view("no combat supply of the ready", cold)

    @Supply.cold.then("TRC-28.7.G3a")
    def cold(self, usual: Hexes) -> Hexes:
        """TRC-28.7.G3a: the hexes without combat supply for a prepared Axis."""
        return self._cold
