"""A sketch of a game with riders: lifts that are attached to corps."""

from __future__ import annotations

from typing import Any

from eastfront._core import State
from eastfront.board import OnBoard, board, rules_game
from eastfront.program import (
    Int,
    Units,
    end_game,
    one_hex,
    one_unit,
    place_of,
    roll,
    units_at,
    units_on_map,
    when,
)
from eastfront.systems import (
    RIDING,
    Placing,
    Riders,
    Rules,
    Section,
    again,
    choose,
    law,
    step,
    value,
)

PAPER = """
sides: red blue
boxes: dead away later
legend:
  .  open
map:
  . . .
   . . .
units:
  R1  red   2-2-3  corps   @0101
  R2  red   2-2-3  corps   @0101
  R3  red   2-2-3  corps   @dead
  R4  red   2-2-3  army    @0201
  T1  red   0-0-3  lift    @later
  T2  red   0-0-3  lift    @0101
  B1  blue  2-2-3  corps   @0301
"""


class Table(Placing, OnBoard):
    """The board."""

    aside = ("away",)

    def lay_out(self) -> None:
        """The units of the sides."""
        self.of = [self.units_of(side) for side in self.sides]


class Deeds(Section):
    """Red does with its units what it likes."""

    @Rules.sequence.instead()
    def play(self, former: Any) -> None:
        """One deed after the other."""
        self.begin()
        there = self.of[0] & units_on_map()
        away = units_at("away")
        with again("deed", 0, "X-1", "end") as d:
            with d.unit("move", there.distinct()) as unit:
                near = one_hex(place_of(unit)).adjacent()
                with choose("goal", 0, "X-1", "to", near, about=unit) as to:
                    self.enter(unit, to, "X-1", 0)
            with d.unit("send", there.distinct()) as unit:
                self.leave(unit, "away", "X-1")
            with d.unit("recall", away.distinct()) as unit:
                self.enter(unit, self.hex("0102"), "X-1", 0)
            with d.unit("lose", (there | away).distinct()) as unit:
                self.leave(unit, "dead", "X-1")
                self.lost(one_unit(unit))
            with d.unit("convert", there.distinct()) as unit:
                with choose("successor", 0, "X-1", "into", self.of[0] & units_at("dead")) as other:
                    self.take_over(other, unit)
                    self.leave(unit, "dead", "X-1")
            self.more(d)
        end_game(0, 1, "X-9")

    @step
    def begin(self) -> None:
        """Before all deeds."""

    @step
    def lost(self, units: Units) -> None:
        """Units have been lost."""

    @step
    def more(self, d: Any) -> None:
        """More deeds."""


class Lifts(Riders):
    """Lifts ride on corps; a lift whose corps is lost comes back on a roll of 1."""

    word = "lift"
    carrying = ("away",)

    @classmethod
    def is_rider(cls, unit: Any) -> bool:
        """Lifts."""
        return bool(unit.kind == "lift")

    @value
    def may_carry(self) -> Units:
        """Red corps."""
        return self.units_where("red corps", lambda u: u.kind == "corps" and u.side == "red")

    @step
    def fallen(self, rider: Int) -> None:
        """Rolls."""
        with when(roll("return", "X-3") == 1):
            self.leave(rider, "later", "X-3")

    @Deeds.begin.after()
    def _set_up(self) -> None:
        self.settle(0, "X-2")

    @Deeds.lost.after()
    def _share_fate(self, units: Units) -> None:
        self.lose(units, "dead", "X-3")

    @Deeds.more.after()
    def _change(self, d: Any) -> None:
        """A lift comes, or changes its corps."""
        lifts = units_at("later") & self.riders | units_at(RIDING)
        free = self.may_carry() & units_on_map() - self.may_carry().inside(self.parents.hexes())
        with d.unit("lift", lifts.when(free.any())) as lift:
            with choose("corps", 0, "X-2", "onto", free.distinct(), about=lift) as corps:
                self.attach(lift, corps, "X-2")

    @law("X-2", "a lift is where its corps is")
    def _aboard(self) -> Int:
        return self.in_order()

    @law("X-4", "one lift a hex")
    def _alone(self) -> Int:
        return self.apart()


class Sketch(Rules):
    """The game."""

    board: Table
    deeds: Deeds
    sides = ("red", "blue")
    boxes = ("dead", "away", "later")
    optional = (Lifts,)


class Plain(Rules):
    """The game without a section of lifts."""

    board: Table
    deeds: Deeds
    sides = ("red", "blue")
    boxes = ("dead", "away", "later")


def start(*deeds: str) -> State:
    """The position after some deeds; T2 rides on R1 from the start."""
    return on(rules_game(board(PAPER), Sketch).new(), *deeds)


def on(state: State, *deeds: str) -> State:
    """A copy after some deeds, each checked against the laws."""
    out = state.copy()
    for deed in deeds:
        out.push(deed)
        for name in out.game.queries:
            if name.startswith("law "):
                assert out.ask(name), name
    return out


def parents(state: State) -> dict[str, str]:
    """The parent of each lift that has one."""
    found = {name: state.var(f"{name} rides") for name in ("T1", "T2")}
    return {name: state.game.units[n] for name, n in found.items() if n >= 0}


def names(state: State, verb: str) -> set[str]:
    """The units or hexes offered with a verb."""
    found = state.legal_actions.names()
    return {n.removeprefix(f"{verb} ") for n in found if n.split()[0] == verb}
