"""Supply at any instant of Barbarossa (1971), against the oracle."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from eastfront._core import IllegalAction, perft
from eastfront.board import Board, board

from .plain_board import kind_of
from .plain_board import perft as count
from .side_by_side import walk
from .spi_supply import game
from .spi_supply_oracle import Oracle

TEXT = (Path(__file__).parent.parent / "positions/spi_supply.txt").read_text()
PERFT: dict[int, int] = {}
"""Made by the oracle."""


def status(oracle: Oracle, state: Any, name: str) -> tuple[Any, ...]:
    flag = {f: int(name in state.units_with(f)) for f in ("moved", "safe")}
    where = state.place(name)
    kind = kind_of(oracle.map.units[name])
    return (kind, where, flag["moved"], flag["safe"], int(where == "gone"))


def label(oracle: Oracle) -> Any:
    def read(state: Any, action: str) -> tuple[Any, ...]:
        verb, *thing = action.split()
        return (verb, *status(oracle, state, thing[0])) if verb == "move" else (verb, *thing)

    return read


@pytest.fixture(scope="module")
def position() -> Board:
    return board(TEXT)


@pytest.mark.rule("SPI-MOVE-N1", "SPI-ZOC-C1", "SPI-ZOC-C2", "SPI-ZOC-F1", "SPI-STACK-A")
def test_perft_is_the_oracles(position: Board) -> None:
    oracle = Oracle(TEXT)
    assert {d: count(oracle.successors, oracle.start(), d) for d in PERFT} == PERFT
    start = game(position).new()
    assert {d: perft(start, d) for d in PERFT} == PERFT


@pytest.mark.rule("SPI-SUPPLY-A1", "SPI-SUPPLY-A2", "SPI-SUPPLY-A4", "SPI-SUPPLY-P1")
def test_both_offer_the_same(position: Board) -> None:
    oracle = Oracle(TEXT)
    start = oracle.start()
    compared = walk(
        game(position),
        start,
        oracle.successors,
        label(oracle),
        lambda s: sorted(status(oracle, s, n) for n in oracle.map.units),
        lambda s: list(s[0]),
        games=200,
        seed=2,
    )
    assert compared > 1500
