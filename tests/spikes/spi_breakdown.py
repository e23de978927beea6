"""Spike: breaking units down and putting them together, Barbarossa (1971).

One Movement Phase of one side: reorganize, move, recombine. Counters that are alike in values,
place and status are one class: an action names one of them, whichever it is. A counter put down
while reorganizing takes no further part in it, or play could return to an earlier position.
"""

from __future__ import annotations

from typing import Any

from eastfront.board import Board, OnBoard, counter, rules_game
from eastfront.program import *
from eastfront.systems import *

AXIS, SOVIET = 0, 1
PARTS = (
    {"panzer-army": {"panzer-corps": 3}, "hungarian-army": {"hungarian-corps": 2}},
    {"tank-army": {"tank-corps": 2, "mech-corps": 1}},
)
"""SPI-BREAK-T1, SPI-BREAK-T3, SPI-BREAK-T5, by the side that has them."""


class Table(Stacking, Placing, OnBoard):
    """The board."""

    def lay_out(self) -> None:
        """Counters and ground."""
        self.side = self.game.side
        self.on_map = self.units_of(self.sides[self.side]) & units_on_map()
        self.allowance = self.unit_number("allowance", lambda u: counter(u).allowance or 0)
        self.armies = self.units_where("armies", lambda u: u.kind.endswith("army"))
        cut_off = self.data.setup["isolated"].split()
        self.cut_off = self.units_where("cut off", lambda u: u.id in cut_off)
        self.march = self.costs_where("march", lambda a, b: 1)
        self.recipes = [
            Recipe(self.of_kind(army), [(self.of_kind(part), n) for part, n in parts.items()])
            for army, parts in PARTS[self.side].items()
        ]

    def of_kind(self, kind: str) -> Units:
        """The counters of a kind."""
        return self.units_where(kind, lambda u: u.kind == kind)

    @value
    def stack_limits(self, side: int) -> list[AtMost]:
        """Three corps of the Axis, or one army; two Soviet units."""
        rule, text = "SPI-STACK-A", "above the limit"
        if side == SOVIET:
            return [AtMost(rule, 2, text)]
        return [AtMost(rule, 3, text), AtMost(rule, 1, text, beside=self.armies)]


class Breakdown(Section):
    """Breaking down and recombining."""

    # a status, not a flag of the counter: those with it stay in the class of their equals
    isolated = unit_flag("isolated", Life.GAME, in_play=True)
    fresh = unit_flag("fresh", Life.MOVE)
    chosen = unit_flag("chosen", Life.MOVE, in_play=True)

    def begin(self) -> None:
        """Marks units that are cut off from the start."""
        mark(self.isolated, self.cut_off)

    @value
    def unformed(self) -> Units:
        """SPI-BREAK-S1: Soviet armies are not formed."""
        return by("SPI-BREAK-S1", self.armies.when(self.side == SOVIET))

    def places(self, recipe: Recipe) -> Hexes:
        """SPI-BREAK-C5: the hexes with all parts of an army; those above the limit first."""
        there = recipe.places(self.loose(), stacked(self.side, recipe.size))
        above = there & self.overstacked(self.side)
        return if_else(self.overstacked(self.side).any(), above, there)

    def loose(self) -> Units:
        """The units that take part."""
        return self.on_map - self.fresh.units - self.chosen.units

    def gathers(self, unit: Number) -> Hexes:
        """SPI-STACK-C2: where a unit completes an army that can be formed, with room enough."""
        if self.side == AXIS:
            return no_hexes()  # an army takes the room of its parts
        rest = self.on_map - one_unit(unit)
        crowded = rest.hexes().where(lambda h: ~self.may_stack(SOVIET, units_at(h) & rest, h))

        def fits(h: Int) -> Int:
            group = units_at(h) & rest | one_unit(unit)
            return union(
                recipe.complete(group)
                & self.may_stack(SOVIET, group, h, fewer=recipe.size - 1)
                & (self.counters(recipe).count() > (crowded - one_hex(h)).count())
                for recipe in self.recipes
            )

        return all_hexes().where(fits)

    def counters(self, recipe: Recipe) -> Units:
        """The armies that can be formed yet."""
        return units_at("pool") & recipe.whole - self.unformed()

    @procedure("reorganization, {beginning}")
    def round(self, beginning: int) -> None:
        """SPI-BREAK-C1 to C4, SPI-BREAK-C7: only combining when all movement is over."""
        armies = union(army.whole for army in self.recipes)
        with loop(), decide("reorganize", self.side, "SPI-BREAK-C2") as d:
            if beginning:
                parts = union(a.whole.when(a.complete(units_at("pool"))) for a in self.recipes)
                spare = only("SPI-UNIT-G", parts, "not enough counters for its parts")
                with d.unit("break", (self.loose() & armies).distinct(), spare) as unit:
                    self.break_down(unit)
            formed = all_units() - self.unformed()
            whole = union(a.whole.when(self.places(a).any()) for a in self.recipes)
            limits = (
                only("SPI-BREAK-S1", formed, "armies of this kind are not formed"),
                only("SPI-BREAK-C5", whole, "no hex holds all its parts"),
            )
            with d.unit("form", (units_at("pool") & armies).distinct(), *limits) as unit:
                self.form(beginning, unit)
            fits = ~self.overstacked(self.side).any()
            room = only("SPI-STACK-A", fits, "a hex is above the limit")
            with d.option("ready" if beginning else "done", 1, room, passes=True):
                break_()
        over(Life.MOVE)

    def break_down(self, unit: Int) -> None:
        """SPI-BREAK-C6: the parts on the same hex, with the status of the whole."""
        at = local(place_of(unit))
        for _, kind in parts_of(self.recipes, unit):
            part = local((units_at("pool") & kind).first())
            self.enter(part, at, "SPI-BREAK-C6")
            mark_as(self.isolated, one_unit(part), self.isolated(unit))
            mark(self.fresh, one_unit(part))
        self.leave(unit, "pool", "SPI-BREAK-C6")

    @procedure("army, {beginning}")
    def form(self, beginning: int, unit: Int) -> None:
        """The parts are picked one by one; the first fixes the hex."""
        at = local(-1)
        for recipe, kind in parts_of(self.recipes, unit):
            here = (self.loose() & kind).inside(if_else(at < 0, self.places(recipe), one_hex(at)))
            with choose("part", self.side, "SPI-BREAK-C6", "with", here) as part:
                assign(at, place_of(part))
                mark(self.chosen, one_unit(part))
        self.enter(unit, at, "SPI-BREAK-C6")
        mark_as(self.isolated, one_unit(unit), (self.chosen.units & self.isolated.units).any())
        self.leave(self.chosen.units, "pool", "SPI-BREAK-C6")
        if beginning:
            mark(self.fresh, one_unit(unit))


