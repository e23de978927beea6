"""Section 4: victory points that the scenario can move."""

from __future__ import annotations

import pytest

from .board_positions import at, play


@pytest.mark.rule("BD-4.2c")
def test_a_city_moves_the_total_by_one_either_way() -> None:
    state = at("movement", "german", sequence="move-fight", units={"2304": "3Pz", "1001": "60A"})
    before = state.var("victory points")
    assert play(state, "move 3Pz", "to 2204").var("victory points") == before
    assert play(state, "move 3Pz", "to 2205").var("victory points") == before + 1
    back = at("movement", "soviet", units={"2206": "60A"}, german=["2205"])
    before = back.var("victory points")
    assert play(back, "move 60A", "to 2205").var("victory points") == before - 1
    assert play(back, "move 60A", "to 2207").var("victory points") == before


@pytest.mark.rule("BD-4.3a")
def test_a_hero_city_is_worth_two() -> None:
    state = at("movement", "german", sequence="move-fight", units={"1706": "3Pz", "1001": "60A"})
    before = state.var("victory points")
    assert "1606" in state.hexes_with("hero city")
    assert play(state, "move 3Pz", "to 1606").var("victory points") == before + 2
    plain = at(
        "movement",
        "german",
        sequence="move-fight",
        units={"1706": "3Pz", "1001": "60A"},
        not_hex_flags={"hero city": ["1606"]},
    )
    assert play(plain, "move 3Pz", "to 1606").var("victory points") == before + 1


@pytest.mark.rule("BD-4.3d")
def test_a_fortress_city_costs_two() -> None:
    state = at(
        "movement",
        "soviet",
        units={"2206": "60A"},
        german=["2205"],
        hex_flags={"fortress city": ["2205"]},
    )
    before = state.var("victory points")
    assert play(state, "move 60A", "to 2205").var("victory points") == before - 2
