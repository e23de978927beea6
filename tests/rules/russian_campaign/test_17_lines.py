"""Section 17 clause by clause: lines of supply, units that need none, and warm hexes."""

from __future__ import annotations

import pytest

from eastfront._core import State

from .line_positions import (
    CLEAR,
    DRY,
    OUT,
    OWNED,
    SNOW,
    SUPPLIED,
    all_track,
    at,
    data,
    end_phase,
)

KURSK = "X13"
RING = ["W13", "X14", "Y13", "Y12", "X12", "W12"]
"""The hexes round Kursk, in turn."""

BREST = ["O23", "O22", "O21", "O20", "O19", "O18", "O17", "O16"]
"""Track from Brest, seven hexes from O9 at its end."""


def level(state: State, unit: str) -> int:
    """How a unit is supplied."""
    return int(state.ask("supply", unit))


@pytest.mark.rule("TRC-17.3.3b", "TRC-17.3.3a")
def test_in_the_second_winter_city_and_surroundings_are_warm_whoever_watches_them() -> None:
    """Every hex round Kursk is in a Russian zone, so that none of them warms another."""
    watchers = {"11 A": RING[0], "8 A": RING[2], "12 A": RING[3], "3 A": RING[5]}
    units = {"1 Inf": KURSK, "2 Inf": RING[1], **watchers}
    state = at("axis", units, axis=[KURSK], turn=11, weather=SNOW)
    assert [level(state, u) for u in ("1 Inf", "2 Inf")] == [SUPPLIED, SUPPLIED]
    # one hex more is not
    far = at("axis", {"1 Inf": KURSK, "2 Inf": "X15", **watchers}, turn=11, weather=SNOW)
    assert level(far, "2 Inf") < SUPPLIED


@pytest.mark.rule("TRC-17.3.2a", "TRC-17.3.3a")
@pytest.mark.parametrize("turn", [5, 11])
def test_a_junction_warms_nobody(turn: int) -> None:
    """W15 can be controlled as a city can, but it is none."""
    units = {"1 Inf": "W16", "2 Inf": "W15"}
    state = at("axis", units, axis=["W15", KURSK], turn=turn, weather=SNOW)
    assert [level(state, u) for u in units] == [DRY, DRY]


@pytest.mark.rule("TRC-19.2e")
def test_partisans_bar_no_russian_line() -> None:
    others = [h.name for h in data().map.hexes if h is not None and h.features & OWNED]
    others.remove("O23")
    for partisan, track, found in (
        ({}, BREST, SUPPLIED),
        ({"Partisan 1": "O21"}, BREST, SUPPLIED),
        ({}, [h for h in BREST if h != "O21"], OUT),
    ):
        rail = set(all_track()) - set(track)
        state = at("russian", {"11 A": "O9", **partisan}, nobody=others, rail=rail)
        assert level(state, "11 A") == found, (partisan, track)


@pytest.mark.rule("TRC-17.2c", "TRC-18.4a", "TRC-17.2d", "TRC-17.2b")
def test_partisans_need_no_line() -> None:
    """In Asia Minor, far from any track, where an army starves."""
    units = {"Partisan 1": "NN27", "11 A": "NN29", "5 ParaC": "NN31"}
    state = at("russian", units, impulse=2, weather=SNOW)
    assert [level(state, u) for u in units] == [SUPPLIED, OUT, SUPPLIED]
    # the partisans leave the map by a rule of their own, and are not lost
    after = end_phase(state)
    assert [after.place(u) for u in units] == ["reserve", "pool", "NN31"]


@pytest.mark.rule("TRC-17.2a", "TRC-17.2.2a")
def test_who_stands_at_the_end_of_the_track_needs_no_line() -> None:
    """HH21 is in a Russian zone, as is the way round; over the isthmus track alone leads to it."""
    track = ["DD18", "EE18", "FF18", "FF19", "GG19", "HH21"]
    for rail, found in ((track, SUPPLIED), (track[:-1], OUT), (track[:-2] + track[-1:], OUT)):
        units = {"1 Inf": "HH21", "11 A": "HH22"}
        state = at("axis", units, rail=rail, axis=["DD18"], weather=SNOW, turn=8)
        assert level(state, "1 Inf") == found, rail


# -- explained ----------------------------------------------------------------------------------


@pytest.mark.rule("TRC-17.2a")
def test_what_bars_a_line_is_told_as_far_as_it_could_lead() -> None:
    """Eight hexes long, or four in snow; the armies stand five to seven hexes to the east."""
    wall = {"11 A": "W15", "8 A": "Y15", "12 A": "U15", "3 A": "AA15", "5 A": "S15", "6 A": "CC15"}
    state = at("axis", {"1 Inf": "X22", **wall}, axis=[KURSK], weather=CLEAR)
    told = state.supply("1 Inf")
    assert (told.level, told.stuck) == (OUT, "X22")
    assert told.cut
    assert "X16" in told.cut
    snow = at("axis", {"1 Inf": "X22", **wall}, axis=[KURSK], weather=SNOW).supply("1 Inf")
    assert "X16" not in snow.cut


@pytest.mark.rule("TRC-17.2a")
def test_a_unit_in_an_enemy_zone_is_where_its_line_begins() -> None:
    """Its own hex may be in a zone, and what lies about it is told all the same."""
    state = at("axis", {"1 Inf": "X22", "11 A": "W21"}, axis=[KURSK], weather=CLEAR)
    told = state.supply("1 Inf")
    assert (told.level, told.stuck) == (OUT, "X22")
    assert len(told.region) > 1
    assert "X22" in told.region


