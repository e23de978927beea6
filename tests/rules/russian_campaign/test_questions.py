"""Queries on a position: units that must attack, and the value of a side's places."""

from __future__ import annotations

import pytest

from .turn_positions import at

STRONG = {"1G A": "Y17", "2G A": "Y17", "11 A": "Y17"}
"""Twenty-one factors: three alone are at 1-7, eight at 1-3."""


@pytest.mark.rule("TRC-12.5b")
def test_who_came_next_to_an_enemy_and_has_no_attack_owes_one() -> None:
    units = {"13 Inf": "Y18", **STRONG}
    came = at("axis", units=units, flags={"entered": ["13 Inf"]}, turn=14)
    assert came.ask("obligations") == ["13 Inf"]
    # who was there already surrenders, but broke no rule by a move (12.5c)
    assert at("axis", units=units, turn=14).ask("obligations") == []
    # with another beside it the attack is legal
    helped = at("axis", units={**units, "9 Inf": "X18"}, flags={"entered": ["13 Inf"]}, turn=14)
    assert helped.ask("obligations") == []
    # only those next to an enemy, and not who has fought
    flags = {"entered": ["13 Inf", "12 Inf", "46 Pz"], "fought": ["46 Pz"]}
    more = {**units, "12 Inf": "Y21", "46 Pz": "Z18"}
    assert at("axis", units=more, flags=flags, turn=14).ask("obligations") == ["13 Inf"]


@pytest.mark.rule("TRC-12.5b")
def test_the_russian_owes_attacks_as_well() -> None:
    # three against twenty-seven
    strong = dict.fromkeys(["GD Pz", "1 SS Pz", "24 Pz"], "Y17")
    units = {"4 A": "Y18", **strong}
    came = at("russian", units=units, flags={"entered": ["4 A"]}, turn=14)
    assert came.ask("obligations") == ["4 A"]
    assert at("russian", units=units, turn=14).ask("obligations") == []
    # nobody of the other side
    foe = at("axis", units={"13 Inf": "Y18", **STRONG}, flags={"entered": ["11 A"]}, turn=14)
    assert foe.ask("obligations") == []


@pytest.mark.rule("TRC-16.3a")
def test_for_winners_of_the_first_impulse_others_owe_an_attack() -> None:
    units = {"46 Pz": "Y18", "11 A": "Y17"}
    won = at("axis", 2, units=units, flags={"spent": ["46 Pz"]}, turn=14)
    assert won.ask("obligations") == ["46 Pz"]
    assert at("axis", 2, units=units, turn=14).ask("obligations") == []
    helped = at("axis", 2, units={**units, "13 Inf": "X18"}, flags={"spent": ["46 Pz"]}, turn=14)
    assert helped.ask("obligations") == []
    # a winner who stands free of enemies needs nobody
    free = at("axis", 2, units={**units, "46 Pz": "Y20"}, flags={"spent": ["46 Pz"]}, turn=14)
    assert free.ask("obligations") == []


WORTH = {"R9": 2, "E10": 2, "O19": 2, "U9": 1, "O8": 1, "X13": 1, "QQ7": 2, "PP13": 2}
"""Moscow, Leningrad and Minsk, Tula, Kalinin and Kursk, wells of Grozny and Maikop (27.12)."""


@pytest.mark.rule("TRC-27.12a")
@pytest.mark.parametrize("side", ["axis", "russian"])
@pytest.mark.parametrize("hex_", WORTH)
def test_what_a_place_is_worth_to_who_holds_it(side: str, hex_: str) -> None:
    with_it, without = (
        at("axis", turn=8, axis=[hex_]),
        at("axis", turn=8, russian=[hex_]),
    )
    if side == "russian":
        with_it, without = without, with_it
    free = at("axis", turn=8, nobody=[hex_])
    assert with_it.ask(f"{side} points") - without.ask(f"{side} points") == WORTH[hex_]
    assert free.ask(f"{side} points") == without.ask(f"{side} points")
