"""Roads of Barbarossa: Army Group Center: the rulebook's cases, and the oracle."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from eastfront._core import perft
from eastfront.board import Board, board

from .agc_road import POINT, game
from .agc_road_oracle import Oracle
from .plain_board import perft as count
from .side_by_side import walk

TEXT = (Path(__file__).parent.parent / "positions/agc_road.txt").read_text()
PERFT = [3, 47, 131, 1061, 2814]
"""By depth, from 1; made by the oracle."""
AROUND = {"A": "0302", "B": "0403", "C": "0304", "D": "0204", "E": "0203", "F": "0202"}
CENTRE = "0303"


@pytest.fixture(scope="module")
def position() -> Board:
    return board(TEXT)


def spent(start: str, way: str, without: tuple[str, ...] = (), text: str = TEXT) -> float:
    """Movement points for a way hex by hex, from a hex next to the centre."""
    moved = text.replace("@0304", f"@{AROUND[start]}")
    state = game(board(moved), without).new()
    state.push("move M1")
    for letter in way:
        state.push("next " + AROUND.get(letter, CENTRE))
    return 7 - float(state.ask("left", "M1")) / POINT


@pytest.mark.rule("AGC-10.7.7d", "AGC-10.7.7b", "AGC-10.7.7c")
@pytest.mark.parametrize(("start", "cost"), [("C", 0.5), ("F", 0.5), ("D", 1)])
def test_case_one_in_and_stop(start: str, cost: float) -> None:
    assert spent(start, "X") == cost


@pytest.mark.rule("AGC-10.7.7e")
def test_case_two_through_on_one_road() -> None:
    assert spent("C", "XF") == 1


@pytest.mark.rule("AGC-10.7.7f", "AGC-10.7.7a")
@pytest.mark.parametrize(("start", "way"), [("D", "XC"), ("D", "XF"), ("C", "XD"), ("F", "XD")])
def test_case_three_from_road_to_road(start: str, way: str) -> None:
    # the same both ways, as the hex behind hexside D is not clear either
    assert spent(start, way) == 1.5


@pytest.mark.rule("AGC-10.7.7g", "AGC-10.7.7h", "AGC-10.7.7i", "AGC-10.7.7j", "AGC-10.7.7k")
@pytest.mark.parametrize(("way", "cost"), [("XE", 5), ("XA", 6), ("XB", 6)])
def test_case_four_off_the_road(way: str, cost: float) -> None:
    assert spent("C", way) == cost


@pytest.mark.rule("AGC-10.7.7h")
def test_case_four_does_not_bring_the_bridged_river_back() -> None:
    bridged = TEXT.replace("river: 0303-0302", "river: 0304-0303 0303-0302")
    assert spent("C", "XE", text=bridged) == 5


@pytest.mark.rule("AGC-10.7.7i2")
def test_the_long_way_by_road_is_cheaper(position: Board) -> None:
    assert spent("C", "XFE") == 1.5
    state = game(position).new()
    assert state.ask("cost", "M1", AROUND["E"]) == 1.5 * POINT
    # across the river at once, or by road with the terrain owed: five from the hex and the river
    assert state.ask("cost", "M1", AROUND["A"]) == Oracle(TEXT).field("M1", "0304")["0302"] * 2


@pytest.mark.rule("AGC-10.6.4a", "AGC-10.6.5", "AGC-10.5.3c")
def test_the_field_costs_what_the_oracle_says(position: Board) -> None:
    oracle = Oracle(TEXT)
    for label in position.labels:
        if label == "0501":
            continue
        text = TEXT.replace("@0304", f"@{label}")
        state = game(board(text)).new()
        field = Oracle(text).field("M1", label)
        mine = {h: state.ask("cost", "M1", h) for h in position.labels if h != label}
        assert {h: c // 2 for h, c in mine.items() if c >= 0} == field
    assert oracle.enemy == {"0501"}


@pytest.mark.rule("AGC-10.5.3a", "AGC-10.6.6", "AGC-10.5.3e")
def test_perft_is_the_oracles(position: Board) -> None:
    oracle = Oracle(TEXT)
    depths = range(1, len(PERFT) + 1)
    assert [count(oracle.successors, oracle.start(), d) for d in depths] == PERFT
    start = game(position).new()
    assert [perft(start, d) for d in depths] == PERFT


@pytest.mark.rule("AGC-10.7.7g", "AGC-10.5.4a")
def test_both_offer_the_same(position: Board) -> None:
    def seen(state: Any) -> Any:
        return [(n, state.place(n), int(n in state.units_with("moved"))) for n in ("M1", "M2")]

    oracle = Oracle(TEXT)
    compared = walk(
        game(position),
        oracle.start(),
        oracle.successors,
        lambda _, action: tuple(action.split()),
        seen,
        lambda s: list(s[0]),
        games=200,
        seed=4,
    )
    assert compared > 600


@pytest.mark.rule("AGC-10.7.7g")
def test_without_the_rule_the_road_rate_stays() -> None:
    assert spent("C", "XA", without=("AGC-10.7.7g",)) == 0.5 + 1 + 1
