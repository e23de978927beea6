"""Barbarossa (1971): the exit of units over the western map edge, in the Campaign Game."""

from __future__ import annotations

from eastfront.program import *
from eastfront.systems.sections import Bars

from .board import AXIS
from .section import Section

EXIT_COST = 1
"""The movement points that the exit over the map edge costs, by reading R44."""


class Departures(Section):
    """The exit from the map over the western edge, in the Campaign Game."""

    closed = Bars[[int], Units]()
    """The units of a side that may not leave the map, gathered from all rules that forbid an
    exit."""

    def offer(self, d: Decision, side: int, unit: Int) -> None:
        """Offers a unit that is on the western edge during its move the exit from the map, for a
        movement point and the cost of leaving an enemy zone of control; Soviet armies that exit are
        counted (SPI-CVIC-S2B, SPI-CVIC-S3)."""
        if not self.is_campaign:
            return
        here = place_of(unit)
        toll = self.zones.exit(unit) * self.zones.counted(side).contains(here)
        able = self.western_edge.contains(here) & (self.movement.left(unit) >= toll + EXIT_COST)
        limits = [
            only(rule, ~shut.contains(unit), text)
            for rule, text, shut in self.closed.told(one_unit(unit), side)
        ]
        with d.option("leave-map", able, *limits):
            if side != AXIS:
                self.victory.count_exit(unit)
            self.leave(one_unit(unit), "off the map", "")
