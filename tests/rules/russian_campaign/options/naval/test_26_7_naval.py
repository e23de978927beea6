"""Section 26.7: optional naval restrictions."""

from __future__ import annotations

from typing import Any

import pytest

from eastfront._core import State

from ...turn_positions import CLEAR, SNOW, at, names, play, refused

NAVAL = ("naval-restrictions",)
ODESSA, SEVASTOPOL = "DD24", "JJ23"


def axis(units: dict[str, str] | None = None, **more: Any) -> State:
    """An Axis movement phase at Odessa, with Sevastopol Axis too."""
    where = {"13 Inf": ODESSA, **(units or {})}
    return at("axis", units=where, options=NAVAL, axis=[SEVASTOPOL], **more)


def landings(state: State, unit: str = "13 Inf") -> set[str]:
    """Where a unit may invade over the Black Sea."""
    return names(play(state, f"ship-black {unit}"), "invade")


@pytest.mark.rule("TRC-26.7.1a")
def test_no_invasion_in_snow_but_transfers_and_evacuations() -> None:
    assert landings(axis(weather=CLEAR))
    snow = play(axis(weather=SNOW), "ship-black 13 Inf")
    assert names(snow, "ship-to") == {SEVASTOPOL}
    with refused("TRC-26.7.1a"):
        play(snow, f"invade {min(landings(axis(weather=CLEAR)))}")
    theirs = at(
        "russian", units={"16 A": "II14"}, options=NAVAL, weather=SNOW, russian=[SEVASTOPOL]
    )
    assert not landings(theirs, "16 A")
    rescue = axis({"13 Inf": min(landings(axis()))}, weather=SNOW)
    assert "13 Inf" in names(rescue, "ship-black")


@pytest.mark.rule("TRC-26.7.2a")
def test_one_axis_invasion_in_the_game_and_two_russian_ones() -> None:
    state = axis()
    goal = min(landings(state))
    tried = play(state, "ship-black 13 Inf", f"invade {goal}", "roll 6")
    assert tried.var("axis invasions") == 1
    with refused("TRC-26.7.2a"):
        play(axis(variables={"axis invasions": 1}), "ship-black 13 Inf", f"invade {goal}")
    for before in (0, 1):
        theirs = at(
            "russian",
            units={"16 A": "II14"},
            options=NAVAL,
            russian=[SEVASTOPOL],
            variables={"russian invasions": before},
        )
        assert landings(theirs, "16 A")


@pytest.mark.rule("TRC-26.7.3a")
def test_only_infantry_invades() -> None:
    state = axis({"41 Pz": ODESSA, "49 Mtn": ODESSA})
    goal = min(landings(state))
    for unit in ("41 Pz", "49 Mtn"):
        voyage = play(state, f"ship-black {unit}")
        assert not names(voyage, "invade")
        with refused("TRC-26.7.3a"):
            play(voyage, f"invade {goal}")


@pytest.mark.rule("TRC-26.7.3a")
def test_others_come_from_off_the_map_to_a_port_only() -> None:
    units = {"13 Inf": "off-map", "41 Pz": "off-map"}
    state = at("axis", units=units, options=NAVAL)
    assert names(state, "ship-black") == {"13 Inf"}
    both = at("axis", units=units, options=NAVAL, axis=[ODESSA])
    assert names(both, "ship-black") == {"13 Inf", "41 Pz"}


@pytest.mark.rule("TRC-26.7.2a", "TRC-26.7.1a")
@pytest.mark.parametrize("turn", [1, 2])
def test_the_limits_of_the_sea_rules_stand_beside_them(turn: int) -> None:
    """No Axis invasion before July 1941 (10.7); the Russian is not bound by that."""
    assert bool(landings(axis(turn=turn))) == (turn > 1)
    theirs = at("russian", units={"16 A": "II14"}, options=NAVAL, turn=turn, russian=[SEVASTOPOL])
    assert landings(theirs, "16 A")


@pytest.mark.option("sea_variants")
@pytest.mark.rule("TRC-26.7.2a")
@pytest.mark.parametrize("before, more", [(1, True), (2, False)])
def test_two_russian_invasions_even_where_the_variant_sets_no_limit(
    before: int, more: bool
) -> None:
    theirs = at(
        "russian",
        units={"16 A": "II14"},
        options=("naval-restrictions", "sea-variants"),
        russian=[SEVASTOPOL],
        variables={"russian invasions": before},
    )
    assert bool(landings(theirs, "16 A")) == more
