"""Fields: declared at first use, by sides and words, and cleared at the end of their lifetime."""

from __future__ import annotations

from typing import Any

import pytest

from eastfront._core import State
from eastfront.positions.document import document
from eastfront.program import Life, all_units, assign, mark, number, one_hex, over, store
from eastfront.systems import (
    HEXES,
    Rules,
    Section,
    hex_flag,
    hex_flags,
    unit_field,
    unit_flag,
    variable,
    variables,
)

from .table import TOWN, Board, Small, data


class Own(Board):
    """A variable on the table."""

    turn = variable("turn", Life.GAME, lambda on: on.data.setup["first_turn"], limits=(1, 9))
    unasked = variable("unasked", Life.GAME)


class Deeds(Section):
    """Sets everything, and ends the phase."""

    moved = unit_flag("moved", Life.PHASE)
    burnt = hex_flag("burnt", Life.GAME)
    held = hex_flags("{} holds", Life.GAME)
    spent = unit_field("spent", Life.PHASE, (0, 9))
    goal = variable("goal", Life.PHASE, -1, limits=HEXES)
    points = variables("{} points", Life.GAME, limits=(0, 9))
    weather = variables("{} days", Life.GAME, each=("dry", "wet"))

    @Rules.sequence.before(rank=1)
    def do(self) -> None:
        """One of each kind."""
        mark(self.moved, all_units())
        mark(self.burnt, one_hex(2))
        mark(self.held[1], one_hex(1))
        store(self.spent, 0, 4)
        assign(self.goal, 3)
        assign(self.points[1], self.turn + number(5))
        assign(self.weather[1], 1)


class Ending(Deeds):
    """The same, with an end of the phase."""

    @Rules.sequence.before()
    def end(self) -> None:
        """What lives a phase is over."""
        over(Life.PHASE)


class Kept(Small):
    """All of it is there at the first decision."""

    board: Own
    deeds: Deeds


class Ended(Small):
    """What lives a phase is gone."""

    board: Own
    deeds: Ending


def start(rules: type[Rules]) -> Any:
    return rules(data()).compiled().new()


def test_fields_bear_their_names_and_begin_as_they_say() -> None:
    state = start(Kept)
    assert state.var("turn") == 2
    assert (state.var("one points"), state.var("other points")) == (0, 7)
    assert (state.var("dry days"), state.var("wet days")) == (0, 1)
    assert state.units_with("moved") == ["A", "B", "X"]
    assert state.hexes_with("burnt") == ["0103"] and state.hexes_with("other holds") == ["0102"]
    assert state.var("goal") == 3


def test_what_lives_a_phase_ends_with_it() -> None:
    state = start(Ended)
    assert state.units_with("moved") == [] and state.var("goal") == -1
    assert state.hexes_with("burnt") == ["0103"] and state.var("other points") == 7


def test_what_nobody_asks_for_is_not_declared() -> None:
    names = start(Kept).game
    assert b'"unasked"' not in names.to_bytes() and b'"goal"' in names.to_bytes()


def test_a_class_gives_the_field_itself() -> None:
    assert type(Deeds.moved).__name__ == "Field"


# -- what is declared -----------------------------------------------------------------------------


class Declared(Section):
    """Fields with everything that can be said of them, and with nothing."""

    plain = variable("plain", Life.GAME)
    high = variable("high", Life.GAME, most=7)
    low = variable("low", Life.GAME, limits=(-4, 4))
    found = variable("found", Life.GAME, limits=lambda on: (0, len(on.data.units)))
    place = variable("place", Life.GAME, -1, limits=HEXES)
    secret = variable("secret", Life.GAME, 2, limits=(1, 3), hidden=2, values=(1, 2, 3))
    each = variables("{} plain", Life.GAME)
    each_high = variables("{} high", Life.GAME, 3, most=7)
    each_low = variables("{} low", Life.GAME, lambda on: len(on.data.units), limits=(-4, 4))
    number = unit_field("number", Life.GAME)
    known = unit_field("known", Life.GAME, lambda on: (0, len(on.data.units)))
    usual = hex_flag("usual", Life.GAME)
    begun = hex_flag(
        "begun", Life.GAME, lambda on: on.indices_where(lambda h: "town" in h.features)
    )
    lasting = unit_flag("lasting", lambda on: Life.GAME)

    def define(self) -> None:
        """All are asked for."""
        for name in vars(type(self)):
            getattr(self, name)


class Asked(Section):
    """A section that asks the table."""

    def define_queries(self) -> None:
        """The variable of the table."""
        self.b.query("turn", 0, lambda: self.turn)


class Based(Section, Own):
    """One that has the class of the table as a base, as sections of games have for a checker."""

    def define_queries(self) -> None:
        """The variable of the table."""
        self.b.query("turn of a section", 0, lambda: self.turn)


class Says(Small):
    """All fields."""

    board: Own
    declared: Declared
    based: Based
    asked: Asked


@pytest.fixture(scope="module")
def says() -> State:
    state: State = Says(data()).compiled().new()
    return state


def test_variables_have_their_limits_and_first_values(says: State) -> None:
    found = {v["name"]: (v["init"], v["range"]) for v in document(says.game)["variables"]}
    both = ("one", "other")
    assert found == {
        "turn": (2, [1, 9]), "plain": (0, [0, 1]), "high": (0, [0, 7]), "low": (0, [-4, 4]),
        "found": (0, [0, 3]), "place": (-1, [-1, 5]), "secret": (2, [1, 3]),
        **{f"{side} plain": (0, [0, 1]) for side in both},
        **{f"{side} high": (3, [0, 7]) for side in both},
        **{f"{side} low": (3, [-4, 4]) for side in both},
    }  # fmt: skip


def test_a_variable_can_be_hidden_from_a_side(says: State) -> None:
    hidden = {v["name"]: v for v in document(says.game)["variables"] if v["hidden"]}
    assert set(hidden) == {"secret"}
    assert (hidden["secret"]["hidden"], hidden["secret"]["values"]) == (2, [1, 2, 3])


def test_numbers_of_units_have_their_limits(says: State) -> None:
    file = document(says.game)
    limits = dict(zip(file["unit_fields"], file["unit_field_ranges"], strict=True))
    assert limits == {"number": [-(2**15), 2**15 - 1], "known": [0, 3]}


def test_flags_of_hexes_begin_where_they_say(says: State) -> None:
    assert says.hexes_with("begun") == [TOWN] and says.hexes_with("usual") == []


def test_what_lies_on_the_table_is_declared_once(says: State) -> None:
    """Whichever section asks, and whatever class it has as a base."""
    assert says.ask("turn") == 2 == says.ask("turn of a section")
    assert [v["name"] for v in document(says.game)["variables"]].count("turn") == 1
    later = says._supposed(variables=[("turn", 5)])
    assert later.ask("turn") == 5 == later.ask("turn of a section")
