"""Section 19: the arrival, removal and return of partisans."""

from __future__ import annotations

import pytest

import eastfront as ef
from eastfront._core import State

from .turn_positions import at, before, distance, impulse_of, names, play, walk

TRACK = ["O19", "O20", "O21", "O22", "O23"]
"""Axis track from Minsk to Brest, with a junction between them."""

HELD = ["O19", "O22", "O23"]
"""What the Axis holds along it."""


def relocated(units: dict[str, str], rail: list[str], axis: list[str]) -> State:
    """The Russian's choice of a place for a partisan, as his second impulse ends."""
    state = at("russian", 2, turn=8, units=units, rail=rail, axis=axis)
    return walk(play(state, "end-movement"), "partisans", "russian")


@pytest.mark.rule("TRC-19.1a")
def test_partisans_hide_in_axis_cities_and_on_axis_track_in_russia() -> None:
    state = relocated({"Partisan 1": "reserve"}, TRACK, [*HELD, "U9"])
    assert state.decision == "partisans"
    # Axis track in Poland and Axis cities there are no places for them
    assert names(state, "at") == {*TRACK, "U9"}
    assert play(state, "at O19").place("Partisan 1") == "O19"


@pytest.mark.rule("TRC-19.1a", "TRC-18.2a", "TRC-22.3a")
def test_who_is_placed_waits_and_stands_nowhere() -> None:
    """Of a partisan, of paratroops and of a worker; a position that says otherwise is refused."""
    units = {"Partisan 1": "reserve", "5 ParaC": "later", "Worker 1": "arriving"}
    hidden = relocated({"Partisan 1": "reserve"}, TRACK, HELD)
    dropped = walk(play(before("russian", 1, turn=3, units={"5 ParaC": "later"}), "end-movement"),
                   "paratroops", "russian")  # fmt: skip
    sited = walk(play(before("russian", 1, turn=8, units={"Worker 1": "off-map"}), "end-movement"),
                 "workers", "russian", Archangel=1)  # fmt: skip
    sited = play(sited, "place-worker Worker 1")._supposed(places=[("Worker 1", "arriving")])
    for state, unit, place in (
        (hidden, "Partisan 1", "O19"), (dropped, "5 ParaC", "R9"), (sited, "Worker 1", "removed")
    ):  # fmt: skip
        assert unit in units
        same = state.game.state_from_bytes(bytes(state))
        assert same.places() == state.places()
        with pytest.raises(ef.FormatError):
            state.game.state_from_bytes(bytes(state._supposed(places=[(unit, place)])))


@pytest.mark.rule("TRC-19.1a")
def test_karelia_is_russia_and_finland_is_not() -> None:
    """The line from Leningrad to the north runs through Karelia; that to Helsinki is Finnish."""
    track = ["D7", "C6", "B6", "C10", "B12", "B13"]
    state = relocated({"Partisan 1": "reserve"}, [*track, "O19"], ["O19", "B14"])
    assert names(state, "at") == {"D7", "C6", "B6", "C10", "O19"}


@pytest.mark.rule("TRC-19.1b")
def test_not_near_axis_units_nor_within_five_hexes_of_the_ss() -> None:
    units = {"Partisan 1": "reserve", "41 Pz": "N21"}
    free = relocated({"Partisan 1": "reserve"}, TRACK, [*HELD, "U9"])
    near = relocated(units, TRACK, [*HELD, "U9"])
    gone = names(free, "at") - names(near, "at")
    assert gone
    assert max(distance("N21", h) for h in gone) <= 1
    guarded = relocated({"Partisan 1": "reserve", "1 SS Pz": "N21"}, TRACK, [*HELD, "U9", "T14"])
    rest = names(guarded, "at")
    assert rest and min(distance("N21", h) for h in rest) > 5


@pytest.mark.rule("TRC-19.3a")
def test_axis_movement_clears_them_away() -> None:
    units = {"Partisan 1": "O20", "Partisan 2": "U9", "Partisan 3": "T14"}
    state = at("axis", 1, turn=8, units={**units, "41 Pz": "O21", "1 SS Pz": "U14"})
    assert distance("U14", "U9") == 5
    after = walk(play(state, "end-movement"), "movement", "axis", 2)
    assert [after.place(u) for u in units] == ["reserve", "reserve", "reserve"]
    far = at("axis", 2, turn=8, units={**units, "41 Pz": "M24", "1 SS Pz": "U15"})
    later = walk(play(far, "end-movement"), "movement", "russian", 1)
    assert later.place("Partisan 1") == "O20"
    assert later.place("Partisan 2") == "U9"
    assert later.place("Partisan 3") == "reserve"


@pytest.mark.rule("TRC-19.4a")
def test_all_partisans_in_the_game_are_placed_anew() -> None:
    units = {"Partisan 1": "O20", "Partisan 2": "reserve", "Partisan 3": "later"}
    state = relocated(units, TRACK, HELD)
    placed = play(state, "at O22", "at O21")
    assert (placed.place("Partisan 1"), placed.place("Partisan 2")) == ("O22", "O21")
    assert placed.place("Partisan 3") == "later"


