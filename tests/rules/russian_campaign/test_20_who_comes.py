"""Sections 10 and 20: units that may arrive, by land or by sea, and their fate."""

from __future__ import annotations

import pytest

from .battle_positions import around
from .line_positions import at as line
from .turn_positions import at, before, impulse_of, names, play, refused, walk

SEVASTOPOL, ODESSA = "JJ23", "DD24"
RING = ["41 Pz", "56 Pz", "24 Pz", "39 Pz", "46 Pz", "47 Pz"]
AROUND_MOSCOW = ["Q8", "Q9", "R8", "R10", "S8", "S9"]


@pytest.mark.rule("TRC-20.2a", "TRC-20.3a", "TRC-9.4.4a")
@pytest.mark.parametrize("door", ["E33", "T33"])
def test_who_enters_on_the_enemys_track_has_come_to_it(door: str) -> None:
    state = play(line("axis", {"40 Pz": "arriving"}), "enter 40 Pz", f"at {door}")
    assert state.hexes_with("crossed") == [door]
    assert state.units_with("entered") == ["40 Pz"]


@pytest.mark.rule("TRC-20.2a", "TRC-20.5c", "TRC-20.5b")
def test_one_unit_a_turn_uses_the_south_edge_and_no_other_uses_it_up() -> None:
    units = {"37 A": "arriving", "43 A": "arriving", "16 A": "arriving"}
    state = at("russian", 1, turn=3, units=units)
    elsewhere = play(state, "enter 16 A", "at L1")
    used = play(elsewhere, "enter 37 A", "at QQ9")
    assert used.var("south edge used") == 1 and elsewhere.var("south edge used") == 0
    with refused("TRC-20.5c"):
        play(used, "enter 43 A", "at QQ9")


@pytest.mark.rule("TRC-20.2a", "TRC-20.2b")
def test_who_waited_off_the_map_has_no_city_to_come_to() -> None:
    found = names(play(at("russian", 1, turn=4, units={"20 A": "off-map"}), "enter 20 A"), "at")
    assert "L1" in found and "R9" not in found


@pytest.mark.rule("TRC-20.2b")
def test_who_comes_back_as_a_replacement_is_not_bound_to_the_city_of_its_first_coming() -> None:
    state = impulse_of("russian", 1, turn=4)
    for flags, edge in ([], False), ([("20 A", "replacement", True)], True):
        there = state._supposed(places=[("20 A", "arriving")], unit_flags=flags)
        found = names(play(there, "enter 20 A"), "at")
        assert ("L1" in found, "R9" in found) == (edge, not edge)


@pytest.mark.rule("TRC-20.2b", "TRC-20.5a")
def test_a_rumanian_who_stood_on_the_map_at_first_comes_back_at_bucharest() -> None:
    state = at("axis", units={"Rum 1 Inf": "arriving"}, flags={"replacement": ["Rum 1 Inf"]})
    assert names(play(state, "enter Rum 1 Inf"), "at") == {"BB31"}


@pytest.mark.rule("TRC-20.4b")
@pytest.mark.parametrize("standing, edge", [("1 TkC", True), (None, False)])
def test_an_army_and_two_corps_are_more_than_a_city_holds(standing: str | None, edge: bool) -> None:
    # surrounded; whether or not a corps stands there, each alone would fit
    state = impulse_of("russian", 1, turn=4)
    where = {"30 A": "arriving", "1G CavC": "arriving"}
    where |= dict(zip(RING, AROUND_MOSCOW, strict=True))
    if standing:
        where[standing] = "R9"
    found = names(play(state._supposed(places=list(where.items())), "enter 30 A"), "at")
    assert "R9" in found
    assert ("L1" in found) == edge


@pytest.mark.rule("TRC-20.1.2a", "TRC-20.2a")
def test_one_open_hex_is_enough_for_who_waits_off_the_map_and_workers_are_not_among_them() -> None:
    # Hungarians have one door, T33
    units = {"Hun 1 Mot": "off-map", "Worker 1": "off-map", "16 A": "off-map"}
    assert names(at("axis", units=units), "enter") == {"Hun 1 Mot"}
    assert names(at("russian", units=units), "enter") == {"16 A"}


@pytest.mark.rule("TRC-20.5a")
def test_a_hungarian_off_the_map_waits_while_his_door_is_shut() -> None:
    units = {"Hun 1 Mot": "off-map", "Ital 4 Inf": "off-map", "11 A": "T33"}
    assert names(at("axis", units=units), "enter") == {"Ital 4 Inf"}


@pytest.mark.rule("TRC-5.5a", "TRC-20.7.1a", "TRC-20.7.2a")
@pytest.mark.parametrize("corps", ["15 Mtn", "91 Mtn"])
def test_bulgaria_opens_with_either_of_its_garrisons_by_a_reading(corps: str) -> None:
    state = before(
        "axis", 1, turn=20, units={corps: "later"}, flags={"called": [corps]}, options=("D-11",)
    )
    soon = walk(play(state, "end-movement"), "movement", "axis", 1)
    assert soon.place(corps) == "arriving"
    assert soon.var("Bulgaria open") == 1


