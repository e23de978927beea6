"""Automatic victories that oblige others to attack: TRC-16.2 and TRC-16.3.

Two impulses of one side, movement only. An automatic victory takes one hex, and its attackers are
named in the order of the list. Combat itself, air units and stacking are left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from eastfront.board import Board, small_game
from eastfront.program import (
    Builder,
    Duty,
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
    each,
    end_game,
    if_else,
    in_force,
    local,
    loop,
    mark,
    no_hexes,
    no_units,
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

AXIS, RUSSIAN = 0, 1


class Victory:
    def __init__(self, board: Board, without: Sequence[str] = ()) -> None:
        self.board = board
        b = self.b = Builder(board.sides, without)
        self.impulse = b.variable("impulse", Life.GAME)
        self.attack = b.unit_attr("attack", board.numbers(lambda u: u.attack))
        self.defends = b.unit_attr("defence", board.numbers(lambda u: u.defence))
        self.allowance = b.unit_attr("allowance", board.numbers(lambda u: u.allowance or 0))
        axis, russian = (
            b.unit_set(name, board.units_where(lambda u, name=name: u.side == name))
            for name in board.sides
        )
        self.own, self.enemy = axis.inside(all_hexes()), russian.inside(all_hexes())
        self.mountain = b.hex_set("mountain", board.of_terrain("mountain"))
        self.costs = b.cost_table("ground", board.costs(lambda _from, _to, _sides: 1))
        self.zone = b.view("zone", occupied(RUSSIAN) | occupied(RUSSIAN).adjacent())
        self.moved = b.unit_flag("moved", Life.GAME)
        self.victor = b.unit_flag("victor", Life.GAME)  # an automatic victory this impulse
        self.spent = b.unit_flag("spent", Life.GAME)  # one in the first impulse
        self.pinned = b.unit_flag("pinned", Life.GAME)
        self.member = b.unit_flag("member", Life.GAME)
        self.yielding = b.unit_flag("yielding", Life.GAME)
        self.kept = b.unit_flag("kept", Life.GAME)
        self.surrendered = board.index("surrendered")

    # -- who --------------------------------------------------------------------------------

    @property
    def victors(self) -> Units:
        """TRC-16.2a, TRC-16.2b: those who neither move into zones nor attack any more."""
        now = self.victor.units if in_force("TRC-16.2a") else no_units()
        before = self.spent.units if in_force("TRC-16.2b") else no_units()
        return self.own & (now | before)

    def reach(self, unit: Number) -> ReachSpec:
        """TRC-7.2, TRC-8.3, and TRC-16.2b: who won before keeps out of zones of control."""
        out = self.zone.when(self.spent(unit) & in_force("TRC-16.2b"))
        return ReachSpec(
            start=place_of(unit),
            budget=self.allowance(unit),
            costs=number(self.costs),
            blocked=occupied(RUSSIAN) | out,
            minimum_one=number(0),
            zones=ZoneTolls(self.zone, 0, 0, 255, 1),
        )

    @property
    def mobile(self) -> Units:
        """TRC-8.4: pinned units wait; those who moved or won have moved."""
        still = self.own - self.moved.units - self.pinned.units
        return still - self.victor.units if in_force("TRC-16.2a") else still

    # -- the duty ---------------------------------------------------------------------------

    def factors(self, hex_: Number) -> Int:
        return (units_at(hex_) & self.enemy).sum(self.defends) * if_else(
            self.mountain.contains(hex_), 2, 1
        )

    def owed(self, victors: Units) -> Hexes:
        """TRC-16.2d, TRC-16.3a: the enemies next to victors are for others to attack."""
        near = occupied(RUSSIAN) & victors.hexes().adjacent()
        this = near if in_force("TRC-16.2d") else no_hexes()
        later = near if in_force("TRC-16.3a") else no_hexes()
        return if_else(self.impulse == 0, this, later)

    def duty(self, attackers: Units, held: Units, owed: Hexes, **more: Any) -> Duty:
        return Duty(
            attackers=attackers - self.victors,
            held=held,
            targets=occupied(RUSSIAN),
            owed=owed,
            odds=(6, 1),
            strength=self.attack,
            defence=self.factors,
            **more,
        )

    def now(self) -> Duty:
        return self.duty(self.own, self.moved.units, self.owed(self.victors))

    def later(self) -> Duty:
        """The same while those who still can may come."""
        return self.duty(
            self.own,
            self.moved.units,
            self.owed(self.victors),
            spots=lambda u: self.reach(u).hexes().when(self.mobile.contains(u)),
        )

    # -- movement ---------------------------------------------------------------------------

    def movement(self) -> None:
        done = local(0)
        assign(done, 0)
        with loop():
            with when(done):
                break_()
            with decide("movement", AXIS, "TRC-5.1") as d:
                able = self.own.where(lambda u: self.reach(u).hexes().any())
                with d.unit(
                    "move",
                    self.own,
                    Limit("TRC-16.2a", self.own - self.victor.units, "it has won already"),
                    Limit("TRC-8.4", self.own - self.pinned.units, "it is pinned this impulse"),
                    Limit("TRC-5.1", self.mobile & able, "it has moved, or has nowhere to go"),
                ) as u:
                    self.move(u)
                beaten = occupied(RUSSIAN).where(lambda h: self.enough(self.able(h), h))
                limit = Limit("TRC-16.1a", beaten, "below ten to one")
                with d.hex("overcome", occupied(RUSSIAN), limit) as h:
                    self.overcome(h)
                met, could = self.now().met(), self.later().met()
                text = "an enemy must be attacked, and somebody can still come"
                with d.option("end", 1, Limit("TRC-16.3a", met | ~could, text), passes=True):
                    assign(done, 1)

    def move(self, unit: Int) -> None:
        with (
            decide("destination", AXIS, "TRC-5.1") as d,
            d.hex("to", self.reach(unit).hexes()) as h,
        ):
            place(unit, h, "TRC-5.1")
            mark(self.moved, one_unit(unit))

    # -- automatic victory ------------------------------------------------------------------

    def able(self, target: Number) -> Units:
        return (self.own - self.victors).inside(one_hex(target).adjacent())

    def enough(self, who: Units, target: Number) -> Int:
        """TRC-16.1a."""
        return (who.sum(self.attack) >= self.factors(target) * 10) & who.any()

    def overcome(self, target: Int) -> None:
        last = local(-1)
        done = local(0)
        assign(last, -1)
        assign(done, 0)
        with loop():
            with when(done):
                break_()
            members = self.member.units
            later = self.able(target).where(lambda u: last < u)
            with decide("victory", AXIS, "TRC-16.1a") as d:
                rest = later.where(
                    lambda u: self.enough(members | later.where(lambda v: u <= v), target)
                )
                limit = Limit("TRC-16.1a", rest, "ten to one could not be reached")
                with d.unit("add", later, limit) as u:
                    mark(self.member, one_unit(u))
                    assign(last, u)
                limit = Limit("TRC-16.1a", self.enough(members, target), "below ten to one")
                with d.option("strike", 1, limit):
                    place_all(units_at(target) & self.enemy, self.surrendered, "TRC-16.1a")
                    mark(self.victor, members, "TRC-16.2a")
                    clear(self.member, members)
                    assign(done, 1)

    # -- the end of movement ----------------------------------------------------------------

    def forfeit(self) -> None:
        """TRC-16.3c: victors surrender when no unit can attack their neighbours."""
        if not in_force("TRC-16.3c"):
            return
        with when(~self.now().met()):
            with each(self.victors) as u:
                mark(self.kept, one_unit(u))
                owed = self.owed(self.kept.units)
                with when(~self.duty(self.own, no_units(), owed).met()):
                    clear(self.kept, one_unit(u))
            place_all(self.victors - self.kept.units, self.surrendered, "TRC-16.3c")
            clear(self.kept)

    def surrender(self) -> None:
        """TRC-12.5c."""
        held = local(self.now().met())
        with loop():
            given = self.yielding.units
            rest = self.own - given
            owed = self.owed(self.victors)
            with when(self.duty(rest, rest, owed).met()):
                break_()
            stay = if_else(held, self.moved.units, no_units())
            who = self.duty(self.own, stay, owed).give_way(given)
            with (
                decide("surrender", AXIS, "TRC-12.5c") as d,
                d.unit("surrender", who) as u,
            ):
                mark(self.yielding, one_unit(u), "TRC-12.5c")
        place_all(self.yielding.units, self.surrendered, "TRC-12.5d")
        clear(self.yielding)

    def main(self) -> None:
        for impulse in range(2):
            assign(self.impulse, impulse)
            if impulse == 1:
                mark(self.spent, self.victor.units, "TRC-16.2b")
                clear(self.victor)
                clear(self.moved)
                if in_force("TRC-8.4"):
                    mark(self.pinned, self.own.inside(self.zone), "TRC-8.4")
            self.movement()
            self.forfeit()
            self.surrender()
        end_game(-1, 0, "TRC-4.3")


def game(board: Board, without: Sequence[str] = ()) -> Any:
    rules = Victory(board, without)
    return small_game(board, rules.b, rules.main)
