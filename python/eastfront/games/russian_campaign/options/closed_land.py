"""The Russian Campaign: land that the optional rules 26.6 and 26.11 close to some units, and 28.2
to trains.

A unit does not move into land that is closed to it, and retreats into such land only if there is no
other way. A unit that is already inside may leave.
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
    """Land that a rule closes to a unit, as a value: the id of the rule, the closed hexes, the
    reason in words, and the id of the rule on retreats into those hexes."""

    rule: str
    hexes: Hexes
    text: str
    retreats: str
    left_by_train: Hexes | None = None
    """Hexes closed to the unit's rail moves in addition to `hexes`: for a unit that is inside the
    land, the parts that its train would reach only by leaving the land. None for no such hexes."""


class ClosedLand(OptionalRule):
    """The common part of the options that close land to some units: movement, rail moves and
    retreats of such units."""

    names = ("national-restrictions", "hungarian-neutrality", "historical-set-up")
    """The options that close land: to Italians, Hungarians and Rumanians north of row L
    (TRC-26.6.2a), and to Axis trains into Rumania on the opening turn (TRC-26.11d, TRC-28.2c)."""

    astray = variable("no way but into closed land", Life.BATTLE)
    """Whether the retreating unit has no way except into closed land."""

    @value
    def closures(self, side: int, unit: Number) -> list[Closure]:
        """The land closed to a unit of a side; each option adds its own."""
        return []

    @Movement.closed.then()
    def closed(self, so_far: Hexes, side: int, impulse: int, unit: Number) -> Hexes:
        """Adds the land closed to a unit to the hexes that the unit may not enter by movement."""
        for closure in self.closures(side, unit):
            so_far = so_far | by(closure.rule, closure.hexes, told=True)
        return so_far

    @Railroads.rail_closures.then()
    def rail_closures(self, so_far: Closures, side: int, unit: Number) -> Closures:
        """Adds the land closed to a unit to the hexes that its train may neither enter nor pass
        through, each with rule and reason."""
        return so_far + [
            (c.rule, c.hexes if c.left_by_train is None else c.hexes | c.left_by_train, c.text)
            for c in self.closures(side, unit)
        ]

    def left_by_train(self, side: int, unit: Number, land: Hexes) -> Hexes:
        """The hexes of some land that a unit in that land could reach by rail only by leaving the
        land on the way."""
        here = one_hex(place_of(unit))
        return land - self.railroads.rail_flood(
            here, here | (land & self.railroads.trains[side][1])
        )

    @Retreats.shut_to_retreat.then()
    def shut_to_retreat(self, shut: Hexes, side: int, unit: Int) -> Hexes:
        """Adds the land closed to a unit to the hexes into which the unit may not retreat, unless
        the unit has no other way."""
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
        """A pair of hex sets: the hexes to which a unit's retreat from the hex `start` may first
        go, and those in which it may end. If `shorter` is 1, it may end after one hex too. If
        closed land leaves the unit no retreat, the method first sets `astray`, which opens that
        land to the unit."""
        first, _ = former(side, unit, start, shorter)
        with when(~first.any()):
            assign(self.astray, 1)
        return former(side, unit, start, shorter)

    @Retreats.flee.after()
    def flee(self, attacker: int, side: int, unit: Int, shorter: Int) -> None:
        """Clears `astray` after each unit's retreat, so that closed land is closed again to the
        next unit that retreats."""
        assign(self.astray, 0)
