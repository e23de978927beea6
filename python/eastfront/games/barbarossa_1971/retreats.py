"""Barbarossa (1971): retreats after combat (the lost legend of the tables: R24)."""

from __future__ import annotations

from eastfront.program import *
from eastfront.systems import retreats
from eastfront.systems.choosing import choose, one_by_one, preferred
from eastfront.systems.fields import unit_flag
from eastfront.systems.sections import procedure

from .board import AXIS, SOVIET
from .section import Section


class Retreats(retreats.Retreats, Section):
    """Retreats."""

    retreating = unit_flag("retreating", Life.BATTLE)

    # -- where to ------------------------------------------------

    @retreats.Retreats.closed.bar("SPI-CBT-GEN7", "it is held by enemies, or closed to the unit")
    def shut(self, side: int, units: Units) -> Hexes:
        """What a unit may never enter: enemies, and what Finns or situations close."""
        return self.movement.barred(side, units.first())

    @retreats.Retreats.closed.bar("SPI-ZOC-F7", "enemies control it")
    def controlled(self, side: int, units: Units) -> Hexes:
        """Vacant hexes in an Axis zone, to Soviet units; Soviet zones hold no Axis unit back."""
        if side == AXIS:
            return self.zones.zone[SOVIET].when(not in_force("SPI-ZOC-F4"))
        return self.zones.zone[AXIS] - by("SPI-ZOC-F8", occupied(SOVIET))

    def refuge(self, side: int, unit: Int, at: Number) -> Hexes:
        """The hexes next to a hex into which a unit may retreat."""
        return self.closed.open(self.near(one_hex(at)) & self.open_now(), side, one_unit(unit))

    def onward(self, side: int, unit: Int, start: Int, at: Number) -> Hexes:
        """The hexes two away from where a unit began, by way of another."""
        return self.refuge(side, unit, at).where(lambda h: distance(h, start) == 2)

    # -- the retreat ------------------------------------------------

    @procedure("{side} retreat")
    def go(self, side: int, twice: Int) -> None:
        """The owner retreats his units one by one, in any order; they may part."""
        kind = "retreat"
        with one_by_one(kind, side, "SPI-CBT-GEN7", "retreat", self.retreating.units) as unit:
            start = local(place_of(unit))
            first = self.refuge(side, unit, start)
            with either(first.any()) as otherwise:
                far = first.where(lambda h: self.onward(side, unit, start, h).any()).when(twice)
                self._to(side, unit, preferred(far, first))
                beyond = self.onward(side, unit, start, place_of(unit)).when(twice)
                with when(beyond.any()):
                    self._to(side, unit, beyond)
                otherwise()
                self._nowhere(side, unit)
            clear(self.retreating, one_unit(unit))

    def _to(self, side: int, unit: Int, hexes: Hexes) -> None:
        with choose("way", side, "SPI-CBT-GEN7", "retreat-to", hexes, about=unit) as at:
            self.enter(unit, at, "SPI-CBT-GEN7", side)
            self.movement.passed(side, one_hex(at), by_rail=False)

    def _nowhere(self, side: int, unit: Int) -> None:
        """Axis units are forced off the western edge; all others are lost."""
        off = number(0)
        if side == AXIS:
            off = ruled("SPI-MVIC-7", self.western_edge.contains(place_of(unit)))
        with either(off) as otherwise:
            self.leave(one_unit(unit), "off the map", "SPI-MVIC-7")
            otherwise()
            self.losses.destroy(one_unit(unit), "SPI-CBT-GEN7")

    def retreat(self, attacker: int, side: int, units: Units, twice: Int) -> None:
        """Units retreat by a hex or two; support units are destroyed instead (SPI-CBT-L)."""
        mark(self.retreating, units - by("SPI-CBT-L", self.support))
        self.losses.destroy(units - self.retreating.units, "SPI-CBT-L")
        self.spare(self.retreating, attacker, side)
        self.go(side, twice)
