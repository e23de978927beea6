"""Breakdown and recombination of Barbarossa (1971), against the oracle."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from eastfront._core import IllegalAction, perft
from eastfront.board import Board, board

from .plain_board import kind_of
from .plain_board import perft as count
from .side_by_side import walk
from .spi_breakdown import game
from .spi_breakdown_oracle import Oracle

TEXT = (Path(__file__).parent.parent / "positions/spi_breakdown.txt").read_text()
PERFT = {
    ("axis", False): [3, 10, 42, 202, 982],
    ("soviet", False): [4, 24, 70, 390, 756],
    ("soviet", True): [4, 25, 73, 410, 794],
}
"""By side and whether its armies may be formed; made by the oracle for the depths from 1."""


def status(oracle: Oracle, state: Any, name: str) -> tuple[Any, ...]:
    flags = [int(name in state.units_with(f)) for f in ("isolated", "fresh", "moved")]
    return (kind_of(oracle.map.units[name]), state.place(name), *flags)


def label(oracle: Oracle) -> Any:
    def read(state: Any, action: str) -> tuple[Any, ...]:
        verb, *thing = action.split()
        unit = verb in ("move", "break", "form", "with")
        return (verb, *status(oracle, state, thing[0])) if unit else (verb, *thing)

    return read


@pytest.fixture(scope="module")
def position() -> Board:
    return board(TEXT)


@pytest.mark.rule("SPI-BREAK-C1", "SPI-BREAK-C2", "SPI-BREAK-C3", "SPI-BREAK-C7")
@pytest.mark.parametrize(
    ("side", "forming"), [("axis", False), ("soviet", False), ("soviet", True)]
)
def test_perft_is_the_oracles(position: Board, side: str, forming: bool) -> None:
    oracle, wanted = Oracle(TEXT, side, forming), PERFT[side, forming]
    depths = range(1, len(wanted) + 1)
    assert [count(oracle.successors, oracle.start(), d) for d in depths] == wanted
    start = game(position, side, forming).new()
    assert [perft(start, d) for d in depths] == wanted


@pytest.mark.rule("SPI-BREAK-C5", "SPI-BREAK-C6", "SPI-STACK-C2", "SPI-BREAK-T5", "SPI-BREAK-S2")
@pytest.mark.parametrize(
    ("side", "forming"), [("axis", False), ("soviet", False), ("soviet", True)]
)
def test_both_offer_the_same(position: Board, side: str, forming: bool) -> None:
    oracle = Oracle(TEXT, side, forming)
    compared = walk(
        game(position, side, forming),
        oracle.start(),
        oracle.successors,
        label(oracle),
        lambda s: sorted(status(oracle, s, n) for n in oracle.map.units),
        lambda s: list(s[0]),
        games=150,
        seed=3,
    )
    assert compared > 500


MORE = (
    TEXT.replace("isolated: p3", "isolated: P1 p3")
    + """
  t3  soviet  2-1-5   tank-corps     @0303
  t4  soviet  2-1-5   tank-corps     @0203
  m2  soviet  1-2-5   mech-corps     @0203
"""
)


@pytest.mark.rule("SPI-BREAK-C6", "SPI-STACK-C2")
@pytest.mark.parametrize("side", ["axis", "soviet"])
def test_both_offer_the_same_where_the_whole_is_cut_off_and_counters_are_few(side: str) -> None:
    """Two stacks of Soviet corps would each need the one counter of an army."""
    oracle = Oracle(MORE, side, True)
    compared = walk(
        game(board(MORE), side, True),
        oracle.start(),
        oracle.successors,
        label(oracle),
        lambda s: sorted(status(oracle, s, n) for n in oracle.map.units),
        lambda s: list(s[0]),
        games=100,
        seed=4,
    )
    assert compared > 300


def play(state: Any, *actions: str) -> Any:
    for action in actions:
        state.push(action)
    return state


@pytest.mark.rule("SPI-BREAK-C1", "SPI-BREAK-C6", "SPI-BREAK-T1")
def test_which_of_equal_counters_does_not_matter(position: Board) -> None:
    start = game(position, "axis", False).new()
    # the parts of P1 go apart; whichever counter goes where, the position is one
    one = play(start.copy(), "break P1", "ready")
    names = [a for a in one.legal_actions.names() if a.startswith("move p")]
    assert len(names) == 3  # of seven corps: in 0202, in 0201, and the one cut off there
    there, here = one.copy(), one.copy()
    play(there, "move p4", "to 0102", "move p5", "to 0302", "move p6", "to 0203")
    play(here, "move p4", "to 0302", "move p5", "to 0102", "move p6", "to 0203")
    assert there.key == here.key and there.place("p4") != here.place("p4")


@pytest.mark.rule("SPI-MOVE-C1")
def test_the_order_of_moves_does_not_matter(position: Board) -> None:
    start = play(game(position, "axis", False).new(), "ready")
    one = play(start.copy(), "move p1", "to 0102", "move h1", "to 0203")
    other = play(start.copy(), "move h1", "to 0203", "move p1", "to 0102")
    assert one.key == other.key


@pytest.mark.rule("SPI-BREAK-C2", "SPI-BREAK-C6")
def test_no_play_returns_to_an_earlier_position(position: Board) -> None:
    state = play(game(position, "axis", False).new(), "break P1")
    with pytest.raises(IllegalAction):
        state.push("with p4")
    play(state, "form P1", "with p1", "with p3")
    assert state.place("P1") == "0201" and state.units_with("isolated") == ["P1"]


@pytest.mark.rule("SPI-BREAK-S1", "SPI-BREAK-N")
def test_what_may_not_be_formed(position: Board) -> None:
    state = play(game(position, "soviet", False).new(), "move t1")
    with pytest.raises(IllegalAction) as caught:
        state.push("to 0302")  # a third unit, that no army could take up
    assert caught.value.rule == "SPI-STACK-A"
    state = game(position, "soviet", True).new()
    play(state, "move t1", "to 0302", "cease", "with t1")  # the rest is forced
    assert state.place("T1") == "0302"
    state = game(position, "axis", False).new()
    with pytest.raises(IllegalAction) as caught:
        state.push("form H1")  # a Hungarian and a Rumanian corps stand together
    assert caught.value.rule == "SPI-BREAK-C5"
