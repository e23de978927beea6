"""The Russian Campaign: queries on a position."""

from __future__ import annotations

from functools import partial

from eastfront.program import *
from eastfront.systems.asking import define_answer, define_control

from .board import AXIS, FIRST, RUSSIAN, SECOND
from .section import Section


class Inquiry(Section):
    """The section that declares queries on a position; it states no rule."""

    def define_queries(self) -> None:
        """Declares the queries on zones of control, control, duties to attack, moves and
        strengths."""
        b = self.b
        define_control(lambda side: self.control[side].hexes)
        for side, name in enumerate(self.sides):
            define_answer(f"{name} zone of control", self.zones.zone[side])
            define_answer(f"{name} rail", self.railroads.friendly(side))
            define_answer(f"{name} strength", self.troops(side).sum(self.factor))
            define_answer(f"{name} points", self.points_of(side))
            b.query(f"{name} moves", 1, partial(self._moves_now, side))
        axis_moves = self.game_turn.phase_side == AXIS
        obliged = if_else(axis_moves, *(self._obliged(side) for side in (AXIS, RUSSIAN)))
        define_answer("obligations", obliged)
        b.query("same river", 2, self.strengths.eases)

    def _moves_now(self, side: int, unit: Int) -> Hexes:
        """The hexes that a unit can reach by ground in the present impulse."""
        now = [self.movement.ground_reach(side, i, unit).hexes() for i in (FIRST, SECOND)]
        return if_else(self.game_turn.impulse == FIRST, *now)

    def _obliged(self, side: int) -> Units:
        """The units of a side that still need a legal attack: those that moved next to an enemy
        (TRC-12.5b), and those that won automatically next to enemies that others must attack
        (TRC-16.3a). Empty if the units can fulfil all duties to attack."""
        able = self.duties.fighters(side)
        came = able & self.entered_now.units
        unmet = ~self.duties.duty(side, able, came).met()
        return (came | self.duties.winners(side)).inside(self.zones.zone[1 - side]).when(unmet)

    def points_of(self, side: int) -> Int:
        """The points of the places that a side controls: 2 for a major city or an oil well, 1 for a
        minor city (TRC-27.12a)."""
        held = self.control[side].hexes
        wells = (self.wells & held).count()
        return (self.major & held).count() * 2 + (self.minor & held).count() + wells * 2
