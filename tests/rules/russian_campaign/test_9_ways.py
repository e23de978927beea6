"""Section 9: rail paths off the map, lines that are converted, and hexes that were crossed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import pytest

from eastfront._core import State

from .line_positions import all_track, at, data, end_phase, names, play, refused
from .turn_positions import OWNED

BREST = ["O23", "O22", "O21", "O20", "O19"]
"""Track from Brest to Minsk."""

FINNISH = {"A14", "B14", "B13", "B12", "B11"}
"""Track in Finland; C10 is the next hex of it, in Russia."""

CLOSED = {"Finland closed": 1}


def track_but(*but: str) -> list[str]:
    """All track but some."""
    return [h for h in all_track() if h not in but]


# -- trains -----------------------------------------------------------------------------------


@pytest.mark.rule("TRC-9.3.4b", "TRC-9.3.4a")
def test_a_partisan_at_one_exit_leaves_the_others_open() -> None:
    """From Moscow track leads to Gorki and to X1; FF2 hangs on FF1 alone."""
    state = at("russian", {"11 A": "R9", "Partisan 1": "X1"}, rail=["FF3"])
    found = names(play(state, "rail 11 A"), "rail-to")
    assert {"U1", "X1", "FF1", "FF2", "QQ12"} <= found


@pytest.mark.rule("TRC-9.3.4b", "TRC-9.3.2b")
@pytest.mark.parametrize("start", ["E33", "E32"])
def test_a_train_does_not_come_back_where_the_exit_is_the_enemys(start: str) -> None:
    state = at("axis", {"1 Inf": start}, rail=["E32", "E33", "T32", "BB33"])
    assert names(play(state, "rail 1 Inf"), "rail-to") == {"E32", "E33", "BB33"} - {start}


@pytest.mark.rule("TRC-9.3.1b", "TRC-9.3.4a")
@pytest.mark.parametrize("start, goal", [("JJ23", "FF2"), ("FF2", "JJ23")])
def test_one_train_crosses_the_isthmus_and_leaves_the_map(start: str, goal: str) -> None:
    """FF2 is cut off by land, and Sevastopol but for the isthmus."""
    state = at("russian", {"11 A": start}, rail=["FF3"])
    found = names(play(state, "rail 11 A"), "rail-to")
    assert {goal, "GG19", "HH21", "FF1"} <= found | {start}


@pytest.mark.rule("TRC-9.3.4b", "TRC-9.3.4a")
def test_partisans_at_two_exits_shut_both() -> None:
    own = {"X2", "X1", "FF1", "FF2"}
    units = {"11 A": "X2", "Partisan 1": "X1", "Partisan 2": "FF1"}
    state = at("russian", units, rail=track_but(*own))
    assert names(play(state, "rail 11 A"), "rail-to") == {"X1"}


@pytest.mark.rule("TRC-20.1.1c", "TRC-19.2a")
@pytest.mark.parametrize("hex_", ["E33", "E32", "B13"])
@pytest.mark.parametrize("closed", [0, 1])
def test_no_train_starts_where_a_partisan_is(hex_: str, closed: int) -> None:
    track = ["E31", "E32", "E33", *sorted(FINNISH)]
    for partisan, found in ((hex_, set()), ("O23", {"1 Inf"})):
        units = {"1 Inf": hex_, "Partisan 1": partisan}
        state = at("axis", units, rail=track, variables={"Finland closed": closed})
        assert names(state, "rail") == found


@pytest.mark.rule("TRC-20.1.1c", "TRC-24.5b")
def test_closed_finland_is_nowhere_to_go() -> None:
    """C10 is joined to B11 in Finland and to D10, which is the enemy's."""
    for closed, found in ((0, {"11 A"}), (1, set())):
        state = at("russian", {"11 A": "C10"}, rail=["D10"], variables={"Finland closed": closed})
        assert names(state, "rail") == found


