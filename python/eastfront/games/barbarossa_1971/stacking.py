"""Barbarossa (1971): stacking, and what becomes of hexes above the limit."""

from __future__ import annotations

from eastfront.program import *
from eastfront.systems.choosing import choose
from eastfront.systems.sections import procedure, value

from .board import AXIS, SOVIET
from .section import Section

ROOM = 3
"""An Axis hex holds three corps, or one army, which takes the place of three (SPI-STACK-GEN1)."""
ALLIED = 2
"""The corps into which an Allied army breaks down."""
ANY = 99
"""More units than ever stand in a hex."""


class Stacking(Section):
    """How many units a hex holds at the end of a Movement Phase."""

    def supports_are_free(self) -> bool:
        """SPI-STACK-B1: support units do not count."""
        return in_force("SPI-STACK-B1")

    @property
    def counting(self) -> Units:
        """The units that count for stacking."""
        return all_units() - self.support if self.supports_are_free() else all_units()

    def size(self, unit: Number) -> Int:
        """What an Axis unit takes of the room for three corps, an Allied army as any (R16)."""
        army = if_else(self.armies.contains(unit), self.army_size(unit), 1)
        return if_else(self.counting.contains(unit), army, 0)

    def army_size(self, unit: Number) -> Int:
        """What an Axis army takes of the room for three corps; by R16 an Allied one takes two."""
        return (
            if_else(self.germans.contains(unit), ROOM, ALLIED)
            if self.option("R16")
            else number(ROOM)
        )

    def soviet_stacks(self, more: int) -> Hexes:
        """The hexes with as many Soviet units as may stand there, and so many more."""
        levels = [
            (int(turn), int(most)) for turn, most in self.data.setup["soviet_stacking"].items()
        ]
        rule = self.room_limit(SOVIET, no_hexes()).rule
        out = stacked(SOVIET, levels[0][1] + more)
        for turn, most in levels[1:]:
            out = if_else(self.turn >= turn, stacked(SOVIET, most + more), out)
        return by(rule, out)

    @value
    def soviet_limit(self) -> Int:
        """How many Soviet units a hex holds."""
        first, *later = self.data.setup["soviet_stacking"].items()
        rule = self.room_limit(SOVIET, no_hexes()).rule
        limit: Int = number(int(first[1]))
        for turn, most in later:
            limit = if_else(self.turn >= int(turn), int(most), limit)
        return ruled(rule, limit, ANY)

    @property
    def axis_limit(self) -> int:
        """How many corps an Axis hex holds."""
        return ROOM if in_force("SPI-STACK-GEN1") else ANY

    def limit(self, side: int) -> Int:
        """What a hex holds: corps of the Axis, Soviet units of any size."""
        return number(self.axis_limit) if side == AXIS else self.soviet_limit()

    def room_limit(self, side: int, allows: Hexes) -> Limit:
        """Where a unit of a side finds room, by the rule that says how much a hex holds."""
        if side == AXIS:
            return only("SPI-STACK-GEN1", allows, "a hex holds three corps, or one army")
        first, *later = self.data.setup["soviet_stacking"].values()
        if later:
            return only(
                "SPI-STACK-GEN4", allows, "a hex holds two Soviet units, from June 1943 three"
            )
        if int(first) == 2:
            return only("SPI-STACK-GEN2", allows, "a hex holds two Soviet units")
        return only("SPI-STACK-GEN3", allows, "a hex holds three Soviet units")

    def weight(self, side: int, units: Units) -> Int:
        """What some units of a side count in one hex."""
        return units.sum(self.size) if side == AXIS else (units & self.counting).count()

    def full(self, side: int, unit: Number) -> Hexes:
        """The hexes that have no room for a unit which is not there."""
        if side == AXIS:
            some = (self.of[AXIS] & self.counting).hexes()
            if self.option("R16"):
                crowded = some.where(lambda h: self._held(h) + self.size(unit) > self.axis_limit)
            else:
                armies = (self.armies & self.of[AXIS]).hexes()
                no_corps = armies | stacked(AXIS, self.axis_limit)
                crowded = if_else(self.size(unit) == ROOM, some, no_corps)
            crowded = by("SPI-STACK-GEN1", crowded)
        else:
            crowded = self.soviet_stacks(0)
        return crowded.when(self.counting.contains(unit))

    def _held(self, hex_: Int) -> Int:
        """What the Axis units in a hex count."""
        return self.weight(AXIS, units_at(hex_) & self.of[AXIS])

    def over(self, side: int) -> Hexes:
        """The hexes above the limit."""
        if side != AXIS:
            return self.soviet_stacks(1)
        if self.option("R16"):
            return by("SPI-STACK-GEN1", stacked(AXIS, 2).where(lambda h: self._held(h) > ROOM))
        armies = (self.armies & self.of[AXIS]).hexes()
        return by("SPI-STACK-GEN1", stacked(AXIS, ROOM + 1) | (armies & stacked(AXIS, 2)))

    # -- the end of a phase ------------------------------------------------

    def end_limit(self, holds: Int, text: str) -> Limit:
        """What must hold when movement ends: no hex is above the limit that somebody can leave."""
        return only("SPI-STACK-A", holds, text)

    def curable(self, side: int) -> Int:
        """Whether a unit can still leave a hex above the limit for one with room.

        Where units have gathered to form an army nobody has to (SPI-STACK-C2).
        """
        over = self.over(side) - self.gathered(side)
        stuck = self.movement.ready(side).inside(over) & self.counting
        return over.any() & stuck.where(lambda u: self.movement.has_a_place(side, u)).any()

    def gathered(self, side: int) -> Hexes:
        """The hexes above the limit that forming an army cures."""
        return self.over(side).where(lambda h: self.breakdown.gathers_at(side, h))

    @procedure("{side} excess")
    def reduce(self, side: int) -> None:
        """R17: what nobody can cure the owner makes good by losses of his choice."""
        over = by("SPI-STACK-A", self.over(side))
        with until(~over.any()):
            excess = (self.of[side] & self.counting).inside(over)
            with choose("excess", side, "SPI-STACK-A", "give-up", excess) as unit:
                self.losses.destroy(one_unit(unit), "SPI-STACK-A")
