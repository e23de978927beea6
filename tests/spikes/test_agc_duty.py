"""The duty over all declared attacks of Army Group Center, against the oracle."""

from __future__ import annotations

from pathlib import Path

import pytest

from eastfront._core import IllegalAction, perft
from eastfront.board import Board, board

from .agc_duty import game
from .agc_duty_oracle import Oracle
from .plain_board import perft as count
from .side_by_side import walk

TEXT = (Path(__file__).parent.parent / "positions/agc_duty.txt").read_text()
PERFT = [4, 12, 27, 53, 96, 158, 172]
"""By depth, from 1; made by the oracle."""


@pytest.fixture(scope="module")
def position() -> Board:
    return board(TEXT)


@pytest.mark.rule("AGC-12.3.1", "AGC-12.5.2a", "AGC-12.6.1b", "AGC-12.7a", "AGC-12.7b", "AGC-12.8")
def test_perft_is_the_oracles(position: Board) -> None:
    oracle = Oracle(TEXT)
    depths = range(1, len(PERFT) + 1)
    assert [count(oracle.successors, oracle.start(), d) for d in depths] == PERFT
    start = game(position).new()
    assert [perft(start, d) for d in depths] == PERFT


@pytest.mark.rule("AGC-12.2.1a", "AGC-12.3.4", "AGC-12.7c", "AGC-12.7d", "AGC-15.2.3a")
def test_both_offer_the_same(position: Board) -> None:
    oracle = Oracle(TEXT)
    compared = walk(
        game(position),
        oracle.start(),
        oracle.successors,
        lambda _, action: tuple(action.split()),
        lambda s: (sorted(s.units_with("used")), sorted(s.hexes_with("covered"))),
        lambda s: (
            sorted(u for _, us in s[0] for u in us),
            sorted(t for ts, _ in s[0] for t in ts),
        ),
        games=300,
        seed=6,
    )
    assert compared > 1000


def refused(state: object, action: str) -> str:
    with pytest.raises(IllegalAction) as caught:
        state.push(action)  # type: ignore[attr-defined]
    rule: str = caught.value.rule
    return rule


@pytest.mark.rule("AGC-12.7e", "AGC-12.7g", "AGC-12.7a")
def test_who_joins_must_see_to_the_other_hex(position: Board) -> None:
    state = game(position).new()
    # B1 alone is enough against 0302, but nobody else is against 0304
    for action in ("attack 0302", "with B1"):
        state.push(action)
    assert refused(state, "declare") == "AGC-12.7a"
    # with both hexes in one attack B2 makes it four to fourteen
    assert sorted(state.legal_actions.names()) == ["also 0304", "with B2"]
    for action in ("also 0304", "finish"):
        state.push(action)
    assert sorted(state.units_with("used")) == ["B1", "B2"]


@pytest.mark.rule("AGC-12.7a", "AGC-12.7e")
def test_the_end_is_refused_while_a_hex_is_owed(position: Board) -> None:
    state = game(position).new()
    for action in ("attack 0302", "with B2", "with F1"):
        state.push(action)
    assert sorted(state.ask("owed")) == ["0102", "0304"]
    assert refused(state, "finish") == "AGC-12.7a"


@pytest.mark.rule("AGC-12.1.1b", "AGC-12.6.1a", "AGC-12.3.5")
def test_what_cannot_be_declared(position: Board) -> None:
    state = game(position).new()
    assert refused(state, "attack 0204") == "AGC-12.7a"
    state.push("attack 0304")
    assert refused(state, "with B3") == "AGC-12.1.1b"


@pytest.mark.rule("AGC-12.7a")
def test_without_the_duty_everything_is_free(position: Board) -> None:
    state = game(position, without=("AGC-12.7a",)).new()
    for action in ("attack 0302", "with B1", "declare"):
        state.push(action)
    state.push("finish")
    assert state.is_over