@pytest.mark.rule("TRC-17.2a", "TRC-17.2.2b", "TRC-17.2.2a")
def test_the_edge_itself_supplies_who_stands_there_watched_from_all_sides() -> None:
    """One hex of track at the west edge, with a Russian zone in every hex next to it."""
    units = {"1 Inf": "E33", "2 Inf": "D32", "11 A": "E32", "8 A": "D33", "12 A": "F33"}
    state = at("axis", units, rail=["E33"], russian=["E31"])
    assert level(state, "1 Inf") == SUPPLIED
    gone = at("axis", {**units, "1 Inf": "removed"}, rail=["E33"], russian=["E31"])
    assert "E33" in gone.ask("axis line hexes") and "E32" not in gone.ask("axis line hexes")
    bare = at("axis", units, rail=[], russian=["E31"])
    assert level(bare, "1 Inf") == OUT


@pytest.mark.rule("TRC-17.3b", "TRC-17.3a")
@pytest.mark.parametrize(("unit", "found"), [("Finn 2 Inf", SUPPLIED), ("Rum 1 Inf", DRY)])
def test_who_freezes_out_in_the_open(unit: str, found: int) -> None:
    state = at("axis", {unit: "X15", "11 A": "R8"}, axis=[KURSK], turn=5, weather=SNOW)
    assert level(state, unit) == found
    assert level(state, "11 A") == SUPPLIED


@pytest.mark.rule("TRC-17.2a")
def test_how_far_a_line_comes_in_snow_is_told() -> None:
    """Four hexes over open ground, and no fifth."""
    told = at("axis", {"1 Inf": "X20"}, axis=[KURSK], weather=SNOW).supply("1 Inf")
    assert (told.level, told.stuck) == (OUT, "X20")
    assert {"X19", "X18", "X17", "X16"} <= set(told.region)
    assert "X15" not in told.region


@pytest.mark.rule("TRC-17.2a", "TRC-17.2.1a")
def test_who_stands_in_a_city_of_his_in_closed_finland_needs_no_line() -> None:
    for where, found in (("B14", SUPPLIED), ("A13", OUT)):
        shut = {"Finland closed": 1}
        state = at("axis", {"1 Inf": where}, axis=["B14"], variables=shut)
        assert level(state, "1 Inf") == found, where


@pytest.mark.rule("TRC-17.2.1a")
@pytest.mark.parametrize(("side", "unit"), [("axis", "1 Inf"), ("russian", "11 A")])
def test_that_city_is_told_as_its_whole_line(side: str, unit: str) -> None:
    shut = {"Finland closed": 1}
    state = at(side, {unit: "B14"}, axis=["B14"] if side == "axis" else [], variables=shut)
    told = state.supply(unit)
    assert (told.level, told.path, told.stuck) == (SUPPLIED, ("B14",), "")


@pytest.mark.rule("TRC-17.2b", "TRC-17.2a")
def test_who_was_lost_once_is_not_lost_again_when_he_is_back() -> None:
    lost = end_phase(at("axis", {"1 Inf": "X22", "2 Inf": "X14"}, impulse=2, axis=[KURSK]))
    assert (lost.place("1 Inf"), lost.place("2 Inf")) == ("pool", "X14")
    back = at("axis", {"1 Inf": "X14", "2 Inf": "X22"}, impulse=2, axis=[KURSK])
    assert (back.place("1 Inf"), back.units_with("unsupplied")) == ("X14", [])
    again = lost._supposed(places=[("1 Inf", "X14")])
    assert end_phase(end_phase(again)).place("1 Inf") == "X14"
    assert lost.units_with("unsupplied") == []


@pytest.mark.rule("TRC-17.3.2a", "TRC-17.3.3a")
@pytest.mark.parametrize("turn", [3, 4, 5, 6, 7, 9, 10, 11, 12, 13, 16, 17])
def test_the_winters_in_which_it_is_cold(turn: int) -> None:
    """November 1941 to April 1942, and a year later, are turns 4 to 6 and 10 to 12."""
    state = at("axis", {"1 Inf": "W16"}, axis=[KURSK], turn=turn, weather=SNOW)
    assert level(state, "1 Inf") == (DRY if turn in (4, 5, 6, 10, 11, 12) else SUPPLIED)
    clear = at("axis", {"1 Inf": "W16"}, axis=[KURSK], turn=turn, weather=CLEAR)
    assert level(clear, "1 Inf") == SUPPLIED


@pytest.mark.rule("TRC-17.2b")
def test_what_only_the_lost_contested_is_the_enemys() -> None:
    """Kursk is vacant and in both zones until the corps beside it is lost for want of a line."""
    state = at("axis", {"1 Inf": "X14", "11 A": "W12"}, impulse=2, nobody=[KURSK])
    after = end_phase(state)
    assert after.place("1 Inf") == "pool"
    assert KURSK in after.hexes_with("russian control")


@pytest.mark.rule("TRC-24.5b")
@pytest.mark.parametrize("closed", [0, 1])
def test_no_line_leads_into_finland_once_it_is_closed(closed: int) -> None:
    """B12 is two hexes from the border, A13 next to Helsinki."""
    state = at("russian", {"11 A": "A13", "8 A": "B12"}, variables={"Finland closed": closed})
    assert [level(state, u) for u in ("11 A", "8 A")] == [OUT if closed else SUPPLIED] * 2


@pytest.mark.rule("TRC-17.2.2a", "TRC-17.2.1a")
@pytest.mark.parametrize("held, found", [("O16", OUT), ("O19", SUPPLIED)])
def test_track_that_leads_to_a_junction_alone_supplies_nobody(held: str, found: int) -> None:
    """Between the junction O16 and Minsk, either of which is all that the Axis holds there."""
    track = ["O19", "O18", "O17", "O16"]
    state = at("axis", {"1 Inf": "O17"}, axis=[held], rail=track)
    assert level(state, "1 Inf") == found
