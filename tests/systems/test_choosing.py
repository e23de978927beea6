"""Forms of decisions in play: their actions, refusals, effects, and ends."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from eastfront._core import IllegalAction, State
from eastfront.program import (
    Int,
    Life,
    Limit,
    all_hexes,
    all_units,
    assign,
    break_,
    decide,
    end_game,
    loop,
    mark,
    number,
    one_hex,
    one_unit,
    only,
    when,
)
from eastfront.scenario.model import UnitRow
from eastfront.systems import (
    Rules,
    Section,
    again,
    choose,
    hex_flag,
    offer,
    one_by_one,
    remaining,
    unit_flag,
    variable,
)

from .table import TOWN, WOODS, Board, Small, data

UNITS = [("A", "one"), ("B", "one"), ("C", "one"), ("X", "other")]


class Twins(Board):
    """A and B stand together, with C, and cannot be told apart."""

    def unit_class(self, unit: UnitRow) -> tuple[Any, ...]:
        """By name, but for B."""
        return ("A" if unit.name == "B" else unit.name,)

    def start_places(self) -> Sequence[int]:
        """In one hex, but for X."""
        return [0, 0, 0, self.hex(TOWN)]


class Choices(Section):
    """One form, then a last decision that ends the game."""

    taken = unit_flag("taken", Life.GAME)
    seen = hex_flag("seen", Life.GAME)
    times = variable("times", Life.GAME, most=9)

    @Rules.sequence.instead()
    def sequence(self, former: Any) -> None:
        """What the game asks, and whether it is over."""
        self.game.asked(self)
        with loop(), decide("end", 1, "S-9") as d:
            with d.option("stop"):
                end_game(1, 1, "S-9")
            with d.option("wait", passes=True):
                break_()
        end_game(0, 1, "S-9")

    def take(self, unit: Int) -> None:
        """Marks and counts."""
        mark(self.taken, one_unit(unit))
        assign(self.times, self.times + 1)

    @property
    def left(self) -> Any:
        """The first side's units that are not taken."""
        return self.of[0] - self.taken.units

    def but(self, name: str, rule: str = "S-2") -> Limit:
        """A limit: all but one unit."""
        return only(rule, all_units() - one_unit(self.unit(f"UN:{name}")), f"not {name}")


class Choosing(Small):
    """A game that asks something."""

    board: Twins
    turns: Choices
    asked: Callable[[Choices], None]


def start(asked: Callable[[Choices], None], *actions: str, without: Sequence[str] = ()) -> State:
    """The position after some actions of a game that asks so."""
    rules = type("Asking", (Choosing,), {"asked": staticmethod(asked), "__module__": __name__})
    state: State = rules(data(UNITS), without=without).compiled().new()
    for action in actions:
        state.push(action)
    return state


def offered(state: State) -> list[str]:
    """The actions by their names; those that pass in brackets."""
    legal = state.legal_actions
    return [
        f"[{name}]" if state.is_pass(action) else name
        for action, name in zip(legal, legal.names(), strict=True)
    ]


LAST = ["stop", "[wait]"]


def test_one_thing_is_taken_and_something_done_with_it() -> None:
    """Of A and B, who are alike, only one is offered."""

    def asked(on: Choices) -> None:
        with choose("who", 1, "S-1", "take", on.of[0]) as unit:
            on.take(unit)

    state = start(asked)
    assert (state.decision, state.to_move) == ("who", "other")
    assert offered(state) == ["take A", "take C"]
    state.push("take C")
    assert state.units_with("taken") == ["C"] and offered(state) == LAST


def test_a_unit_is_taken_within_limits() -> None:
    def asked(on: Choices) -> None:
        with choose("who", 1, "S-1", "take", all_units(), on.but("C"), None) as unit:
            on.take(unit)

    assert offered(start(asked)) == ["take A", "take X"]
    with pytest.raises(IllegalAction, match="S-2: not C"):
        start(asked, "take C")
    assert offered(start(asked, without=["S-2"])) == ["take A", "take C", "take X"]


def test_a_hex_is_taken_or_none() -> None:
    def asked(on: Choices) -> None:
        towns = on.woods | one_hex(on.hex(TOWN))
        not_there = only("S-2", ~on.woods, "no woods")
        with choose("where", 0, "S-1", "to", towns, not_there, decline="stay") as at:
            mark(on.seen, one_hex(at))
            assign(on.times, 1)

    state = start(asked)
    assert offered(state) == [f"to {TOWN}", "[stay]"]
    with pytest.raises(IllegalAction, match="S-2: no woods"):
        state.copy().push(f"to {WOODS}")
    assert start(asked, f"to {TOWN}").hexes_with("seen") == [TOWN]
    none = start(asked, "stay")
    assert none.hexes_with("seen") == [] and none.var("times") == 0 and offered(none) == LAST
    assert offered(start(asked, without=["S-2"])) == [f"to {WOODS}", f"to {TOWN}", "[stay]"]


def test_who_is_decided_about_is_told() -> None:
    def asked(on: Choices) -> None:
        with choose("where", 0, "S-1", "to", all_hexes(), about=on.unit("UN:B")):
            pass
        with one_by_one(
            "others", 0, "S-1", "take", on.left, stop="enough", about=on.unit("UN:C")
        ) as unit:
            on.take(unit)

    state = start(asked)
    assert state.subject == "B"
    state.push(f"to {TOWN}")
    assert state.subject == "C"


