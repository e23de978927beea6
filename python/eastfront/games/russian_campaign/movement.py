"""The Russian Campaign, sections 5, 6 and 8: ground movement.

A unit moves by legs: to any hex in reach by the canonical path, or only to the next hex, as long as
its allowance lasts. It enters hex by hex, since control and rail conversion depend on the hexes
passed and their order.
"""

from __future__ import annotations

from dataclasses import replace

from eastfront.program import *
from eastfront.systems.fields import variables
from eastfront.systems.laws import law
from eastfront.systems.sections import procedure, rule, step, value

from .board import AXIS, CLEAR, FIRST, FOOT_IN_WOODS, RUSSIAN, SECOND, SNOW, WEATHERS, Board
from .section import Section

CHARTED = {
    (AXIS, FIRST): "TRC-4.1.2c",
    (AXIS, SECOND): "TRC-4.1.4a",
    (RUSSIAN, FIRST): "TRC-4.2.1a",
    (RUSSIAN, SECOND): "TRC-4.2.3a",
}
"""The rules that limit a side's moves in an impulse to the movement allowance chart."""


class Movement(Section):
    """Ground movement."""

    leaderless = variables("{} leader lost", Life.GAME, most=2)
    """1 from a leader's loss to his side's next impulse, 2 during that impulse (TRC-11.3a)."""

    def define(self) -> None:
        """Declares the allowances, and the units that need not stop in terrain."""
        self._define_allowances()
        # TRC-8.2b, TRC-8.2c
        foot, high = by("TRC-8.2b", FOOT_IN_WOODS), by("TRC-8.2c", frozenset({"mountain"}))
        free = by("TRC-11.1c", frozenset[str](), otherwise=frozenset({"hq"}))
        foot, high = foot | free, high | free
        self._woodsmen = self.counters_where("not stopped by woods", lambda u: u.kind in foot)
        self._climbers = self.counters_where("not stopped by mountains", lambda u: u.kind in high)

    # -- 5.1, 5.2: the move -----------------------------------------------------------------

    @value
    def move_limits(self, side: int, impulse: int) -> list[Limit]:
        """The limits of optional rules on ground moves."""
        return []

    @value
    def leg_limits(self, side: int, unit: Int) -> list[Limit]:
        """The limits of optional rules on the destinations of a moving unit."""
        return []

    @step
    def offer_moves(self, d: Decision, side: int, impulse: int) -> None:
        """TRC-5.1a: any unit that has not moved may move."""
        units = (self.on_map(side) - self.moved.units - self.static).distinct()
        mobile = self.own(side) - self.static
        idle = mobile.where(lambda u: self.allowance(side, impulse, u) <= 0)
        resting = self.hqs if impulse == FIRST else no_units()
        every = all_units()
        pinned = "it was in an enemy zone of control when the second impulse began, or just arrived"
        still = "it has no movement allowance in this weather and impulse"
        with d.unit(
            "move",
            units,
            self.pinned_limit(pinned),
            self.overruns.victor_limit(),
            only("TRC-11.1a", every - resting, "headquarters move in the second impulse only"),
            only("TRC-5.4a", every - idle, still),
            *self.move_limits(side, impulse),
        ) as unit:
            start = local(place_of(unit))
            with holding(self.still_hoped(side, impulse, start, unit)):
                self.march_unit(side, impulse, unit)
            self.moved_from(side, impulse, start, unit)
            over(Life.MOVE)

    @procedure("{side} move, impulse {impulse}")
    def march_unit(self, side: int, impulse: int, unit: Int) -> None:
        """TRC-5.2a, TRC-8.3b: one unit moves leg by leg, from one enemy zone into another too."""
        left, gone = local(self.allowance(side, impulse, unit)), local(0)
        hostile = self.zones.hostile[side]
        caught = by("TRC-8.3b", None, otherwise=lambda: local(hostile.contains(place_of(unit))))
        with loop():
            here = local(place_of(unit))
            spec = self.ground_reach(side, impulse, unit, left)
            if caught is not None:
                spec = replace(spec, blocked=spec.blocked | hostile.when(caught))
            with decide("leg", side, "TRC-5.2a", about=unit) as d:
                d.holds(here == place_of(unit), self.on_map(side).contains(unit))
                with d.hex("to", spec.hexes(), *self.leg_limits(side, unit)) as to:
                    steps, _ = path(spec, to)
                    assign(left, left - steps)
                    self._walk(side, unit, steps)
                    assign(gone, 1)
                self._offer_strait(d, side, impulse, unit, here, left, gone)
                self.offer_exit(d, side, impulse, unit, here, left, gone)
                with d.option("stop", passes=True):
                    assign(left, 0)
            with when((left <= 0) | self._must_stop(side, unit)):
                break_()
        self.has_moved(one_unit(unit))
        self.came(one_unit(unit), gone)

    def _must_stop(self, side: int, unit: Int) -> Int:
        """TRC-7.2a: a unit stops in an enemy zone of control, and where the ground says so."""
        here = place_of(unit)
        caught = by("TRC-7.2a", self.zones.hostile[side].contains(here))
        return self.stop_hexes(unit).contains(here) | caught

    def _walk(self, side: int, unit: Int, steps: Int) -> None:
        """Enters the hexes of a leg one by one."""
        at = local(place_of(unit))
        with until(steps == 0):
            assign(steps, steps - 1)
            assign(at, neighbor(at, path_step()))
            self.enter(unit, at, "TRC-5.2a", side)

    @step
    def moved_from(self, side: int, impulse: int, start: Int, unit: Int) -> None:
        """Marks the point for rules on the effects of a ground move on battles."""
        self.gone_from(side, impulse, start, unit)

    @value
    def still_hoped(self, side: int, impulse: int, start: Int, unit: Int) -> Int:
        """Whether facts about battles kept during a ground move still hold (section 16)."""
        return number(1)

    @step
    def gone_from(self, side: int, impulse: int, start: Int, unit: Int) -> None:
        """Marks the point for rules on the effects of one unit's change of hex (section 16)."""

    @step
    def stale(self) -> None:
        """A point: the duty to attack must be evaluated again (section 12)."""

    @step
    def offer_exit(
        self, d: Decision, side: int, impulse: int, unit: Int, here: Int, left: Int, gone: Int
    ) -> None:
        """Marks the point for leaving the map on foot (section 20)."""

    # -- 5.3, 5.4, 11.3: allowances ---------------------------------------------------------

    def _define_allowances(self) -> None:
        """Declares the movement allowance chart (TRC-2.5a, TRC-2.6a, TRC-5.4b), by printed
        factor."""
        classes = self.data.charts["movement-allowances"]["allowance"]
        most = max(u.movement for u in self.counters)
        cells = [
            allowance(row[weather.replace("-", "_")][impulse], factor)
            for weather in WEATHERS
            for impulse in range(2)
            for row in classes
            for factor in range(most + 1)
        ]
        self.allowance_table = self.b.table(
            "movement allowance", [0, 1, 0, 0], [4, 2, len(classes), most + 1], cells
        )
        names = [row["name"] for row in classes]
        kinds = [names.index(u.mobility) for u in self.counters]
        kinds = by("TRC-2.6a", kinds, otherwise=[0] * len(kinds))
        self.march = self.b.unit_attr("movement class", kinds)

    @value
    def allowance(self, side: int, impulse: int, unit: Number) -> Int:
        """TRC-5.4a: the number of hexes that a unit may enter this impulse."""
        chart = by(
            CHARTED[side, impulse],
            lambda: self.charted(impulse, unit),
            otherwise=self.printed(unit),
        )
        if impulse == SECOND:
            # otherwise the allowance of the first impulse is added
            chart = by("TRC-5.3b", chart, otherwise=chart + self._cell(FIRST, unit))
        bad = self.hqs.contains(unit) & (self.weather != CLEAR)
        chart = by("TRC-11.1b", chart, otherwise=if_else(bad, 0, chart))
        country = self.germans if side == AXIS else self.russian_units
        lost = (self.leaderless[side] == 2) & country.contains(unit)
        return by("TRC-11.3a", if_else(lost, 0, chart), otherwise=chart)

    def _cell(self, impulse: int, unit: Number) -> Int:
        return self.allowance_table(self.weather, impulse, self.march(unit), self.printed(unit))

    def charted(self, impulse: int, unit: Number) -> Int:
        """TRC-5.4b: the allowance of the chart, by type, weather and impulse."""
        return by("TRC-5.4b", self._cell(impulse, unit), otherwise=self.printed(unit))

    @Board.units_lost.before("TRC-11.3a")
    def leader_lost(self, units: Units) -> None:
        """TRC-11.3a: the loss of a leader takes effect in his side's next impulse."""
        for side, leader in ((AXIS, self.hitler), (RUSSIAN, self.stalin)):
            with when((units & leader).any()):
                assign(self.leaderless[side], 1, "TRC-11.3a")

    def impulse_begins(self, side: int, impulse: int) -> None:
        """TRC-11.3a, TRC-8.4a: the effects of the previous impulse."""
        with when(self.leaderless[side] == 1):
            assign(self.leaderless[side], 2, "TRC-11.3a")
        if impulse == SECOND:
            self._hold(side)

    def impulse_ends(self, side: int) -> None:
        """TRC-11.3a: the effect of a leader's loss ends."""
        with when(self.leaderless[side] == 2):
            assign(self.leaderless[side], 0)

    # -- 5.5, 8.2, 8.3: where a unit may go -------------------------------------------------

    @value
    def woodsmen(self) -> Units:
        """TRC-8.2b: the units that do not stop in woods."""
        return self._woodsmen

    @value
    def climbers(self) -> Units:
        """TRC-8.2c: the units that do not stop in mountains."""
        return self._climbers

    def stop_hexes(self, unit: Number) -> Hexes:
        """TRC-8.2: the terrain in which a unit must end its move."""
        climbs = self.climbers().contains(unit)
        dry = if_else(
            self.woodsmen().contains(unit),
            if_else(climbs, no_hexes(), self.mountain),
            if_else(climbs, self.woods, self.woods | self.mountain),
        )
        dry = by("TRC-9.3.3b", dry, otherwise=dry - self.track)
        swamp = by("TRC-8.2d", self.swamp.when(self.weather != SNOW), otherwise=self.swamp)
        return by("TRC-8.2a", dry | swamp)

    @value
    def barred(self, side: int, impulse: int, unit: Number) -> Hexes:
        """The hexes that a unit may not enter by land."""
        out = self.zones.force[1 - side] | self.closed(side, impulse, unit)
        if impulse == SECOND:
            out = out | self.too_bare(side, unit)
            # TRC-16.2b: a partisan's hex counts as a zone of control (TRC-19.2b)
            out = out | self.zones.hostile[side].when(self.overruns.spent(unit))
        return out

    def too_bare(self, side: int, unit: Number) -> Hexes:
        """TRC-11.1e, TRC-19.2b: enemy zones of control that a headquarters would enter without
        another unit."""
        others = (self.own(side) - self.hqs - self.partisans).hexes()
        bare = self.zones.hostile[side] - others
        return by("TRC-11.1e", bare.when(self.hqs.contains(unit)))

    @value
    def closed(self, side: int, impulse: int, unit: Number) -> Hexes:
        """Hexes that a unit may not enter."""
        return self.closed_to_all(side, impulse, unit)

    @value
    def closed_to_all(self, side: int, impulse: int, unit: Number) -> Hexes:
        """Countries closed to units of any nation (TRC-5.5a, TRC-24.5b)."""
        return self.arrivals.closed_bulgaria(side) | self.allies.closed_finland(unit)

    def ground_reach(
        self, side: int, impulse: int, unit: Number, left: Number | None = None
    ) -> ReachSpec:
        """TRC-7.2, TRC-8.3: the ground reach of a unit: it stops in an enemy zone of control, and
        never moves from zone to zone."""
        if left is None:
            left = self.allowance(side, impulse, unit)
        between = by("TRC-8.3a", lambda: by("TRC-8.3c", FORBIDDEN, otherwise=0), otherwise=0)
        stop = by("TRC-7.2a", 1, otherwise=0)
        return ReachSpec(
            start=place_of(unit),
            budget=number(left),
            costs=self.walking_costs(unit),
            blocked=self.barred(side, impulse, unit),
            minimum_one=number(0),
            stop=self.stop_hexes(unit),
            zones=ZoneTolls(self.zones.hostile[side], 0, 0, between, stop),
        )

    @value
    def walking_costs(self, unit: Number) -> Int:
        """TRC-24.5b: after the closure of Finland a unit that leaves it does not re-enter in the
        same move."""
        return if_else(self.allies.finland_shut(), self.costs_with_finland_shut, self.costs)

    # -- 8.4: units that are pinned ---------------------------------------------------------

    @rule("TRC-8.4a")
    def _hold(self, side: int) -> None:
        """TRC-8.4a: a unit in an enemy zone as the second impulse begins may not move."""
        self.pin(self.on_map(side).inside(self.zones.hostile[side]), "TRC-8.4a")

    def pinned_limit(self, text: str) -> Limit:
        """TRC-8.4a: a unit in a zone of control as the second impulse began may not move."""
        return only("TRC-8.4a", all_units() - self.pinned.units, text)

    @value
    def movable(self, side: int, impulse: int) -> Units:
        """The units that may still move on the ground this impulse (TRC-8.4a, TRC-16.2a)."""
        there = self.on_map(side) - self.moved.units - self.pinned.units
        return there - self.overruns.victor.units

    def can_leave(self, side: int, impulse: int, units: Units) -> Int:
        """Whether one of some units can still leave its hex."""
        able = self.movable(side, impulse) & units
        return able.where(lambda u: self.ground_reach(side, impulse, u).hexes().any()).any()

    # -- 8.5: the Kerch Strait --------------------------------------------------------------

    @rule("TRC-8.5.1a")
    def _offer_strait(
        self, d: Decision, side: int, impulse: int, unit: Int, here: Int, left: Int, gone: Int
    ) -> None:
        """TRC-8.5.1a: a unit crosses the strait with a movement point left, and its move ends
        there."""
        hostile = self.zones.hostile[side]
        caught = by("TRC-8.3a", hostile.when(hostile.contains(here)))
        over = self.passages(here) - self.barred(side, impulse, unit) - caught
        with d.hex("cross", over) as to:
            self.enter(unit, to, "TRC-8.5.1a", side)
            self.cross_strait()
            assign(gone, 1)
            assign(left, 0)

    @value
    def passages(self, here: Int) -> Hexes:
        """The hexes across the strait from a hex."""
        return one_hex(here).adjacent(self.strait_edges)

    @step
    def cross_strait(self) -> None:
        """Marks the point for the cost of crossing the strait (section 10)."""

    # -- laws -------------------------------------------------------------------------------

    @law("TRC-7.2a", "no two sides in one hex but partisans")
    def sides_apart(self) -> Int:
        """A unit that landed among enemies shares their hex until the impulse ends."""
        axis, russian = (self.zones.parted(side).hexes() for side in (AXIS, RUSSIAN))
        return ~(axis & russian).any()

    @law("TRC-8.1a", "no unit in a hex of water")
    def nobody_in_water(self) -> Int:
        """Units are on land."""
        return ~(units_on_map().hexes() - self.land).any()


def allowance(word: str, factor: int) -> int:
    """The movement allowance for a cell of the chart and a printed factor."""
    parts = {"full": (1, 1), "half": (1, 2), "quarter": (1, 4), "none": (0, 1)}
    share, _, rounding = word.partition("-")
    top, bottom = parts[share]
    return -(-factor * top // bottom) if rounding == "up" else factor * top // bottom
