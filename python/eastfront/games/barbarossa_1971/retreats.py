"""Barbarossa (1971): retreats after combat.

The legend of the combat results tables, which states how units retreat, is missing. Reading R24
replaces it: the owner retreats his units, and a unit that has no way is lost.
"""

from __future__ import annotations

from eastfront.program import *
from eastfront.systems import retreats
from eastfront.systems.choosing import choose, one_by_one, preferred
from eastfront.systems.fields import unit_flag
from eastfront.systems.sections import procedure

from .board import AXIS, SOVIET
from .data import RESULTS
from .movement import DRIVEN
from .section import Section


class Retreats(retreats.Retreats, Section):
    """Retreats after combat, of attackers or defenders."""

    retreating = unit_flag("retreating", Life.BATTLE)

    # -- CBT-GEN6, L: the retreat -----------------------------------

    @procedure("{side} retreat")
    def go(self, side: int, more: Int) -> None:
        """Makes the owner of retreating units move them one by one, in any order, each into hexes
        of his choice (SPI-CBT-GEN7).

        A unit retreats one hex and ``more`` further ones, each at a greater distance from its
        start. If it cannot retreat that far it goes as far as it can: each step offers only hexes
        from which the longest possible retreat follows.
        """
        kind = "retreat"
        with one_by_one(kind, side, "SPI-CBT-GEN7", "retreat", self.retreating.units) as unit:
            start = local(place_of(unit))
            first = self.refuge(side, unit, start)
            with either(first.any()) as otherwise:
                self._step(side, unit, start, first, 1, more)
                otherwise()
                self._nowhere(side, unit)
            clear(self.retreating, one_unit(unit))

    def _step(self, side: int, unit: Int, start: Int, hexes: Hexes, gone: int, more: Int) -> None:
        """Makes the owner retreat a unit into one of ``hexes``, all ``gone`` hexes away from the
        start of its retreat, and then farther, until the unit is 1 + ``more`` hexes away from the
        start or can go no farther."""
        longer = [more, *(more >= n for n in range(2, self.longest))]
        for at in range(gone, self.longest):
            far = self.leading(side, unit, start, hexes, gone, at + 1).when(longer[at - 1])
            hexes = preferred(far, hexes)
        self._to(side, unit, hexes)
        if gone < self.longest:
            beyond = self.onward(side, unit, start, place_of(unit), gone + 1)
            beyond = beyond.when(longer[gone - 1])
            with when(beyond.any()):
                self._step(side, unit, start, beyond, gone + 1, more)

    def _to(self, side: int, unit: Int, hexes: Hexes) -> None:
        """Moves a retreating unit of a side into one of the hexes ``hexes``, which the unit's owner
        chooses (SPI-CBT-GEN7)."""
        with choose("way", side, "SPI-CBT-GEN7", "retreat-to", hexes, about=unit) as at:
            self.enter(unit, at, "SPI-CBT-GEN7", side)
            self.movement.passed(side, one_hex(at), DRIVEN)
            self.supply.look_now()  # SPI-SUPPLY-A4

    def _nowhere(self, side: int, unit: Int) -> None:
        """Removes a unit that cannot retreat.

        By reading R24 the unit is destroyed (CBT-GEN7); under the modified victory conditions an
        Axis unit on the western map edge is forced off the map instead, and scores nothing for the
        Soviet (SPI-MVIC-7).
        """
        edge = self.western_edge.contains(place_of(unit))
        off = by("SPI-MVIC-7", edge, told=True) if side == AXIS else number(0)
        with either(off) as otherwise:
            self.leave(one_unit(unit), "off the map", "SPI-MVIC-7")
            otherwise()
            self.losses.destroy(one_unit(unit), "SPI-CBT-GEN7")
        self.supply.look_now()

    def retreat(self, attacker: int, side: int, units: Units, *results: str) -> None:
        """Makes units of a side retreat by a combat result, one of ``results``; support units may
        not retreat and are destroyed instead (SPI-CBT-L). ``attacker`` is the side that attacks."""
        mark(self.retreating, units - by("SPI-CBT-L", self.support))
        self.losses.destroy(units - self.retreating.units, "SPI-CBT-L")
        self.spare(self.retreating, attacker, side)
        self.go(side, self._more(*results))

    @property
    def longest(self) -> int:
        """The longest retreat of any combat result, in hexes."""
        return max(map(int, self.data.charts["retreats"]["hexes"].values()))

    def _more(self, *results: str) -> Int:
        """The number of hexes beyond the first that units retreat by the result of the combat, from
        the chart `retreats` (SPI-CBT-GEN6). ``results`` are the results by which they may retreat;
        if there is only one, it is taken as the result."""
        hexes = self.data.charts["retreats"]["hexes"]
        if len(results) == 1:
            return number(hexes[results[0]] - 1)
        at = [self.combat.result == RESULTS.index(w) for w in results for _ in range(hexes[w] - 1)]
        return sum(at[1:], at[0]) if at else number(0)

    # -- CBT-GEN7, ZOC-F: where to ----------------------------------

    @retreats.Retreats.closed.bar("SPI-CBT-GEN7", "it is held by enemies, or closed to the unit")
    def shut(self, side: int, units: Units) -> Hexes:
        """The hexes into which a unit, the first of ``units``, may not retreat (CBT-GEN7) because
        it may not move there either: those with enemies (MOVE-G), or closed to Finns (MOVE-K) or by
        a variable situation."""
        return self.movement.barred(side, units.first())

    @retreats.Retreats.closed.bar("SPI-ZOC-F7", "it is in an enemy zone of control")
    def controlled(self, side: int, units: Units) -> Hexes:
        """The hexes closed to a retreat by enemy zones of control: for Soviet units the vacant
        hexes in Axis zones (SPI-ZOC-F7), not those that hold a Soviet unit (SPI-ZOC-F8); for Axis
        units none (SPI-ZOC-F4)."""
        if side == AXIS:
            holds_back = by("SPI-ZOC-F4", False, otherwise=True)
            return self.zones.zone[SOVIET].when(holds_back)
        return self.zones.zone[AXIS] - by("SPI-ZOC-F8", occupied(SOVIET))

    def refuge(self, side: int, unit: Int, at: Number) -> Hexes:
        """The hexes next to a hex into which a unit may retreat."""
        return self.closed.open(self.near(one_hex(at)) & self.open_now(), side, one_unit(unit))

    def onward(self, side: int, unit: Int, start: Int, at: Number, gone: int) -> Hexes:
        """The hexes next to the hex ``at`` into which a unit may retreat and that are ``gone``
        hexes away from the start of its retreat (SPI-CBT-GEN7)."""
        return self.refuge(side, unit, at).where(lambda h: distance(h, start) == gone)

    def leading(self, side: int, unit: Int, start: Int, hexes: Hexes, gone: int, to: int) -> Hexes:
        """The hexes among ``hexes``, all ``gone`` hexes away from the start of a unit's retreat,
        from which the unit can retreat on until it is ``to`` hexes away."""
        if gone == to:
            return hexes

        def leads(at: Int) -> Int:
            on = self.onward(side, unit, start, at, gone + 1)
            return self.leading(side, unit, start, on, gone + 1, to).any()

        return hexes.where(leads)
