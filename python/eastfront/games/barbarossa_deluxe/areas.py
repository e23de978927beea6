"""Barbarossa Deluxe, 8.3: German units that move and attack in one area only."""

from __future__ import annotations

from eastfront.program import *
from eastfront.scenario.model import UnitRow
from eastfront.systems.retreats import Retreats

from .board import Board
from .ground import BALTIC
from .section import Counters

BALTIC_CORPS, KERCH_COMMAND = "DE:ssinf:6", "DE:ksc"
"""The 6th SS Infantry Corps and the Kerch Straits Command."""


class Areas(Counters):
    """The 6th SS Infantry Corps, which stays in the Baltic republics, and the Kerch Straits
    Command, which stays in the Crimea supply area. They neither move, attack, retreat nor advance
    out of it."""

    @classmethod
    def of(cls, unit: UnitRow) -> bool:
        """Says whether a unit is one of the two."""
        return unit.id in (BALTIC_CORPS, KERCH_COMMAND)

    def define(self) -> None:
        """Declares the two units and the hexes closed to each."""
        self.corps = self.units_where("6th SS", lambda u: u.id == BALTIC_CORPS)
        self.command = self.units_where("Kerch command", lambda u: u.id == KERCH_COMMAND)
        self.baltic = self.hexes_where("Baltic republics", lambda h: h.area in BALTIC)

    def _outside(self, area: Hexes, some: Units, units: Units) -> Hexes:
        """The hexes outside an area, if one of some units is among ``units``."""
        return (self.land - area).when((some & units).any())

    @Board.barred_to.then("BD-8.3d")
    def in_the_baltic(self, barred: Hexes, units: Units) -> Hexes:
        """6th SS moves and attacks only into hexes of the Baltic republics (BD-8.3d)."""
        return barred | self._outside(self.baltic, self.corps, units)

    @Retreats.closed.bar("BD-8.3d", "6th SS stays in the Baltic republics")
    def no_retreat_from_the_baltic(self, side: int, units: Units) -> Hexes:
        """Nor does it retreat out of them (BD-8.3d)."""
        return self._outside(self.baltic, self.corps, units)

    @Board.barred_to.then("BD-8.3g")
    def in_the_crimea(self, barred: Hexes, units: Units) -> Hexes:
        """The Kerch command moves and attacks only into hexes of the Crimea supply area
        (BD-8.3g)."""
        return barred | self._outside(self.cs_area, self.command, units)

    @Retreats.closed.bar("BD-8.3g", "the Kerch command stays in the Crimea supply area")
    def no_retreat_from_the_crimea(self, side: int, units: Units) -> Hexes:
        """Nor does it retreat out of that area (BD-8.3g)."""
        return self._outside(self.cs_area, self.command, units)

    @Board.bound.then()
    def _bound(self, groups: list[Units]) -> list[Units]:
        """They are the units with such areas."""
        return [*groups, self.corps, self.command]
