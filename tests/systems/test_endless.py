"""Programs that reach no decision: one error with the procedure, the rules and the decisions, and
the state as before."""

from __future__ import annotations

from typing import Any

import pytest

import eastfront as ef
from eastfront.board import OnBoard, board, rules_game
from eastfront.program import (
    Life,
    all_hexes,
    assign,
    loop,
    one_hex,
    place,
    place_of,
    until,
    when,
)
from eastfront.systems import Rules, Section, choose, one_by_one, procedure, variable

PAPER = """
sides: red blue
legend:
  .  open
map:
  . . .
   . . .
units:
  R1  red  2-2-3  foot  @0101
  B1  blue  2-2-3  foot  @0302
"""


class Sheet(OnBoard):
    """Six hexes."""

    def lay_out(self) -> None:
        """The walker."""
        self.red = self.units_of("red")


class Walk(Section):
    """Walks, with procedures that end by the rules X-2, X-3 and X-4."""

    stage = variable("stage", Life.GAME, 0, most=9)

    @procedure("rest")
    def rest(self) -> None:
        """Ends by X-2."""
        with until(self.stage == 1):
            assign(self.stage, 1, "X-2")
            place(self.red, place_of(self.red.first()), "X-1")

    @procedure("tire")
    def tire(self) -> None:
        """Calls itself, unless X-3 stops it."""
        with when(self.stage == 1):
            assign(self.stage, 2, "X-3")
            self.tire()

    @procedure("camp")
    def camp(self) -> None:
        """A decision with one action, which X-4 takes away."""
        with one_by_one("camp", 0, "X-5", "camp", self.red.when(self.stage < 3)):
            assign(self.stage, 3, "X-4")

    @Rules.sequence.instead()
    def walk(self, former: Any) -> None:
        """Steps, each with all of them."""
        with loop():
            near = one_hex(place_of(self.red.first())).adjacent() & all_hexes()
            with choose("step", 0, "X-1", "to", near) as to:
                place(self.red, to, "X-1")
            assign(self.stage, 0)
            self.rest()
            self.tire()
            self.camp()


class Walking(Rules):
    """A game of walks."""

    board: Sheet
    walks: Walk
    sides = ("red", "blue")
    boxes = ("dead",)


def test_with_all_rules_play_goes_on() -> None:
    state = rules_game(board(PAPER), Walking).new(seed=1)
    state.push("to 0201")
    assert state.decision == "step" and state.place("R1") == "0201"


@pytest.mark.parametrize(
    ("rule", "told"),
    [
        ("X-2", "a loop of the procedure `rest` does not end; rules in it: X-1"),
        ("X-3", "procedures call each other too deeply: `tire`"),
        (
            "X-4",
            "a loop of the procedure `camp` does not end; "
            "decisions with a single action in it: camp; rules in it: X-5",
        ),
    ],
)
def test_without_the_rule_that_ends_it_the_error_names_the_place(rule: str, told: str) -> None:
    state = rules_game(board(PAPER), Walking, without=[rule]).new(seed=1)
    before = bytes(state)
    for _ in range(2):
        with pytest.raises(ef.InternalError) as error:
            state.push("to 0201")
        assert str(error.value).endswith(told)
        assert bytes(state) == before and "to 0201" in state.legal_actions.names()
