"""Spike: overruns by several units together, Barbarossa (1971).

One Axis Movement Phase. A unit moves once, to any hex that it can reach; what it has left may
still carry it into an overrun. An overrun is declared on a hex, then joined unit by unit. It is
offered only when some group can do it, and a unit only when the group can still succeed with it.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from eastfront.board import Board, OnBoard, counter, rules_game
from eastfront.program import *
from eastfront.systems import *

AXIS, SOVIET = 0, 1
MOST_MEMBERS = 3
"""No hex holds more corps."""
ROUGH = 2
"""Movement points to enter rough terrain: reconstructed, the printed chart is lost."""


class Table(Stacking, Placing, OnBoard):
    """The board."""

    def lay_out(self) -> None:
        """Counters and ground."""
        self.of = self.axis, self.soviet = [self.units_of(side) for side in self.sides]
        self.attack = self.unit_number("attack", lambda u: u.attack)
        self.defence = self.unit_number("defence", lambda u: u.defence)
        self.allowance = self.unit_number("allowance", lambda u: counter(u).allowance or 0)
        self.motor = self.units_where("motor", lambda u: u.kind.startswith("motor"))
        self.armies = self.units_where("armies", lambda u: u.kind.endswith("army"))
        self.depots = self.units_where("supply", lambda u: u.kind == "supply")
        self.support = self.units_where("support", self.uncounted)
        self.rough = self.hexes_where("rough", lambda h: h.terrain == "rough")
        self.west = self.hexes_where("west", lambda h: h.column == 0)
        self.river = self.feature_where("river", lambda a, b: self.has_side(a, b, "river"))
        self.march = self.costs_where("march", self.step_cost)

    def step_cost(self, a: int, b: int) -> int:
        """SPI-MOVE-A1, SPI-MOVE-J2."""
        return (ROUGH if self.terrain(b) == "rough" else 1) + self.has_side(a, b, "river")

    def uncounted(self, unit: UnitRow) -> bool:
        """SPI-STACK-B1."""
        return unit.kind in ("supply", "air")

    @value
    def stack_limits(self, side: int) -> list[AtMost]:
        """Three corps, or one army."""
        rule, text = "SPI-STACK-GEN1", "more than three corps, or one army"
        return [AtMost(rule, 3, text), AtMost(rule, 1, text, beside=self.armies)]


class Movement(Section):
    """A Movement Phase."""

    overruns: Overruns

    moved = unit_flag("moved", Life.PHASE)
    left = unit_field("left", Life.PHASE)
    """Movement points."""

    def define(self) -> None:
        """Enemy zones of control, and General Supply."""
        self.zone = self.b.view("zone", (self.soviet - self.support).hexes().adjacent())
        free = ~occupied(SOVIET)
        ends = (self.west | (self.depots & self.axis).hexes()) & free
        self.supplied = self.axis.inside(self.b.view("traced", flood(ends, free)))

    def tolls(self, unit: Number) -> ZoneTolls:
        """SPI-ZOC-A1, SPI-ZOC-A2, SPI-ZOC-B, SPI-ZOC-C1, SPI-ZOC-C2."""
        dear = if_else((self.motor | self.support).contains(unit), 2, 1)
        return ZoneTolls(self.zone, enter=dear, leave=1, between=dear + 1)

    def reach(self, unit: Number) -> ReachSpec:
        """SPI-MOVE-A3, SPI-MOVE-G, SPI-MOVE-N1."""
        return ReachSpec(
            start=place_of(unit),
            budget=self.left(unit),
            costs=number(self.march),
            blocked=occupied(SOVIET),
            minimum_one=number(1),
            zones=self.tolls(unit),
        )

    def limits(self) -> list[Limit]:
        """The limits on units that move."""
        mobile = self.axis.where(lambda u: (self.reach(u).hexes() - self.full(AXIS, u)).any())
        return [
            only("SPI-SUPPLY-B1", self.supplied, "a unit out of supply may not move"),
            only("SPI-MOVE-G", mobile, "there is nowhere to go"),
        ]

    def phase(self) -> None:
        """SPI-SEQ-C."""
        with each(self.axis) as u:
            store(self.left, u, self.allowance(u))
        with again("movement", AXIS, "SPI-SEQ-C", "end") as d:
            going = self.axis - self.moved.units - self.overruns.overran.units
            with d.unit("move", going.distinct(), *self.limits()) as u:
                self.move(u)
            self.overruns.offer(d)
        self.finish("SPI-SEQ-C")

    def move(self, u: Int) -> None:
        """One unit to its destination."""
        reach, room = self.reach(u), self.room_limits(AXIS, u, no_hexes())
        with choose("destination", AXIS, "SPI-MOVE-C1", "to", reach.hexes(), *room) as h:
            cost = local(if_else(reach.hexes().contains(h), cost_to(h), 0))
            store(self.left, u, self.left(u) - cost, "SPI-MOVE-A3")
            self.enter(u, h, "SPI-MOVE-C1", AXIS)
            mark(self.moved, one_unit(u), "SPI-MOVE-H1")

    @step
    def finish(self, rule: str) -> None:
        """Ends the game without a winner."""
        end_game(-1, 0, rule)


class Overruns(Section):
    """Overruns."""

    movement: Movement

    overran = unit_flag("overran", Life.PHASE)
    member = unit_flag("member", Life.MOVE)

    def price(self, unit: Number, target: Number) -> Int:
        """SPI-OVR-D: three points above the normal cost, zones of control included."""
        # a stack projects no zone over its own hex, so only others can
        toll = self.movement.tolls(unit).step(place_of(unit), target)
        return CostTables().step(self.march, place_of(unit), target) + 3 + toll

    def wins(self, target: Number, group: Units) -> Int:
        """SPI-OVR-GEN2, SPI-OVR-F1, SPI-OVR-F2, SPI-OVR-B."""
        defence = (units_at(target) & self.soviet).sum(self.defence)
        dry = group.where(lambda u: ~self.river(place_of(u), target))
        doubled = self.rough.contains(target) | ~dry.any()
        enough = group.sum(self.attack) >= 9 * defence * (1 + (doubled != 0))
        return enough & self.may_stack(AXIS, group, target) & group.any()

    def near(self, target: Number) -> Units:
        """The Axis units next to a hex."""
        return self.axis.inside(one_hex(target).adjacent())

    def limits(self, target: Number) -> list[Limit]:
        """The limits on units that overrun."""
        paying = self.axis.where(lambda u: self.movement.left(u) >= self.price(u, target))
        return [
            only("SPI-OVR-A1", self.motor, "only motorized units overrun"),
            only("SPI-OVR-A2", self.movement.supplied, "out of general supply"),
            only("SPI-OVR-GEN4", self.axis - self.overran.units, "it has overrun already"),
            only("SPI-OVR-E", paying, "too few movement points"),
        ]

    def joiners(self, target: Int, group: Units) -> Units:
        """The units that can join a group so that it wins, at once or with others."""
        able = remaining(self.near(target), *self.limits(target))
        return joining(partial(self.wins, target), group, able, MOST_MEMBERS)

    def offer(self, d: Decision) -> None:
        """A hex of which the defence can be overrun."""
        targets = occupied(SOVIET).where(lambda h: self.joiners(h, no_units()).any())
        strong = only("SPI-OVR-GEN2", targets, "no group of nine to one can enter")
        with d.hex("overrun", occupied(SOVIET), strong) as target:
            self.overrun(target)

    def overrun(self, target: Int) -> None:
        """A group gathers, then goes in."""
        group = self.member.units
        with loop(), decide("overrun", AXIS, "SPI-OVR-GEN3") as d:
            near = self.near(target)
            winning = self.joiners(target, group)
            wins = only("SPI-OVR-GEN2", winning, "no group with it reaches nine to one")
            with d.unit("join", (near - group).distinct(), *self.limits(target), wins) as u:
                mark(self.member, one_unit(u))
            ready = only("SPI-OVR-GEN2", self.wins(target, group), "below nine to one")
            with d.option("go", 1, ready):
                self.leave(units_at(target) & self.soviet, "gone", "SPI-OVR-GEN5")
                self.enter(group, target, "SPI-OVR-GEN3", AXIS)
                mark(self.overran, group, "SPI-OVR-GEN4")
                with each(group) as u:
                    store(self.movement.left, u, 0)
                break_()
        over(Life.MOVE)

    def define_queries(self) -> None:
        """Declares the queries of the tests."""
        self.b.query("left", 1, lambda u: self.movement.left(u))
        self.b.query("cost", 2, self.price)


class Overrun(Rules):
    """An Axis Movement Phase."""

    board: Table
    movement: Movement
    overruns: Overruns
    sides = ("axis", "soviet")
    boxes = ("gone",)

    @step
    def sequence(self) -> None:
        """One phase."""
        self.movement.phase()


def game(board: Board) -> Any:
    """The game of a board."""
    return rules_game(board, Overrun)
