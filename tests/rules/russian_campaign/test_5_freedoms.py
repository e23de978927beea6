"""Freedoms of sections 5, 12, 13, 15 and 16, and moves by the terrain chart."""

from __future__ import annotations

import pytest

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
    strengths,
)
from .turn_positions import SNOW, data

TERRAIN = {h.name: h.terrain for h in data().map.hexes if h is not None}


# -- moves ----------------------------------------------------------------------------------


@pytest.mark.rule("TRC-5.3a")
@pytest.mark.parametrize("impulse", [1, 2])
def test_a_full_hex_of_friends_is_passed_and_entered(impulse: int) -> None:
    """Three corps stand in Y17: a fourth goes through, or stops there and has to leave again."""
    full = {"12 Inf": "Y17", "8 Inf": "Y17", "9 Inf": "Y17", "46 Pz": "Y18", "47 Pz": "Y18"}
    state = at("axis", impulse, units=full)
    assert {"Y17", "Y16"} <= reach(state, "46 Pz")
    assert go(state, "46 Pz", "Y17", "Y16").place("46 Pz") == "Y16"
    there = go(state, "46 Pz", "Y17")
    assert there.place("46 Pz") == "Y17"
    # who is too many is looked for when movement ends
    with refused("TRC-6.2a"):
        play(there, "end-movement")
    assert may(go(there, "12 Inf", "Y16"), "end-movement")


@pytest.mark.rule("TRC-8.1a")
def test_no_unit_stands_in_a_hex_of_water() -> None:
    law = "law TRC-8.1a no unit in a water hex"
    state = at("axis", units={"46 Pz": "Y22"})
    assert state.ask(law)
    for hex_ in ("A1", "C8"):
        assert TERRAIN[hex_] in ("sea", "lake")
        assert not state._supposed(places=[("46 Pz", hex_)]).ask(law)


@pytest.mark.rule("TRC-8.1a")
def test_the_terrain_chart_says_where_a_corps_stops() -> None:
    """A panzer corps with room to move: on clear land it goes on, elsewhere it stops."""

    def goes_on(first: str, to: str, weather: int = 0) -> bool:
        state = at("axis", units={"46 Pz": first}, weather=weather)
        return play(state, "move 46 Pz", f"to {to}").decision == "leg"

    for first, to, kind, on in (
        ("Y18", "Y17", "clear", True),
        ("R15", "R14", "woods", False),
        ("S26", "S27", "mountain", False),
        ("S18", "R18", "swamp", False),
    ):
        assert TERRAIN[to] == kind
        assert goes_on(first, to) == on
    assert goes_on("S18", "R18", SNOW)
    # nobody walks into a lake
    shore = reach(at("axis", units={"46 Pz": "C7"}), "46 Pz")
    assert shore and not {TERRAIN[h] for h in shore} & {"sea", "lake"}


@pytest.mark.rule("TRC-8.3a")
@pytest.mark.parametrize("beyond", [False, True])
def test_nobody_crosses_the_strait_from_zone_to_zone(beyond: bool) -> None:
    """The 11th Army holds the corps in KK20; the 12th, if there, has a zone over KK19."""
    units = {"46 Pz": "KK20", "11 A": "JJ21", "12 A": "LL19" if beyond else "R9"}
    state = play(at("axis", units=units), "move 46 Pz")
    assert ("KK19" in names(state, "cross")) != beyond


# -- battles --------------------------------------------------------------------------------


@pytest.mark.rule("TRC-12.5e")
@pytest.mark.parametrize("side", ["axis", "russian"])
def test_who_cannot_attack_need_not_be_helped(side: str) -> None:
    """A corps stands where it did next to strong enemies; a friend who could come need not."""
    # three against twelve doubled is 1-8, nine is 1-3; one against sixteen, and four
    alone, friend, units = {
        "axis": ("13 Inf", "46 Pz", {"13 Inf": "S9", "46 Pz": "U11", "11 A": "R9", "12 A": "R9"}),
        "russian": (
            "5 ParaC",
            "8 TkC",
            {"5 ParaC": "S10", "8 TkC": "U10", "24 Pz": "S9", "39 Pz": "S9"},
        ),
    }[side]
    state = at(side, units={**units, "41 Pz": "BB12", "5 TkC": "BB11"})
    assert units[alone] in reach(state, friend)
    # somebody else leaves the enemy
    moved = go(state, *(("41 Pz", "BB13") if side == "axis" else ("5 TkC", "BB10")))
    assert may(moved, "end-movement")
    # but who is not helped surrenders
    assert play(moved, "end-movement").place(alone) == "surrendered"


# -- retreats -------------------------------------------------------------------------------

PANZERS = {"46 Pz": "Z18", "47 Pz": "Z18"}


@pytest.mark.rule("TRC-13.5c")
def test_a_retreat_goes_any_legal_way() -> None:
    """From Y18 with the panzers in Z18, and all six ways on from the first hex."""
    state = fight(combat("axis", {**PANZERS, "8 TkC": "Y18"}), "Y18", PANZERS, 6, announced=1)
    assert names(state, "retreat-to") == {"X18", "X19", "Y19"}
    ends = {
        (first, last)
        for first in names(state, "retreat-to")
        for last in names(play(state, f"retreat-to {first}"), "retreat-to")
    }
    # towards the panzers' side as well as away from them
    assert {("X18", "W18"), ("X18", "X17"), ("X18", "X19"), ("Y19", "Y20")} <= ends
    assert {("X19", "W19"), ("X19", "X20"), ("X19", "Y19"), ("X19", "X18")} <= ends


