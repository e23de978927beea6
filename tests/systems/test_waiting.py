"""Waiting: what happens to units when a condition holds or they leave the map, and units that take
the place of others."""

from __future__ import annotations

from typing import Any

import pytest

from eastfront.program import Int, Life, Units, assign, mark, occupied, one_unit, store
from eastfront.systems import (
    Option,
    Placing,
    Rules,
    Section,
    Waiting,
    unit_field,
    unit_flag,
    variable,
)

from .table import WOODS, Board, Small, data

UNITS = (("A", "one"), ("B", "one"), ("C", "one"), ("D", "one"), ("X", "other"))
HERE, ELSEWHERE = "0101", "0103"


class Table(Placing, Board):
    """The table; units go away for a moment."""

    aside = ("away",)
    tired = unit_flag("tired", Life.GAME, in_play=True)


class Besieged(Waiting):
    """Units wait while the other side is in the woods; then their numbers are taken."""

    waits = unit_flag("waits", Life.GAME)
    order = unit_field("order", Life.GAME, (0, 9))
    count = variable("count", Life.GAME, most=9)

    @Waiting.freed.then("S-5")
    def open_road(self, units: Units, waiting: Units) -> Units:
        """Nobody of the other side is in the woods."""
        return units.when(~(occupied(1) & self.woods).any())

    @Waiting.happens.after("S-6")
    def noted(self, unit: Int) -> None:
        """In which order it happens."""
        assign(self.count, self.count + 1)
        store(self.order, unit, self.count)

    def define_queries(self) -> None:
        """Its number in that order, of a unit."""
        self.b.query("order", 1, self.order)


class Deeds(Section):
    """What a test does before the first decision."""

    besieged: Besieged

    @Rules.sequence.before()
    def do(self) -> None:
        """A and C are on the map and X is in the woods."""
        a, b, c, d, x = (self.unit(f"UN:{name}") for name in "ABCDX")
        self.enter(x, self.hex(WOODS))
        self.enter(c, self.hex(ELSEWHERE))
        self.deed(a, b, c, d, x)

    def deed(self, a: int, b: int, c: int, d: int, x: int) -> None:
        """The deed."""


def played(deed: Any, board: type = Table, **more: Any) -> Any:
    """The position after a deed."""
    return made(deed, board, **more).new()


def made(deed: Any, board: type = Table, kind: type = Besieged, **more: Any) -> Any:
    """A game with a deed."""
    doing = type("Doing", (Deeds,), {"deed": deed, "__module__": __name__})
    notes = {"board": board, "besieged": kind, "doing": doing}
    game = type("Game", (Small,), {"__annotations__": notes, "__module__": __name__})
    return game(data(UNITS), **more).compiled()


def orders(state: Any) -> str:
    """The units to which it has happened, in order."""
    found = {u: state.ask("order", u) for u in state.game.units}
    return "".join(sorted((u for u, n in found.items() if n), key=found.__getitem__))


def all_wait(self: Any, *units: int) -> None:
    """A and C wait."""
    self.besieged.wait(one_unit(units[0]) | one_unit(units[2]))


def test_units_wait_until_the_condition_holds() -> None:
    state = played(all_wait)
    assert orders(state) == "" and set(state.units_with("waits")) == {"A", "C"}

    def opened(self: Any, *units: int) -> None:
        all_wait(self, *units)
        self.enter(units[4], self.hex("0203"), "S-1", 1)

    state = played(opened)
    assert orders(state) == "AC" and state.units_with("waits") == []


def test_it_happens_at_once_to_units_that_are_free() -> None:
    def first_away(self: Any, *units: int) -> None:
        self.enter(units[4], self.hex("0203"))
        all_wait(self, *units)

    assert orders(played(first_away)) == "AC"


@pytest.mark.parametrize("how", ["set up", "moved", "dead"])
def test_every_placement_may_free_them(how: str) -> None:
    def go(self: Any, *units: int) -> None:
        all_wait(self, *units)
        x, to = units[4], self.hex("0203")
        if how == "dead":
            self.leave(x, "dead")
        else:
            self.enter(x, to, "S-1", None if how == "set up" else 1)

    assert orders(played(go)) == "AC"


def test_it_happens_to_units_that_leave_the_map() -> None:
    def dies(self: Any, *units: int) -> None:
        all_wait(self, *units)
        self.leave(units[2], "dead", "S-1")

    state = played(dies)
    assert orders(state) == "C" and state.units_with("waits") == ["A"]


def test_units_that_stay_aside_for_a_moment_go_on_waiting() -> None:
    def aside(self: Any, *units: int) -> None:
        all_wait(self, *units)
        self.leave(units[2], "away", "S-1")

    state = played(aside)
    assert orders(state) == "" and set(state.units_with("waits")) == {"A", "C"}


def test_it_happens_at_once_to_units_that_are_off_the_map() -> None:
    def dead(self: Any, *units: int) -> None:
        self.leave(units[1], "dead")
        self.besieged.wait(one_unit(units[1]))

    assert orders(played(dead)) == "B"


def test_rules_that_are_off_have_no_share_in_it() -> None:
    assert orders(played(all_wait, without=("S-5",))) == "AC"
    off = played(all_wait, without=("S-5", "S-6"))
    assert orders(off) == "" and off.units_with("waits") == []


class Chained(Besieged):
    """Whoever has waited leaves, which opens the road of the next."""

    @Waiting.happens.after()
    def gone(self, unit: Int) -> None:
        """A leaves and takes X along, once C has been served."""
        self.leave(unit, "dead")


def test_what_happens_may_free_others() -> None:
    def go(self: Any, *units: int) -> None:
        all_wait(self, *units)
        self.leave(units[4], "dead")

    state = made(go, kind=Chained).new()
    assert orders(state) == "AC" and (state.place("A"), state.place("C")) == ("dead", "dead")


class Marching(Section):
    """A moves."""

    @Rules.sequence.before()
    def march(self) -> None:
        """By the woods."""
        self.enter(self.unit("UN:A"), self.hex(WOODS), "S-1", 0)


class Sometimes(Besieged, Option):
    """A part of the game if it has a unit D."""

    @classmethod
    def played(cls, game: Any) -> bool:
        """Whether any unit may wait."""
        return "UN:D" in game.unit_index


@pytest.mark.parametrize("units", [UNITS, UNITS[:3]])
def test_placements_cost_nothing_where_nobody_can_wait(units: Any) -> None:
    notes = {"board": Table, "marching": Marching}
    game = type("Game", (Small,), {"optional": (Sometimes,), "__annotations__": notes,
                                   "__module__": __name__})  # fmt: skip
    made = game(data(units)).compiled().to_json()
    for word in (b"release sometimes", b"waits"):
        assert (word in made) == (units == UNITS)


def test_a_unit_takes_the_place_and_the_marks_of_another() -> None:
    def swap(self: Any, *units: int) -> None:
        _, _, c, d, _ = units
        mark(self.tired, one_unit(c))
        store(self.besieged.order, c, 7)
        mark(self.besieged.waits, one_unit(c))
        self.take_over(d, c)
        self.leave(c, "dead")

    state = played(swap)
    assert (state.place("D"), state.place("C")) == (ELSEWHERE, "dead")
    assert state.units_with("tired") == ["D"] and state.units_with("waits") == ["D"]
    assert orders(state) == "D" and state.ask("order", "D") == 7
