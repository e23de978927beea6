"""Sections 20.1, 20.5 and 20.6: the entry hexes of each side, and units that wait there."""

from __future__ import annotations

import pytest

from .turn_positions import at, names, play, walk

BUCHAREST = "BB31"


@pytest.mark.rule("TRC-20.5a")
@pytest.mark.parametrize("unit", ["Rum 1 Inf", "Rum Cav"])
def test_rumanians_that_were_replaced_enter_at_bucharest(unit: str) -> None:
    state = at("axis", units={unit: "arriving"}, axis=[BUCHAREST], flags={"replacement": [unit]})
    assert names(play(state, f"enter {unit}"), "at") == {BUCHAREST}


@pytest.mark.rule("TRC-20.6c")
def test_one_free_hex_of_the_north_edge_is_enough() -> None:
    units = {"14 A": "arriving", "Finn 2 Inf": "A14"}
    state = at("russian", 1, turn=8, units=units)
    assert names(play(state, "enter 14 A"), "at") == {"A5"}
    # who has a way in and does not take it waits off the map
    late = walk(play(state, "end-movement"), "movement", "russian", 2)
    assert late.place("14 A") == "off-map"


@pytest.mark.rule("TRC-20.1.1a", "TRC-20.3a")
def test_only_ones_own_units_enter() -> None:
    units = {"23 Inf": "arriving", "16 A": "arriving"}
    assert names(at("axis", units=units), "enter") == {"23 Inf"}
    assert names(at("russian", units=units), "enter") == {"16 A"}


@pytest.mark.rule("TRC-20.2a")
def test_each_player_places_his_own_reinforcement() -> None:
    for side, unit in (("axis", "23 Inf"), ("russian", "16 A")):
        state = play(at(side, units={unit: "arriving"}), f"enter {unit}")
        assert (state.decision, state.to_move) == ("entry", side)


@pytest.mark.rule("TRC-20.6b")
@pytest.mark.parametrize(("start", "city", "frees"), [("D1", "C1", True), ("E11", "E10", False)])
def test_the_fall_of_archangel_alone_frees_the_corps_of_lapland(
    start: str, city: str, frees: bool
) -> None:
    state = at("axis", 1, turn=8, units={"49 Mtn": start, "36 Mtn": "later", "14 A": "later"})
    taken = play(state, "move 49 Mtn", f"to {city}")
    assert city in taken.hexes_with("axis control")
    if taken.decision == "leg":
        taken = play(taken, "stop")
    soon = walk(play(taken, "end-movement"), "movement", "axis", 1)
    assert soon.place("36 Mtn") == ("arriving" if frees else "later")
    assert soon.place("14 A") == "later"