def test_an_offer_is_taken_or_declined_within_its_limits() -> None:
    def asked(on: Choices) -> None:
        limit = only("S-2", on.times == 0, "but once")
        for _ in range(2):
            with offer("more", 1, "S-1", "fly", limit, decline="no"):
                assign(on.times, on.times + 1)

    state = start(asked)
    assert (state.decision, state.to_move) == ("more", "other")
    assert offered(state) == ["fly", "[no]"]
    state.push("no")
    assert state.var("times") == 0 and offered(state) == ["fly", "[no]"]
    once = start(asked, "fly")
    # to decline is all that is left, and done without a choice
    assert once.var("times") == 1 and offered(once) == LAST
    assert start(asked, "fly", "fly", without=["S-2"]).var("times") == 2


def test_things_are_taken_one_by_one_until_none_is_left() -> None:
    def asked(on: Choices) -> None:
        with one_by_one("who", 1, "S-1", "take", on.left) as unit:
            on.take(unit)

    state = start(asked)
    assert (state.decision, state.to_move) == ("who", "other")
    assert offered(state) == ["take A", "take C"]
    state.push("take A")
    assert offered(state) == ["take B", "take C"]
    state.push("take B")
    # C alone is left, and taken without a choice
    assert state.units_with("taken") == ["A", "B", "C"] and offered(state) == LAST
    assert state.var("times") == 3


def test_each_thing_that_is_taken_is_within_limits() -> None:
    def asked(on: Choices) -> None:
        things = all_units() - on.taken.units
        with one_by_one("who", 0, "S-1", "take", things, on.but("C"), stop="enough") as unit:
            on.take(unit)

    state = start(asked)
    assert offered(state) == ["take A", "take X", "[enough]"]
    for refused in (state, start(asked, "take A")):
        with pytest.raises(IllegalAction, match="S-2: not C"):
            refused.push("take C")


def test_who_may_stop_does_so_when_he_has_enough() -> None:
    def asked(on: Choices) -> None:
        enough = on.times >= 1
        with one_by_one("who", 0, "S-1", "take", on.left, stop="enough", enough=enough) as unit:
            on.take(unit)

    state = start(asked)
    assert (state.decision, state.to_move) == ("who", "one")
    assert offered(state) == ["take A", "take C"]
    state.push("take C")
    assert offered(state) == ["take A", "[enough]"]
    assert offered(start(asked, "take C", "enough")) == LAST
    everybody = start(asked, "take C", "take A", "take B")
    assert everybody.var("times") == 3 and offered(everybody) == LAST


def test_who_may_stop_may_do_so_at_once_if_nothing_is_said() -> None:
    def asked(on: Choices) -> None:
        with one_by_one("who", 0, "S-1", "take", on.left, stop="enough") as unit:
            on.take(unit)
            with when(unit == on.unit("UN:C")):
                break_()

    assert offered(start(asked)) == ["take A", "take C", "[enough]"]
    assert offered(start(asked, "take C")) == LAST


def test_again_asks_a_side_until_nothing_is_able_or_it_ends_it() -> None:
    def asked(on: Choices) -> None:
        with again("more", 1, "S-1", "hold", on.left) as d, d.unit("go", on.left) as unit:
            on.take(unit)

    state = start(asked)
    assert (state.decision, state.to_move) == ("more", "other")
    assert offered(state) == ["go A", "go B", "go C", "[hold]"]
    assert offered(start(asked, "hold")) == LAST
    assert offered(start(asked, "go B", "go A", "go C")) == LAST


class Left(Section):
    """What limits leave."""

    def define_queries(self) -> None:
        """Of hexes and of units, by a set and by a condition."""
        woods = only("S-2", self.woods, "in the woods")
        some = only("S-3", number(0), "never")
        dry = only("S-2", ~self.woods, "not in the woods")
        mine = only("S-4", self.of[0], "ours")
        self.b.query("hexes", 0, lambda: remaining(all_hexes(), woods))
        self.b.query("none", 0, lambda: remaining(all_hexes(), woods, some))
        self.b.query("no woods", 0, lambda: remaining(self.woods | one_hex(5), dry))
        self.b.query("units", 0, lambda: remaining(all_units(), mine))
        self.b.query("all", 0, lambda: remaining(all_units()))


class Leaving(Small):
    """A game that is asked what limits leave."""

    left: Left


def test_limits_in_force_leave_what_they_allow() -> None:
    state = Leaving(data()).compiled().new()
    assert state.ask("hexes") == [WOODS] and state.ask("none") == []
    assert state.ask("no woods") == [TOWN]
    assert state.ask("units") == ["A", "B"] and state.ask("all") == ["A", "B", "X"]
    free = Leaving(data(), without=["S-2", "S-3", "S-4"]).compiled().new()
    assert len(free.ask("hexes")) == 6 == len(free.ask("none"))
    assert free.ask("units") == ["A", "B", "X"]
    one = Leaving(data(), without=["S-3"]).compiled().new()
    assert one.ask("none") == [WOODS]
