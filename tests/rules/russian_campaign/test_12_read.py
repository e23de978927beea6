"""Sections 3.7, 12 and 16: positions of battles and moves that are read, and those refused."""

from __future__ import annotations

import pytest

import eastfront as ef
from eastfront._core import State

from .battle_positions import at, combat, names, play, refused
from .turn_positions import game

HERE = "Y18"


def accepted(state: State) -> bool:
    """Whether a position is read from its bytes."""
    try:
        same = game().state_from_bytes(bytes(state))
    except ef.FormatError:
        return False
    assert same.places() == state.places()
    return True


BATTLE = {"46 Pz": "Z18", "47 Pz": "Z18", "13 Inf": "Z18", "8 TkC": HERE}


@pytest.mark.rule("TRC-12.3c")
@pytest.mark.parametrize(
    ("place", "sound"),
    [("Z18", True), ("X18", True), ("AA19", False), ("A14", False)],
)
def test_who_attacks_stands_next_to_whom_he_attacks(place: str, sound: bool) -> None:
    state = play(combat("axis", BATTLE), "join 46 Pz")
    assert state.decision == "forces" and accepted(state)
    assert accepted(state._supposed(places=[("46 Pz", place)])) == sound


@pytest.mark.rule("TRC-12.3c")
def test_nor_across_a_side_that_nobody_attacks_over() -> None:
    """KK17 and JJ17 may not attack one another (TRC-7.1d)."""
    units = {"46 Pz": "KK16", "8 TkC": "JJ17", "28 Inf": "D30"}
    state = combat("axis", units)
    assert "46 Pz" in state.units_with("engaged") and accepted(state)
    assert not accepted(state._supposed(places=[("46 Pz", "KK17")]))


@pytest.mark.rule("TRC-13.1b")
@pytest.mark.parametrize(("place", "sound"), [("X18", True), ("AA19", False), ("A14", False)])
def test_nor_when_odds_are_announced(place: str, sound: bool) -> None:
    state = combat("axis", {"46 Pz": "Z18", "8 TkC": HERE})
    assert state.decision == "odds" and accepted(state)
    assert accepted(state._supposed(places=[("46 Pz", place)])) == sound


OPENING = {"47 Pz": "M23", "5 TkC": "M22", "48 Pz": "R28", "8 TkC": "R27"}


@pytest.mark.rule("TRC-3.7a", "TRC-3.7b", "TRC-3.7c")
def test_in_the_opening_somebody_may_attack_each_enemy_that_must_be_attacked() -> None:
    """47 Pz is of the centre, 48 Pz of the south, 41 Pz of the north (TRC-3.7a to TRC-3.7c)."""
    state = combat("axis", OPENING, turn=1)
    assert state.decision == "battle" and accepted(state)
    north = state._supposed(places=[("47 Pz", "removed"), ("41 Pz", "M23")])
    assert not accepted(north)
    # nor if one of the centre stands a hex behind him
    assert not accepted(state._supposed(places=[("41 Pz", "M23"), ("47 Pz", "M24")]))
    # later everybody attacks whom he likes
    assert accepted(north._supposed(variables=[("turn", 2)]))


@pytest.mark.rule("TRC-3.7a", "TRC-3.7b", "TRC-3.7g")
@pytest.mark.parametrize(
    ("place", "sound"), [("J21", True), ("I20", True), ("K21", False), ("removed", False)]
)
def test_who_has_an_enemy_of_his_own_does_not_attack_another_for_that(
    place: str, sound: bool
) -> None:
    """I20 lies beside the Baltic district in H20 and the Western one in J20."""
    units = {"41 Pz": "I20", "5 TkC": "H20", "3 TkC": "J20", "47 Pz": "J21"}
    state = combat("axis", {**units, "48 Pz": "R28", "8 TkC": "R27"}, turn=1)
    assert state.decision == "battle"
    assert accepted(state._supposed(places=[("47 Pz", place)])) == sound
    # nor while another battle is fought
    other = play(state, "attack R27")
    assert other.decision == "odds" and other.units_with("engaged") == ["48 Pz"]
    assert accepted(other._supposed(places=[("47 Pz", place)])) == sound


@pytest.mark.rule("TRC-5.4a", "TRC-8.4a", "TRC-16.2a")
@pytest.mark.parametrize(("hex_", "sound"), [("I16", True), ("L17", False), ("DD3", False)])
def test_on_the_move_only_those_around_its_start_may_be_looked_at_anew(
    hex_: str, sound: bool
) -> None:
    """Who is held for beaten at once and could not be is refused, but next to the mover's start.

    I16 lies beside J17, L17 two hexes away.
    """
    units = {"24 Pz": "J17", "6 TkC": "I16", "11 A": "L17"}
    state = play(at("axis", 1, units=units, variables={"stukas": 0}), "move 24 Pz")
    assert state.decision == "leg" and accepted(state)
    hoped = state._supposed(hex_flags=[(hex_, "ripe", True)])
    assert accepted(hoped) == sound


@pytest.mark.rule("TRC-16.4a")
@pytest.mark.parametrize(("turn", "wins"), [(9, False), (10, True)])
def test_russians_win_nobody_at_once_before_november_1942(turn: int, wins: bool) -> None:
    """Thirty factors against three, which is held for beaten as the position is read."""
    units = {**dict.fromkeys(("1G TkA", "2G TkA"), "Z18"), "3 TkA": "Z18", "Rum 5 Inf": HERE}
    state = at("russian", 1, units=units, turn=turn, hex_flags={"ripe": [HERE]})
    assert (HERE in names(state, "overrun")) == wins
    if not wins:
        with refused("TRC-16.4a"):
            play(state, f"overrun {HERE}")
