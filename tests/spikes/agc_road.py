"""Spike: what a road saves and what leaving it costs, Barbarossa: Army Group Center.

Dry weather, motorized units, one Movement Phase. The road rate of a hex holds as long as the unit
leaves it by road; else the full terrain cost is owed. A unit takes one long leg, by the cheapest
path, or goes hex by hex; then what it has left and what it would owe are kept for it.
"""

from __future__ import annotations

from typing import Any

from eastfront.board import Board, small_game
from eastfront.program import (
    FORBIDDEN,
    Builder,
    CostTables,
    Hexes,
    Int,
    Life,
    Limit,
    Number,
    ReachSpec,
    RoadRates,
    ZoneTolls,
    assign,
    break_,
    cost_to,
    decide,
    end_game,
    if_else,
    larger,
    local,
    loop,
    mark,
    number,
    occupied,
    one_hex,
    one_unit,
    place,
    place_of,
    store,
    when,
)

AXIS, SOVIET = 0, 1
POINT = 4
"""A movement point, in quarters."""
TERRAIN = {"clear": 1, "hill": 2, "woods": 1 + 2, "hill-woods": 2 + 2}
"""AGC-10.7.1n, AGC-10.7.3b, AGC-10.7.4b."""


def cross_country(_: str, entered: str, sides: frozenset[str]) -> int:
    """AGC-10.7.3a, AGC-10.7.4a."""
    return POINT * (TERRAIN[entered] + ("river" in sides))


def along(_: str, entered: str, sides: frozenset[str]) -> int | None:
    """AGC-10.7.7b, AGC-10.7.7c."""
    if "main" in sides:
        return POINT // 2
    if "minor" in sides:
        return POINT // 2 if entered == "clear" else POINT
    return None


def off_again(_: str, entered: str, sides: frozenset[str]) -> int | None:
    """AGC-10.7.7g, AGC-10.7.7h: without the river."""
    return POINT * TERRAIN[entered] if sides & {"main", "minor"} else None


class Road:
    """Writes the program."""

    def __init__(self, board: Board, without: tuple[str, ...] = ()) -> None:
        self.b = b = Builder(board.sides, without)
        self.allowance = b.unit_attr(
            "allowance", board.numbers(lambda u: POINT * (u.allowance or 0))
        )
        self.axis = b.unit_set("axis", board.units_where(lambda u: u.side == "axis"))
        self.costs = b.cost_table("cross country", board.costs(cross_country))
        self.along = b.cost_table("along", board.costs(along))
        retroactive = b.in_force("AGC-10.7.7g")
        self.full = b.cost_table("off again", board.costs(off_again if retroactive else along))
        self.moved = b.unit_flag("moved", Life.GAME)
        self.left = b.unit_field("left", Life.GAME)
        self.owed = b.unit_field("owed", Life.GAME)
        self.zone = b.view("zone", occupied(SOVIET).adjacent())

    def reach(self, u: Number) -> ReachSpec:
        """AGC-10.5.3b, AGC-10.5.3c, AGC-10.6.4a, AGC-10.6.5, AGC-10.6.6, AGC-10.7.7a."""
        return ReachSpec(
            start=place_of(u),
            budget=self.allowance(u),
            costs=number(self.costs),
            blocked=occupied(SOVIET),
            minimum_one=number(1),
            zones=ZoneTolls(self.zone, enter=POINT, leave=0, between=FORBIDDEN, stop=1),
            road=RoadRates(self.along, self.full),
        )

    # -- one step ---------------------------------------------------------------------------

    def rate(self, a: Number, b: Number) -> Int:
        """The road rate of a step, or -1 without a road."""
        return CostTables().step(self.along, a, b)

    def price(self, u: Number, b: Number) -> Int:
        """AGC-10.7.7a, AGC-10.7.7g: along the road, or across country with what is owed."""
        here = place_of(u)
        across = CostTables().step(self.costs, here, b) + self.owed(u)
        rate = self.rate(here, b)
        return if_else(rate >= 0, rate, across) + POINT * self.zone.contains(b)

    def nexts(self, u: Int, made: Number) -> Hexes:
        """The hexes that a mover may enter next."""
        here = place_of(u)
        near = one_hex(here).adjacent() - occupied(SOVIET)
        near = near - self.zone.when(self.zone.contains(here))
        paid = near.where(lambda h: (self.price(u, h) <= self.left(u)) | (number(made) == 0))
        return paid.when(~((number(made) > 0) & self.zone.contains(here)))

    # -- the game ---------------------------------------------------------------------------

    def phase(self) -> None:
        """One Movement Phase."""
        with loop(), decide("movement", AXIS, "AGC-10.0a") as d:
            somewhere = self.axis.where(lambda u: self.reach(u).hexes().any())
            once = Limit("AGC-10.5.3a", self.axis - self.moved.units, "it has moved")
            with d.unit("move", self.axis, once, Limit("AGC-10.5.6a", somewhere, "shut in")) as u:
                self.move(u)
            with d.option("end", passes=True):
                end_game(-1, 0, "AGC-10.5.4a")

    def move(self, u: Int) -> None:
        """One unit: a long leg, or hex by hex."""
        made, going = local(0), local(1)
        store(self.left, u, self.allowance(u))
        store(self.owed, u, 0)
        with loop():
            with when(~going):
                break_()
            with decide("leg", AXIS, "AGC-10.5.1") as d:
                with d.hex("to", self.reach(u).hexes().when(made == 0)) as h:
                    place(u, h, "AGC-10.7.7a")
                    assign(going, 0)
                with d.hex("next", self.nexts(u, made)) as h:
                    self.enter(u, h, made)
                with d.option("stop", made > 0, passes=True):
                    assign(going, 0)
        store(self.left, u, 0)
        store(self.owed, u, 0)
        mark(self.moved, one_unit(u), "AGC-10.5.3a")

    def enter(self, u: Int, h: Int, made: Int) -> None:
        """One hex further."""
        here, price = local(place_of(u)), local(self.price(u, h))
        full = CostTables().step(self.full, here, h)
        # a unit that moves only its guaranteed hex has nothing left and owes nothing
        owed = if_else(
            (self.rate(here, h) >= 0) & (price <= self.left(u)), full - self.rate(here, h), 0
        )
        store(self.owed, u, owed, "AGC-10.7.7g")
        store(self.left, u, larger(self.left(u) - price, 0), "AGC-10.5.3b")
        assign(made, made + 1)
        place(u, h, "AGC-10.5.1")


def game(board: Board, without: tuple[str, ...] = ()) -> Any:
    """The game of a board."""
    rules = Road(board, without)

    def cost(u: Int, h: Int) -> Int:
        return if_else(rules.reach(u).hexes().contains(h), cost_to(h), -1)

    rules.b.query("cost", 2, cost)
    rules.b.query("left", 1, lambda u: rules.left(u))
    return small_game(board, rules.b, rules.phase)
