"""Joint overruns of Barbarossa (1971), against the oracle."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from eastfront._core import IllegalAction, perft
from eastfront.board import Board, board

from .side_by_side import walk
from .plain_board import perft as count
from .spi_overrun import game
from .spi_overrun_oracle import Oracle

TEXT = (Path(__file__).parent.parent / "positions/spi_overrun.txt").read_text()
PERFT = {1: 5, 2: 31, 3: 106, 4: 693, 5: 2442}
"""Made by the oracle."""


def kind(b: Board, name: str) -> str:
    u = next(u for u in b.units if u.name == name)
    return f"{u.side} {u.kind} {u.attack}-{u.defence}-{u.allowance}"


def status(b: Board, state: Any, name: str) -> tuple[Any, ...]:
    done = 2 * (name in state.units_with("overran")) or int(name in state.units_with("moved"))
    return (kind(b, name), state.place(name), state.ask("left", name), done)


def label(b: Board) -> Any:
    def read(state: Any, action: str) -> tuple[Any, ...]:
        verb, *thing = action.split()
        if verb in ("move", "join"):
            return (verb, *status(b, state, thing[0]))
        return (verb, *thing)

    return read


def seen(b: Board) -> Any:
    names = [u.name for u in b.units]
    return lambda s: sorted(status(b, s, n) for n in names if s.place(n) != "gone")


@pytest.fixture(scope="module")
def position() -> Board:
    return board(TEXT)


@pytest.mark.rule("SPI-OVR-GEN1", "SPI-OVR-GEN3", "SPI-OVR-GEN9", "SPI-ZOC-C1", "SPI-MOVE-N1")
def test_perft_is_the_oracles(position: Board) -> None:
    start = game(position).new()
    assert {d: perft(start, d) for d in PERFT} == PERFT
    oracle = Oracle(TEXT)
    assert {d: count(oracle.successors, oracle.start(), d) for d in PERFT} == PERFT


@pytest.mark.rule("SPI-OVR-GEN4", "SPI-OVR-GEN5", "SPI-OVR-GEN6", "SPI-ZOC-G1", "SPI-STACK-B1")
def test_both_offer_the_same(position: Board) -> None:
    oracle = Oracle(TEXT)
    compared = walk(
        game(position),
        oracle.start(),
        oracle.successors,
        label(position),
        seen(position),
        lambda s: sorted(s[0]),
        games=150,
        seed=1,
    )
    assert compared > 600
