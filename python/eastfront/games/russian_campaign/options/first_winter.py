"""The Russian Campaign, 28.7: German chit 3, by which the Axis is prepared for winter fighting."""

from __future__ import annotations

from eastfront.program import *

from ..board import AXIS, RUSSIAN, SNOW
from ..calendar import Calendar
from ..supply import Supply
from .chits import Chit


class FirstWinter(Chit):
    """German chit 3, the Axis prepared for winter: snow limits the combat supply of the Axis in the
    first winter alone, and in fewer hexes than usual."""

    chit = AXIS, 3
    text = "28.7: the Axis is ready for the first winter"
    shown_by = "TRC-28.7.G3a"  # in the first turn of snow

    @Calendar.turn_opens.after("TRC-28.7.G3a")
    def turn_opens(self) -> None:
        """Shows the chit in the first turn of snow of the game (TRC-28.7.G3a)."""
        with when(self.weather == SNOW):
            self.show()

    @Supply.define_cold.after("TRC-28.7.G3a")
    def define_cold(self) -> None:
        """Declares where Axis units lack combat supply in snow with the chit (TRC-28.7.G3a): in the
        first winter, in Russia more than two hexes from a city under Axis control; in later winters
        nowhere. By reading D-95 a city two hexes away counts only if a hex between is free of
        Russian zones of control and partisans."""
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
        """The hexes in which Axis units lack combat supply now: those that the chit leaves
        (TRC-28.7.G3a), or without the chit in play the usual ones."""
        return self._cold
