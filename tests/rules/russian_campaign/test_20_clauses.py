"""Section 20 clause by clause: units due, units left behind, and garrisons that are called."""

from __future__ import annotations

import pytest

from eastfront._core import State

from .battle_positions import around, may
from .turn_positions import JAN_43, JAN_44, at, before, impulse_of, names, play, refused, walk

WEST, BUCHAREST, BERLIN = "E33", "BB31", "E31"
RUSSIANS = ["11 A", "8 A", "3 A", "10 A", "4 A", "12 A"]


@pytest.mark.rule("TRC-20.0a")
@pytest.mark.parametrize("place, found", [("later", "arriving"), ("J30", "J30"), ("pool", "pool")])
def test_who_is_listed_and_not_to_come_any_more_stays_where_he_is(place: str, found: str) -> None:
    assert impulse_of("axis", 1, turn=2, units={"40 Pz": place}).place("40 Pz") == found


@pytest.mark.rule("TRC-20.0a", "TRC-18.2a")
def test_paratroops_that_are_due_do_not_arrive_like_others() -> None:
    """They go to the Reserve or to Moscow."""
    state = before("russian", 1, turn=3, units={"5 ParaC": "later", "30 A": "later"})
    while state.place("5 ParaC") == "later" and state.turn < 5:
        assert state.place("30 A") in ("later", "arriving", "off-map")
        legal = state.legal_actions.list()
        state.push(next((a for a in legal if state.is_pass(a)), legal[0]))
    assert state.place("5 ParaC") in ("reserve", "R9")


@pytest.mark.rule("TRC-20.0a", "TRC-20.3a", "TRC-9.2c")
@pytest.mark.parametrize("side, unit, turn", [("axis", "40 Pz", 2), ("russian", "16 A", 2)])
def test_who_arrives_in_the_first_impulse_has_a_free_rail_move(
    side: str, unit: str, turn: int
) -> None:
    other = {"axis": "16 A", "russian": "40 Pz"}[side]
    state = impulse_of(side, 1, turn=turn, units={unit: "later", other: "arriving"})
    assert state.units_with("fresh") == [unit]
    # whoever is the enemy's comes in his own turn
    later = "24 A"
    if side == "axis":
        assert impulse_of(side, 1, turn=turn, units={later: "later"}).place(later) == "later"
    door = {"axis": WEST, "russian": "L1"}[side]
    there = play(state, f"enter {unit}", f"at {door}", f"rail {unit}")
    assert play(there, f"rail-to {min(names(there, 'rail-to'))}").var("rail moves") == 0


@pytest.mark.rule("TRC-20.1.1a", "TRC-20.2a")
def test_a_lapland_unit_in_reserve_comes_like_any_other() -> None:
    state = at("russian", 1, turn=8, units={"14 A": "off-map"})
    found = names(play(state, "enter 14 A"), "at")
    assert "L1" in found and not {"A5", "A14"} & found


@pytest.mark.rule("TRC-20.6a", "TRC-20.6b", "TRC-20.1.1a")
@pytest.mark.parametrize("side, unit", [("russian", "14 A"), ("axis", "36 Mtn")])
def test_a_lapland_unit_may_be_held_in_reserve(side: str, unit: str) -> None:
    state = at(side, 1, turn=8, units={unit: "arriving"})
    held = play(state, f"enter {unit}", "hold")
    assert held.place(unit) == "off-map" and unit in held.units_with("moved")


@pytest.mark.rule("TRC-20.4a", "TRC-11.1e")
def test_a_headquarters_comes_over_the_edge_when_it_would_be_alone_in_its_city() -> None:
    """An army next to Berlin; with a corps in it the city is the only way."""
    units = {"HQ Vistula": "arriving", "11 A": around_berlin()[0]}
    alone = names(
        play(at("axis", 2, turn=23, units=units, axis=[BERLIN]), "enter HQ Vistula"), "at"
    )
    assert BERLIN not in alone and "T33" in alone
    both = at("axis", 2, turn=23, units={**units, "13 Inf": BERLIN})
    assert names(play(both, "enter HQ Vistula"), "at") == {BERLIN}


def around_berlin() -> list[str]:
    """The land next to Berlin."""
    return sorted(around(BERLIN))


