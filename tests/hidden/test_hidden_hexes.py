"""A hex that only one side knows, by a hidden variable: the form that the page on a first game
shows in place of a hidden flag of hexes."""

from __future__ import annotations

import random

import eastfront as ef
from eastfront.board import OnBoard, board, counter, rules_game
from eastfront.program import (
    Life,
    all_hexes,
    assign,
    end_game,
    loop,
    mark,
    occupied,
    one_hex,
    place,
    place_of,
    when,
)
from eastfront.systems import HEXES, Rules, Section, choose, hex_flag, variable

RED, BLUE = 0, 1
HEXES_OF_MAP = 6


class Sheet(OnBoard):
    """Six hexes."""

    def lay_out(self) -> None:
        """The walkers."""
        self.walkers = self.units_of("red")
        self.points = self.unit_points("points", lambda u: counter(u).allowance or 0)


class Mines(Section):
    """Blue lays a mine; Red walks, and finds it by entering its hex."""

    mine = variable(
        "mine", Life.GAME, -1, limits=HEXES, hidden=1 << RED, values=range(-1, HEXES_OF_MAP)
    )
    blown = hex_flag("blown", Life.GAME)

    @Rules.sequence.instead()
    def play(self, former: object) -> None:
        """One mine, then walks of Red."""
        with choose("mine", BLUE, "X-1.1a", "lay", all_hexes() - occupied(RED)) as at:
            assign(self.mine, at)
        with loop():
            with choose("walker", RED, "X-1.1b", "walk", self.walkers) as unit:
                near = one_hex(place_of(unit)).adjacent()
                with choose("step", RED, "X-1.1b", "to", near, about=unit) as to:
                    place(unit, to, "X-1.1b")
                    with when(to == self.mine):
                        mark(self.blown, one_hex(to), "X-1.1c")
                        place(unit, "dead", "X-1.1c")
                        assign(self.mine, -1)
            with when(self.walkers.inside(all_hexes()).count() == 0):
                end_game(BLUE, 1, "X-1.2a")


class Field(Rules):
    """A field with one mine."""

    board: Sheet
    mines: Mines
    sides = ("red", "blue")
    boxes = ("dead",)


PAPER = """
sides: red blue
legend:
  .  open
map:
  . . .
   . . .
units:
  R1  red  2-2-3  foot  @0101
  R2  red  2-2-3  foot  @0101
  B1  blue  2-2-3  foot  @0302
"""


def mined(hex_: str) -> ef.State:
    state = rules_game(board(PAPER), Field).new(seed=1)
    state.push(f"lay {hex_}")
    return state


def test_a_hidden_variable_is_a_hex_that_one_side_does_not_know() -> None:
    one, other = mined("0102"), mined("0201")
    seen = one.observation("red")
    assert seen == other.observation("red")
    assert "mine" not in seen.variables
    assert one.observation("blue").variables["mine"] == one.var("mine")
    assert one.observation("blue") != other.observation("blue")
    sampled = {seen.sample(random.Random(seed)).var("mine") for seed in range(60)}
    assert sampled == set(range(-1, HEXES_OF_MAP))
    assert "mine" not in ef.render.svg(one, "red") and "mine" not in str(seen)


def test_what_the_hex_does_is_seen_by_all() -> None:
    state = mined("0102")
    state.push("to 0102")
    assert state.place("R1") == "dead" and state.place("R2") == "0101"
    assert state.observation("red").hex_flags["blown"] == ("0102",)
