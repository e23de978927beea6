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
PERFT: list[int] = []
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
