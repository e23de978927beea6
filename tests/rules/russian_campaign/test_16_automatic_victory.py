"""Section 16: automatic victories during movement, and the duties that they create."""

from __future__ import annotations

import random

import pytest

import eastfront as ef
from eastfront._core import State

from .battle_positions import (
    at,
    combat,
    engage,
    fight,
    go,
    may,
    names,
    overrun,
    play,
    reach,
    refused,
    result,
    strengths,
    walk,
)

FORCE = ["24 Pz", "39 Pz", "12 Inf"]

ILLUSTRATION = {
    "24 Pz": "I18", "39 Pz": "I18", "12 Inf": "I18", "53 Inf": "I19", "13 Inf": "I19",
    "6 TkC": "I16", "1 TkC": "J16",
}  # fmt: skip
"""The illustration of 16.2: twenty factors in I18 against two in I16."""


def beaten() -> State:
    """The tank corps in I16 beaten from J17."""
    state = at("axis", units=ILLUSTRATION, turn=2, variables={"stukas": 0})
    for unit in FORCE:
        state = go(state, unit, "J17")
    return overrun(state, "I16", FORCE)


@pytest.mark.rule("TRC-16.1a", "TRC-16.1b")
def test_ten_to_one_wins_at_once() -> None:
    state = at("axis", units=ILLUSTRATION, turn=2, variables={"stukas": 0})
    assert not names(state, "overrun")
    two = go(go(state, "24 Pz", "J17"), "39 Pz", "J17")
    # sixteen against two is 8-1
    assert not may(two, "overrun I16")
    with refused("TRC-5.1a"):
        play(two, "overrun I16")
    won = beaten()
    assert won.decision == "movement" and won.place("6 TkC") == "surrendered"
    # TRC-16.1b: others pass through the hex, and a hex is won once
    assert {"I16", "H16", "H17"} <= reach(won, "13 Inf")
    assert not may(won, "overrun I16")


@pytest.mark.rule("TRC-16.1a")
def test_the_odds_must_suffice_with_who_joins() -> None:
    units = {**ILLUSTRATION, "46 Pz": "I18"}
    state = at("axis", units=units, turn=2, variables={"stukas": 0})
    for unit in (*FORCE, "46 Pz"):
        state = go(state, unit, "J17")
    begun = play(state, "overrun I16")
    with refused("TRC-16.1a"):
        play(begun, "strike")
    # in the order of the counters; who is left out is not asked again
    some = play(begun, f"join {sorted(names(begun, 'join'))[0]}")
    assert some.decision in ("automatic victory", "movement")


@pytest.mark.rule("TRC-16.2a")
def test_winners_move_no_more_and_fight_no_more_this_impulse() -> None:
    won = beaten()
    for unit in FORCE:
        # they have moved; who won where he stood has not
        assert not may(won, f"move {unit}")
    there = {"24 Pz": "J17", "39 Pz": "J17", "12 Inf": "I18", "6 TkC": "I16", "13 Inf": "I19"}
    won = overrun(go(at("axis", units=there, turn=2), "12 Inf", "J17"), "I16", FORCE)
    with refused("TRC-16.2a"):
        play(won, "move 24 Pz")
    # J16 is next to the winners, and they may not attack it
    fought = play(go(beaten(), "53 Inf", "I16"), "end-movement")
    assert fought.units_with("engaged") == ["53 Inf"] and strengths(fought) == (4, 2, 2)


@pytest.mark.rule("TRC-16.2d", "TRC-12.5b")
def test_others_must_attack_the_enemies_next_to_winners() -> None:
    won = beaten()
    with refused("TRC-12.5b"):
        play(won, "end-movement")
    assert may(go(won, "53 Inf", "I16"), "end-movement")
    # an enemy next to nobody but the winners is to be attacked as well
    fought = play(go(won, "13 Inf", "I16"), "end-movement")
    assert fought.decision == "odds" and fought.hexes_with("beset") == ["J16"]


@pytest.mark.rule("TRC-16.2b")
def test_winners_enter_no_zone_in_the_second_impulse_and_attack_nobody() -> None:
    units = {**ILLUSTRATION, "1 TkC": "M17", "5 TkC": "K14"}
    state = at("axis", units=units, turn=2, variables={"stukas": 0})
    for unit in FORCE:
        state = go(state, unit, "J17")
    won = overrun(state, "I16", FORCE)
    second = walk(play(won, "end-movement"), "movement", "axis", 2)
    assert set(second.units_with("spent")) == set(FORCE)
    zone = set(second.ask("russian zone of control"))
    assert reach(second, "24 Pz") and not reach(second, "24 Pz") & zone
    # others do
    assert reach(second, "53 Inf") | {"J18"} and may(second, "move 13 Inf")


def second_impulse(die: int, near: str = "K19") -> State:
    """The second impulse, with winners in J17 next to a tank corps that 53 Inf attacked at 1-1."""
    units = {**ILLUSTRATION, "46 Pz": near, "13 Inf": "I24"}
    state = at("axis", units=units, turn=2, variables={"stukas": 0})
    for unit in FORCE:
        state = go(state, unit, "J17")
    won = go(overrun(state, "I16", FORCE), "53 Inf", "I16")
    second = fight(play(won, "end-movement"), "J16", ["53 Inf"], die, announced=1)
    assert (second.decision, second.var("impulse")) == ("movement", 2)
    assert second.place("1 TkC") == "J16"
    return second


