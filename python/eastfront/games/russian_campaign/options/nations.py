"""The Russian Campaign, 26.6: optional national restrictions on the minor allies of the Axis."""

from __future__ import annotations

from eastfront.program import *
from eastfront.systems.choosing import choose
from eastfront.systems.fields import variable
from eastfront.systems.sections import rule

from ..board import AXIS, BALTIC, MINORS, Board
from ..calendar import Calendar
from ..movement import Movement
from ..retreat import Retreats
from ..sea import Sea
from ..section import AgreedRule, Limits
from .closed_land import ClosedLand, Closure

FINNISH_LIMIT, SOUTHERN_LIMIT = "H", "L"
"""The last row of hexes, going south, for Finns; and going north, for Italians, Hungarians and
Rumanians (TRC-26.6)."""

HELSINKI_MOVES = 2
"""The largest number of Axis sea moves to Helsinki in a game, failed attempts included
(TRC-26.6.1b)."""

SOUTHERNERS = ("italian", "hungarian", "rumanian")
"""The nations whose units do not move north of row L (TRC-26.6.2a)."""


class Nations(AgreedRule):
    """Restrictions on Finnish, Italian, Hungarian and Rumanian units (26.6)."""

    name = "national-restrictions"
    text = "26.6: where the minor allies may go"
    closed_land: ClosedLand

    to_helsinki = variable("sea moves to Helsinki", Life.GAME, most=99)
    """The number of sea moves to Helsinki that the Axis has attempted in the game."""

    def define(self) -> None:
        """Declares the land closed to Finns, south of row H (TRC-26.6.1a), and to Italians,
        Hungarians and Rumanians, north of row L (TRC-26.6.2a). Declares also the costs by which
        units of these nations move and retreat, so that none enters that land from outside
        (TRC-26.6.3a)."""
        # the rows have the letters from A on
        rows = [(chr(h // self.data.map.width + ord("A")), h) for h in self.indices_where(bool)]
        south = [h for row, h in rows if row > FINNISH_LIMIT]
        north = [h for row, h in rows if row < SOUTHERN_LIMIT]
        self._too_far_south = self.b.hex_set(f"south of row {FINNISH_LIMIT}", south)
        self._too_far_north = self.b.hex_set(f"north of row {SOUTHERN_LIMIT}", north)
        self._finnish_costs = self.ground_costs("ground, for Finns", set(south))
        self._southern_costs = self.ground_costs("ground, for southerners", set(north))
        self._southern_costs_with_finland_shut = self.ground_costs(
            "ground, for southerners, Finland shut", set(north), self.finnish
        )
        self._southerners = self.counters_where(
            "Italians, Hungarians and Rumanians", lambda u: u.nation in SOUTHERNERS
        )
        self._homes = {"hungarian": self.hungary, "rumanian": self.rumania, "italian": no_hexes()}

    # -- closed land ------------------------------------------------------------------------

    @ClosedLand.closures.then()
    def closures(self, out: list[Closure], side: int, unit: Number) -> list[Closure]:
        """Closes the hexes south of row H to Finns (TRC-26.6.1a), and those north of row L to
        Italians, Hungarians and Rumanians (TRC-26.6.2a), unless the unit is already there. A
        retreat enters such hexes only if there is no other way (26.6.3a)."""
        if side != AXIS:
            return out
        for why, hexes, whom, text in self._limits_of_nations(unit):
            inside = hexes.contains(place_of(unit))
            left = self.closed_land.left_by_train(side, unit, hexes).when(whom & inside)
            out.append(Closure(why, hexes.when(whom & ~inside), text, "TRC-26.6.3a", left))
        return out

    def _limits_of_nations(self, unit: Number) -> list[tuple[str, Hexes, Int, str]]:
        """The national limits: for each its rule, the closed land, 1 if it applies to the unit, and
        the reason in words. Finns go no farther south than row H (TRC-26.6.1a); Italians,
        Hungarians and Rumanians no farther north than row L (TRC-26.6.2a)."""
        finn, southerner = self.nation["finnish"].contains(unit), self._southerners.contains(unit)
        limits = [
            ("TRC-26.6.1a", self._too_far_south, finn, "Finns may not go south of row H"),
            ("TRC-26.6.2a", self._too_far_north, southerner, "it may not go north of row L"),
        ]
        return [one for limit in limits for one in by(limit[0], [limit])]

    @Movement.walking_costs.then()
    def walking_costs(self, costs: Int, unit: Number) -> Int:
        """Replaces the movement costs, so that a unit that leaves the land closed to it does not
        re-enter that land in the same move: south of row H for Finns (TRC-26.6.1a), north of row L
        for Italians, Hungarians and Rumanians (TRC-26.6.2a)."""
        shut, usual = self._southern_costs_with_finland_shut, self._southern_costs
        south = if_else(self.allies.finland_shut(), shut, usual)
        south = if_else(self._southerners.contains(unit), south, costs)
        costs = by("TRC-26.6.2a", south, otherwise=costs)
        finnish = if_else(self.nation["finnish"].contains(unit), self._finnish_costs, costs)
        return by("TRC-26.6.1a", finnish, otherwise=costs)

    # -- retreats ---------------------------------------------------------------------------

    @Retreats.left_for_good.then("TRC-26.6.3a")
    def left_for_good(self, home: Hexes, unit: Int) -> Hexes:
        """Adds the land closed to a unit's nation, if the unit is there, to the hexes that a
        retreating unit may not re-enter once it has left them. The Russian may choose a retreat
        into such land only if no other retreat is possible (TRC-26.6.3a)."""
        free = self.closed_land.astray == 0
        for _, land, whom, _ in self._limits_of_nations(unit):
            home = home | land.when(whom & land.contains(place_of(unit)) & free)
        return home

    # -- stacking ---------------------------------------------------------------------------

    def _others(self, nation: str) -> Units:
        """The units of the minor allies, without those of one nation."""
        return self.minors - self.nation[nation]

    @Board.room.then("TRC-26.6.2c")
    def room_among_nations(self, room: Hexes, side: int, unit: Number) -> Hexes:
        """Excludes hexes with units of another minor ally from those where a unit of a minor ally
        may stack (TRC-26.6.2c); a retreat may end there if no other way is left."""
        if side != AXIS:
            return room
        others = (self._others(n).hexes().when(self.nation[n].contains(unit)) for n in MINORS)
        return room - union(others).when(self.closed_land.astray == 0)

    def mixed_stacks(self) -> Hexes:
        """The hexes where units of two different minor allies stack, which they may not
        (TRC-26.6.2c)."""
        return union(self.nation[n].hexes() & self._others(n).hexes() for n in MINORS)

    @Calendar.end_limits.then()
    def end_limits(self, limits: Limits, side: int, impulse: int) -> Limits:
        """Adds the limit that the Axis may not end its movement phase while units of different
        minor allies share a hex and one of these units can still leave (TRC-26.6.2c)."""
        if side != AXIS:
            return limits
        can = self.movement.can_leave(side, impulse, self.minors.inside(self.mixed_stacks()))
        text = "minor allies of two nations share a hex, and some can still leave it"
        return [*limits, only("TRC-26.6.2c", ~can, text)]

    # -- Helsinki ---------------------------------------------------------------------------

    @Sea.harbour_limits.then()
    def harbour_limits(self, limits: Limits, side: int, sea: int, unit: Number) -> Limits:
        """Adds the limits that the Axis ships no armor to Helsinki, and no unit at all after two
        sea moves there in the game (TRC-26.6.1b)."""
        if side == AXIS and sea == BALTIC:
            text = "only two units a game may go to Helsinki by sea, and no armor"
            full = (self.to_helsinki >= HELSINKI_MOVES) | self.armour.contains(unit)
            shut = one_hex(self.arrivals.helsinki).when(full)
            return [*limits, only("TRC-26.6.1b", all_hexes() - shut, text)]
        return limits

    @Sea.sail_unit.before()
    def sail_unit(self, side: int, sea: int, unit: Int, to: Int, rescued: Int) -> None:
        """Counts each Axis sea move to Helsinki, failed attempts included (TRC-26.6.1b)."""
        if (side, sea) == (AXIS, BALTIC):
            with when(to == self.arrivals.helsinki):
                assign(self.to_helsinki, self.to_helsinki + 1, "TRC-26.6.1b")

    # -- the end of the turn ----------------------------------------------------------------

    @Calendar.player_turn_ends.after("TRC-26.6.3b")
    def player_turn_ends(self, side: int) -> None:
        """Makes the Axis eliminate, at the end of its player turn, the units of minor allies that
        break the national restrictions (TRC-26.6.3b)."""
        if side != AXIS:
            return
        lost = self._offenders()
        with when(lost.any()):
            self.eliminate(lost, "TRC-26.6.3b")
            self.zones.settle()
        self._part_stacks()

    @rule("TRC-26.6.2c")
    def _part_stacks(self) -> None:
        """Makes the Axis eliminate units of its choice, at the end of its player turn (26.6.3b),
        until no hex holds units of different minor allies (TRC-26.6.2c)."""
        mixed = self.minors.inside(self.mixed_stacks())
        with until(~mixed.any()):
            with choose("national restrictions", AXIS, "TRC-26.6.3b", "lose", mixed) as unit:
                self.eliminate(one_unit(unit), "TRC-26.6.3b")

    def _offenders(self) -> Units:
        """The units that are where they may not be when the Axis player turn ends: Finns south of
        row H (TRC-26.6.1a); Italians, Hungarians and Rumanians north of row L (TRC-26.6.2a) or in
        the country of another Axis ally (TRC-26.6.2b)."""
        abroad = self.finland | self.hungary | self.rumania
        strangers = (self.nation[n].inside(abroad - self._homes[n]) for n in SOUTHERNERS)
        return (
            by("TRC-26.6.1a", self.nation["finnish"].inside(self._too_far_south))
            | by("TRC-26.6.2a", self._southerners.inside(self._too_far_north))
            | by("TRC-26.6.2b", union(strangers))
        )