@pytest.mark.rule("TRC-20.1.1c", "TRC-17.2.1e")
def test_who_goes_off_the_map_by_rail_leaves_his_zone_behind_nowhere() -> None:
    """J33 is in both sides' reach until the corps in K32 goes."""
    track = ["K32", "K31", "K30", "K29", "L29", "L28", "M28", "N28", "O27", "P27", "Q26", "R26"]
    away = ["S25", "S26", "T27", "T28", "T29", "T30", "T31", "T32", "T33"]
    units = {"1 Inf": "K32", "11 A": "I33"}
    state = at("axis", units, nobody=["J33"], axis=["S25"], rail=track + away)
    assert "J33" not in state.hexes_with("axis control") + state.hexes_with("russian control")
    gone = play(state, "rail 1 Inf", "rail-off")
    assert gone.place("1 Inf") == "off-map"
    assert "J33" in gone.hexes_with("russian control")


@pytest.mark.rule("TRC-9.2c", "TRC-9.3.1c")
def test_who_has_just_arrived_goes_by_rail_once() -> None:
    state = at("axis", {"1 Inf": "O23"}, rail=BREST, flags={"fresh": ["1 Inf"]})
    gone = play(state, "rail 1 Inf", "rail-to O22")
    assert gone.var("rail moves") == 0
    assert names(gone, "rail") == set()
    with refused("TRC-9.3.1c"):
        play(gone, "rail 1 Inf")


@pytest.mark.rule("TRC-18.3c")
def test_why_who_was_dropped_takes_no_train() -> None:
    state = at("russian", {"5 ParaC": "R9"}, flags={"dropped": ["5 ParaC"]})
    with refused("TRC-18.3c"):
        play(state, "rail 5 ParaC")


@pytest.mark.rule("TRC-16.2a", "TRC-9.3.1c")
def test_who_has_won_an_automatic_victory_takes_no_train() -> None:
    units = dict.fromkeys(["1 Inf", "2 Inf"], "O23")
    state = at("axis", units, rail=BREST, flags={"victor": ["1 Inf"]})
    assert names(state, "rail") == {"2 Inf"}
    with refused("TRC-16.2a"):
        play(state, "rail 1 Inf")


@pytest.mark.rule("TRC-11.2a")
def test_no_partisan_takes_a_train() -> None:
    state = at("russian", {"Partisan 1": "R9", "11 A": "R9", "Stalin": "R9"})
    assert names(state, "rail") == {"11 A", "Stalin"}


# -- conversion -------------------------------------------------------------------------------


def back(
    russian: Iterable[str],
    nobody: Iterable[str] = (),
    crossed: Iterable[str] = (),
    units: Mapping[str, str] | None = None,
) -> set[str]:
    """The track that the Russian wins when all is the Axis's but what is named."""
    track = all_track()
    state = at(
        "russian",
        units or {},
        impulse=2,
        axis=OWNERS - {*russian, *nobody},
        russian=russian,
        nobody=nobody,
        rail=track,
        crossed=crossed,
    )
    return set(track) - set(end_phase(state).hexes_with("axis rail"))


OWNERS = {h.name for h in data().map.hexes if h is not None and h.features & OWNED}
"""The cities, wells and junctions."""

LVOV, POSEN, BRESLAU = "S25", "H29", "K30"
FROM_LVOV = {LVOV, "R26", "Q26", "P27", "O27", "N28"}
"""Track from Lvov towards the junction L28, on which a ring over Posen and L27 hangs."""

RING = ("L27", "L28", POSEN)

KALININ = {"O8", "N8", "M8", "L9", "K9", "J9", "I9", "H10", "G10"}
"""Track from Kalinin towards the junction F10."""


@pytest.mark.rule("TRC-9.4.3b", "TRC-9.4.2a")
def test_a_ring_that_hangs_on_a_line_between_two_cities_does_not_turn() -> None:
    line = FROM_LVOV | {"M28", "L28", "L29", "K29", BRESLAU}
    assert back([LVOV, BRESLAU], RING) == line


