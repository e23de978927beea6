"""12.5, 14.1 and 16.1: terrain, the minimum odds of 1-6 and 10-1, as the war begins and later.

The terrain is rivers, mountains and the strait.
"""

from __future__ import annotations

import pytest

from .battle_positions import around, at, combat, go, may, names, odds
from .turn_positions import data

ROWS = {h.name: h for h in data().map.hexes if h is not None}

RIVER = ("V25", "W25")
"""From the Dniester up to W25 in the district of Kiev."""


CASES = [(1, 1, 1), (1, 2, 2), (2, 1, 2), (8, 1, 2)]
"""Turn, impulse, and what a river multiplies by: nothing in the first impulse of the war."""


@pytest.mark.rule("TRC-14.1.2a", "TRC-14.1.3a", "TRC-12.5a")
@pytest.mark.parametrize(("turn", "impulse", "times"), CASES)
def test_the_floor_behind_a_river_as_the_war_begins(turn: int, impulse: int, times: int) -> None:
    """Two factors may attack twelve, and twelve behind a river only when it counts for nothing."""
    here, there = RIVER
    units = {"15 Mtn": here, "11 A": there, "12 A": there}
    state = combat("axis", units, impulse, turn=turn)
    assert (state.place("15 Mtn") == here) == (times == 1)
    half = combat("axis", {"15 Mtn": here, "11 A": there}, impulse, turn=turn)
    assert half.place("15 Mtn") == here
    assert odds(half, there, ["15 Mtn"]) == (2, 6 * times, -3 * times)


@pytest.mark.rule("TRC-14.1.2a", "TRC-14.1.3a", "TRC-14.1a", "TRC-12.5a")
@pytest.mark.parametrize(("turn", "impulse", "times"), CASES)
def test_a_mountain_doubles_as_the_war_begins_as_well(turn: int, impulse: int, times: int) -> None:
    there = "S27"
    here = next(
        h for h in sorted(around(there)) if ROWS[h].terrain == "clear" and not ROWS[h].rivers
    )
    for army, legal in (("11 A", True), ("2G A", False)):
        state = combat("axis", {"15 Mtn": here, army: there}, impulse, turn=turn)
        assert (state.place("15 Mtn") == here) == legal, army
    fought = combat("axis", {"4 Inf": here, "3 TkC": there}, impulse, turn=turn)
    assert odds(fought, there, ["4 Inf"])[:2] == (5, 4)


@pytest.mark.rule("TRC-14.1.2a", "TRC-14.1.3a", "TRC-16.1a")
@pytest.mark.parametrize(("turn", "impulse", "times"), CASES)
def test_ten_to_one_behind_a_river_as_the_war_begins(turn: int, impulse: int, times: int) -> None:
    """Twenty of the South's factors against two, that a river makes four of, and against one."""
    here, there = RIVER
    force = dict.fromkeys(("3 Pz", "14 Pz", "48 Pz"), here)
    near = sorted(h for h in around(there) - {here} if ROWS[h].terrain == "clear")
    start = near[0]
    end = next(h for h in sorted(around(start) - around(there) - {there}) if h not in near)
    for corps, factors in (("3 TkC", 2), ("5 ParaC", 1)):
        units = {**force, corps: there, "97 Mtn": start}
        state = at("axis", impulse, units=units, turn=turn, variables={"stukas": 0})
        moved = go(state, "97 Mtn", end)
        assert (there in names(moved, "overrun")) == (factors * times <= 2), corps


@pytest.mark.rule("TRC-14.1.2a", "TRC-14.1.3a", "TRC-12.5a")
def test_germans_have_their_rivers_as_the_war_begins() -> None:
    """One factor may attack six, and not three and five behind a river."""
    here, there = RIVER
    for turn in (1, 2):
        legal = combat("russian", {"5 ParaC": here, "13 Inf": there}, turn=turn)
        assert odds(legal, there, ["5 ParaC"]) == (1, 6, -6)
        lost = combat("russian", {"5 ParaC": here, "1 Inf": there}, turn=turn)
        assert lost.place("5 ParaC") == "surrendered"


STRAIT = [
    # who attacks fourteen factors in KK19, whence; whether they may, and against how many
    ({"15 Mtn": "KK20", "Rum 5 Inf": "LL19"}, True, 14),
    ({"15 Mtn": "KK20", "91 Mtn": "KK20"}, False, 28),
    ({"Rum 5 Inf": "LL19", "Rum 6 Inf": "LL19"}, False, 28),
    ({"Rum 5 Inf": "LL19", "13 Inf": "LL19"}, True, 28),
    ({"46 Pz": "KK20"}, True, 28),
]


@pytest.mark.rule("TRC-8.5.2b", "TRC-14.1d", "TRC-12.5a")
@pytest.mark.parametrize(("units", "legal", "worth"), STRAIT)
def test_who_may_attack_by_the_strait_and_by_a_river(
    units: dict[str, str], legal: bool, worth: int
) -> None:
    """KK19 is beyond the strait from KK20 and beyond the Kuban from LL19; from both it is eased."""
    state = combat("axis", {**units, "1G A": "KK19", "16 A": "KK19"})
    if legal:
        assert all(state.place(u) == h for u, h in units.items())
        assert odds(state, "KK19", list(units))[1] == worth
    else:
        # who stands across the strait need not attack; who stands at the river gives up
        for unit, hex_ in units.items():
            assert state.place(unit) == ("surrendered" if hex_ == "LL19" else hex_)
        assert not may(state, "attack KK19")


@pytest.mark.rule("TRC-8.5.2b", "TRC-14.1c", "TRC-12.5a")
def test_two_attackers_in_one_river_ease_nothing() -> None:
    """AA21 is beyond the Bug from AA22: thirteen count twenty-six, and four are 1-7."""
    units = {"15 Mtn": "AA22", "Rum 5 Inf": "AA22", "1G A": "AA21", "5 A": "AA21"}
    assert combat("axis", units).place("15 Mtn") == "surrendered"
    over = combat("axis", {**units, "Rum 5 Inf": "AA20"})
    assert over.place("15 Mtn") == "AA22"
    assert odds(over, "AA21", ["15 Mtn", "Rum 5 Inf"]) == (4, 13, -4)
