"""Sections 7.9 to 7.11, 7.16, 7.17, 7.22: effects of supply on movement and battle."""

from __future__ import annotations

import pytest

from eastfront._core import State

from .board_positions import OFFENSIVE, OOS, OVERLAND, Units, at, marker, odds, play, surround

RIFLES = ["3A", "4A", "5A", "6A", "8A", "9A"]
CORPS = ["1AK", "2AK", "5AK", "6AK", "7AK", "8AK"]


def board(units: Units, **more: object) -> State:
    return at("prepared assault", "soviet", sequence="fight-move", units=units, **more)  # type: ignore[arg-type]


@pytest.mark.rule("BD-7.9e", "BD-7.10a")
def test_without_offensive_supply_soviet_attacks_are_halved() -> None:
    units = {"4AK": "2309", "60A": "2308", "61A": "2308", "62A": "2308"}
    plain = board(units)
    assert plain.ask("supply", "60A") == OVERLAND
    assert odds(plain, "soviet", "2309", ["60A", "61A", "62A"])[0] == 4
    assert odds(plain, "german", "2308", ["4AK"])[1] == 9
    # marker A reaches four hexes, the unit's own not counted
    near, far = board(units, variables=marker("2304")), board(units, variables=marker("2303"))
    assert (near.ask("supply", "60A"), far.ask("supply", "60A")) == (OFFENSIVE, OVERLAND)
    assert odds(near, "soviet", "2309", ["60A", "61A", "62A"])[0] == 9
    assert odds(far, "soviet", "2309", ["60A", "61A", "62A"])[0] == 4


@pytest.mark.rule("BD-7.11d")
def test_a_marker_in_range_is_nothing_without_overland_supply() -> None:
    ring = surround("2308", CORPS)
    state = board({"1Sh": "2308", "3Sh": "2308", **ring}, variables=marker("2306"))
    assert state.ask("supply", "1Sh") == OOS
    target = next(iter(ring.values()))
    # six, quartered; not doubled first
    assert odds(state, "soviet", target, ["1Sh", "3Sh"])[0] == 1


@pytest.mark.rule("BD-7.22c", "BD-7.22d")
def test_half_in_a_hero_city_a_quarter_in_a_pocket() -> None:
    armies = ["60A", "61A", "62A", "63A"]
    ring = surround("2308", CORPS)
    units = {**dict.fromkeys(armies, "2308"), **ring}
    target = next(iter(ring.values()))
    pocket = board(units)
    assert odds(pocket, "soviet", target, armies)[0] == 3
    hero = board(units, hex_flags={"hero city": ["2308"]})
    assert odds(hero, "soviet", target, armies)[0] == 6


@pytest.mark.rule("BD-7.16b", "BD-7.17a")
def test_units_without_supply_move_half_as_far_all_phase() -> None:
    # 2109 is northern; its one way out is southern
    for side, units, enemies, full in (
        ("german", {"3Pz": "2109"}, RIFLES, 8),
        ("german", {"4AK": "2109"}, RIFLES, 4),
        ("soviet", {"60A": "2109"}, CORPS, 4),
        ("soviet", {"3T": "2109"}, CORPS, 6),
    ):
        unit = next(iter(units))
        far = "1001" if side == "german" else "2320"
        free = at("movement", side, sequence="move-fight", units={**units, enemies[0]: far})
        assert play(free, f"move {unit}").ask(f"{side} allowance") == full
        ring = surround("2109", enemies, ["2209"])
        cut = at("movement", side, sequence="move-fight", units={**units, **ring})
        assert play(cut, f"move {unit}").ask(f"{side} allowance") == full // 2


@pytest.mark.rule("BD-7.17a")
def test_supply_is_looked_at_when_the_move_starts() -> None:
    # 2109 is northern and shut in but for 2209, which is southern
    ring = surround("2109", RIFLES, ["2209"])
    state = at(
        "movement", "german", sequence="move-fight", units={"3Pz": "2109", "14Pz": "2209", **ring}
    )
    out = play(state, "move 3Pz", "to 2209")
    assert out.ask("supply", "3Pz") == OVERLAND
    # four points, three of them gone for the hex and the river
    assert out.ask("german allowance") == 4
    assert play(state, "move 14Pz").ask("german allowance") == 8


@pytest.mark.rule("BD-7.17b")
def test_units_without_supply_fight_at_half() -> None:
    ring = surround("2309", RIFLES)
    cut = at("prepared assault", "german", units={"3Pz": "2309", "14Pz": "2309", **ring})
    target = ring["3A"]
    assert odds(cut, "german", target, ["3Pz", "14Pz"])[0] == 4
    assert odds(cut, "soviet", "2309", ["3A"])[1] == 3
    free = at("prepared assault", "german", units={"3Pz": "2309", "14Pz": "2309", "3A": target})
    assert odds(free, "german", target, ["3Pz", "14Pz"])[0] == 8
    assert odds(free, "soviet", "2309", ["3A"])[1] == 6
    # a Soviet defender is halved too
    pocket = at("prepared assault", "german", units={"60A": "2309", "61A": "2309",
                                                     **surround("2309", CORPS)})  # fmt: skip
    assert odds(pocket, "german", "2309", ["1AK"])[1] == 3
