"""Section 26.17: the hills south-east of Lvov as clear land."""

from __future__ import annotations

import pytest

from ...battle_positions import combat
from ...hill_positions import (
    HILLS,
    each_of_the_three_hills_is_clear,
    other_mountains_are_as_they_were,
    the_hills_do_not_double_their_defenders,
    the_hills_do_not_stop_a_move,
)
from ...turn_positions import data


@pytest.mark.rule("TRC-26.17a", "TRC-14.1a", "TRC-8.2c")
def test_the_hills_do_not_stop_a_move() -> None:
    the_hills_do_not_stop_a_move("lvov-hills")


@pytest.mark.rule("TRC-26.17a", "TRC-14.1a", "TRC-8.2c")
def test_the_hills_do_not_double_their_defenders() -> None:
    the_hills_do_not_double_their_defenders("lvov-hills")


@pytest.mark.rule("TRC-26.17a", "TRC-14.1a", "TRC-8.2c")
def test_other_mountains_are_as_they_were() -> None:
    other_mountains_are_as_they_were("lvov-hills")


@pytest.mark.rule("TRC-26.17a", "TRC-14.1a", "TRC-8.2c")
@pytest.mark.parametrize(("hill", "start"), [("T24", "S23"), ("T25", "S24"), ("U24", "V24")])
def test_each_of_the_three_hills_is_clear(hill: str, start: str) -> None:
    each_of_the_three_hills_is_clear("lvov-hills", hill, start)


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
