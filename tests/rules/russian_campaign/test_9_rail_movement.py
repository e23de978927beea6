"""Sections 9.1 to 9.3, 8.6, 11.1d, 11.2a, 20.1.1c: movement by rail."""

from __future__ import annotations

import pytest

from .line_positions import at, names, play, refused
from .turn_positions import CLEAR, LIGHT_MUD, MUD, SNOW

BREST = ["O23", "O22", "O21", "O20", "O19", "O18", "O17", "O16"]
"""Track from Brest over Minsk to the junction near Orsha."""

SEVEN = ["1 Inf", "2 Inf", "10 Inf", "26 Inf", "38 Inf", "41 Pz", "56 Pz"]


@pytest.mark.rule("TRC-9.1a", "TRC-9.3.1b", "TRC-9.3.2b", "TRC-9.3.3a")
def test_trains_go_any_distance_on_their_own_gauge_only() -> None:
    state = play(at("axis", {"1 Inf": "O23"}, rail=[*BREST, "R9"]), "rail 1 Inf")
    assert names(state, "rail-to") == set(BREST[1:])
    assert play(state, "rail-to O16").place("1 Inf") == "O16"
    cut = play(at("axis", {"1 Inf": "O23"}, rail=[*BREST[:3], *BREST[4:]]), "rail 1 Inf")
    assert names(cut, "rail-to") == set(BREST[1:3])


@pytest.mark.rule("TRC-9.1a", "TRC-9.1b")
def test_what_is_not_axis_track_is_russian() -> None:
    state = play(at("russian", {"11 A": "O19"}, rail=["O21", "O17"]), "rail 11 A")
    assert names(state, "rail-to") == {"O20", "O18"}


@pytest.mark.rule("TRC-9.3.2a")
def test_a_rail_move_begins_on_own_track() -> None:
    state = at("axis", {"1 Inf": "O15", "2 Inf": "O18"}, rail=BREST)
    assert names(state, "rail") == {"2 Inf"}
    with refused("TRC-9.3.2a"):
        play(state, "rail 1 Inf")


@pytest.mark.rule("TRC-9.2a")
def test_six_axis_units_go_by_rail_and_three_in_snow() -> None:
    units = dict.fromkeys(SEVEN, "O23")
    for weather, most in ((0, 6), (SNOW, 3)):
        state = at("axis", units, rail=BREST, weather=weather)
        for unit in SEVEN[:most]:
            state = play(state, f"rail {unit}", "rail-to O22")
        with refused("TRC-9.2a"):
            play(state, f"rail {SEVEN[most]}")


@pytest.mark.rule("TRC-9.2b")
def test_five_russian_units_go_by_rail_in_any_weather() -> None:
    units = ["11 A", "8 A", "3 A", "10 A", "12 A", "5 A"]
    for weather in (CLEAR, LIGHT_MUD, MUD, SNOW):
        state = at("russian", dict.fromkeys(units, "R9"), weather=weather)
        for unit in units[:5]:
            state = play(state, f"rail {unit}", "rail-to R8")
        with refused("TRC-9.2b"):
            play(state, "rail 5 A")


@pytest.mark.rule("TRC-9.2c")
def test_who_has_just_arrived_goes_free() -> None:
    state = at("axis", dict.fromkeys(SEVEN, "O23"), rail=BREST, flags={"fresh": ["1 Inf"]})
    state = play(state, "rail 1 Inf", "rail-to O22")
    for unit in SEVEN[1:]:
        state = play(state, f"rail {unit}", "rail-to O22")
    assert state.var("rail moves") == 6
    late = at(
        "axis",
        dict.fromkeys(SEVEN, "O23"),
        rail=BREST,
        flags={"fresh": ["1 Inf"]},
        variables={"rail moves": 6},
    )
    assert names(late, "rail") == {"1 Inf"}


@pytest.mark.rule("TRC-9.2e")
def test_who_comes_from_reserve_does_not_go_free() -> None:
    state = at("axis", {"1 Inf": "off-map"}, rail=["E33", "E32", "E31"])
    entered = play(state, "enter 1 Inf", "at E33")
    assert play(entered, "rail 1 Inf", "rail-to E32").var("rail moves") == 1


@pytest.mark.rule("TRC-9.3.3b")
def test_a_unit_that_walks_along_track_stops_in_the_woods() -> None:
    walk = play(at("axis", {"41 Pz": "O23"}, rail=BREST), "move 41 Pz", "to O22")
    assert walk.decision == "movement"
    assert "41 Pz" not in names(walk, "move")


@pytest.mark.rule("TRC-9.3.2d")
def test_track_is_open_again_when_who_watched_it_is_gone() -> None:
    state = at("axis", {"1 Inf": "O23", "11 A": "N19"}, rail=BREST)
    gone = state._supposed(places=[("11 A", "surrendered")])
    assert "O16" not in names(play(state, "rail 1 Inf"), "rail-to")
    assert "O16" in names(play(gone, "rail 1 Inf"), "rail-to")


@pytest.mark.rule("TRC-9.3.1a")
def test_no_rail_moves_in_the_second_impulse() -> None:
    for impulse, found in ((1, {"1 Inf"}), (2, set())):
        assert names(at("axis", {"1 Inf": "O23"}, rail=BREST, impulse=impulse), "rail") == found


@pytest.mark.rule("TRC-9.3.1c")
def test_who_went_by_rail_moves_no_more_and_who_moved_takes_no_train() -> None:
    state = at("axis", {"1 Inf": "O23", "41 Pz": "O23"}, rail=BREST)
    railed = play(state, "rail 1 Inf", "rail-to O22")
    assert "1 Inf" not in names(railed, "rail") | names(railed, "move")
    walked = play(state, "move 41 Pz", "to O22")
    with refused("TRC-9.3.1c"):
        play(walked, "rail 41 Pz")


