"""Section 14: the front of July 1943, which both scenarios share, and who fights on it."""

from __future__ import annotations

import pytest

from .board_positions import Units, play
from .scenario_positions import at, data, game

EASTERN = [
    "1011", "1110", "1210", "1310", "1411", "1510", "1610", "1708", "1808", "1906", "2006", "2107",
    "2208", "2307", "2405", "2503", "2603", "2702", "2804",
]  # fmt: skip
"""The westernmost Soviet hex of each row by the list of 14.6, from Leningrad to Rostov."""
SEA = {"29": "2904", "30": "3005", "31": "3104", "32": "3204"}
"""The last Soviet hex of the rows south of Rostov, where the sea lies west of it, or 3105."""
NEUTRAL = {"3215", "3216", "3217", "3218"}


@pytest.mark.rule("BD-3.6a", "BD-14.6b", "BD-14.7a", "BD-14.9d")
@pytest.mark.parametrize("scenario", ["citadel", "gambit"])
@pytest.mark.parametrize("west", [*EASTERN, *SEA.values()])
def test_the_german_holds_what_lies_west_of_the_front(west: str, scenario: str) -> None:
    """Columns run west; Bulgaria is neutral."""
    state = game(scenario).new()
    row = {
        h.name
        for h in data(scenario).map.hexes
        if h is not None and h.name[:2] == west[:2] and h.terrain not in ("sea", "lake")
    } - NEUTRAL
    held, other = (row & set(state.ask("control", side)) for side in (0, 1))
    assert west in other
    assert held == {h for h in row if h > west} and other == row - held


def test_every_row_has_a_front() -> None:
    rows = {h.name[:2] for h in data("citadel").map.hexes if h is not None}
    assert {west[:2] for west in EASTERN} | SEA.keys() == rows


@pytest.mark.rule("BD-8.24a", "BD-8.24b")
@pytest.mark.parametrize(("scenario", "first"), [("gambit", 18), ("citadel", 19)])
def test_the_polish_army_is_at_hand_from_the_first_turn(scenario: str, first: int) -> None:
    """14.6 does not put it out of play."""
    (army,) = (u for u in data(scenario).taking_part() if u.name == "Pol")
    assert (army.arrives, army.entry) == (first, "trigger")
    assert game(scenario).new().place("Pol") == "later"


@pytest.mark.rule("BD-8.24a", "BD-8.24b")
@pytest.mark.parametrize(
    ("scenario", "turn"), [("gambit", 18), ("gambit", 20), ("citadel", 19), ("citadel", 22)]
)
def test_the_polish_army_comes_on_any_turn(scenario: str, turn: int) -> None:
    """With the first Soviet unit beside the General Government."""
    units: Units = {"2114": ["60A"], "later": ["Pol"], "1724": ["5AK"]}
    state = at(scenario, "movement", "soviet", units, turn=turn)
    assert state.place("Pol") == "later"
    assert play(state, "move 60A", "to 2115").place("Pol") == "2115"
