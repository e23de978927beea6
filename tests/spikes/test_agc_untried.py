"""Untried units and retreats of Barbarossa: Army Group Center, against the oracle."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from eastfront._core import perft
from eastfront.board import Board, board

from .agc_untried import game
from .agc_untried_oracle import Oracle
from .plain_board import perft as count
from .side_by_side import walk

TEXT = (Path(__file__).parent.parent / "positions/agc_untried.txt").read_text()
PERFT = [2, 8, 68, 211, 874, 3432]
"""By depth, from 1; made by the oracle."""


@pytest.fixture(scope="module")
def position() -> Board:
    return board(TEXT)


@pytest.mark.rule("AGC-15.0a", "AGC-15.5.4c", "AGC-15.5.4d", "AGC-16.6.1a", "AGC-16.6.6d")
def test_perft_is_the_oracles(position: Board) -> None:
    oracle = Oracle(TEXT)
    depths = range(1, len(PERFT) + 1)
    assert [count(oracle.successors, oracle.start(), d) for d in depths] == PERFT
    start = game(position).new()
    assert [perft(start, d) for d in depths] == PERFT


@pytest.mark.rule("AGC-15.5.4f", "AGC-16.6.4", "AGC-16.6.5", "AGC-16.6.6b", "AGC-16.7.1a")
def test_both_offer_the_same(position: Board) -> None:
    oracle = Oracle(TEXT)
    names = list(oracle.facts)
    compared = walk(
        game(position),
        oracle.start(),
        oracle.successors,
        lambda _, action: tuple(action.split()),
        lambda s: [s.place(n) for n in names],
        lambda s: [h for _, h, _ in s[0]],
        games=400,
        seed=5,
    )
    assert compared > 2000


def play(state: Any, *actions: str) -> Any:
    for action in actions:
        state.push(action)
    return state


@pytest.mark.rule("AGC-15.5.4d", "AGC-15.5.4e", "AGC-15.5.4f", "AGC-16.7.4")
def test_an_attack_on_nothing_is_cancelled_and_the_hex_taken(position: Board) -> None:
    state = play(game(position).new(), "attack 0303", "draw z1")
    assert state.decision == "advance" and state.place("z1") == "returned"
    play(state, "advance a1", "advance a2")
    # eight of ten points are in: the third is too many, and the last attack begins
    assert state.place("a3") == "0302" and state.decision == "reveal"
    # what was nothing in one hex is not drawn again in another
    assert state.legal_actions.names() == ["draw z2", "draw k1", "draw k2"]


@pytest.mark.rule("AGC-16.6.5", "AGC-16.6.6b", "AGC-16.6.6d", "AGC-16.7b")
def test_an_advance_closes_the_way_of_the_next_retreat(position: Board) -> None:
    fight = ("draw z2", "roll10 1")
    free = play(game(position).new(), "attack 0403", *fight)
    shut = play(game(position).new(), "attack 0303", "draw z1", "advance a1", "advance a2", *fight)
    assert free.decision == shut.decision == "retreat"
    assert "retreat 0303" in free.legal_actions.names()
    assert "retreat 0303" not in shut.legal_actions.names()


def ways(text: str, *actions: str) -> list[str]:
    """Where the stack of 0403 may retreat first, and then."""
    state = game(board(text)).new()
    play(state, "attack 0403", "draw z2", "roll10 1", *actions)
    return sorted(a.split()[1] for a in state.legal_actions.names() if a.startswith("retreat"))


@pytest.mark.rule("AGC-16.6.4", "AGC-16.6.5")
def test_a_friend_in_the_hex_takes_the_zone_away(position: Board) -> None:
    # 0404 is next to a5: from there only a hex without a zone, or one with a friend in it
    assert "0504" in ways(TEXT, "retreat 0404")
    assert "0504" not in ways(TEXT.replace("@0504", "@0605"), "retreat 0404")


@pytest.mark.rule("AGC-16.6.6b", "AGC-16.6.6d", "AGC-16.3.4e")
@pytest.mark.parametrize(("die", "where"), [("3", "0505"), ("4", "cadre")])
def test_one_zone_costs_a_step_and_a_roll(position: Board, die: str, where: str) -> None:
    state = play(
        game(position).new(), "attack 0403", "draw z2", "roll10 1", "retreat 0404", "retreat 0505"
    )
    assert state.decision == "loss"
    play(state, "lose r2")
    assert state.decision == "retreat" and state.place("r2") == "cadre"
    play(state, f"roll10 {die}")
    assert state.place("r1") == where
