"""Section 17 by tables: factors in the cold, where it is cold, and the length of lines."""

from __future__ import annotations

import pytest

from .battle_positions import combat, odds
from .line_positions import (
    DRY,
    LIGHT_MUD,
    OUT,
    OWNED,
    SNOW,
    SUPPLIED,
    all_track,
    at,
    data,
    end_phase,
)
from .turn_positions import CLEAR

HALVES = {"Rum 5 Inf": (2, 1), "13 Inf": (3, 2), "12 Inf": (4, 2), "7 Inf": (5, 3), "46 Pz": (6, 3),
          "47 Pz": (7, 4), "HQ South": (1, 1), "1 SS Pz": (10, 5)}  # fmt: skip
"""Factors whole and halved, rounded up."""

JANUARY_42 = 5


@pytest.mark.rule("TRC-17.3.1a", "TRC-17.3.1b", "TRC-14.1.2a")
@pytest.mark.parametrize(("whence", "target", "times"), [("Z18", "Y18", 1), ("M12", "N12", 2)])
def test_what_the_cold_leaves_of_a_defender(whence: str, target: str, times: int) -> None:
    """Halved first, then doubled behind the Dvina's source."""
    for weather, which in ((CLEAR, 0), (SNOW, 1)):
        for unit, factors in HALVES.items():
            units = {"11 A": whence, "12 A": whence, unit: target}
            state = combat("russian", units, turn=JANUARY_42, weather=weather)
            assert odds(state, target, ["11 A", "12 A"])[:2] == (12, factors[which] * times), unit
        # each unit by itself
        pair = {"11 A": whence, "12 A": whence, "7 Inf": target, "13 Inf": target}
        state = combat("russian", pair, turn=JANUARY_42, weather=weather)
        assert odds(state, target, ["11 A", "12 A"]).defence == (8, 5)[which] * times


@pytest.mark.rule("TRC-17.3.1a", "TRC-2.4a")
def test_what_the_cold_leaves_of_an_attacker() -> None:
    for weather, which in ((CLEAR, 0), (SNOW, 1)):
        for unit, factors in HALVES.items():
            state = combat("axis", {unit: "Z18", "5 ParaC": "Y18"}, turn=5, weather=weather)
            assert odds(state, "Y18", [unit]) == (factors[which], 1, min(factors[which], 10)), unit


@pytest.mark.rule("TRC-17.3.1a", "TRC-12.5c")
def test_the_floor_is_reckoned_with_what_the_cold_leaves() -> None:
    """Three halved are two: they may attack twelve, and not thirteen."""
    for defenders, stays in ((("11 A", "12 A"), True), (("1G A", "5 A"), False)):
        units = {"13 Inf": "Z18", **dict.fromkeys(defenders, "Y18")}
        frozen = combat("axis", units, turn=5, weather=SNOW)
        assert (frozen.place("13 Inf") == "Z18") == stays
        assert combat("axis", units, turn=5, weather=CLEAR).place("13 Inf") == "Z18"


@pytest.mark.rule("TRC-17.3.2a", "TRC-17.3.3a", "TRC-17.3b", "TRC-17.3.3b")
def test_when_and_how_far_from_a_city_it_is_cold() -> None:
    """West of Kursk, by turn: 4 to 6 are the first winter, 10 to 12 the second."""
    for turn in range(2, 20):
        for weather in (CLEAR, LIGHT_MUD, SNOW):
            warm = 9
            if weather == SNOW and turn in (4, 5, 6):
                warm = 1
            elif weather == SNOW and turn in (10, 11, 12):
                warm = 2
            for far, hex_ in enumerate(["X13", "X14", "X15", "X16"]):
                state = at("axis", {"1 Inf": hex_}, axis=["X13"], turn=turn, weather=weather)
                expected = SUPPLIED if far <= warm else DRY
                assert state.ask("supply", "1 Inf") == expected, (turn, weather, hex_)


@pytest.mark.rule("TRC-17.3.3b")
def test_a_hex_between_warms_if_neither_russians_nor_partisans_are_in_reach_of_it() -> None:
    # X15 is two hexes from Kursk by X14 alone, W14 and Y14 lie to its side
    for enemy, found in (
        ({}, SUPPLIED),
        ({"11 A": "W12"}, SUPPLIED),
        ({"Partisan 1": "X14"}, DRY),
        ({"Partisan 1": "X16"}, SUPPLIED),
    ):
        units = {"1 Inf": "X15", **enemy}
        state = at("axis", units, axis=["X13"], turn=11, weather=SNOW)
        assert state.ask("supply", "1 Inf") == found, enemy
    # somebody else's city warms nobody
    other = at("axis", {"1 Inf": "X15"}, axis=["AA14"], turn=11, weather=SNOW)
    assert other.ask("supply", "1 Inf") == DRY


@pytest.mark.rule("TRC-17.2a", "TRC-17.2b")
@pytest.mark.parametrize("weather", [CLEAR, LIGHT_MUD, SNOW])
@pytest.mark.parametrize("side", ["axis", "russian"])
def test_as_far_as_a_line_leads_and_no_farther(weather: int, side: str) -> None:
    """From Kursk to the west, the only city and the only track of the side."""
    unit, other = {"axis": ("1 Inf", "2 Inf"), "russian": ("11 A", "12 A")}[side]
    length = 4 if weather == SNOW else 8
    row = ["X13", *(f"X{n}" for n in range(14, 23))]
    owned = [h.name for h in data().map.hexes if h is not None and h.features & OWNED]
    if side == "axis":
        more = {"axis": ["X13"]}
    else:
        more = {"axis": [h for h in owned if h != "X13"], "rail": set(all_track()) - {"X13"}}
    for steps in (0, 1, length, length + 1):
        units = {unit: row[steps], other: row[0]}
        state = at(side, units, impulse=2, weather=weather, **more)
        fed = steps <= length
        assert (state.ask("supply", unit) != OUT) == fed, (steps, weather)
        after = end_phase(state)
        assert (after.place(unit), after.place(other)) == (row[steps] if fed else "pool", row[0])
