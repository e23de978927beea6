"""The Russian Campaign: land that optional rules close to some units.

Nobody moves into it; a retreat leads there only when there is no other way. A unit that stands in
it all the same is not held there.
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
    """What of it a train must not reach either from inside."""


class ClosedLand(OptionalRule):
    """Closed land."""

    names = ("national-restrictions", "hungarian-neutrality", "historical-set-up")
    """Those that close land (TRC-26.6.2a, TRC-26.11d, TRC-28.2c)."""

    astray = variable("no way but into closed land", Life.BATTLE)

    @value
    def closures(self, side: int, unit: Number) -> list[Closure]:
        """The land that is closed to a unit."""
        return []

    @Movement.closed.then()
    def closed(self, so_far: Hexes, side: int, impulse: int, unit: Number) -> Hexes:
        """Nobody moves into closed land."""
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
        """What a train must leave some land to reach: nobody comes back into it."""
        here = one_hex(place_of(unit))
        return land - self.railroads.rail_flood(
            here, here | (land & self.railroads.trains[side][1])
        )

    @Retreats.shut_to_retreat.then()
    def shut_to_retreat(self, shut: Hexes, side: int, unit: Int) -> Hexes:
        """Nobody retreats into closed land, unless there is no other way."""
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
        """Looks first whether a way avoids closed land."""
        first, _ = former(side, unit, start, shorter)
        with when(~first.any()):
            assign(self.astray, 1)
        return former(side, unit, start, shorter)

    @Retreats.flee.after()
    def flee(self, attacker: int, side: int, unit: Int, shorter: Int) -> None:
        """Whether all ways lead astray is asked of each unit anew."""
        assign(self.astray, 0)