@pytest.mark.rule("TRC-19.4a", "TRC-20.0a")
def test_a_partisan_enters_the_game_at_the_end_of_its_turn() -> None:
    state = before("russian", 1, turn=3, units={"Partisan 1": "later"}, rail=TRACK, axis=HELD)
    state.push("end-movement")
    first = walk(state, "movement", "russian", 1)
    assert first.place("Partisan 1") == "reserve"
    asked = walk(first, "partisans", "russian")
    assert asked.turn == 3
    # with nowhere to hide it waits
    bare = before("russian", 1, turn=3, units={"Partisan 1": "later"})
    bare.push("end-movement")
    late = walk(walk(bare, "movement", "russian", 2), "movement", "axis", 1)
    assert late.place("Partisan 1") == "reserve"


@pytest.mark.rule("TRC-19.1a")
def test_what_is_no_city_and_has_no_axis_track_hides_nobody() -> None:
    # junctions and wells in Axis hands, and track that is Russian again
    held = [*HELD, "U9", "R10", "T9", "PP13", "B14", "L26", "E31"]
    state = relocated({"Partisan 1": "reserve"}, ["O19", "O20", "L26", "L27"], held)
    assert state.to_move == "russian"
    assert names(state, "at") == {"O19", "O20", "O23", "U9"}


@pytest.mark.rule("TRC-19.1b", "TRC-19.3a")
@pytest.mark.parametrize("far", range(3, 8))
def test_the_ss_frightens_partisans_up_to_five_hexes_away(far: int) -> None:
    # along the track from O19 to O23
    hex_ = f"O{19 - far}"
    assert distance(hex_, "O19") == far
    units = {"Partisan 1": "O19", "1 SS Pz": hex_}
    moved = at("axis", 1, turn=8, units=units, axis=HELD)
    after = walk(play(moved, "end-movement"), "movement", "axis", 2)
    assert (after.place("Partisan 1") == "O19") == (far > 5)
    placed = relocated({"Partisan 1": "reserve", "1 SS Pz": hex_}, TRACK, HELD)
    assert names(placed, "at") == {h for h in TRACK if distance(h, hex_) > 5}


@pytest.mark.rule("TRC-19.3a")
@pytest.mark.parametrize("impulse", [1, 2])
def test_only_axis_movement_clears_them_away(impulse: int) -> None:
    units = {"Partisan 1": "O20", "Partisan 2": "U9", "41 Pz": "O21"}
    state = at("axis", impulse, turn=8, units=units)
    after = walk(play(state, "end-movement"), "movement", "axis" if impulse == 1 else "russian")
    assert (after.place("Partisan 1"), after.place("Partisan 2")) == ("reserve", "U9")
    red = at("russian", 1, turn=8, units=units)
    later = walk(play(red, "end-movement"), "movement", "russian", 2)
    assert (later.place("Partisan 1"), later.place("Partisan 2")) == ("O20", "U9")


@pytest.mark.rule("TRC-19.4a")
def test_partisans_are_placed_when_the_russian_turn_ends_alone() -> None:
    units = {"Partisan 1": "reserve"}
    first = at("russian", 1, turn=8, units=units, rail=TRACK, axis=HELD)
    second = walk(play(first, "end-movement"), "movement", "russian", 2)
    assert second.place("Partisan 1") == "reserve"
    asked = relocated(units, TRACK, HELD)
    turn = asked.turn
    done = walk(play(asked, "at O22"), "movement", "axis", 1)
    assert (done.turn, done.place("Partisan 1")) == (turn + 1, "O22")
    over = walk(play(done, "end-movement"), "movement", "russian", 1)
    assert over.place("Partisan 1") == "O22"


@pytest.mark.rule("TRC-20.0a")
def test_an_army_that_is_due_does_not_hide() -> None:
    units = {"Partisan 1": "later", "30 A": "later"}
    state = before("russian", 1, turn=3, units=units, rail=TRACK, axis=HELD)
    state.push("end-movement")
    begun = walk(state, "movement", "russian", 1)
    assert (begun.place("Partisan 1"), begun.place("30 A")) == ("reserve", "arriving")


@pytest.mark.rule("TRC-20.0a")
@pytest.mark.parametrize("impulse", [1, 2])
def test_only_partisans_that_are_due_enter_the_game(impulse: int) -> None:
    """None comes as late as July 1942."""
    units = {"Partisan 1": "O20", "Partisan 2": "later", "Partisan 3": "removed"}
    state = impulse_of("russian", impulse, turn=8, units=units)
    assert [state.place(u) for u in units] == ["O20", "later", "removed"]


@pytest.mark.rule("TRC-19.3a", "TRC-20.1.1a")
def test_the_end_of_axis_movement_brings_what_it_brings() -> None:
    """An Axis corps that did not come in waits off the map; a Russian one still may come in."""
    units = {"Partisan 1": "O20", "41 Pz": "O21", "9 Inf": "arriving", "16 A": "arriving"}
    state = play(at("axis", 1, turn=8, units=units), "end-movement")
    assert state.place("Partisan 1") == "reserve"
    assert (state.place("9 Inf"), state.place("16 A")) == ("off-map", "arriving")


@pytest.mark.rule("TRC-19.4a", "TRC-19.1a")
def test_one_place_to_hide_is_enough_for_all() -> None:
    """They do not stack against each other; the only place is taken unasked."""
    state = at(
        "russian", 2, turn=8, units={"Partisan 1": "reserve", "Partisan 2": "O20"}, axis=["U9"]
    )
    after = walk(play(state, "end-movement"), "movement", "axis", 1, weather=1)
    assert [after.place(u) for u in ("Partisan 1", "Partisan 2")] == ["U9", "U9"]
