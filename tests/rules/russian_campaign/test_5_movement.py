"""Section 5: units that move, their distance, and hexes closed to all."""

from __future__ import annotations

import pytest

from .battle_positions import at, go, names, play, reach, refused
from .left_out_positions import at_without
from .turn_positions import CLEAR, LIGHT_MUD, MUD, SNOW, data

OPEN = {"46 Pz": "Y18", "13 Inf": "Y18", "Rum 1 Inf": "Z17", "11 A": "X6", "8 TkC": "X6"}
"""Units in open country around Kharkov, far from each other."""


def distance(one: str, other: str) -> int:
    """Hexes between two places, counted on the printed grid."""
    m = data().map
    reached, edge, steps = {m.index[one]}, {m.index[one]}, 0
    while m.index[other] not in reached:
        found = {n for h in edge for d in range(6) if (n := m.neighbor(h, d)) is not None}
        edge = found - reached
        reached |= edge
        steps += 1
    return steps


def farthest(side: str, unit: str, weather: int, impulse: int) -> int:
    """How far from its hex a unit of the open country comes."""
    state = at(side, impulse, units=OPEN, weather=weather)
    if unit not in names(state, "move"):
        return 0
    return max((distance(OPEN[unit], h) for h in reach(state, unit)), default=0)


@pytest.mark.rule("TRC-5.1a")
def test_all_some_or_none_of_ones_own_units_move() -> None:
    state = at("axis", units=OPEN)
    assert {"46 Pz", "13 Inf", "Rum 1 Inf"} <= names(state, "move")
    assert "end-movement" in state.legal_actions.names()
    some = go(state, "46 Pz", "Y17")
    assert names(some, "move") == names(state, "move") - {"46 Pz"}
    with refused("TRC-5.1a"):
        play(state, "move 11 A")
    with refused("TRC-5.1a"):
        play(some, "move 46 Pz")


@pytest.mark.rule("TRC-5.2a")
def test_any_direction_hex_by_hex() -> None:
    state = play(at("axis", units=OPEN), "move 13 Inf")
    around = {"X18", "X19", "Y19", "Z18", "Z17", "Y17"}
    assert around <= names(state, "to")
    # round a circle, back to where it came from
    there = play(state, "to Y17", "to X17", "to X18")
    assert there.place("13 Inf") == "X18" and names(there, "to") >= {"Y18", "W17", "X19"}
    with refused("TRC-5.2a"):
        play(state, "to Y13")


@pytest.mark.rule("TRC-5.3a")
def test_through_friends_and_onto_them() -> None:
    wall = {"13 Inf": "Y18", "12 Inf": "Y17", "8 Inf": "X18", "9 Inf": "X17"}
    state = at("axis", units=wall)
    assert {"Y17", "X17", "X16", "Y15"} <= reach(state, "13 Inf")
    assert go(state, "13 Inf", "Y17").units_at("Y17") == ["12 Inf", "13 Inf"]


@pytest.mark.rule("TRC-5.4a")
def test_as_many_hexes_as_the_movement_factor() -> None:
    state = at("axis", units=OPEN)
    assert (farthest("axis", "46 Pz", CLEAR, 1), farthest("axis", "13 Inf", CLEAR, 1)) == (7, 4)
    # TRC-5.3b: what the first legs leave is for the same unit and the same impulse
    moved = play(state, "move 13 Inf", "to Y15")
    assert names(moved, "to") == {"X15", "X16", "Y14", "Y16", "Z15", "Z16"}
    assert play(moved, "to Y14").decision == "movement"


@pytest.mark.rule("TRC-5.4a")
def test_without_an_allowance_nobody_moves() -> None:
    state = at("axis", 2, units=OPEN, weather=MUD)
    for unit in ("46 Pz", "13 Inf", "Rum 1 Inf"):
        with refused("TRC-5.4a"):
            play(state, f"move {unit}")
    # TRC-4.2.3a: Russian infantry has no second impulse
    clear = at("russian", 2, units=OPEN)
    assert "8 TkC" in names(clear, "move")
    with refused("TRC-5.4a"):
        play(clear, "move 11 A")


@pytest.mark.rule(
    "TRC-5.4b",
    "TRC-2.5a",
    "TRC-2.6a",
    "TRC-4.1.4a",
    "TRC-4.2.1a",
    "TRC-4.2.3a",
    "TRC-5.3b",
    "TRC-4.1.2c",
)
def test_the_allowance_depends_on_impulse_weather_and_kind() -> None:
    # what the rulebook fixes: the printed factor, and 3, 2 and 2 for Russian infantry
    weathers = (CLEAR, LIGHT_MUD, MUD, SNOW)
    assert [farthest("russian", "11 A", w, 1) for w in (CLEAR, MUD, SNOW)] == [3, 2, 2]
    assert [farthest("russian", "11 A", w, 2) for w in weathers] == [0, 0, 0, 0]
    for side, unit, printed in (
        ("axis", "46 Pz", 7),
        ("axis", "13 Inf", 4),
        ("russian", "8 TkC", 5),
    ):
        first = [farthest(side, unit, w, 1) for w in weathers]
        second = [farthest(side, unit, w, 2) for w in weathers]
        assert first[0] == printed > first[MUD] and sorted(first, reverse=True) == first
        assert 0 < second[0] < printed and second[MUD] == 0
        assert all(late <= early for early, late in zip(first, second, strict=True))


@pytest.mark.rule("TRC-5.4a", "TRC-4.1.2c")
def test_without_the_chart_of_an_impulse_its_side_moves_as_far_as_is_printed() -> None:
    """Seven hexes in mud instead of four, and armies two of three as ever."""
    for side, unit, far in (("axis", "46 Pz", 7), ("russian", "11 A", 2)):
        state = at_without("TRC-4.1.2c", side, units={unit: "Z18"}, weather=MUD)
        assert max(distance("Z18", h) for h in reach(state, unit)) == far


@pytest.mark.rule("TRC-5.5a")
def test_nobody_enters_bulgaria_before_its_garrison_is_released() -> None:
    units = {"13 Inf": "DD30", "11 A": "EE28"}
    for side, unit, beyond in (("axis", "13 Inf", "EE31"), ("russian", "11 A", "FF28")):
        closed = at(side, units=units, turn=13)
        opened = at(side, units=units, turn=13, variables={"Bulgaria open": 1})
        inside = {h.name for h in data().map.hexes if h is not None and h.area == "bulgaria"}
        assert not reach(closed, unit) & inside
        assert reach(opened, unit) & inside, beyond
    with refused("TRC-5.2a"):
        play(at("axis", units=units, turn=13), "move 13 Inf", "to EE31")