@pytest.mark.rule("TRC-13.7a")
def test_no_retreat_ends_in_a_full_hex() -> None:
    full = {"7 TkC": "W17", "10 TkC": "W17", "3 TkC": "W17"}
    units = {**PANZERS, "8 TkC": "Y18", **full}
    state = fight(combat("axis", units), "Y18", PANZERS, 6, announced=1)
    assert names(play(state, "retreat-to X18"), "retreat-to") == {"W18", "X17", "X19"}


@pytest.mark.rule("TRC-20.2a")
def test_nobody_arrives_where_an_enemy_stands() -> None:
    for army, open_ in (("R9", True), ("E33", False)):
        state = play(at("axis", units={"40 Pz": "off-map", "11 A": army}), "enter 40 Pz")
        assert ("E33" in names(state, "at")) == open_


def driven(defender: str, attackers: str) -> State:
    """A tank corps driven out of a hex by two panzer corps."""
    units = {"46 Pz": attackers, "47 Pz": attackers, "48 Pz": attackers, "8 TkC": defender}
    return fight(combat("axis", units), defender, ["46 Pz", "47 Pz", "48 Pz"], 6, announced=1)


@pytest.mark.rule("TRC-13.6a")
@pytest.mark.parametrize(
    ("attackers", "start", "first", "last", "kind"),
    [
        ("S19", "S18", "R18", "Q17", "swamp"),
        ("U15", "T15", "S14", "R14", "woods"),
        ("R26", "R27", "R28", "R29", "mountain"),
    ],
)
def test_retreats_go_through_woods_mountains_and_swamps(
    attackers: str, start: str, first: str, last: str, kind: str
) -> None:
    assert {TERRAIN[first], TERRAIN[last]} == {kind}
    state = driven(start, attackers)
    assert first in names(state, "retreat-to")
    on = play(state, f"retreat-to {first}")
    assert last in names(on, "retreat-to")
    assert play(on, f"retreat-to {last}").place("8 TkC") == last


@pytest.mark.rule("TRC-13.6a")
def test_retreats_cross_the_strait_and_go_on() -> None:
    # by KK19 to LL19, the one way there is
    assert driven("KK20", "JJ21").place("8 TkC") == "LL19"


# -- aircraft -------------------------------------------------------------------------------


def flies(base: str, target: str, attackers: str, **more: str) -> bool:
    """Whether a Stuka of the headquarters named joins an attack."""
    units = {"46 Pz": attackers, "47 Pz": attackers, "8 TkC": target, "HQ South": base, **more}
    state = combat("axis", units, variables={"stukas": 1})
    for unit in ("46 Pz", "47 Pz"):
        if may(state, f"attack {target}"):
            state = play(state, f"attack {target}")
        if may(state, f"join {unit}"):
            state = play(state, f"join {unit}")
    return may(state, "stuka HQ South")


@pytest.mark.rule("TRC-15.4a")
def test_aircraft_fly_over_enemies_and_into_any_terrain() -> None:
    wall = {"11 A": "W21", "12 A": "X22", "5 A": "Y22", "6 A": "Z22", "8 A": "AA21"}
    assert flies("Y26", "Y18", "Z18", **wall)
    for base, target, start, kind in (
        ("U19", "T14", "U14", "woods"),
        ("R25", "R28", "R27", "mountain"),
        ("S24", "R18", "S18", "swamp"),
    ):
        assert TERRAIN[target] == kind
        assert flies(base, target, start)


@pytest.mark.rule("TRC-15.4a")
def test_sturmoviks_fly_over_enemies() -> None:
    wall = {"13 Inf": "X14", "12 Inf": "Y14", "8 Inf": "Z14", "9 Inf": "W14", "17 Inf": "AA14"}
    units = {"11 A": "Z18", "12 A": "Z18", "46 Pz": "Y18", "Stavka": "Y10", **wall}
    state = combat("russian", units, turn=20, variables={"sturmoviks": 1})
    begun = play(state, "attack Y18") if may(state, "attack Y18") else state
    for unit in ("11 A", "12 A"):
        if may(begun, f"join {unit}"):
            begun = play(begun, f"join {unit}")
    assert may(begun, "sturmovik")


@pytest.mark.rule("TRC-15.3a", "TRC-15.6a", "TRC-15.9a", "TRC-15.9c")
@pytest.mark.parametrize(
    ("aircraft", "law"),
    [
        ("stukas", "law TRC-15.3a at most three Stukas"),
        ("sturmoviks", "law TRC-15.9a at most three Sturmoviks"),
    ],
)
def test_there_are_three_aircraft_in_a_box_at_most(aircraft: str, law: str) -> None:
    for number in range(6):
        state = at("axis", units={"46 Pz": "Y22"}, variables={aircraft: number})
        assert bool(state.ask(law)) == (number <= 3)


# -- automatic victories --------------------------------------------------------------------


@pytest.mark.rule("TRC-16.1b")
def test_others_go_through_and_onto_the_hex_that_was_won_and_attack() -> None:
    units = {
        "24 Pz": "J17", "39 Pz": "J17", "12 Inf": "I18", "53 Inf": "I19", "13 Inf": "I19",
        "6 TkC": "I16", "1 TkC": "J16",
    }  # fmt: skip
    near = go(at("axis", units=units, turn=2), "12 Inf", "J17")
    won = overrun(near, "I16", ["24 Pz", "39 Pz", "12 Inf"])
    assert won.place("6 TkC") == "surrendered"
    assert {"I16", "H16"} <= reach(won, "13 Inf")
    onto = go(won, "53 Inf", "I16")
    assert onto.place("53 Inf") == "I16"
    fought = engage(play(onto, "end-movement"), "J16", ["53 Inf"])
    assert fought.units_with("engaged") == ["53 Inf"] and strengths(fought).attack == 4
