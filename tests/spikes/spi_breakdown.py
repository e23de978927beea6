"""Spike: breaking units down and putting them together, Barbarossa (1971).

One Movement Phase of one side: reorganize, move, recombine. Counters that are alike in values,
place and status are one class: an action names one of them, whichever it is. A counter put down
while reorganizing takes no further part in it, or play could return to an earlier position.
"""

from __future__ import annotations

from typing import Any

from eastfront.board import Board, small_game
from eastfront.program import (
    Builder,
    Hexes,
    Int,
    Life,
    Limit,
    Number,
    ReachSpec,
    Units,
    all_hexes,
    all_units,
    assign,
    break_,
    clear,
    decide,
    end_game,
    if_else,
    local,
    loop,
    mark,
    mark_as,
    no_hexes,
    number,
    one_unit,
    place,
    place_all,
    place_of,
    units_at,
    when,
)

PARTS = {
    "panzer-army": (("panzer-corps", 3),),
    "hungarian-army": (("hungarian-corps", 2),),
    "tank-army": (("tank-corps", 2), ("mech-corps", 1)),
}
"""SPI-BREAK-T1, SPI-BREAK-T3, SPI-BREAK-T5."""


class Breakdown:
    """Writes the program."""

    def __init__(
        self, board: Board, side: str, forming: bool, without: tuple[str, ...] = ()
    ) -> None:
        self.b = b = Builder(board.sides, without)
        self.side = board.side(side)
        self.forming = forming
        axis = side == "axis"
        self.limit = 3 if axis else 2
        big = 3 if axis else 1
        self.kinds = {
            kind: b.unit_set(kind, [i for i, u in enumerate(board.units) if u.kind == kind])
            for kind in dict.fromkeys(u.kind for u in board.units)
        }
        self.size = b.unit_attr(
            "size", board.numbers(lambda u: big if u.kind.endswith("army") else 1)
        )
        self.allowance = b.unit_attr("allowance", board.numbers(lambda u: u.allowance or 0))
        self.own = b.unit_set("own", board.units_where(lambda u: u.side == side))
        self.costs = b.cost_table("ground", board.costs(lambda *_: 1))
        # a status, not a flag of the counter: those with it stay in the class of their equals
        cut_off = board.header.get("isolated", "").split()
        start = board.units_where(lambda u: u.name in cut_off)
        self.isolated = b.unit_flag("isolated", Life.GAME, start)
        self.fresh = b.unit_flag("fresh", Life.GAME)
        self.moved = b.unit_flag("moved", Life.GAME)
        self.chosen = b.unit_flag("chosen", Life.GAME)
        self.pool = board.index("pool")
        self.ending = b.variable("ending", Life.GAME)
        self.on_map = self.own.inside(all_hexes())
        self.armies = {a: parts for a, parts in PARTS.items() if a in self.kinds}
        if not (forming or b.in_force("SPI-BREAK-S1")):
            self.forming = True

    def pooled(self, units: Units) -> Units:
        """The counters of a set that are off the map."""
        return units_at(self.pool) & units & self.own

    def stack(self, hex_: Number) -> Int:
        """What stands in a hex, as it counts for stacking."""
        return (units_at(hex_) & self.own).sum(self.size)

    def over(self) -> Hexes:
        """Hexes above the limit."""
        return self.on_map.hexes().where(lambda h: self.stack(h) > self.limit)

    def formable(self, army: str) -> Hexes:
        """SPI-BREAK-C5: where all parts of an army stand; above the limit first."""

        def complete(h: Int) -> Int:
            old = units_at(h) - self.fresh.units
            yes = number(1)
            for part, n in self.armies[army]:
                yes = yes & ((old & self.kinds[part]).count() >= n)
            return yes

        there = self.on_map.hexes().where(complete)
        return there & (~no_hexes()).when(~self.over().any()) | there & self.over()

    # -- the game ---------------------------------------------------------------------------

    def phase(self) -> None:
        """SPI-BREAK-C1 to C4, SPI-BREAK-C7."""
        self.reorganize(beginning=True)
        clear(self.fresh, self.own)
        self.movement()
        assign(self.ending, 1)
        self.reorganize(beginning=False)
        end_game(-1, 0, "SPI-STACK-A")

    def reorganize(self, beginning: bool) -> None:
        """Breaking down and putting together; only the latter when all movement is over."""
        done = local(0)
        with loop():
            with when(done):
                break_()
            with decide("reorganize", self.side, "SPI-BREAK-C2") as d:
                if beginning:
                    old = self.on_map - self.fresh.units
                    with d.unit(
                        "break", (old & self.every_army()).distinct(), self.counters()
                    ) as u:
                        self.break_down(u)
                ban = Limit("SPI-BREAK-S1", self.allowed(), "armies of this kind are not formed")
                parts = Limit("SPI-BREAK-C5", self.complete(), "no hex holds all its parts")
                with d.unit("form", self.pooled(self.every_army()).distinct(), ban, parts) as u:
                    self.form(u, beginning)
                room = Limit("SPI-STACK-A", ~self.over().any(), "a hex is above the limit")
                with d.option("ready" if beginning else "done", 1, room, passes=True):
                    assign(done, 1)

    def every_army(self) -> Units:
        """Counters that have parts."""
        out = Units("Empty")
        for army in self.armies:
            out = out | self.kinds[army]
        return out & self.own

    def counters(self) -> Limit:
        """SPI-UNIT-G: armies whose parts lie ready."""
        out = Units("Empty")
        for army, parts in self.armies.items():
            enough = number(1)
            for part, n in parts:
                enough = enough & (self.pooled(self.kinds[part]).count() >= n)
            out = out | self.kinds[army].when(enough)
        return Limit("SPI-UNIT-G", out, "not enough counters for its parts")

    def allowed(self) -> Units:
        """SPI-BREAK-S1, SPI-BREAK-S2."""
        return all_units() if self.forming else all_units() - self.kinds["tank-army"]

    def complete(self) -> Units:
        """Armies that some hex holds the parts of."""
        out = Units("Empty")
        for army in self.armies:
            out = out | self.kinds[army].when(self.formable(army).any())
        return out

    def break_down(self, u: Int) -> None:
        """SPI-BREAK-C6: the parts on the same hex, with the status of the whole."""
        where, isolated = local(place_of(u)), local(self.isolated(u))
        place(u, self.pool, "SPI-BREAK-C6")
        clear(self.isolated, one_unit(u))
        for army, parts in self.armies.items():
            with when(self.kinds[army].contains(u)):
                for part, n in parts:
                    for _ in range(n):
                        p = local(self.pooled(self.kinds[part]).first())
                        place(p, where, "SPI-BREAK-C6")
                        mark_as(self.isolated, one_unit(p), isolated)
                        mark(self.fresh, one_unit(p))

    def form(self, u: Int, beginning: bool) -> None:
        """Picks the parts one by one; the first fixes the hex."""
        where, isolated = local(-1), local(0)
        for army, parts in self.armies.items():
            with when(self.kinds[army].contains(u)):
                for part, n in parts:
                    for _ in range(n):
                        self.pick_part(self.kinds[part], self.formable(army), where, isolated)
        place_all(self.chosen.units, self.pool, "SPI-BREAK-C6")
        for flag in (self.isolated, self.moved, self.chosen):
            clear(flag, self.chosen.units)
        place(u, where, "SPI-BREAK-C6")
        mark_as(self.isolated, one_unit(u), isolated)
        if beginning:
            mark(self.fresh, one_unit(u))

    def pick_part(self, kind: Units, hexes: Hexes, where: Int, isolated: Int) -> None:
        """One part of an army."""
        loose = kind & self.on_map - self.fresh.units - self.chosen.units
        here = loose.where(
            lambda p: if_else(where < 0, hexes.contains(place_of(p)), place_of(p) == where)
        )
        with decide("part", self.side, "SPI-BREAK-C6") as d, d.unit("with", here.distinct()) as p:
            assign(where, place_of(p))
            with when(self.isolated(p)):
                assign(isolated, 1)
            mark(self.chosen, one_unit(p))

    # -- movement ---------------------------------------------------------------------------

    def movement(self) -> None:
        """Plain movement, with the stacking limit as it will stand after recombining."""
        done = local(0)
        with loop():
            with when(done):
                break_()
            with decide("movement", self.side, "SPI-SEQ-C") as d:
                free = (self.on_map - self.moved.units).distinct()
                somewhere = self.own.where(lambda u: (self.reach(u) & self.room(u)).any())
                with d.unit("move", free, Limit("SPI-STACK-A", somewhere, "no room")) as u:
                    self.move(u)
                with d.option("cease", passes=True):
                    assign(done, 1)

    def move(self, u: Int) -> None:
        """One unit to its destination."""
        with decide("destination", self.side, "SPI-MOVE-C1") as d:
            limit = Limit("SPI-STACK-A", self.room(u), "above the limit")
            with d.hex("to", self.reach(u), limit) as h:
                place(u, h, "SPI-MOVE-C1")
                mark(self.moved, one_unit(u))

    def reach(self, u: Number) -> Hexes:
        """Where a unit can get to."""
        return ReachSpec(
            start=place_of(u),
            budget=self.allowance(u),
            costs=number(self.costs),
            blocked=no_hexes(),
            minimum_one=number(1),
        ).hexes()

    def room(self, unit: Number) -> Hexes:
        """SPI-STACK-A, SPI-STACK-C2: room as it is, or once an army has been formed there."""

        def fits(h: Int) -> Int:
            others = units_at(h) & self.own - one_unit(unit)
            after = others.sum(self.size) + self.size(unit)
            yes = after <= self.limit
            for army, parts in self.armies.items():
                if army == "tank-army" and not self.forming:
                    continue
                spared = after + (3 if self.limit == 3 else 1)
                whole = number(1)
                for part, n in parts:
                    both = (others | one_unit(unit)) & self.kinds[part]
                    whole = whole & (both.count() >= n)
                    spared = spared - n
                elsewhere = self.on_map.hexes().where(
                    lambda x: (
                        ((units_at(x) & self.own - one_unit(unit)).sum(self.size) > self.limit)
                        & ~(x == h)
                    )
                )
                counters = self.pooled(self.kinds[army]).count()
                yes = yes | whole & (spared <= self.limit) & (counters > elsewhere.count())
            return yes

        return all_hexes().where(fits)


def game(board: Board, side: str, forming: bool, without: tuple[str, ...] = ()) -> Any:
    """The game of a board, for the Movement Phase of a side."""
    rules = Breakdown(board, side, forming, without)
    return small_game(board, rules.b, rules.phase)
