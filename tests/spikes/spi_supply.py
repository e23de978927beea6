"""Spike: supply that counts when it was there for one instant, Barbarossa (1971).

One Soviet Player-Turn without attacks: two Movement Phases, then the isolated are eliminated. A
unit goes hex by hex, since a hex that it only passes may close a gap in a line for others. After
every hex the units that can trace a line are marked as safe for the turn. A step is offered only
where the mover will find a hex to end in.
"""

from __future__ import annotations

from typing import Any

from eastfront.board import Board, OnBoard, counter, rules_game
from eastfront.program import *
from eastfront.systems import *

AXIS, SOVIET = 0, 1
ROUGH = 2
"""Movement points to enter rough terrain: reconstructed, the printed chart is lost."""


class Table(Stacking, Placing, OnBoard):
    """The board."""

    def lay_out(self) -> None:
        """Counters and ground."""
        self.allowance = self.unit_number("allowance", lambda u: counter(u).allowance or 0)
        self.soviet = self.units_of("soviet")
        self.motor = self.units_where("motor", lambda u: u.kind.startswith("motor"))
        self.east = self.hexes_where("east", lambda h: h.column == self.data.map.width - 1)
        self.march = self.costs_where(
            "march", lambda _, b: ROUGH if self.terrain(b) == "rough" else 1
        )
        self.zone = self.b.view("zone", occupied(AXIS).adjacent())

    @value
    def stack_limits(self, side: int) -> list[AtMost]:
        """SPI-STACK-GEN2."""
        return [AtMost("SPI-STACK-GEN2", 2, "two units a hex")]


class Supply(Section):
    """General Supply, and the units that had it at any instant."""

    closed = Bars[[], Hexes]()
    """Hexes which lines may not enter."""
    safe = unit_flag("safe", Life.PLAYER_TURN)

    def define(self) -> None:
        """Declares the hexes with a line to the east edge."""
        free = self.closed.open(all_hexes())
        self.supplied = self.soviet.inside(self.b.view("traced", flood(self.east & free, free)))

    @closed.bar("SPI-SUPPLY-GEN1", "enemies are there")
    def enemies(self) -> Hexes:
        """A hex with enemies."""
        return occupied(AXIS)

    @closed.bar("SPI-SUPPLY-J2", "an enemy zone over a vacant hex")
    def vacant(self) -> Hexes:
        """Vacant hexes in zones of control."""
        return self.zone - occupied(SOVIET)

    @Placing.matters.then("SPI-SUPPLY-A4")
    def anywhere(self, so_far: Int, side: int, came: Int, at: Number) -> Int:
        """Each hex that a unit passes can open a line."""
        return number(1)

    @Placing.entered.after("SPI-SUPPLY-A4")
    def look(self, side: int, units: Units, came: Int, at: Int) -> None:
        """Marks units in supply at this instant as safe for the turn."""
        mark(self.safe, self.supplied, "SPI-SUPPLY-A4")

    def begin(self) -> None:
        """The first instant of a turn."""
        mark(self.safe, self.supplied, "SPI-SUPPLY-A1")

    def end(self) -> None:
        """Eliminates units that had supply at no instant."""
        lost = self.soviet & units_on_map() - self.safe.units - self.supplied
        self.leave(lost, "gone", "SPI-SUPPLY-A1")


class Movement(Section):
    """Movement, hex by hex."""

    supply: Supply

    moved = unit_flag("moved", Life.PHASE)

    def tolls(self, unit: Number) -> ZoneTolls:
        """SPI-ZOC-A1, SPI-ZOC-A2, SPI-ZOC-B, SPI-ZOC-C1, SPI-ZOC-C2."""
        dear = if_else(self.motor.contains(unit), 2, 1)
        return ZoneTolls(self.zone, enter=dear, leave=1, between=dear + 1)

    def price(self, unit: Number, to: Number) -> Int:
        """The cost of a step."""
        here = place_of(unit)
        return CostTables().step(self.march, here, to) + self.tolls(unit).step(here, to)

    def nexts(self, unit: Number, left: Number, first: Number) -> Hexes:
        """The hexes that a mover can pay for."""
        near = one_hex(place_of(unit)).adjacent() - occupied(AXIS)
        return near.where(lambda h: (self.price(unit, h) <= left) | first)

    def endable(self, unit: Number, left: Number) -> Limit:
        """SPI-STACK-A: hexes next to a mover from which it finds one to end in, now or later."""
        here, over = one_hex(place_of(unit)), self.overstacked(SOVIET)
        full = (self.full(SOVIET, unit) - here) | (over & here)

        def onward(h: Int) -> Int:
            reach = ReachSpec(
                start=h,
                budget=larger(left - self.price(unit, h), 0),
                costs=number(self.march),
                blocked=occupied(AXIS),
                minimum_one=number(0),
                zones=self.tolls(unit),
            )
            return (reach.hexes() - full).any()

        ends = here.adjacent().where(lambda h: ~full.contains(h) | onward(h))
        return only("SPI-STACK-A", ends, "it could not end its move")

    @procedure("movement phase")
    def phase(self) -> None:
        """SPI-SEQ-C."""
        free = self.soviet & units_on_map() - self.moved.units

        def mobile(u: Int) -> Int:
            left = self.allowance(u)
            return remaining(self.nexts(u, left, 1), self.endable(u, left)).any()

        limits = (
            only("SPI-SUPPLY-B1", self.supply.supplied, "a unit out of supply may not move"),
            only("SPI-MOVE-G", free.where(mobile), "there is nowhere to go"),
        )
        with one_by_one("movement", SOVIET, "SPI-SEQ-C", "move", free, *limits, stop="end") as u:
            self.move(u)
        over(Life.PHASE)

    @procedure("move")
    def move(self, u: Int) -> None:
        """One unit, hex by hex."""
        left, made = local(self.allowance(u)), local(0)
        with loop(), decide("leg", SOVIET, "SPI-MOVE-C1") as d:
            with d.hex("next", self.nexts(u, left, ~made), self.endable(u, left)) as h:
                assign(left, larger(left - self.price(u, h), 0))
                assign(made, 1)
                self.enter(u, h, "SPI-MOVE-C1", SOVIET)
            crowded = self.overstacked(SOVIET).contains(place_of(u))
            with d.option(
                "stop", made, only("SPI-STACK-GEN2", ~crowded, "two units a hex"), passes=True
            ):
                mark(self.moved, one_unit(u), "SPI-MOVE-H1")
                break_()


class PlayerTurn(Rules):
    """A Soviet Player-Turn."""

    board: Table
    supply: Supply
    movement: Movement
    sides = ("axis", "soviet")
    boxes = ("gone",)

    @step
    def sequence(self) -> None:
        """SPI-SEQ-B, SPI-SEQ-E, without the Combat Phase."""
        self.supply.begin()
        self.movement.phase()
        self.movement.phase()
        self.supply.end()
        end_game(-1, 0, "SPI-SUPPLY-A2")


def game(board: Board, without: tuple[str, ...] = ()) -> Any:
    """The game of a board."""
    return rules_game(board, PlayerTurn, without=without)