@pytest.mark.rule("TRC-9.4.3b", "TRC-9.4.2a")
def test_a_junction_beside_a_line_that_leads_nowhere_does_not_turn() -> None:
    """L27 is next to L28; Posen and Warsaw beyond are the enemy's."""
    line = FROM_LVOV | {"M28", "L28", "L29", "K29", BRESLAU}
    assert back([LVOV, BRESLAU], ("L27", "L28")) == line


@pytest.mark.rule("TRC-9.4.3b", "TRC-9.4.5a")
def test_a_ring_beyond_the_farthest_hex_crossed_does_not_turn() -> None:
    """Nor does what leads to it."""
    assert back([LVOV], RING, crossed=["N28"]) == FROM_LVOV


@pytest.mark.rule("TRC-9.4.3b", "TRC-9.4.5a")
def test_all_ways_home_from_a_hex_on_a_ring_turn() -> None:
    ring = {"I28", "I29", "J28", "J29", "K27", "K28", *RING}
    assert back([LVOV], RING, crossed=["I28"]) == FROM_LVOV | {"M28"} | ring


@pytest.mark.rule("TRC-9.4.3b", "TRC-9.4.4a")
@pytest.mark.parametrize("crossed, won", [("O18", ["O18"]), ("O17", ["O18", "O17"])])
def test_a_junction_beyond_what_was_crossed_does_not_turn(crossed: str, won: list[str]) -> None:
    """From Minsk; nobody holds the junction O16, the enemy what lies beyond."""
    state = at("axis", {}, impulse=2, axis=["O19"], nobody=["O16"], crossed=[crossed])
    assert set(end_phase(state).hexes_with("axis rail")) == {"E31", "O19", *won}


@pytest.mark.rule("TRC-9.4.5a", "TRC-9.4.2a", "TRC-9.4.3b")
def test_track_that_runs_side_by_side_is_not_joined() -> None:
    """F11 lies next to F10, but no track joins them."""
    assert back(["O8", "F11"], ["F10"], crossed=["G10"]) == KALININ | {"F11"}
    # nor is the track to F10 a line between the two
    assert back(["O8", "F11"], ["F10"]) == {"O8", "F11"}


@pytest.mark.rule("TRC-9.4.2c", "TRC-9.4.1d")
def test_a_well_ends_no_line() -> None:
    """Maikop, a well and no city, lies between Krasnodar and the south edge."""
    way = {"OO15", "OO14", "OO13"}
    state = at("axis", {}, impulse=2, axis=["NN16", "PP13"])
    assert set(end_phase(state).hexes_with("axis rail")) == {"E31", "NN16"}
    # nor does it bar one
    home = back(["R9"], crossed=["OO14"])
    assert home == {"R9", "OO14", "OO13", "PP13", "QQ12"}
    assert not way & back(["R9"])


@pytest.mark.rule("TRC-9.4.5b", "TRC-9.4.4b")
def test_an_enemys_well_bars_no_way_home() -> None:
    """From OO14 over Maikop to the south edge; Krasnodar would bar it."""
    assert back([], crossed=["OO14"]) == {"OO14", "OO13", "PP13", "QQ12"}
    assert back([], crossed=["MM16"]) == set()


@pytest.mark.rule("TRC-9.4.2c", "TRC-9.4.1d")
def test_a_city_without_track_has_none_to_turn() -> None:
    """Tallinn; Riga has track."""
    state = at("axis", {}, impulse=2, axis=["D15", "F17"])
    assert set(end_phase(state).hexes_with("axis rail")) == {"E31", "F17"}


@pytest.mark.rule("TRC-9.4.1d")
def test_a_city_in_an_enemy_zone_turns_with_either_reading() -> None:
    for options in ((), ("D-87",)):
        state = at("axis", {"41 Pz": "P14", "11 A": "P13"}, impulse=2, options=options)
        assert "P14" in end_phase(state).hexes_with("axis rail")


