"""Spike: overruns by several units together, Barbarossa (1971).

One Axis Movement Phase. A unit moves once, to any hex that it can reach; what it has left may
still carry it into an overrun. An overrun is declared on a hex, then joined unit by unit. It is
offered only when some group can do it, and a unit only when the group can still succeed with it:
the condition is one expression over at most three counters, the stacking limit.
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
    assign,
    break_,
    clear,
    cost_to,
    decide,
    distance,
    each,
    end_game,
    flood,
    if_else,
    local,
    loop,
    mark,
    number,
    occupied,
    one_unit,
    place,
    place_all,
    place_of,
    store,
    units_at,
    when,
)

AXIS, SOVIET = 0, 1
LIMIT = 3
"""Corps a hex; an army counts for three."""
ROUGH = 2
"""Movement points to enter rough terrain: reconstructed, the printed chart is lost."""


def ground(_: str, entered: str, sides: frozenset[str]) -> int:
    """SPI-MOVE-A1, SPI-MOVE-J2."""
    return (ROUGH if entered == "rough" else 1) + ("river" in sides)


class Overrun:
    """Writes the program."""

    def __init__(self, board: Board) -> None:
        self.b = b = Builder(board.sides)
        size = {"army": 3, "corps": 1}
        self.attack = b.unit_attr("attack", board.numbers(lambda u: u.attack))
        self.defence = b.unit_attr("defence", board.numbers(lambda u: u.defence))
        self.allowance = b.unit_attr("allowance", board.numbers(lambda u: u.allowance or 0))
        self.size = b.unit_attr("size", board.numbers(lambda u: size.get(u.kind.split("-")[-1], 0)))
        support = ("supply", "air")
        self.axis = b.unit_set("axis", board.units_where(lambda u: u.side == "axis"))
        self.soviet = b.unit_set("soviet", board.units_where(lambda u: u.side == "soviet"))
        self.motor = b.unit_set("motor", board.units_where(lambda u: u.kind.startswith("motor")))
        self.support = b.unit_set("support", board.units_where(lambda u: u.kind in support))
        self.supply = b.unit_set("supply", board.units_where(lambda u: u.kind == "supply"))
        self.rough = b.hex_set("rough", board.of_terrain("rough"))
        self.west = b.hex_set("west", [i for i in range(len(board.labels)) if i % board.width == 0])
        self.river = b.edge_feature("river", board.edges("river"))
        self.costs = b.cost_table("ground", board.costs(ground))
        self.moved = b.unit_flag("moved", Life.GAME)
        self.overran = b.unit_flag("overran", Life.GAME)
        self.member = b.unit_flag("member", Life.GAME)
        self.left = b.unit_field("left", Life.GAME)
        self.gone = board.index("gone")
        self.zone = b.view("zone", (self.soviet - self.support).hexes().adjacent())
        self.traced = b.view(
            "traced",
            flood(
                (self.west | (self.supply & self.axis).hexes()) - occupied(SOVIET),
                ~occupied(SOVIET),
            ),
        )
        self.supplied = self.axis.inside(self.traced)

    # -- movement ---------------------------------------------------------------------------

    def dear(self, unit: Number) -> Int:
        """SPI-ZOC-A1, SPI-ZOC-A2."""
        return if_else((self.motor | self.support).contains(unit), 2, 1)

    def reach(self, unit: Number) -> ReachSpec:
        """SPI-MOVE-A3, SPI-MOVE-G, SPI-MOVE-N1, SPI-ZOC-A to D."""
        dear = self.dear(unit)
        return ReachSpec(
            start=place_of(unit),
            budget=self.left(unit),
            costs=number(self.costs),
            blocked=occupied(SOVIET),
            minimum_one=number(1),
            zones=ZoneTolls(self.zone, enter=dear, leave=1, between=dear + 1),
        )

    def room(self, unit: Number) -> Hexes:
        """SPI-STACK-GEN1: where a unit may end its move."""
        size = self.size(unit)
        full = self.axis.hexes().where(
            lambda h: (units_at(h) & self.axis).sum(self.size) + size > LIMIT
        )
        return ~full.when(size > 0)

    # -- overrun ----------------------------------------------------------------------------

    def price(self, unit: Number, target: Number) -> Int:
        """SPI-OVR-D: three points above the normal cost, zones of control included."""
        # a stack projects no zone over its own hex, so only others can
        return (
            CostTables().step(self.costs, place_of(unit), target)
            + 3
            + self.zone.contains(place_of(unit))
            + 2 * self.zone.contains(target)
        )

    def wins(self, group: Units, target: Number) -> Int:
        """SPI-OVR-GEN2, SPI-OVR-F1, SPI-OVR-F2, SPI-OVR-B."""
        defence = (units_at(target) & self.soviet).sum(self.defence)
        dry = group.where(lambda u: ~self.river(place_of(u), target))
        doubled = self.rough.contains(target) | ~dry.any()
        enough = group.sum(self.attack) >= 9 * defence * (1 + (doubled != 0))
        return enough & (group.sum(self.size) <= LIMIT)

    def near(self, target: Number) -> Units:
        """The Axis units next to a hex."""
        return self.axis.where(lambda u: distance(place_of(u), target) == 1)

    def able(self, target: Number) -> Units:
        """SPI-OVR-A1, SPI-OVR-A2, SPI-OVR-E, SPI-OVR-GEN4."""
        free = (self.motor & self.supplied) - self.overran.units
        return (self.near(target) & free).where(lambda u: self.left(u) >= self.price(u, target))

    def possible(self, group: Units, target: Number, more: int) -> Int:
        """Whether a group that wins can be made of a group and so many more units."""
        if more == 0:
            return self.wins(group, target)
        pool = self.able(target) | group
        return pool.where(lambda u: self.possible(group | one_unit(u), target, more - 1)).any()

    # -- the game ---------------------------------------------------------------------------

    def finish(self, rule: str) -> None:
        """Nobody wins."""
        end_game(-1, 0, rule)

    def movement(self) -> None:
        """SPI-SEQ-C."""
        with each(self.axis) as u:
            store(self.left, u, self.allowance(u))
        with loop(), decide("movement", AXIS, "SPI-SEQ-C") as d:
            going = (self.axis - self.moved.units - self.overran.units).distinct()
            somewhere = self.axis.where(lambda u: (self.reach(u).hexes() & self.room(u)).any())
            with d.unit(
                "move",
                going,
                Limit("SPI-SUPPLY-B1", self.supplied, "a unit out of supply may not move"),
                Limit("SPI-MOVE-G", somewhere, "there is nowhere to go"),
            ) as u:
                self.move(u)
            enemy = occupied(SOVIET)
            targets = enemy.where(lambda h: self.possible(self.member.units, h, 3))
            with d.hex(
                "overrun",
                enemy,
                Limit("SPI-OVR-GEN2", targets, "no group of nine to one can enter"),
            ) as h:
                self.overrun(h)
            with d.option("end", passes=True):
                self.finish("SPI-SEQ-C")

    def move(self, u: Int) -> None:
        """One unit to its destination."""
        with decide("destination", AXIS, "SPI-MOVE-C1") as d:
            reach = self.reach(u)
            limit = Limit("SPI-STACK-GEN1", self.room(u), "more than three corps")
            with d.hex("to", reach.hexes(), limit) as h:
                cost = local(if_else(reach.hexes().contains(h), cost_to(h), 0))
                store(self.left, u, self.left(u) - cost, "SPI-MOVE-A3")
                place(u, h, "SPI-MOVE-C1")
                mark(self.moved, one_unit(u), "SPI-MOVE-H1")

    def overrun(self, target: Int) -> None:
        """A group gathers, then goes in."""
        done = local(0)
        with loop():
            with when(done):
                break_()
            group = self.member.units
            with decide("overrun", AXIS, "SPI-OVR-GEN3") as d:
                winning = self.near(target).where(
                    lambda u: self.possible(group | one_unit(u), target, 2)
                )
                paying = self.near(target).where(lambda u: self.left(u) >= self.price(u, target))
                with d.unit(
                    "join",
                    (self.near(target) - group).distinct(),
                    Limit("SPI-OVR-A1", self.motor, "only motorized units overrun"),
                    Limit("SPI-OVR-A2", self.supplied, "out of general supply"),
                    Limit("SPI-OVR-GEN4", self.axis - self.overran.units, "it has overrun already"),
                    Limit("SPI-OVR-E", paying, "too few movement points"),
                    Limit("SPI-OVR-GEN2", winning, "no group with it reaches nine to one"),
                ) as u:
                    mark(self.member, one_unit(u))
                ready = self.wins(group, target) & group.any()
                limit = Limit("SPI-OVR-GEN2", ready, "below nine to one")
                with d.option("go", 1, limit):
                    place_all(units_at(target) & self.soviet, self.gone, "SPI-OVR-GEN5")
                    place_all(group, target, "SPI-OVR-GEN3")
                    mark(self.overran, group, "SPI-OVR-GEN4")
                    with each(group) as u:
                        store(self.left, u, 0)
                    clear(self.member, group)
                    assign(done, 1)


def game(board: Board) -> Any:
    """The game of a board."""
    rules = Overrun(board)
    rules.b.query("left", 1, lambda u: rules.left(u))
    rules.b.query("cost", 2, lambda u, t: rules.price(u, t))
    return small_game(board, rules.b, rules.movement)
