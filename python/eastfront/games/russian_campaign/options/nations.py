"""The Russian Campaign, 26.6: optional national restrictions."""

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
"""The last row for Finns, and the first for Italians, Hungarians and Rumanians (TRC-26.6)."""

HELSINKI_MOVES = 2
"""The limit on Axis sea moves to Helsinki in a game (TRC-26.6.1b)."""

SOUTHERNERS = ("italian", "hungarian", "rumanian")
"""The nations of TRC-26.6.2a."""


class Nations(AgreedRule):
    """National restrictions."""

    name = "national-restrictions"
    text = "26.6: where the minor allies may go"
    closed_land: ClosedLand

    to_helsinki = variable("sea moves to Helsinki", Life.GAME, most=99)

    def define(self) -> None:
        """Declares the land closed to each nation (TRC-26.6.1a, TRC-26.6.2a, TRC-26.6.3a)."""
        # a row is named by a letter
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
        """TRC-26.6.1a, TRC-26.6.2a: the land closed to a nation, for units outside it."""
        if side != AXIS:
            return out
        for why, hexes, whom, text in self._limits_of_nations(unit):
            inside = hexes.contains(place_of(unit))
            left = self.closed_land.left_by_train(side, unit, hexes).when(whom & inside)
            out.append(Closure(why, hexes.when(whom & ~inside), text, "TRC-26.6.3a", left))
        return out

    def _limits_of_nations(self, unit: Number) -> list[tuple[str, Hexes, Int, str]]:
        """TRC-26.6.1a, TRC-26.6.2a: the closures: rule, land, whether it applies to a unit, and
        reason."""
        finn, southerner = self.nation["finnish"].contains(unit), self._southerners.contains(unit)
        limits = [
            ("TRC-26.6.1a", self._too_far_south, finn, "Finns go no farther south than row H"),
            ("TRC-26.6.2a", self._too_far_north, southerner, "it goes no farther north than row L"),
        ]
        return [one for limit in limits for one in by(limit[0], [limit])]

    @Movement.walking_costs.then()
    def walking_costs(self, costs: Int, unit: Number) -> Int:
        """TRC-26.6.1a, TRC-26.6.2a: a unit that leaves closed land does not re-enter it in the same
        move."""
        shut, usual = self._southern_costs_with_finland_shut, self._southern_costs
        south = if_else(self.allies.finland_shut(), shut, usual)
        south = if_else(self._southerners.contains(unit), south, costs)
        costs = by("TRC-26.6.2a", south, otherwise=costs)
        finnish = if_else(self.nation["finnish"].contains(unit), self._finnish_costs, costs)
        return by("TRC-26.6.1a", finnish, otherwise=costs)

    # -- retreats ---------------------------------------------------------------------------

    @Retreats.left_for_good.then("TRC-26.6.3a")
    def left_for_good(self, home: Hexes, unit: Int) -> Hexes:
        """TRC-26.6.3a: who retreats out of closed land goes back only if no other way is left."""
        free = self.closed_land.astray == 0
        for _, land, whom, _ in self._limits_of_nations(unit):
            home = home | land.when(whom & land.contains(place_of(unit)) & free)
        return home

    # -- stacking ---------------------------------------------------------------------------

    def _others(self, nation: str) -> Units:
        return self.minors - self.nation[nation]

    @Board.room.then("TRC-26.6.2c")
    def room_among_nations(self, room: Hexes, side: int, unit: Number) -> Hexes:
        """TRC-26.6.2c: minor allies do not stack with those of another nation."""
        if side != AXIS:
            return room
        others = (self._others(n).hexes().when(self.nation[n].contains(unit)) for n in MINORS)
        return room - union(others).when(self.closed_land.astray == 0)

    def mixed_stacks(self) -> Hexes:
        """TRC-26.6.2c: the hexes with minor allies of two nations."""
        return union(self.nation[n].hexes() & self._others(n).hexes() for n in MINORS)

    @Calendar.end_limits.then()
    def end_limits(self, limits: Limits, side: int, impulse: int) -> Limits:
        """TRC-26.6.2c: rival allies in a hex part before the movement phase ends, if they can."""
        if side != AXIS:
            return limits
        can = self.movement.can_leave(side, impulse, self.minors.inside(self.mixed_stacks()))
        text = "minor allies of two nations share a hex, and some can still leave it"
        return [*limits, only("TRC-26.6.2c", ~can, text)]

    # -- Helsinki ---------------------------------------------------------------------------

    @Sea.harbour_limits.then()
    def harbour_limits(self, limits: Limits, side: int, sea: int, unit: Number) -> Limits:
        """TRC-26.6.1b: at most two sea moves to Helsinki in the game, none of armor."""
        if side == AXIS and sea == BALTIC:
            text = "two units in the game go to Helsinki by sea, none of them armour"
            full = (self.to_helsinki >= HELSINKI_MOVES) | self.armour.contains(unit)
            shut = one_hex(self.arrivals.helsinki).when(full)
            return [*limits, only("TRC-26.6.1b", all_hexes() - shut, text)]
        return limits

    @Sea.sail_unit.before()
    def sail_unit(self, side: int, sea: int, unit: Int, to: Int, rescued: Int) -> None:
        """TRC-26.6.1b: failed attempts count too."""
        if (side, sea) == (AXIS, BALTIC):
            with when(to == self.arrivals.helsinki):
                assign(self.to_helsinki, self.to_helsinki + 1, "TRC-26.6.1b")

    # -- the end of the turn ----------------------------------------------------------------

    @Calendar.player_turn_ends.after("TRC-26.6.3b")
    def player_turn_ends(self, side: int) -> None:
        """TRC-26.6.3b: units in violation at the end of the Axis player turn are eliminated."""
        if side != AXIS:
            return
        lost = self._offenders()
        with when(lost.any()):
            self.eliminate(lost, "TRC-26.6.3b")
            self.zones.settle()
        self._part_stacks()

    @rule("TRC-26.6.2c")
    def _part_stacks(self) -> None:
        """TRC-26.6.2c: of allies of two nations in a hex, units are lost until one nation is
        left."""
        mixed = self.minors.inside(self.mixed_stacks())
        with until(~mixed.any()):
            with choose("national restrictions", AXIS, "TRC-26.6.3b", "lose", mixed) as unit:
                self.eliminate(one_unit(unit), "TRC-26.6.3b")

    def _offenders(self) -> Units:
        """TRC-26.6.1a, TRC-26.6.2a, TRC-26.6.2b: the units in land closed to their nation."""
        abroad = self.finland | self.hungary | self.rumania
        strangers = (self.nation[n].inside(abroad - self._homes[n]) for n in SOUTHERNERS)
        return (
            by("TRC-26.6.1a", self.nation["finnish"].inside(self._too_far_south))
            | by("TRC-26.6.2a", self._southerners.inside(self._too_far_north))
            | by("TRC-26.6.2b", union(strangers))
        )
