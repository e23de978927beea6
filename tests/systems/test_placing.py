"""Placing: the consequences of units entering a hex, and the flags cleared when they leave."""

from __future__ import annotations

from typing import Any

import pytest

from eastfront.program import (
    Int,
    Life,
    Number,
    ReachSpec,
    Units,
    all_hexes,
    all_units,
    assign,
    clear,
    local,
    mark,
    no_hexes,
    number,
    one_hex,
    one_unit,
    path,
    place_of,
)
from eastfront.systems import HEXES, Placing, Rules, Section, hex_flag, unit_flag, variable

from .table import TOWN, WOODS, Board, Small, data

FIRST, WOODS_HEX, TOWN_HEX = 0, 1, 5
"""The hexes 0101, in which A begins, 0102 and 0203."""


class Table(Placing, Board):
    """The table, on which units are placed; one flag of its own."""

    aside = ("away",)
    engaged = unit_flag("engaged", Life.GAME, in_play=True)


class Following(Section):
    """What has followed, and where it can; units march from hex to hex."""

    seen = hex_flag("seen", Life.GAME)
    taken = hex_flag("taken", Life.GAME)
    times = variable("times", Life.GAME, most=9)
    origin = variable("origin", Life.GAME, -1, limits=HEXES)
    mover = variable("mover", Life.GAME, -1, limits=(-1, 1))
    followed = unit_flag("followed", Life.GAME)
    tired = unit_flag("tired", Life.GAME, in_play=True)
    named = unit_flag("named", Life.GAME)

    @Placing.matters.then()
    def near_towns(self, so_far: Int, side: int, came: Int, at: Number) -> Int:
        """Where units come to a town or leave the first hex; the other side's in the woods."""
        if side == 1:
            return so_far | self.woods.contains(at)
        return so_far | one_hex(self.hex(TOWN)).contains(at) | (came == FIRST)

    @Placing.entered.after()
    def follow(self, side: int, units: Units, came: Int, at: Int) -> None:
        """Is counted, with who came and the places."""
        assign(self.times, self.times + 1)
        assign(self.mover, side)
        mark(self.followed, units)
        mark(self.seen, one_hex(at))
        assign(self.origin, came)

    @Placing.entered.after("S-4")
    def take(self, side: int, units: Units, came: Int, at: Int) -> None:
        """A rule's own share."""
        mark(self.taken, one_hex(at))


class Deeds(Section):
    """Does something before the first decision."""

    following: Following

    @Rules.sequence.before()
    def do(self) -> None:
        """What the class says, once all is declared that it is asked about."""
        assign(self.following.times, 0)
        clear(self.following.taken, all_hexes())
        self.deed(self.unit("UN:A"), self.unit("UN:B"))

    def ways(self, unit: int) -> ReachSpec:
        """All hexes are next to one another by steps of one point."""
        return ReachSpec(place_of(unit), number(9), number(self.pace), no_hexes(), number(0))

    def define(self) -> None:
        """What a step costs."""
        self.pace = self.costs_where("pace", lambda a, b: 1)

    def deed(self, a: int, b: int) -> None:
        """What is done with the units of the first side."""


def played(deed: Any, without: tuple[str, ...] = ()) -> Any:
    """The position after a deed."""
    doing = type("Doing", (Deeds,), {"deed": deed, "__module__": __name__})
    notes = {"board": Table, "following": Following, "doing": doing}
    game = type("Game", (Small,), {"__annotations__": notes, "__module__": __name__})
    return game(data(), without=without).compiled().new()


def walk(deeds: Any, a: int, b: int) -> None:
    """By 0102 and 0103 to the town."""
    for name in (WOODS, "0103", TOWN):
        deeds.enter(a, deeds.hex(name), "S-3", 0)


def test_what_follows_is_asked_where_it_can_matter() -> None:
    state = played(walk)
    assert state.place("A") == TOWN
    assert state.var("times") == 2 and state.hexes_with("seen") == [WOODS, TOWN]


def test_a_rule_that_is_off_has_no_share_in_it() -> None:
    assert played(walk).hexes_with("taken") == [WOODS, TOWN]
    off = played(walk, ("S-4",))
    assert off.hexes_with("taken") == [] and off.hexes_with("seen") == [WOODS, TOWN]


