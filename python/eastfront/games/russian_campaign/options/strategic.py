"""The Russian Campaign, 26.10: optional strategic movement, away from the enemy."""

from __future__ import annotations

from eastfront.program import *
from eastfront.systems.fields import unit_flag, variable

from ..board import FIRST, SECOND, SNOW
from ..calendar import Calendar
from ..movement import Movement
from ..sea import Sea
from ..section import AgreedRule, Limits


class Strategic(AgreedRule):
    """Strategic movement."""

    name = "strategic-movement"
    text = "26.10: twice the allowance away from the enemy"

    hurrying = variable("moves strategically", Life.MOVE)
    """Whether the moving unit moves strategically."""
    hurried = unit_flag("moved strategically", Life.PLAYER_TURN)

    def define(self) -> None:
        """Declares the hexes that strategic movement avoids (TRC-26.10a)."""
        b = self.b
        self.watched = [
            b.view(f"watched by {self.sides[1 - side]}", self._watched(side)) for side in range(2)
        ]

    def _watched(self, side: int) -> Hexes:
        """TRC-26.10a: the hexes avoided: enemy zones of control, and hexes at or next to enemy
        rails, cities and wells."""
        places = self.zones.held(1 - side) & (self.cities | self.wells)
        enemy = places | self.railroads.friendly(1 - side)
        return self.zones.hostile[side] | enemy | enemy.adjacent()

    # -- how far and where ------------------------------------------------------------------

    @Movement.allowance.then()
    def allowance(self, usual: Int, side: int, impulse: int, unit: Number) -> Int:
        """TRC-26.10a, TRC-26.10d: strategic movement doubles the allowance; in snow it is the
        printed factor."""
        far = by("TRC-26.10e", usual * 2, otherwise=usual)
        snow = if_else(self.weather == SNOW, by("TRC-26.10d", self.printed(unit), told=True), far)
        far = by("TRC-26.10d", snow, otherwise=far)
        return if_else(self.hurrying == 1, far, usual)

    @Movement.barred.then("TRC-26.10b")
    def barred(self, out: Hexes, side: int, impulse: int, unit: Number) -> Hexes:
        """TRC-26.10b: strategic movement avoids the enemy."""
        return out | self.watched[side].when(self.hurrying == 1)

    # -- the move ---------------------------------------------------------------------------

    @Movement.offer_moves.after("TRC-26.10a")
    def offer_moves(self, d: Decision, side: int, impulse: int) -> None:
        """Offers strategic moves besides ordinary ones (TRC-26.10a, TRC-26.10c)."""
        able = self.movement.movable(side, impulse) - self.idle_now(side, impulse)
        far = able.inside(self.land - self.watched[side]).when(self.from_turn(1941, "jul"))
        text = "from July 1941 on, away from enemy zones of control, rails, cities and wells"
        limits = [
            only("TRC-26.10c", number(impulse == FIRST), "strategic moves are for first impulses"),
            only("TRC-26.10a", far, text),
        ]
        with d.unit("strategic", able.distinct(), *limits) as unit:
            start = local(place_of(unit))
            assign(self.hurrying, 1, "TRC-26.10a")
            self.movement.march_unit(side, impulse, unit)
            assign(self.hurrying, 0)
            mark(self.hurried, one_unit(unit), "TRC-26.10c")
            self.movement.moved_from(side, impulse, start, unit)
            over(Life.MOVE)

    def idle_now(self, side: int, impulse: int) -> Units:
        """The units on the map without any allowance."""
        there = self.movement.movable(side, impulse)
        return there.where(lambda u: self.movement.allowance(side, impulse, u) <= 0)

    # -- afterwards -------------------------------------------------------------------------

    def _tired(self, impulse: int) -> Limits:
        """TRC-26.10c: who moved strategically does not move in the second impulse."""
        if impulse != SECOND:
            return []
        rested = all_units() - self.hurried.units
        return [only("TRC-26.10c", rested, "it moved strategically in the first impulse")]

    @Movement.movable.then()
    def movable(self, there: Units, side: int, impulse: int) -> Units:
        """TRC-26.10c: units that moved strategically do not move again in the turn."""
        return there - by("TRC-26.10c", self.hurried.units) if impulse == SECOND else there

    @Movement.move_limits.then()
    def move_limits(self, so_far: Limits, side: int, impulse: int) -> Limits:
        """TRC-26.10c: units that moved strategically do not move in the second impulse."""
        return so_far + self._tired(impulse)

    @Sea.held_back.then()
    def held_back(self, so_far: Limits, impulse: int) -> Limits:
        """TRC-26.10c: units that moved strategically do not sail in the second impulse."""
        return so_far + self._tired(impulse)

    @Calendar.player_turn_ends.after()
    def player_turn_ends(self, side: int) -> None:
        """TRC-26.10c: the restriction ends with the player turn."""
        clear(self.hurried)