@pytest.mark.rule("TRC-16.3a", "TRC-16.3b", "TRC-16.2b")
def test_in_the_second_impulse_others_attack_who_stands_next_to_winners() -> None:
    # contact: 53 Inf stays next to the tanks, and the winners need not fight
    fought = play(second_impulse(4), "end-movement")
    assert fought.units_with("engaged") == ["53 Inf"]
    assert all(fought.place(u) == "J17" for u in FORCE)


@pytest.mark.rule("TRC-16.3a", "TRC-12.5b")
def test_movement_does_not_end_while_somebody_can_come() -> None:
    # 53 Inf is lost, but a panzer corps stands near
    second = second_impulse(1)
    assert second.place("53 Inf") == "pool"
    with refused("TRC-12.5b"):
        play(second, "end-movement")
    came = go(second, "46 Pz", "K17", "K16")
    fought = play(came, "end-movement")
    assert fought.units_with("engaged") == ["46 Pz"]


@pytest.mark.rule("TRC-16.3a", "TRC-3.7a")
def test_while_units_move_others_may_still_come_to_who_stands_next_to_winners() -> None:
    """The tank corps in J16 has nobody next to it but winners, while others win elsewhere."""
    more = {
        "1 SS Pz": "CC13", "GD Pz": "CC13", "20 Inf": "CC13", "4 TkC": "CC12", "91 Mtn": "BB13",
    }  # fmt: skip
    state = at("axis", units={**ILLUSTRATION, **more}, turn=2, variables={"stukas": 0})
    state = go(state, "91 Mtn", "AA13")
    for unit in FORCE:
        state = go(state, unit, "J17")
    state = play(overrun(state, "I16", FORCE), "overrun CC12")
    met = []
    while state.decision == "automatic victory":
        assert ef.position(state.text(), state.game) == state
        assert state.observation("russian").sample(random.Random(1)) == state
        met.append(state.units_with("engaged"))
        state = play(state, state.legal_actions.names()[0])
    assert met and state.place("4 TkC") == "surrendered"
    assert ef.position(state.text(), state.game) == state


@pytest.mark.rule("TRC-16.3c")
def test_winners_surrender_when_nobody_attacks_who_stands_next_to_them() -> None:
    ended = play(second_impulse(1, near="D29"), "end-movement")
    assert {ended.place(u) for u in FORCE} == {"surrendered"}
    assert ended.place("1 TkC") == "J16"


@pytest.mark.rule("TRC-16.4a")
def test_russians_win_automatically_from_november_1942() -> None:
    units = {"1 TkA": "Z18", "2 TkA": "Z18", "Rum 1 Inf": "Y18", "1G A": "X18"}
    for turn in (9, 10):
        state = at("russian", units={**units, "1G TkA": "W17"}, turn=turn)
        came = go(state, "1G TkA", "X18")
        if turn == 9:
            with refused("TRC-16.4a"):
                play(came, "overrun Y18")
        else:
            won = overrun(came, "Y18", ["1 TkA", "2 TkA", "1G TkA", "1G A"])
            assert won.place("Rum 1 Inf") == "surrendered"


@pytest.mark.rule("TRC-16.4a")
def test_before_that_they_roll_at_ten_to_one() -> None:
    """D-23: on the best column; later, and for the Axis, no die is rolled."""
    units = {"1 TkA": "Z18", "2 TkA": "Z18", "1G A": "X18", "Rum 5 Inf": "Y18"}
    for turn, best in ((9, 9), (10, 10)):
        state = combat("russian", units, turn=turn)
        state = engage(state, "Y18", ["1 TkA", "2 TkA", "1G A"])
        assert strengths(state) == (20, 2, 10)
        assert max(int(n) for n in names(state, "odds")) == best
    done = result(state, 1)
    assert done.place("Rum 5 Inf") == "surrendered"


@pytest.mark.rule("TRC-16.1c")
def test_a_stuka_makes_up_three_levels() -> None:
    units = {**ILLUSTRATION, "HQ North": "I22"}
    for stukas in (0, 1):
        state = at("axis", units=units, turn=2, variables={"stukas": stukas})
        two = go(go(state, "24 Pz", "J17"), "39 Pz", "J17")
        assert may(two, "overrun I16") == bool(stukas)


@pytest.mark.rule("TRC-5.1a", "TRC-16.1c", "TRC-15.8a")
def test_sturmoviks_come_into_range_with_their_base() -> None:
    """Sixteen against two is 8-1, and Stalin goes by rail."""
    units = {"1 TkA": "Z18", "1G TkA": "Z18", "Rum 5 Inf": "Y18", "Stalin": "R9"}
    for sturmoviks, end, ripe in ((3, "Z14", True), (0, "Z14", False), (3, "A5", False)):
        state = at("russian", units=units, turn=10, variables={"sturmoviks": sturmoviks})
        gone = play(state, "rail Stalin", f"rail-to {end}")
        assert may(gone, "overrun Y18") == ripe


@pytest.mark.rule("TRC-16.2c", "TRC-6.2a")
def test_an_overfull_hex_is_cured_before_movement_ends() -> None:
    units = {**ILLUSTRATION, "46 Pz": "J17"}
    state = at("axis", units=units, turn=2, variables={"stukas": 0})
    for unit in FORCE:
        state = go(state, unit, "J17")
    won = overrun(state, "I16", FORCE)
    with refused("TRC-6.2a"):
        play(go(won, "53 Inf", "I16"), "end-movement")
    cured = go(won, "46 Pz", "I16")
    assert len(cured.units_at("J17")) == 3 and may(cured, "end-movement")
