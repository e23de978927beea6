"""2.11, 8.12, 11.23: the box of the turn record for the second winter, turn 14."""

from __future__ import annotations

from typing import Any

import pytest

from . import late
from .board_positions import play, walk

FAR: dict[str, Any] = {"1001": ["66A"], "2022": ["1AK"]}
LOST = ["60A", "61A", "62A", "63A", "65A", "3T", "4T", "5T", "4AK", "5AK", "6AK", "3Pz", "24Pz"]


@pytest.mark.rule("BD-2.11a")
@pytest.mark.parametrize(
    ("side", "unit", "points"),
    [("german", "3Pz", 6), ("german", "4AK", 3), ("soviet", "3T", 6), ("soviet", "60A", 4)],
)
def test_movement_factors_of_the_second_winter(side: str, unit: str, points: int) -> None:
    """Winter gear costs the German a point of autumn's seven; Soviet rates are those of 1942."""
    home = {"german": "2023", "soviet": "1000"}[side]
    state = late.at("movement", side, (14, 15), {**FAR, home: [unit]})
    assert play(state, f"move {unit}").ask(f"{side} allowance") == points


@pytest.mark.rule("BD-8.12c", "BD-11.23a")
def test_replacements_and_air_force_of_the_second_winter() -> None:
    """One mechanised and two other steps for the German, two and five for the Soviet; a counter of
    the Luftwaffe."""
    before = late.at("movement", "soviet", (13, 15), {**FAR, "dead": LOST})
    german = late.next_turn(before, "replacements", "german")
    assert (german.var("turn"), german.var("mech steps"), german.var("foot steps")) == (14, 1, 2)
    soviet = walk(german, "replacements", "soviet")
    assert (soviet.var("turn"), soviet.var("mech steps"), soviet.var("foot steps")) == (14, 2, 5)
    assert walk(soviet, "movement", "german").var("luftwaffe") == 1
