"""The Russian Campaign, 26.10: optional strategic movement, at a double allowance away from the
enemy."""

from __future__ import annotations

from eastfront.program import *
from eastfront.systems.fields import unit_flag, variable

from ..board import FIRST, SECOND, SNOW
from ..calendar import Calendar
from ..movement import Movement
from ..sea import Sea
from ..section import AgreedRule, Limits


class Strategic(AgreedRule):
    """Strategic movement of units that are not near the enemy (26.10)."""

    name = "strategic-movement"
    text = "26.10: twice the allowance away from the enemy"

    hurrying = variable("moves strategically", Life.MOVE)
    """Whether the moving unit moves strategically."""
    hurried = unit_flag("moved strategically", Life.PLAYER_TURN)
    """The units that moved strategically in this player turn."""

    def define(self) -> None:
        """Declares for each side the hexes where a strategic move may neither begin nor lead
        (TRC-26.10a)."""
        b = self.b
        self.watched = [
            b.view(f"watched by {self.sides[1 - side]}", self._watched(side)) for side in range(2)
        ]

    def _watched(self, side: int) -> Hexes:
        """The hexes where a unit of a side may not begin strategic movement: in enemy zones of
        control, and at or next to enemy rail hexes, cities and oil wells (TRC-26.10a)."""
        places = self.zones.held(1 - side) & (self.cities | self.wells)
        enemy = places | self.railroads.friendly(1 - side)
        return self.zones.hostile[side] | enemy | enemy.adjacent()

    # -- allowance and closed hexes ---------------------------------------------------------

    @Movement.allowance.then()
    def allowance(self, usual: Int, side: int, impulse: int, unit: Number) -> Int:
        """Doubles the allowance that a unit has in the weather if it moves strategically
        (TRC-26.10a): a printed factor of 3 gives 6 hexes in clear weather, and 4 in mud, twice 2
        (26.10e). In snow the allowance is the printed factor (TRC-26.10d)."""
        far = by("TRC-26.10e", usual * 2, otherwise=usual)
        snow = if_else(self.weather == SNOW, by("TRC-26.10d", self.printed(unit), told=True), far)
        far = by("TRC-26.10d", snow, otherwise=far)
        return if_else(self.hurrying == 1, far, usual)

    @Movement.barred.then("TRC-26.10b")
    def barred(self, out: Hexes, side: int, impulse: int, unit: Number) -> Hexes:
        """Closes to a unit that moves strategically, at every step, enemy zones of control and the
        hexes at or next to enemy rail hexes, cities and oil wells (TRC-26.10b)."""
        return out | self.watched[side].when(self.hurrying == 1)

    # -- the move ---------------------------------------------------------------------------

    @Movement.offer_moves.after("TRC-26.10a")
    def offer_moves(self, d: Decision, side: int, impulse: int) -> None:
        """Offers strategic moves besides ordinary ones, from July 1941 on, to units outside enemy
        zones of control and not next to enemy rail hexes, cities or oil wells (TRC-26.10a), in
        first impulses only (TRC-26.10c)."""
        able = self.movement.movable(side, impulse) - self.idle_now(side, impulse)
        far = able.inside(self.land - self.watched[side]).when(self.from_turn(1941, "jul"))
        text = "only from July 1941 on, away from enemy zones of control, rails, cities and wells"
        limits = [
            only(
                "TRC-26.10c",
                number(impulse == FIRST),
                "strategic moves are made only in first impulses",
            ),
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
        """The units of a side that may still move by ground but have no movement allowance in this
        impulse."""
        there = self.movement.movable(side, impulse)
        return there.where(lambda u: self.movement.allowance(side, impulse, u) <= 0)

    # -- the second impulse -----------------------------------------------------------------

    def _tired(self, impulse: int) -> Limits:
        """The limit that a unit which moved strategically in the first impulse does not move in the
        second (TRC-26.10c); empty in a first impulse."""
        if impulse != SECOND:
            return []
        rested = all_units() - self.hurried.units
        return [only("TRC-26.10c", rested, "it moved strategically in the first impulse")]

    @Movement.movable.then()
    def movable(self, there: Units, side: int, impulse: int) -> Units:
        """Excludes units that moved strategically in the first impulse from those that may move in
        the second (TRC-26.10c)."""
        return there - by("TRC-26.10c", self.hurried.units) if impulse == SECOND else there

    @Movement.move_limits.then()
    def move_limits(self, so_far: Limits, side: int, impulse: int) -> Limits:
        """Adds the limit that units that moved strategically in the first impulse do not move by
        ground in the second (TRC-26.10c)."""
        return so_far + self._tired(impulse)

    @Sea.held_back.then()
    def held_back(self, so_far: Limits, impulse: int) -> Limits:
        """Adds the limit that units that moved strategically in the first impulse do not move by
        sea in the second (TRC-26.10c)."""
        return so_far + self._tired(impulse)

    @Calendar.player_turn_ends.after()
    def player_turn_ends(self, side: int) -> None:
        """Clears, at the end of a player turn, the record of units that moved strategically and may
        not move again in that turn (TRC-26.10c)."""
        clear(self.hurried)
