"""The Russian Campaign: land that optional rules close to some units.

No such unit moves into it; a retreat enters it only if there is no other way. A unit already in it
may leave.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from eastfront.program import *
from eastfront.systems.fields import variable
from eastfront.systems.sections import value

from ..movement import Movement
from ..rail import Railroads
from ..retreat import Retreats
from ..section import Closures, OptionalRule


@dataclass(frozen=True)
class Closure:
    """Land that a rule closes to a unit, and the rule on retreats into it."""

    rule: str
    hexes: Hexes
    text: str
    retreats: str
    left_by_train: Hexes | None = None
    """The part of it that a unit inside may not reach by rail."""


class ClosedLand(OptionalRule):
    """Closed land."""

    names = ("national-restrictions", "hungarian-neutrality", "historical-set-up")
    """The options that close land (TRC-26.6.2a, TRC-26.11d, TRC-28.2c)."""

    astray = variable("no way but into closed land", Life.BATTLE)

    @value
    def closures(self, side: int, unit: Number) -> list[Closure]:
        """The land closed to a unit."""
        return []

    @Movement.closed.then()
    def closed(self, so_far: Hexes, side: int, impulse: int, unit: Number) -> Hexes:
        """Closed land is closed to movement."""
        for closure in self.closures(side, unit):
            so_far = so_far | by(closure.rule, closure.hexes, told=True)
        return so_far

    @Railroads.rail_closures.then()
    def rail_closures(self, so_far: Closures, side: int, unit: Number) -> Closures:
        """No train brings anybody into closed land, or through it."""
        return so_far + [
            (c.rule, c.hexes if c.left_by_train is None else c.hexes | c.left_by_train, c.text)
            for c in self.closures(side, unit)
        ]

    def left_by_train(self, side: int, unit: Number, land: Hexes) -> Hexes:
        """The part of some land that a unit in it could reach by rail only by leaving it."""
        here = one_hex(place_of(unit))
        return land - self.railroads.rail_flood(
            here, here | (land & self.railroads.trains[side][1])
        )

    @Retreats.shut_to_retreat.then()
    def shut_to_retreat(self, shut: Hexes, side: int, unit: Int) -> Hexes:
        """Closed land is closed to retreats, unless there is no other way."""
        for closure in self.closures(side, unit):
            shut = shut | by(closure.retreats, closure.hexes.when(self.astray == 0))
        return shut

    @Retreats.retreat_ways.instead()
    def retreat_ways(
        self,
        former: Callable[[int, Int, Int, Int], tuple[Hexes, Hexes]],
        side: int,
        unit: Int,
        start: Int,
        shorter: Int,
    ) -> tuple[Hexes, Hexes]:
        """Tests first whether a retreat can avoid closed land."""
        first, _ = former(side, unit, start, shorter)
        with when(~first.any()):
            assign(self.astray, 1)
        return former(side, unit, start, shorter)

    @Retreats.flee.after()
    def flee(self, attacker: int, side: int, unit: Int, shorter: Int) -> None:
        """Clears, after each unit's retreat, the note that no way avoids closed land."""
        assign(self.astray, 0)