@pytest.mark.rule("TRC-9.3.2c")
def test_trains_keep_out_of_enemy_zones() -> None:
    # the army in N19 reaches O19 and O18
    state = at("axis", {"1 Inf": "O23", "2 Inf": "O17", "11 A": "N19"}, rail=BREST)
    assert names(play(state, "rail 1 Inf"), "rail-to") == {"O22", "O21", "O20"}
    near = at("axis", {"1 Inf": "O19", "2 Inf": "O23", "11 A": "N19"}, rail=BREST)
    with refused("TRC-9.3.2c"):
        play(near, "rail 1 Inf")


@pytest.mark.rule("TRC-19.2a")
def test_trains_keep_out_of_the_hex_of_a_partisan_only() -> None:
    state = at("axis", {"1 Inf": "O23", "Partisan 1": "O20"}, rail=BREST)
    assert names(play(state, "rail 1 Inf"), "rail-to") == {"O22", "O21"}
    beside = at("axis", {"1 Inf": "O23", "Partisan 1": "N20"}, rail=BREST)
    assert names(play(beside, "rail 1 Inf"), "rail-to") == set(BREST[1:])


@pytest.mark.rule("TRC-8.6a")
def test_trains_cross_the_isthmus_where_the_hexes_do_not_touch() -> None:
    crimea = ["GG19", "HH21", "HH22", "II22"]
    state = play(at("axis", {"1 Inf": "GG19"}, rail=crimea), "rail 1 Inf")
    assert names(state, "rail-to") == set(crimea[1:])
    back = play(at("axis", {"1 Inf": "II22"}, rail=crimea), "rail 1 Inf")
    assert names(back, "rail-to") == set(crimea[:3])


@pytest.mark.rule("TRC-11.1d")
def test_headquarters_never_go_by_rail() -> None:
    state = at("axis", {"HQ North": "O23", "1 Inf": "O23"}, rail=BREST)
    assert names(state, "rail") == {"1 Inf"}
    with refused("TRC-11.1d"):
        play(state, "rail HQ North")


@pytest.mark.rule("TRC-11.2a")
def test_leaders_move_by_rail_and_not_otherwise() -> None:
    state = at("axis", {"Hitler": "O23"}, rail=BREST)
    assert "Hitler" in names(state, "rail") - names(state, "move")
    assert play(state, "rail Hitler", "rail-to O19").place("Hitler") == "O19"


@pytest.mark.rule("TRC-9.3.4a", "TRC-9.3.4b")
def test_trains_leave_the_map_and_come_back_elsewhere() -> None:
    # Axis track cuts Krasnodar off from Moscow, but not from the south edge
    cut = ["LL16", "LL12", "HH14", "CC10"]
    south = {"NN16", "OO15", "OO14", "OO13", "PP13", "QQ12"}
    state = play(at("russian", {"11 A": "R9"}, rail=cut), "rail 11 A")
    assert south <= names(state, "rail-to")
    assert play(state, "rail-to NN16").place("11 A") == "NN16"
    # an Axis unit whose zone takes in the way back
    guarded = at("russian", {"11 A": "R9", "1 Inf": "QQ11"}, rail=cut)
    assert not south & names(play(guarded, "rail 11 A"), "rail-to")


@pytest.mark.rule("TRC-9.3.4c")
def test_the_west_edge_is_for_the_axis_the_others_for_the_russian() -> None:
    west = at("axis", {"1 Inf": "E32"}, rail=["E32", "E33", "T33", "T32"])
    assert names(play(west, "rail 1 Inf"), "rail-to") == {"E33", "T33", "T32"}
    # the same track in Russian hands leads nowhere
    berlin = at("russian", {"11 A": "E32"}, rail=["E31"])
    assert not {"T33", "T32"} & names(play(berlin, "rail 11 A"), "rail-to")
    east = at("axis", {"1 Inf": "X2"}, rail=["X2", "X1", "FF1", "FF2"])
    assert names(play(east, "rail 1 Inf"), "rail-to") <= {"X1"}


@pytest.mark.rule("TRC-20.1.1c")
def test_a_train_takes_a_unit_off_its_own_edge_into_reserve() -> None:
    state = play(at("axis", {"1 Inf": "E31"}, rail=["E31", "E32", "E33"]), "rail 1 Inf")
    gone = play(state, "rail-off")
    assert gone.place("1 Inf") == "off-map"
    assert gone.var("rail moves") == 1
    inland = play(at("axis", {"1 Inf": "O23"}, rail=BREST), "rail 1 Inf")
    assert not names(inland, "rail-off")


@pytest.mark.rule("TRC-5.5a", "TRC-9.1a")
def test_no_train_into_bulgaria_before_its_garrison_is_free() -> None:
    track = ["BB31", "CC31", "DD32", "EE32"]
    for opened, found in ((0, {"CC31", "DD32"}), (1, {"CC31", "DD32", "EE32"})):
        state = at("axis", {"1 Inf": "BB31"}, rail=track, variables={"Bulgaria open": opened})
        assert names(play(state, "rail 1 Inf"), "rail-to") == found


@pytest.mark.rule("TRC-24.5b")
def test_no_train_into_finland_once_it_is_closed() -> None:
    finnish = {"A14", "B14", "B13", "B12", "B11"}
    for closed in (0, 1):
        state = at("russian", {"11 A": "E10"}, variables={"Finland closed": closed})
        found = names(play(state, "rail 11 A"), "rail-to")
        assert (finnish & found == finnish) is not bool(closed)
    # who is still inside may leave
    inside = at("russian", {"11 A": "B13"}, variables={"Finland closed": 1})
    assert "E10" in names(play(inside, "rail 11 A"), "rail-to")