@pytest.mark.rule("TRC-9.4.1d", "TRC-9.4.2c")
def test_with_the_other_reading_a_junction_out_of_enemy_zones_turns() -> None:
    for army, won in (("O14", True), ("T12", False)):
        units = {"41 Pz": "S11", "11 A": army}
        state = at("axis", units, impulse=2, options=("D-87",))
        assert ("S11" in end_phase(state).hexes_with("axis rail")) is won


@pytest.mark.rule("TRC-9.4.1d", "TRC-9.4.3b", "TRC-9.4.4a", "TRC-9.4.5a")
def test_what_turned_to_one_player_does_not_turn_to_the_other_in_his_enemys_zone() -> None:
    """Minsk falls to the Russian, who holds O16; the corps in N18 watches the track between."""
    state = end_phase(at("axis", {}, impulse=2, axis=["O19"], crossed=["O17"]))
    assert {"O19", "O18", "O17"} <= set(state.hexes_with("axis rail"))
    fallen = [("O19", "axis control", False), ("O19", "russian control", True)]
    for corps, kept in (("N18", {"O18", "O17"}), ("E29", set())):
        after = end_phase(state._supposed(places=[("41 Pz", corps)], hex_flags=fallen))
        assert {"O19", "O18", "O17"} & set(after.hexes_with("axis rail")) == kept


@pytest.mark.rule("TRC-19.2d")
def test_a_partisan_bars_no_russian_line() -> None:
    """Between Moscow and Kalinin."""
    line = {"R9", "Q9", "P9", "O8"}
    assert back(["R9", "O8"], units={"Partisan 1": "Q9"}) == line


@pytest.mark.rule("TRC-9.4.4b", "TRC-9.4.5b")
def test_a_junction_that_nobody_holds_bars_no_way_home() -> None:
    state = at("axis", {}, impulse=2, axis=["T14"], nobody=["S11"], crossed=["S10"])
    won = {"T14", "T13", "S12", "S11", "S10"}
    assert set(end_phase(state).hexes_with("axis rail")) == {"E31", *won}
    assert back(["R9"], ["R10"], crossed=["S10"]) == {"R9", "R10", "S10"}


# -- what was crossed -------------------------------------------------------------------------


def crossed(state: State, *actions: str) -> set[str]:
    """The hexes that were crossed after some actions."""
    return set(play(state, *actions).hexes_with("crossed"))


@pytest.mark.rule("TRC-9.4.4b", "TRC-9.4.4a")
def test_track_is_crossed_far_from_cities_and_junctions() -> None:
    """R20 lies on the line from the junction O22 to Bryansk."""
    state = at("axis", {"41 Pz": "Q20"}, axis=["O22"])
    assert crossed(state, "move 41 Pz", "to R20") == {"R20"}
    assert crossed(at("axis", {"41 Pz": "Q20"}), "move 41 Pz", "to R20") == set()


@pytest.mark.rule("TRC-9.4.5b", "TRC-9.4.5a")
def test_a_russian_crosses_track_far_from_cities_and_junctions() -> None:
    track = ["R20", "R21", "O23"]
    for held, found in ((["T14"], {"R20"}), ([], set())):
        owned = OWNERS - set(held)
        state = at("russian", {"11 A": "Q20"}, axis=owned, russian=held, rail=track)
        assert crossed(state, "move 11 A", "to R20") == found


@pytest.mark.rule("TRC-9.4.4b", "TRC-9.4.2d")
def test_a_city_won_in_passing_opens_the_way_home_at_once() -> None:
    """Kursk is next to X14, where no track is; V11 lies between Kursk and Tula."""
    units = {"48 Pz": "V12", "47 Pz": "X15"}
    state = at("axis", units)
    assert crossed(state, "move 48 Pz", "to V11") == set()
    passed = play(state, "move 47 Pz", "to X14", "stop")
    assert "X13" in passed.hexes_with("axis control")
    assert crossed(passed, "move 48 Pz", "to V11") == {"V11"}
