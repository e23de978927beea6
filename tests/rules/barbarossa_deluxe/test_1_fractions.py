"""Section 1: halved factors lose their fraction, and no unit falls below one."""

from __future__ import annotations

import pytest

from .board_positions import at, names, odds, play, surround

RIFLES = ["3A", "4A", "5A", "6A", "8A", "9A"]
CORPS = ["1AK", "2AK", "5AK", "6AK", "7AK", "8AK"]


@pytest.mark.rule("BD-1.3a")
def test_halves_drop_the_fraction() -> None:
    """Half of three is one; half of seven movement points is three."""
    ring = surround("2109", RIFLES, ["2209"])
    cut = at("movement", "german", turn=13, sequence="move-fight", units={"3Pz": "2109", **ring})
    assert play(cut, "move 3Pz").ask("german allowance") == 3
    pocket = surround("2309", RIFLES)
    target = pocket["3A"]
    alone = at("prepared assault", "german", units={"2309": ["3Pz", "4AK"], **flip(pocket)})
    assert odds(alone, "german", target, ["4AK"]).attack == 1
    assert odds(alone, "german", target, ["3Pz", "4AK"]).attack == 3
    # the defenders are halved as well: three and four come to three
    assert odds(alone, "soviet", "2309", ["3A"]).defence == 3


def flip(units: dict[str, str]) -> dict[str, list[str]]:
    """Units by place."""
    return {place: [unit] for unit, place in units.items()}


@pytest.mark.rule("BD-1.3b", "BD-7.22f", "BD-11.12a")
def test_no_single_unit_falls_below_one() -> None:
    """A quarter of three is none, but a lone army keeps one; of two, six become one."""
    ring = surround("2308", CORPS)
    target = ring["1AK"]
    pocket = at(
        "prepared assault",
        "soviet",
        sequence="fight-move",
        units={"2308": ["60A", "61A", "1Sh"], **flip(ring)},
    )
    assert odds(pocket, "soviet", target, ["60A"]).attack == 1
    assert odds(pocket, "soviet", target, ["1Sh"]).attack == 1
    assert odds(pocket, "soviet", target, ["60A", "61A"]).attack == 1


@pytest.mark.rule("BD-1.3d", "BD-11.9a")
def test_poor_odds_round_up() -> None:
    """The rulebook's example: five against eleven is one to three."""
    state = at(
        "prepared assault",
        "german",
        turn=13,
        sequence="move-fight",
        units={"2309": ["4AK", "3Rum"], "2308": ["60A", "59A", "54A", "LPMA"], "1001": ["61A"]},
    )
    found = odds(state, "german", "2308", ["4AK", "3Rum"])
    assert (found.attack, found.defence) == (5, 11)
    assert found.column == 2 - 3


@pytest.mark.rule("BD-1.7c")
def test_nobody_stops_beside_an_enemy() -> None:
    """From 2309 past armies in 2210, 2209 and 2308 to what lies behind them."""
    units = {"2309": ["3Pz"], "2208": ["60A"], "2408": ["61A"], "1001": ["59A"]}
    state = at("movement", "german", sequence="move-fight", units=units)
    # 2307 lies beyond 2308, which is next to both armies
    moved = play(state, "move 3Pz", "to 2307")
    assert moved.place("3Pz") == "2307" and moved.var("spent") == 2
    assert "2306" in names(moved, "to")
