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
PERFT: dict[tuple[str, bool], list[int]] = {}
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
@pytest.mark.parametrize(("side", "forming"), [("axis", False), ("soviet", False), ("soviet", True)])
def test_perft_is_the_oracles(position: Board, side: str, forming: bool) -> None:
    oracle, wanted = Oracle(TEXT, side, forming), PERFT[side, forming]
    depths = range(1, len(wanted) + 1)
    assert [count(oracle.successors, oracle.start(), d) for d in depths] == wanted
    start = game(position, side, forming).new()
    assert [perft(start, d) for d in depths] == wanted


@pytest.mark.rule("SPI-BREAK-C5", "SPI-BREAK-C6", "SPI-STACK-C2", "SPI-BREAK-T5", "SPI-BREAK-S2")
@pytest.mark.parametrize(("side", "forming"), [("axis", False), ("soviet", False), ("soviet", True)])
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
