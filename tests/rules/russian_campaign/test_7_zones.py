"""Section 7: zones of control."""

from __future__ import annotations

import pytest

from .battle_positions import at, combat, may, names, play, reach, refused
from .turn_positions import data


def around(hex_: str) -> set[str]:
    """A hex and its neighbours."""
    m = data().map
    near = (m.neighbor(m.index[hex_], d) for d in range(6))
    rows = (m.hexes[h] for h in near if h is not None)
    return {hex_} | {row.name for row in rows if row is not None}


@pytest.mark.rule("TRC-7.1a", "TRC-7.1b")
def test_a_zone_is_a_hex_and_the_six_around_it() -> None:
    state = at("axis", units={"13 Inf": "Y18", "11 A": "Y17"})
    ours, theirs = set(state.ask("axis zone of control")), set(state.ask("russian zone of control"))
    # into hexes that the enemy holds
    assert around("Y18") <= ours and "Y17" in ours
    assert around("Y17") <= theirs and "Y18" in theirs
    # into woods, mountains, swamps
    wild = at("axis", units={"13 Inf": "S18", "12 Inf": "M31"})
    assert around("S18") | around("M31") <= set(wild.ask("axis zone of control"))


@pytest.mark.rule("TRC-7.1c", "TRC-7.1d")
def test_neither_kk17_nor_jj17_is_in_the_zone_of_the_other() -> None:
    units = {"13 Inf": "KK17", "11 A": "JJ17"}
    state = at("axis", units=units)
    assert "KK17" not in state.ask("russian zone of control")
    assert "JJ17" not in state.ask("axis zone of control")
    # nor can one attack the other
    ended = play(state, "end-movement")
    assert ended.decision != "battle" or "JJ17" not in names(ended, "attack")


@pytest.mark.rule("TRC-7.1c", "TRC-8.3e")
def test_from_f18_past_riga_to_g17() -> None:
    units = {"13 Inf": "F19", "27 A": "F17"}
    state = at("axis", units=units)
    assert "F18" not in state.ask("russian zone of control")
    moved = play(state, "move 13 Inf", "to F18")
    assert moved.decision == "leg" and "G17" in names(moved, "to")
    # there Riga holds it
    assert play(moved, "to G17").decision == "movement"


@pytest.mark.rule("TRC-7.2a")
def test_who_enters_a_zone_of_control_stops() -> None:
    units = {"46 Pz": "Y22", "11 A": "Y18"}
    state = at("axis", units=units)
    there = reach(state, "46 Pz")
    assert {"Y19", "X19"} <= there
    # behind the army only by going round
    assert "Y17" not in there or "Y18" not in there
    stopped = play(state, "move 46 Pz", "to Y19")
    assert stopped.decision == "movement" and stopped.place("46 Pz") == "Y19"
    with refused("TRC-5.1a"):
        play(stopped, "move 46 Pz")
    free = play(state, "move 46 Pz", "to Y20")
    assert free.decision == "leg"


@pytest.mark.rule("TRC-7.3a", "TRC-19.2b")
def test_a_partisan_reaches_his_own_hex_only() -> None:
    state = at("axis", units={"46 Pz": "Y22", "Partisan 1": "Y18"}, rail=["Y18"])
    assert not set(state.ask("russian zone of control")) & around("Y18")
    # past him, and no farther than his hex
    passed = play(state, "move 46 Pz", "to Y19")
    assert passed.decision == "leg" and {"Y18", "X18", "Z18"} <= names(passed, "to")
    onto = play(passed, "to Y18")
    assert onto.decision == "movement" and onto.place("46 Pz") == "Y18"


@pytest.mark.rule("TRC-7.1a", "TRC-7.2a", "TRC-7.4a", "TRC-7.4b")
def test_the_contested_hexes_of_the_illustration() -> None:
    state = at("axis", units={"13 Inf": "FF22", "9 A": "FF21", "46 Pz": "CC21"})
    both = set(state.ask("axis zone of control")) & set(state.ask("russian zone of control"))
    assert both == {"EE21", "FF21", "FF22", "GG21"}
    # a unit stops there all the same
    assert "EE21" in reach(state, "46 Pz")
    assert play(state, "move 46 Pz", "to EE21").decision == "movement"


@pytest.mark.rule("TRC-7.1a")
def test_only_who_is_in_reach_must_attack() -> None:
    far = combat("axis", {"13 Inf": "Y18", "11 A": "Y16"})
    assert far.decision != "battle"
    near = combat("axis", {"13 Inf": "Y18", "11 A": "Y17"})
    assert near.decision in ("battle", "forces", "odds") and not may(near, "end-combat")