def test_where_it_matters_is_asked_of_the_side_that_moves() -> None:
    for mover, times in ((1, 0), (0, 1)):
        state = played(lambda deeds, a, b, m=mover: deeds.enter(a, TOWN_HEX, "S-3", m))
        assert state.place("A") == TOWN and state.var("times") == times


@pytest.mark.parametrize(
    ("unit", "mover", "at", "follows"),
    [("A", 1, WOODS_HEX, True), ("B", 1, TOWN_HEX, False),
     ("B", 0, TOWN_HEX, True), ("B", 0, WOODS_HEX, False)],
)  # fmt: skip
def test_what_follows_knows_who_came_and_by_whom(
    unit: str, mover: int, at: int, follows: bool
) -> None:
    state = played(lambda deeds, a, b: deeds.enter("AB".index(unit), at, "S-3", mover))
    assert state.var("times") == follows and state.var("mover") == (mover if follows else -1)
    assert state.units_with("followed") == [unit] * follows


@pytest.mark.parametrize("mover", [None, 0])
def test_who_enters_or_leaves_by_a_rule_stays_while_it_is_off(mover: int | None) -> None:
    def go(deeds: Any, a: int, b: int) -> None:
        deeds.enter(a, TOWN_HEX, "S-3", mover)
        deeds.leave(deeds.unit("UN:X"), "dead", "S-5")

    on, off = played(go), played(go, ("S-3", "S-5"))
    assert (on.place("A"), on.place("X")) == (TOWN, "dead")
    assert (off.place("A"), off.place("X")) == ("0101", TOWN)


def along(mover: int, unit: int = 0) -> Any:
    """A or B goes from the first hex to the town by the shortest path."""

    def go(deeds: Any, a: int, b: int) -> None:
        deeds.enter(b, FIRST)
        steps, _ = path(deeds.ways((a, b)[unit]), TOWN_HEX)
        deeds.go_along((a, b)[unit], steps, TOWN_HEX, "S-3", mover)

    return go


def test_along_a_path_it_follows_where_the_path_ends() -> None:
    for unit, name in enumerate("AB"):
        state = played(along(0, unit))
        assert state.place(name) == TOWN and state.place("BA"[unit]) == "0101"
        assert state.var("times") == 1 and state.var("origin") == FIRST
        assert state.hexes_with("seen") == [TOWN] and state.units_with("followed") == [name]
        assert state.var("mover") == 0
        assert played(along(1, unit)).var("times") == 0


def test_nobody_goes_along_a_path_by_a_rule_that_is_off() -> None:
    assert played(along(0), ("S-3",)).place("A") == "0101"


def test_nothing_follows_for_who_is_moved_by_nobody() -> None:
    state = played(lambda deeds, a, b: deeds.enter(a, TOWN_HEX, "S-3"))
    assert state.place("A") == TOWN and state.var("times") == 0


def test_units_of_a_set_come_in_together() -> None:
    def go(deeds: Any, a: int, b: int) -> None:
        deeds.enter(b, FIRST)
        deeds.enter(deeds.of[0], TOWN_HEX, "S-3", 0)

    state = played(go)
    assert (state.place("A"), state.place("B")) == (TOWN, TOWN)
    assert state.var("times") == 1 and state.var("origin") == FIRST


def test_who_leaves_lets_go_of_what_is_borne_in_play() -> None:
    def fall(deeds: Any, a: int, b: int) -> None:
        for flag in (deeds.following.tired, deeds.following.named, deeds.engaged):
            mark(flag, all_units())
        deeds.leave(one_unit(a), "dead", "S-5")

    state = played(fall)
    # B was in a box when it was marked
    assert state.place("A") == "dead"
    assert state.units_with("tired") == ["X"] == state.units_with("engaged")
    assert state.units_with("named") == ["A", "B", "X"]


def test_who_is_aside_for_a_while_keeps_it() -> None:
    def step_aside(deeds: Any, a: int, b: int) -> None:
        mark(deeds.following.tired, one_unit(a))
        at = local(place_of(a))
        deeds.leave(a, "away")
        deeds.enter(a, at)

    state = played(step_aside)
    assert state.place("A") == "0101" and state.units_with("tired") == ["A"]
