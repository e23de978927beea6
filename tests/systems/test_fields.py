"""Fields: declared when first asked for, by sides and words, and gone when their life is over."""

from __future__ import annotations

from typing import Any

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

from .table import Board, Small, data


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
