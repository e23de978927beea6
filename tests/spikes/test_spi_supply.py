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
PERFT = [3, 12, 45, 152, 604, 2265]
"""By depth, from 1; made by the oracle."""


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
    depths = range(1, len(PERFT) + 1)
    assert [count(oracle.successors, oracle.start(), d) for d in depths] == PERFT
    start = game(position).new()
    assert [perft(start, d) for d in depths] == PERFT


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


CORRIDOR = """
sides: axis soviet
boxes: gone
legend:
  .  clear
map:
  . .
units:
  T1  soviet  2-1-5  motor-corps  @0101
  T2  soviet  2-1-5  motor-corps  @0101
  R1  soviet  2-4-2  foot-army    @0201
  R2  soviet  2-4-2  foot-army    @0201
"""


@pytest.mark.rule("SPI-STACK-A", "SPI-STACK-GEN2")
def test_a_full_hex_is_passed_by_who_can_only_turn_back() -> None:
    """His own hex has room for him, full as it is."""
    oracle, start = Oracle(CORRIDOR), game(board(CORRIDOR)).new()
    depths = range(1, 6)
    wanted = [count(oracle.successors, oracle.start(), d) for d in depths]
    assert [perft(start, d) for d in depths] == wanted
    assert "move T1" in start.legal_actions.names()


def play(state: Any, *actions: str) -> Any:
    for action in actions:
        state.push(action)
    return state


@pytest.mark.rule("SPI-SUPPLY-A4", "SPI-SUPPLY-A1", "SPI-ZOC-F6", "SPI-SUPPLY-I")
def test_a_line_of_one_instant_saves_for_the_turn(position: Board) -> None:
    lost = play(game(position).new(), "end", "end")
    assert lost.units_at("gone") == ["T1", "R1"]
    # into the gap and back again: at no decision of the end of a phase is the line open
    saved = play(game(position).new(), "move T2", "next 0403", "next 0402", "end", "end")
    assert saved.units_at("gone") == []
    assert saved.place("T2") == "0402"


@pytest.mark.rule("SPI-SUPPLY-A4")
def test_without_the_rule_the_instant_is_lost(position: Board) -> None:
    state = game(position, without=("SPI-SUPPLY-A4",)).new()
    play(state, "move T2", "next 0403", "next 0402", "end", "end")
    assert state.units_at("gone") == ["T1", "R1"]


@pytest.mark.rule("SPI-SUPPLY-B1", "SPI-SUPPLY-B2")
def test_who_is_supplied_again_may_move(position: Board) -> None:
    state = game(position).new()
    with pytest.raises(IllegalAction) as caught:
        state.push("move T1")
    assert caught.value.rule == "SPI-SUPPLY-B1"
    play(state, "move T2", "next 0403", "stop", "move T1")


@pytest.mark.rule("SPI-SUPPLY-J2", "SPI-ZOC-F5")
def test_zones_over_vacant_hexes_cut_the_line(position: Board) -> None:
    state = play(game(position, without=("SPI-SUPPLY-J2",)).new(), "end", "end")
    assert state.units_at("gone") == []