class Movement(Section):
    """Plain movement, with the stacking limit as after recombining."""

    breakdown: Breakdown

    moved = unit_flag("moved", Life.PHASE, in_play=True)

    def reach(self, unit: Number) -> Hexes:
        """The reach of a unit."""
        return ReachSpec(
            start=place_of(unit),
            budget=self.allowance(unit),
            costs=number(self.march),
            blocked=no_hexes(),
            minimum_one=number(1),
        ).hexes()

    def room(self, unit: Number) -> list[Limit]:
        """SPI-STACK-A, SPI-STACK-C2: room as it is, or once an army has been formed there."""
        return self.room_limits(self.side, unit, self.breakdown.gathers(unit))

    @procedure("movement phase")
    def phase(self) -> None:
        """SPI-SEQ-C."""
        free = self.on_map - self.moved.units
        mobile = free.where(lambda u: remaining(self.reach(u), *self.room(u)).any())
        room = only("SPI-STACK-A", mobile, "no room")
        with one_by_one("movement", self.side, "SPI-SEQ-C", "move", free, room, stop="cease") as u:
            with choose(
                "destination", self.side, "SPI-MOVE-C1", "to", self.reach(u), *self.room(u)
            ) as h:
                self.enter(u, h, "SPI-MOVE-C1")
                mark(self.moved, one_unit(u))


class Forming(Option):
    """SPI-BREAK-S2: the Soviets form armies."""

    name = "forming"

    @Breakdown.unformed.then("SPI-BREAK-S2")
    def none(self, so_far: Units) -> Units:
        """All armies are formed."""
        return no_units()


class AxisPhase(Rules):
    """A Movement Phase of the Axis."""

    board: Table
    breakdown: Breakdown
    movement: Movement
    side = AXIS
    sides = ("axis", "soviet")
    boxes = ("pool",)
    optional = (Forming,)

    @step
    def sequence(self) -> None:
        """Reorganize, move, recombine."""
        self.breakdown.begin()
        self.breakdown.round(1)
        self.movement.phase()
        self.breakdown.round(0)
        end_game(-1, 0, "SPI-STACK-A")


class SovietPhase(AxisPhase):
    """A Movement Phase of the Soviets."""

    side = SOVIET


def game(board: Board, side: str, forming: bool, without: tuple[str, ...] = ()) -> Any:
    """The game of a board, for the Movement Phase of a side."""
    rules = AxisPhase if side == "axis" else SovietPhase
    return rules_game(board, rules, ["forming"] if forming else [], without)
