"""Sections 26.17 and 28.2: the hills south-east of Lvov as clear land."""

from __future__ import annotations

import pytest

from ...battle_positions import combat, odds, reach
from ...turn_positions import at, data, play

HILLS = ("T24", "T25", "U24")

CLEARED = [
    pytest.param("lvov-hills", marks=pytest.mark.rule("TRC-26.17a", "TRC-14.1a", "TRC-8.2c")),
    pytest.param("historical-set-up", marks=pytest.mark.rule("TRC-28.2b", "TRC-14.1a", "TRC-8.2c")),
]


@pytest.mark.option("historical_set_up")
@pytest.mark.parametrize("option", CLEARED)
def test_the_hills_do_not_stop_a_move(option: str) -> None:
    past = reach(at("axis", units={"46 Pz": "S26"}, options=(option,)), "46 Pz")
    assert {*HILLS, "U23", "T23", "V23"} <= past
    into = play(at("axis", units={"46 Pz": "S26"}, options=(option,)), "move 46 Pz", "to T25")
    assert into.decision == "leg"


@pytest.mark.option("historical_set_up")
@pytest.mark.parametrize("option", CLEARED)
def test_the_hills_do_not_double_their_defenders(option: str) -> None:
    for start, hill in (("S25", "T25"), ("S24", "T24"), ("U23", "U24")):
        units = {"46 Pz": start, "11 A": hill}
        assert odds(combat("axis", units, options=(option,)), hill, ["46 Pz"])[1] == 6
        assert odds(combat("axis", units), hill, ["46 Pz"])[1] == 12
        for options, goes_on in (((option,), True), ((), False)):
            state = play(at("axis", units={"46 Pz": start}, options=options), "move 46 Pz")
            assert (play(state, f"to {hill}").decision == "leg") == goes_on, hill


@pytest.mark.option("historical_set_up")
@pytest.mark.parametrize("option", CLEARED)
def test_other_mountains_are_as_they_were(option: str) -> None:
    past = reach(at("axis", units={"46 Pz": "S26"}, options=(option,)), "46 Pz")
    assert "U26" in past and "V27" not in past


@pytest.mark.option("historical_set_up")
@pytest.mark.parametrize("option", CLEARED)
@pytest.mark.parametrize(("hill", "start"), [("T24", "S23"), ("T25", "S24"), ("U24", "V24")])
def test_each_of_the_three_hills_is_clear(option: str, hill: str, start: str) -> None:
    state = at("axis", units={"46 Pz": start}, options=(option,))
    assert play(state, "move 46 Pz", f"to {hill}").decision == "leg"
    fought = combat("axis", {"46 Pz": start, "11 A": hill}, options=(option,))
    assert odds(fought, hill, ["46 Pz"])[1] == 6
    # which they are by the option alone
    plain = at("axis", units={"46 Pz": start})
    assert play(plain, "move 46 Pz", f"to {hill}").decision == "movement"


@pytest.mark.rule("TRC-26.17b")
def test_the_hills_lie_in_no_district() -> None:
    rows = {h.name: h for h in data().map.hexes if h is not None}
    assert all(rows[h].zone == "none" for h in HILLS)
    # so that even the south may not attack there in the opening impulse
    south = combat("axis", {"48 Pz": "S25", "11 A": "T25"}, turn=1)
    assert not south.units_with("engaged") and south.place("48 Pz") == "surrendered"
    # though it may in the district of Kiev beside them
    beside = combat("axis", {"48 Pz": "S25", "11 A": "T26"}, turn=1)
    assert rows["T26"].zone == "kiev" and beside.hexes_with("beset") == ["T26"]