@pytest.mark.rule("TRC-10.3.1a")
def test_who_is_shipped_to_a_port_on_the_enemys_track_has_come_to_it() -> None:
    state = line("axis", {"1 Inf": ODESSA}, axis=[SEVASTOPOL])
    there = play(state, "ship-black 1 Inf", f"ship-to {SEVASTOPOL}", "roll 1")
    assert there.place("1 Inf") == SEVASTOPOL
    assert there.hexes_with("crossed") == [SEVASTOPOL]
    assert there.units_with("entered") == there.units_with("moved") == ["1 Inf"]


@pytest.mark.rule("TRC-10.3d")
def test_workers_do_not_come_by_sea() -> None:
    units = {"Worker 1": "off-map", "Worker 2": "arriving", "11 A": "off-map"}
    assert names(line("russian", units, russian=[SEVASTOPOL]), "ship-black") == {"11 A"}


@pytest.mark.rule("TRC-10.3.2b", "TRC-10.3.2c")
def test_each_side_has_its_own_invasions() -> None:
    for side, unit, other in (("axis", "Rum Cav", "russian"), ("russian", "11 A", "axis")):
        for used, open_ in ((side, False), (other, True)):
            state = line(side, {unit: ODESSA}, variables={f"{used} invasions": 99})
            found = names(play(state, f"ship-black {unit}"), "invade")
            assert ("FF21" in found) == open_


@pytest.mark.rule("TRC-20.4b")
@pytest.mark.parametrize(
    "standing, edge",
    [(["13 Inf"], False), (["13 Inf", "9 Inf"], True), (["HQ South", "13 Inf"], False)],
)
def test_three_corps_fit_into_a_city_that_nobody_can_leave(standing: list[str], edge: bool) -> None:
    """Two Rumanians arrive in Bucharest, with enemies all round it."""
    arriving = dict.fromkeys(["Rum 7 Inf", "Rum Pz"], "arriving")
    ring = dict(zip(["11 A", "8 A", "3 A", "10 A", "4 A", "12 A"], around("BB31"), strict=True))
    units = {**arriving, **ring, **dict.fromkeys(standing, "BB31")}
    state = at("axis", 2, turn=7, units=units, axis=["BB31"])
    for unit in arriving:
        found = names(play(state, f"enter {unit}"), "at")
        assert "BB31" in found and ("E33" in found) == edge


@pytest.mark.rule("TRC-20.4b", "TRC-20.2b")
def test_a_headquarters_that_arrives_takes_nobodys_place() -> None:
    """Three corps in Berlin, with enemies all round it, and one that needs no room."""
    ring = dict(zip(["11 A", "8 A", "3 A", "10 A", "4 A", "12 A"], around("E31"), strict=True))
    corps = dict.fromkeys(["13 Inf", "9 Inf", "8 Inf"], "E31")
    state = at("axis", 2, turn=23, units={"HQ Vistula": "arriving", **ring, **corps})
    assert names(play(state, "enter HQ Vistula"), "at") == {"E31"}


@pytest.mark.rule("TRC-20.0a", "TRC-20.3a")
@pytest.mark.parametrize("place, found", [("later", "arriving"), ("J30", "J30"), ("pool", "pool")])
def test_who_was_called_comes_once(place: str, found: str) -> None:
    state = before("axis", 1, turn=20, units={"15 Mtn": place}, flags={"called": ["15 Mtn"]})
    soon = walk(play(state, "end-movement"), "movement", "axis", 1)
    assert soon.place("15 Mtn") == found


@pytest.mark.rule("TRC-5.5a")
def test_the_garrison_of_warsaw_opens_no_bulgaria_by_that_reading() -> None:
    units, flags = {"HG Pz": "later"}, {"called": ["HG Pz"]}
    state = before("axis", 1, turn=20, units=units, flags=flags, options=("D-11",))
    soon = walk(play(state, "end-movement"), "movement", "axis", 1)
    assert soon.place("HG Pz") == "arriving" and soon.var("Bulgaria open") == 0


@pytest.mark.rule("TRC-20.4b", "TRC-11.3a")
@pytest.mark.parametrize("lost, edge", [("russian", True), ("axis", False)])
def test_who_has_lost_his_leader_could_not_move_on_from_a_full_city(lost: str, edge: bool) -> None:
    state = impulse_of("russian", 1, turn=4)
    units = {"20 A": "arriving", "11 A": "R9", "8 A": "R9"}
    state = state._supposed(places=list(units.items()), variables=[(f"{lost} leader lost", 2)])
    assert ("L1" in names(play(state, "enter 20 A"), "at")) == edge
