"""Barbarossa (1971): ground movement.

A move is a chain of legs: a unit goes to a hex within reach by the cheapest path, and may go on
with its remaining points. The hexes that it passes matter, so a leg may be as short as one hex.
"""

from __future__ import annotations

from eastfront.program import *
from eastfront.scenario.model import UnitRow
from eastfront.systems.choosing import remaining
from eastfront.systems.fields import unit_field, unit_flag
from eastfront.systems.laws import law
from eastfront.systems.sections import Bars, procedure, step, value

from .board import AXIS, SOVIET, WEATHERS
from .data import counter
from .section import Section

FIRST, SECOND = 1, 2
"""The Movement Phases of a Player-Turn."""
MARCHING, BY_RAIL, DRIVEN = range(3)
"""The ways in which a unit passes through a hex: by ground movement, by rail, or driven, in a
retreat or by the enemy in the thaw."""
MOST_POINTS = 9


class Movement(Section):
    """The Movement Phases: the units that may move, the hexes that they may enter, and the cost."""

    moved = unit_flag("moved", Life.PHASE)
    """Units that have finished their move in this Movement Phase, or have gone by rail."""
    spent = unit_field("points spent", Life.PHASE, (0, MOST_POINTS))
    """The movement points that a unit has spent in this Movement Phase."""
    closed = Bars[[int, Int], Hexes]()
    """The hexes that a unit of a side may not enter, gathered from all rules that forbid entry."""
    held = Bars[[int], Units]()
    """The units of a side that may not move in this phase, gathered from all rules that forbid
    movement."""

    # -- MOVE-A, G, J, K, N: what a unit can do ------------------------------

    def define(self) -> None:
        """Declares the table of the movement points of each unit in each kind of weather."""
        weathers, units = range(len(WEATHERS)), self.data.units
        points = [self.points(unit, weather) for weather in weathers for unit in units]
        self._points = self.b.table("movement points", [0, 0], [len(WEATHERS), len(units)], points)

    @value
    def points(self, unit: UnitRow, weather: int) -> int:
        """The movement allowance of a unit in a kind of weather, in movement points: the third
        value printed on the counter (SPI-UNIT-A), unless weather or a situation changes it."""
        return counter(unit).movement

    def allowance(self, unit: Number) -> Int:
        """The movement points that a unit has in a Movement Phase, in the weather of the turn."""
        return self._points(self.weather.now, unit)

    def left(self, unit: Number) -> Int:
        """The movement points that a unit has left in this Movement Phase."""
        return self.allowance(unit) - self.spent(unit)

    def entry(self, terrain: str) -> int:
        """The movement points to enter a hex of a terrain type: 1 (SPI-MOVE-A1), or more by the
        terrain chart (SPI-MOVE-A2); frozen lakes count as clear terrain (SPI-WINTER-A2)."""
        costs = self.data.charts["terrain"]["enter"]
        cost = int(costs.get(terrain, costs["clear"]))
        if cost > 1:
            return by("SPI-MOVE-A2", cost, otherwise=1)
        return by("SPI-MOVE-A1", cost, otherwise=0)

    def crossing(self, river: bool) -> int:
        """The additional movement points to cross a river hexside: 1 (SPI-MOVE-J2); 0 for any other
        hexside."""
        added = int(self.data.charts["terrain"]["river"])
        return by("SPI-MOVE-J2", added, otherwise=0) if river else 0

    def barred(self, side: int, unit: Number) -> Hexes:
        """The hexes that a unit of a side may not enter, by all rules that close hexes to it."""
        shut = [hexes for _, _, hexes in self.closed.told(all_hexes(), side, number(unit))]
        return union(shut, no_hexes())

    @closed.bar("SPI-MOVE-G", "enemies are there")
    def enemies(self, side: int, unit: Number) -> Hexes:
        """The hexes with enemy units, which no unit may enter or cross except by overrun
        (SPI-MOVE-G)."""
        return occupied(1 - side)

    @closed.bar("SPI-MOVE-K", "Finns may not go more than six hexes from Finland")
    def far_from_finland(self, side: int, unit: Number) -> Hexes:
        """For Finnish units, the hexes more than six hexes beyond the Finnish border, which they
        may not enter (SPI-MOVE-K, reading R40)."""
        if side == SOVIET:
            return no_hexes()
        return (~self.finnish_ground).when(self.finns.contains(unit))

    def legs(self, side: int, unit: Int) -> ReachSpec:
        """The parameters of a unit's reach with the movement points that it has left in this
        Movement Phase; no unit spends more than its allowance (SPI-MOVE-A3)."""
        left = self.left(unit)
        return ReachSpec(
            start=place_of(unit),
            budget=by("SPI-MOVE-A3", left, otherwise=left + MOST_POINTS),
            costs=self.by_season(self.march),
            blocked=self.barred(side, unit),
            minimum_one=self._one_at_least(side, unit),
            zones=self.zones.tolls(side, unit),
        )

    def _one_at_least(self, side: int, unit: Int) -> Int:
        """Says whether a unit may move one hex whatever the cost: if it is in General Supply and
        has spent no movement points in this Movement Phase (SPI-MOVE-N1, reading R9). The costs of
        enemy zones of control do not prevent this move (SPI-ZOC-D2)."""
        first = (self.spent(unit) == 0) & self.supply.is_supplied(side, unit)
        return by("SPI-MOVE-N1", by("SPI-ZOC-D2", first), told=True)

    def limits(self, side: int) -> list[Limit]:
        """The limits on units of a side that move now: a unit that has finished its move does not
        move again in the phase (SPI-MOVE-H1), and a unit moves only in General Supply."""
        fresh = all_units() - self.moved.units
        return [
            only("SPI-MOVE-H1", fresh, "its move is finished"),
            *self.supply.limits(side),
            *self.held.limits(all_units(), side),
        ]

    def ready(self, side: int) -> Units:
        """The units of a side on the map that may still move in this phase."""
        return remaining(self.there(side), *self.limits(side))

    # -- MOVE-B, C, H: the phase ---------------------------------------------

    @procedure("{side} movement")
    def march_phase(self, side: int) -> None:
        """Offers a side its units in General Supply (SPI-SUPPLY-B1) for movement and overruns, one
        by one; the side may move all, some or none (SPI-MOVE-B)."""
        with loop():
            with decide("movement", side, "SPI-MOVE-B") as d:
                own = self.there(side).distinct()
                with d.unit("move", own, *self.limits(side)) as unit:  # SPI-SUPPLY-B1
                    self.go(side, unit)
                self.overruns.offer(d, side)
                cured = self.stacking.end_limit(
                    ~self.stacking.curable(side),
                    "a unit can still leave a hex above the stacking limit",
                )
                enough = by("SPI-MOVE-B", 1, otherwise=~self.ready(side).any())
                with d.option("end-movement", enough, cured, passes=True):
                    break_()

    @procedure("{side} move")
    def go(self, side: int, unit: Int) -> None:
        """Moves one unit leg by leg, each along a path of adjacent hexes to a hex of its owner's
        choice (SPI-MOVE-C1), until the owner stops or the unit has no movement points left
        (SPI-MOVE-A3)."""
        under_way = local(0)
        with loop():
            spec = self.legs(side, unit)
            with decide("leg", side, "SPI-MOVE-C1", about=unit) as d:
                d.holds(self.there(side).contains(unit))
                reached = memoise(self._in_one_leg(spec, unit))
                ends = memoise(self.ends(side, unit, reached))
                limits = [
                    *self.closed.limits(all_hexes(), side, unit),
                    only("SPI-MOVE-A3", reached, "too few movement points"),
                    *self.stacking.room_limits(side, unit, ends),
                ]
                with d.hex("to", reached, *limits) as to:
                    self._walk(side, unit, spec, to)
                self.straits.offer_crossing(d, side, unit, under_way)
                self.departures.offer(d, side, unit)
                ways = ends.any() | (~under_way & self.has_a_place(side, unit))
                stays = self._may_stay(side, unit) | ~ways
                stacked_ = self.stacking.end_limit(
                    stays, "the units there exceed the stacking limit"
                )
                with d.option("stop", 1, stacked_, passes=True):
                    break_()
            assign(under_way, 1)
            if self.option("R61"):
                with when(~self.supply.is_supplied(side, unit)):
                    break_()
            with when(~self.there(side).contains(unit) | (self.left(unit) <= 0)):
                break_()
        self.finish(unit)

    def _in_one_leg(self, spec: ReachSpec, unit: Int) -> Hexes:
        """The hexes in which a unit may end one leg of its move; by the option R61 adjacent hexes
        alone, since the unit's line of supply may be cut in each hex."""
        beside = self.near(one_hex(place_of(unit)))
        return spec.hexes() & beside if self.option("R61") else spec.hexes()

    def _may_stay(self, side: int, unit: Int) -> Int:
        """Says whether a unit may end its move in the hex where it is.

        Stacking limits hold at the end of the phase (SPI-STACK-A). So the hex must be within its
        limit, or another unit there can still leave, or units there can form an army, or the unit
        can overrun from there.
        """
        at = place_of(unit)
        alone = (stack_size(side, at) <= 1) | ~self.stacking.counting.contains(unit)
        fits = alone | self.stacking.may_stack(side, units_at(at), at)
        fits = fits | self.breakdown.gathers_at(side, at)  # SPI-STACK-C2
        strikes = self.overruns.follows(side, unit, at, self.left(unit))
        return fits | self.makes_room(side, unit, at) | strikes

    def finish(self, unit: Int) -> None:
        """Ends the move of a unit. The record of points spent is kept only for motorized units,
        which may still overrun with the points that are left."""
        mark(self.moved, one_unit(unit))
        with when(~self.motorized.contains(unit)):
            store(self.spent, unit, 0)

    def _walk(self, side: int, unit: Int, spec: ReachSpec, to: Int) -> None:
        """Moves a unit to the hex ``to``, the end of a leg, which is within its reach ``spec``, and
        charges the unit the cost in movement points."""
        self.pay(unit, self.travel(side, unit, spec, to, "SPI-MOVE-C1"))

    def pay(self, unit: Int, cost: Int) -> None:
        """Charges a unit movement points; the points recorded as spent are at most the unit's
        allowance."""
        store(self.spent, unit, smaller(self.spent(unit) + cost, self.allowance(unit)))

    def travel(
        self, side: int, unit: Int, spec: ReachSpec, to: Int, rule: str, how: int = MARCHING
    ) -> Int:
        """Moves a unit to the hex ``to`` within its reach ``spec``, on the ground or by rail
        (``how``), and returns the cost in points. ``rule`` is the rule of the move.

        The passage through all hexes of the path is recorded at once. Only if the unit's side has
        an isolated unit does the moving unit enter the hexes one by one, since General Supply at
        any instant saves the isolated unit (SPI-SUPPLY-A4). At the end of the path the moving unit
        may begin its wait at the Kerch Straits (SPI-MOVE-L2).
        """
        steps, cost = path(spec, to)
        at = local(place_of(unit))
        self.passed(side, path_hexes(at), how)
        with either(self.watched(side)) as otherwise:
            with until(steps == 0):
                assign(steps, steps - 1)
                assign(at, neighbor(at, path_step()))
                self.enter(unit, at, rule, side)
                self.supply.look_again(side)
            otherwise()
            self.go_along(unit, steps, to, rule, side)
        self.came(side, unit, to)
        return cost

    def come(self, side: int, unit: Int, at: Int, rule: str, how: int = MARCHING) -> None:
        """Puts a unit of a side into a hex by a rule, as the unit arrives, crosses the straits,
        overruns, is set up or comes ashore. Then the consequences of a move apply: the hex is
        recorded as passed by the side (``how`` is the way: marching, by rail or driven), General
        Supply is looked at again, and the rules for the end of a move (`came`) run."""
        self.enter(unit, at, rule, side)
        self.passed(side, one_hex(at), how)
        self.supply.look_again(side)
        self.came(side, unit, at)

    @value
    def watched(self, side: int) -> Int:
        """Says whether General Supply must be looked at in each hex that a unit of a side passes:
        if the side has an isolated unit, which an instant of General Supply during the move could
        save."""
        return self.supply.waits(side)

    def exhaust(self, unit: Int) -> None:
        """Takes all remaining movement points from a unit, for this Movement Phase."""
        store(self.spent, unit, self.allowance(unit))

    @step
    def passed(self, side: int, hexes: Hexes, how: int) -> None:
        """Runs the rules of other sections for the passage of a unit of a side through hexes: the
        record of the last side to pass through each hex, for control of cities and for rail
        movement. ``how`` is the way of the passage: marching, by rail or driven."""

    @step
    def came(self, side: int, unit: Int, at: Int) -> None:
        """Runs the rules of other sections for the instant when a unit has reached the end of its
        way, on the ground or by rail: the record of units that have moved to the Kerch Straits."""

    @law("SPI-MOVE-G", "no hex holds units of both sides")
    def _one_side(self) -> Int:
        """Says whether no hex holds units of both sides: no unit enters a hex with enemies
        (MOVE-G)."""
        return ~(occupied(AXIS) & occupied(SOVIET)).any()

    @law("SPI-MOVE-K", "Finns are within six hexes of Finland")
    def _finns(self) -> Int:
        """Says whether all Finnish units on the map are within six hexes of Finland (MOVE-K)."""
        return ~(self.finns.hexes() - self.finnish_ground).any()

    # -- STACK-A: where a move may end ---------------------------------------

    def ends(self, side: int, unit: Int, reached: Hexes) -> Hexes:
        """Of the hexes in reach, those in which a unit may end a leg of its move.

        The hex has room for the unit; or it gets room, since units there can form an army
        (SPI-STACK-C2), or since one of these units can still leave for a hex with room. A full hex
        next to the unit is also allowed if the unit can go on from there.
        """
        full = memoise(self.stacking.full(side, unit))
        near = self.near(one_hex(place_of(unit)))
        passed = (reached & near & full).where(lambda h: self._passes(side, unit, h, full))
        return (reached - full) | self.breakdown.gathers(side, unit, reached) | passed

    def _passes(self, side: int, unit: Int, at: Int, full: Hexes) -> Int:
        """Says whether a unit may enter a full hex: the unit can go on from there to a hex with
        room, or overrun from there, or another unit there can still leave (SPI-STACK-A). ``full``
        are the hexes without room for the unit."""
        here = place_of(unit)
        step_ = CostTables().step(self.by_season(self.march), here, at)
        rest = larger(self.left(unit) - step_ - self.zones.toll(side, unit, here, at), 0)
        onward = ReachSpec(
            start=at,
            budget=rest,
            costs=self.by_season(self.march),
            blocked=self.barred(side, unit),
            minimum_one=number(0),
            zones=self.zones.tolls(side, unit),
        )
        goes_on = ((onward.hexes() - full) - one_hex(here)).any()
        strikes = self.overruns.follows(side, unit, at, rest)
        return goes_on | strikes | self.makes_room(side, unit, at, here)

    def makes_room(
        self,
        side: int,
        unit: Int,
        at: Int,
        left: Int | None = None,
        others: Units | None = None,
    ) -> Int:
        """Says whether one of the other units in a full hex can leave, so that the hex holds a
        newcomer within the stacking limit (SPI-STACK-A).

        ``left`` is the hex that the newcomer leaves; the unit that makes room may go there.
        ``others`` are the units that may make room, by default those that count for stacking and
        may still move.
        """
        others = self.ready(side) & self.stacking.counting if others is None else others
        mates = (others & units_at(at)) - one_unit(unit)
        after = (units_at(at) & self.of[side]) | one_unit(unit)

        def gives_way(u: Int) -> Int:
            reached, full = self._ways_out(side, u), self.stacking.full(side, u)
            beside = (self.near(one_hex(at)) - self.barred(side, u)) - full
            steps = self._one_at_least(side, u) & beside.any()  # tested first: it is cheapest
            free = reached - full
            if left is not None:
                behind = ((units_at(left) & self.of[side]) - one_unit(unit)) | one_unit(u)
                free = free | (reached & one_hex(left)).when(
                    self.stacking.may_stack(side, behind, left)
                )
            return self.stacking.may_stack(side, after - one_unit(u), at) & (steps | free.any())

        return mates.where(gives_way).any()

    def _ways_out(self, side: int, unit: Int) -> Hexes:
        """The hexes that a unit can reach, the other shore of the Kerch Straits included."""
        return self.legs(side, unit).hexes() | self.straits.across(side, unit)

    def has_a_place(self, side: int, unit: Int) -> Int:
        """Says whether a unit can reach a hex that has room for the unit."""
        return (self._ways_out(side, unit) - self.stacking.full(side, unit)).any()