@pytest.mark.rule("TRC-11.1e")
@pytest.mark.parametrize("impulse", [1, 2])
def test_by_the_other_reading_too_nobody_is_placed_with_enemies_or_in_closed_country(
    impulse: int,
) -> None:
    """The armies watch the west edge from G32 and stand on it in K33 and, in Bulgaria, by EE33."""
    units = {"HQ South": "off-map", "11 A": "G32", "8 A": "K33", "3 A": "EE32"}
    state = at("axis", impulse, units=units, options=("D-105",))
    found = names(play(state, "enter HQ South"), "at")
    assert "G33" in found and not {"K33", "EE33", "FF33"} & found


@pytest.mark.rule("TRC-20.2a", "TRC-20.3a")
def test_whether_movement_may_end_is_asked_again_when_somebody_has_come() -> None:
    """Two factors against eighteen are no legal attack; a panzer corps can help."""
    wall = dict.fromkeys(["1G TkA", "2G TkA"], "E32")
    units = {"Ital 4 Inf": "arriving", "46 Pz": "H33", **wall}
    state = at("axis", 1, units=units, variables={"stukas": 0})
    assert may(state, "end-movement")
    came = play(state, "enter Ital 4 Inf", f"at {WEST}")
    with refused("TRC-12.5b"):
        play(came, "end-movement")


@pytest.mark.rule("TRC-20.1.1a")
def test_who_came_back_as_a_replacement_is_like_others_from_the_next_phase_on() -> None:
    flags = {"replacement": ["13 Inf", "16 A"]}
    state = at("axis", 1, units={"13 Inf": "J30", "16 A": "P5"}, flags=flags)
    assert walk(play(state, "end-movement"), "movement").units_with("replacement") == ["16 A"]
    theirs = at("russian", 1, units={"13 Inf": "J30", "16 A": "P5"}, flags=flags)
    assert walk(play(theirs, "end-movement"), "movement").units_with("replacement") == ["13 Inf"]


GARRISONS = ["15 Mtn", "21 Mtn", "91 Mtn", "97 Mtn", "5 SS Mtn", "4 SS Pz", "HG Pz"]


def called(turn: int, start: str, goal: str) -> State:
    """A tank corps goes to a hex in a Russian turn."""
    units = {**dict.fromkeys(GARRISONS, "later"), "1 TkC": start}
    state = play(at("russian", 1, turn=turn, units=units), "move 1 TkC", f"to {goal}")
    return play(state, "stop") if state.decision == "leg" else state


@pytest.mark.rule("TRC-20.7.1a", "TRC-20.7.2a", "TRC-20.8a")
@pytest.mark.parametrize(
    "turn, balkans, warsaw",
    [
        (JAN_43 - 1, 0, 0),
        (JAN_43, 2, 0),
        (JAN_44 - 1, 2, 0),
        (JAN_44, 5, 2),
    ],
)
def test_from_which_turn_on_garrisons_are_called(turn: int, balkans: int, warsaw: int) -> None:
    """The year begins with January and February: AA26 is five hexes from Bucharest, and M25 two
    from Warsaw."""
    south = called(turn, "AA25", "AA26")
    assert set(south.units_with("called")) == set(GARRISONS[:balkans])
    assert south.var("Bulgaria open") == (balkans > 0)
    north = called(turn, "M24", "M25")
    assert set(north.units_with("called")) == set(GARRISONS[5 : 5 + warsaw])
    assert north.var("Bulgaria open") == 0


@pytest.mark.rule("TRC-20.6a", "TRC-20.6b")
def test_each_city_calls_the_units_of_its_conqueror() -> None:
    units = {"14 A": "later", "36 Mtn": "later", "Dietl Mtn": "later"}
    north = play(at("russian", 1, units={**units, "23 A": "B13"}), "move 23 A", "to B14")
    assert north.units_with("called") == ["14 A"]
    east = play(at("axis", 1, units={**units, "49 Mtn": "D1"}), "move 49 Mtn", "to C1")
    assert set(east.units_with("called")) == {"36 Mtn", "Dietl Mtn"}


@pytest.mark.rule("TRC-20.2a")
@pytest.mark.parametrize("impulse", [1, 2])
def test_nobody_enters_where_an_enemy_stands(impulse: int) -> None:
    for side, unit, door, enemy in (
        ("axis", "23 Inf", WEST, "11 A"),
        ("russian", "16 A", "L1", "13 Inf"),
    ):
        free = names(play(at(side, impulse, units={unit: "arriving"}), f"enter {unit}"), "at")
        units = {unit: "arriving", enemy: door}
        taken = names(play(at(side, impulse, units=units), f"enter {unit}"), "at")
        assert door in free and door not in taken and taken
