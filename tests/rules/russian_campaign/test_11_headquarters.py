"""Section 11: headquarters and leaders."""

from __future__ import annotations

import pytest

from .battle_positions import at, combat, fight, may, play, reach, refused, walk
from .test_5_movement import distance
from .turn_positions import CLEAR, LIGHT_MUD, MUD, SNOW

HQ_HEX = "Y20"


@pytest.mark.rule("TRC-11.1a")
def test_headquarters_move_in_the_second_impulse_only() -> None:
    units = {"HQ South": HQ_HEX, "13 Inf": HQ_HEX, "Stavka": "R9", "11 A": "R9"}
    for side, unit, other in (("axis", "HQ South", "13 Inf"), ("russian", "Stavka", "11 A")):
        first = at(side, 1, units=units)
        assert may(first, f"move {other}")
        with refused("TRC-11.1a"):
            play(first, f"move {unit}")
        assert may(at(side, 2, units=units), f"move {unit}")


@pytest.mark.rule("TRC-11.1a", "TRC-11.1b", "TRC-5.4b")
def test_they_have_their_full_factor_in_any_weather() -> None:
    for weather in (CLEAR, LIGHT_MUD, MUD, SNOW):
        state = at("axis", 2, units={"HQ South": HQ_HEX}, weather=weather)
        assert max(distance(HQ_HEX, h) for h in reach(state, "HQ South")) == 7


@pytest.mark.rule("TRC-8.2a", "TRC-8.2d", "TRC-11.1c")
def test_they_stop_in_woods_mountains_and_swamps() -> None:
    for start, hex_ in (("N21", "N20"), ("N31", "N32"), ("R24", "R23")):
        state = play(at("axis", 2, units={"HQ South": start}), "move HQ South", f"to {hex_}")
        assert state.decision == "movement"
    snow = at("axis", 2, units={"HQ South": "R24"}, weather=SNOW)
    assert play(snow, "move HQ South", "to R23").decision == "leg"


@pytest.mark.rule("TRC-11.1e")
def test_they_enter_a_zone_only_where_others_stand() -> None:
    units = {"HQ South": HQ_HEX, "13 Inf": "Y18", "HQ North": "X18", "11 A": "Y17"}
    state = at("axis", 2, units=units)
    assert "Y18" in reach(state, "HQ South")
    # empty, or another headquarters alone
    assert not reach(state, "HQ South") & {"X18", "Z18", "Z17", "X17"}
    assert "Z18" in reach(at("axis", 2, units={**units, "46 Pz": HQ_HEX}), "46 Pz")
    with refused("TRC-5.2a"):
        play(state, "move HQ South", "to X18")


@pytest.mark.rule("TRC-11.2a", "TRC-11.2b", "TRC-13.3h")
def test_a_leader_made_to_retreat_is_lost() -> None:
    units = {"46 Pz": "Z18", "47 Pz": "Z18", "48 Pz": "Z18", "Stalin": "Y18", "8 TkC": "Y18"}
    # DR at 4-1: the tanks go, he does not
    after = fight(combat("axis", units), "Y18", ["46 Pz", "47 Pz", "48 Pz"], 3, announced=4)
    assert after.place("Stalin") == "Y18" or after.place("Stalin") == "pool"
    fled = fight(combat("axis", units), "Y18", ["46 Pz", "47 Pz", "48 Pz"], 4, announced=3)
    assert fled.place("Stalin") == "pool" and fled.decision == "retreat to"


@pytest.mark.rule("TRC-11.2a")
def test_a_leader_moves_by_rail_and_not_otherwise() -> None:
    state = at("axis", 1, units={"Hitler": "E31", "13 Inf": "E31"})
    assert may(state, "rail Hitler") and may(state, "move 13 Inf")
    assert not may(state, "move Hitler")
    assert not may(at("axis", 2, units={"Hitler": "E31"}), "move Hitler")


LOST = {
    "Hitler": "L26", "11 A": "K26", "12 A": "K26", "46 Pz": "E31", "13 Inf": "E31",
    "1 SS Pz": "G31", "2 SS Pz": "G31", "3 SS Pz": "G31", "Rum 1 Inf": "BB31", "HQ South": "E31",
}  # fmt: skip
"""Russians next to Hitler, and Axis units of several nations at home."""


@pytest.mark.rule("TRC-11.3a", "TRC-11.3c", "TRC-4.0b")
def test_when_hitler_is_lost_germans_do_not_move_in_their_next_impulse() -> None:
    # the second Russian impulse of March/April 1944
    state = combat("russian", LOST, 2, turn=18)
    lost = fight(state, "L26", ["11 A", "12 A"], 5, announced=2)
    assert lost.place("Hitler") == "pool"
    first = walk(lost, "movement", "axis", 1)
    assert (first.turn, first.var("axis leader lost")) == (19, 2)
    for unit in ("46 Pz", "13 Inf"):
        with refused("TRC-5.4a"):
            play(first, f"move {unit}")
    # TRC-11.3b: allies go, trains too
    assert may(first, "move Rum 1 Inf") and may(first, "rail 13 Inf")
    second = walk(play(first, "end-movement"), "movement", "axis", 2)
    assert may(second, "move 46 Pz")


@pytest.mark.rule("TRC-11.3a")
def test_when_stalin_is_lost_russians_do_not_move() -> None:
    units = {"46 Pz": "Z18", "47 Pz": "Z18", "Stalin": "Y18", "8 TkC": "X8"}
    state = fight(combat("axis", units, 2), "Y18", ["46 Pz", "47 Pz"], 6, announced=1)
    assert state.place("Stalin") == "pool"
    first = walk(state, "movement", "russian", 1)
    assert may(first, "rail 8 TkC")
    with refused("TRC-5.4a"):
        play(first, "move 8 TkC")
    assert may(walk(play(first, "end-movement"), "movement", "russian", 2), "move 8 TkC")
