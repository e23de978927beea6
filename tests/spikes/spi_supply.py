"""Spike: supply that counts when it was there for one instant, Barbarossa (1971).

One Soviet Player-Turn without attacks: two Movement Phases, then the isolated are eliminated. A
unit goes hex by hex, since a hex that it only passes may close a gap in a line for others. After
every hex the units that can trace a line are marked as safe for the turn. A step is offered only
where the mover will find a hex to end in.
"""

from __future__ import annotations

from typing import Any

from eastfront.board import Board, small_game
from eastfront.program import (
    Builder,
    CostTables,
    Hexes,
    Int,
    Life,
    Limit,
    Number,
    ReachSpec,
    Units,
    ZoneTolls,
    all_hexes,
    assign,
    break_,
    clear,
    decide,
    end_game,
    flood,
    if_else,
    in_force,
    larger,
    local,
    loop,
    mark,
    number,
    occupied,
    one_hex,
    one_unit,
    place,
    place_all,
    place_of,
    units_at,
    when,
)

AXIS, SOVIET = 0, 1
LIMIT = 2
ROUGH = 2
"""Movement points to enter rough terrain: reconstructed, the printed chart is lost."""


class Supply:
    """Writes the program."""

    def __init__(self, board: Board, without: tuple[str, ...] = ()) -> None:
        self.b = b = Builder(board.sides, without)
        self.allowance = b.unit_attr("allowance", board.numbers(lambda u: u.allowance or 0))
        self.soviet = b.unit_set("soviet", board.units_where(lambda u: u.side == "soviet"))
        self.motor = b.unit_set("motor", board.units_where(lambda u: u.kind.startswith("motor")))
        last = board.width - 1
        east = [i for i in range(len(board.labels)) if i % board.width == last]
        self.east = b.hex_set("east", east)
        self.costs = b.cost_table(
            "ground", board.costs(lambda _, to, sides: ROUGH if to == "rough" else 1)
        )
        self.moved = b.unit_flag("moved", Life.GAME)
        self.safe = b.unit_flag("safe", Life.GAME)
        self.gone = board.index("gone")
        self.zone = b.view("zone", occupied(AXIS).adjacent())
        closed = occupied(AXIS)
        if b.in_force("SPI-SUPPLY-J2"):
            closed = closed | (self.zone - occupied(SOVIET))
        self.traced = b.view("traced", flood(self.east - closed, ~closed))
        self.supplied = self.soviet.inside(self.traced)

    def mark_safe(self) -> None:
        """SPI-SUPPLY-A4: at this instant, and so for the turn."""
        mark(self.safe, self.supplied, "SPI-SUPPLY-A4")

    # -- movement ---------------------------------------------------------------------------

    def tolls(self, unit: Number) -> ZoneTolls:
        """SPI-ZOC-A1, SPI-ZOC-A2, SPI-ZOC-B, SPI-ZOC-C1, SPI-ZOC-C2."""
        dear = if_else(self.motor.contains(unit), 2, 1)
        return ZoneTolls(self.zone, enter=dear, leave=1, between=dear + 1)

    def step(self, unit: Number, a: Number, b: Number) -> Int:
        """What a step costs."""
        tolls = self.tolls(unit)
        toll = tolls.enter * self.zone.contains(b) + self.zone.contains(a)
        return CostTables().step(self.costs, a, b) + toll

    def full(self, unit: Number) -> Hexes:
        """SPI-STACK-GEN2: hexes with no room for a unit, itself not counted."""
        return occupied(SOVIET).where(
            lambda h: (units_at(h) & self.soviet - one_unit(unit)).count() >= LIMIT
        )

    def nexts(self, unit: Number, left: Number, fresh: Number) -> Hexes:
        """The hexes that a mover can pay for."""
        here = place_of(unit)
        near = one_hex(here).adjacent() - occupied(AXIS)
        return near.where(lambda h: (self.step(unit, here, h) <= left) | (fresh != 0))

    def can_end(self, unit: Number, left: Number) -> Hexes:
        """Hexes next to a mover from which it finds one to end in, at once or further on."""
        full = self.full(unit)
        here = place_of(unit)

        def onward(h: Int) -> Int:
            spec = ReachSpec(
                start=h,
                budget=larger(left - self.step(unit, here, h), 0),
                costs=number(self.costs),
                blocked=occupied(AXIS),
                minimum_one=number(0),
                zones=self.tolls(unit),
            )
            return (spec.hexes() - full).any()

        near = one_hex(here).adjacent()
        return near.where(lambda h: ~full.contains(h) | onward(h))

    # -- the game ---------------------------------------------------------------------------

    def turn(self) -> None:
        """SPI-SEQ-B, without the Combat Phase."""
        mark(self.safe, self.supplied, "SPI-SUPPLY-A1")
        self.phase()
        clear(self.moved, self.soviet, "SPI-SEQ-E")
        self.phase()
        if in_force("SPI-SUPPLY-A1"):
            lost = self.soviet.inside(all_hexes()) - self.safe.units - self.supplied
            place_all(lost, self.gone, "SPI-SUPPLY-A1")
        clear(self.moved, self.soviet)
        end_game(-1, 0, "SPI-SUPPLY-A2")

    def phase(self) -> None:
        """A Movement Phase."""
        done = local(0)
        with loop():
            with when(done):
                break_()
            with decide("movement", SOVIET, "SPI-SEQ-C") as d:
                free = self.soviet.inside(all_hexes()) - self.moved.units
                with d.unit(
                    "move",
                    free.distinct(),
                    Limit("SPI-SUPPLY-B1", self.supplied, "a unit out of supply may not move"),
                    Limit("SPI-MOVE-G", self.mobile(free), "there is nowhere to go"),
                ) as u:
                    self.move(u)
                with d.option("end", passes=True):
                    assign(done, 1)

    def mobile(self, units: Units) -> Units:
        """The units with a first step."""

        def first(u: Int) -> Int:
            left = self.allowance(u)
            return (self.nexts(u, left, 1) & self.can_end(u, left)).any()

        return units.where(first)

    def move(self, u: Int) -> None:
        """One unit, hex by hex."""
        left, made, going = local(self.allowance(u)), local(0), local(1)
        with loop():
            with when(~going):
                break_()
            with decide("leg", SOVIET, "SPI-MOVE-C1") as d:
                end = Limit("SPI-STACK-A", self.can_end(u, left), "it could not end its move")
                with d.hex("next", self.nexts(u, left, made == 0), end) as h:
                    assign(left, larger(left - self.step(u, place_of(u), h), 0))
                    assign(made, made + 1)
                    place(u, h, "SPI-MOVE-C1")
                    if in_force("SPI-SUPPLY-A4"):
                        self.mark_safe()
                room = Limit(
                    "SPI-STACK-GEN2", ~self.full(u).contains(place_of(u)), "two units a hex"
                )
                with d.option("stop", made > 0, room, passes=True):
                    mark(self.moved, one_unit(u), "SPI-MOVE-H1")
                    assign(going, 0)


def game(board: Board, without: tuple[str, ...] = ()) -> Any:
    """The game of a board."""
    rules = Supply(board, without)
    return small_game(board, rules.b, rules.turn)
