"""Sections 7, 17 and 19: ends of supply lines, units that need no supply, and held places."""

from __future__ import annotations

import pytest

from .line_positions import (
    OUT,
    OWNED,
    SNOW,
    SUPPLIED,
    all_track,
    at,
    data,
    end_phase,
    names,
    play,
    refused,
)

HELSINKI, RIGA, LENINGRAD, SMOLENSK = "B14", "F17", "E10", "P14"


@pytest.mark.rule("TRC-17.2.2b", "TRC-17.2.2a", "TRC-5.5a")
def test_track_in_closed_bulgaria_feeds_nobody() -> None:
    """It leads to the west edge at GG33; DD32 is in Rumania, next to EE32."""
    track = ["GG33", "FF33", "EE32"]
    for opened, found in ((0, OUT), (1, SUPPLIED)):
        state = at("axis", {"1 Inf": "DD32"}, rail=track, variables={"Bulgaria open": opened})
        assert state.ask("supply", "1 Inf") == found


@pytest.mark.rule("TRC-24.5b", "TRC-5.5a", "TRC-17.2.2a")
def test_no_line_leads_through_closed_bulgaria() -> None:
    """Nor is there supply in it: GG30 is three hexes from the edge."""
    track = ["GG33", "FF33"]
    for opened, found in ((0, OUT), (1, SUPPLIED)):
        state = at("axis", {"1 Inf": "GG30"}, rail=track, variables={"Bulgaria open": opened})
        assert state.ask("supply", "1 Inf") == found


@pytest.mark.rule("TRC-17.2.1a", "TRC-17.2.2a", "TRC-24.5b")
@pytest.mark.parametrize("rail", [[], [HELSINKI]])
def test_a_city_in_closed_finland_feeds_nobody_around_it(rail: list[str]) -> None:
    for closed, found in ((0, SUPPLIED), (1, OUT)):
        state = at(
            "axis",
            {"1 Inf": "B13"},
            axis=[HELSINKI],
            rail=rail,
            variables={"Finland closed": closed},
        )
        assert state.ask("supply", "1 Inf") == found


@pytest.mark.rule("TRC-17.2.2a", "TRC-17.2.2b")
def test_track_that_hangs_on_a_junction_alone_feeds_nobody() -> None:
    """O22 is a junction, Brest in O23 a city."""
    track = ["O20", "O21", "O22", "O23"]
    for held, found in (("O22", OUT), ("O23", SUPPLIED)):
        state = at("axis", {"1 Inf": "N20"}, axis=[held], rail=track, weather=SNOW)
        assert state.ask("supply", "1 Inf") == found
    # nor does the junction itself
    bare = at("axis", {"1 Inf": "O21"}, axis=["O22"])
    assert bare.ask("supply", "1 Inf") == OUT


@pytest.mark.rule("TRC-17.2a", "TRC-17.2c")
def test_who_needs_no_line_is_never_out_of_supply() -> None:
    units = {"5 ParaC": "Y18", "11 A": "Y18", "Partisan 1": "Y20"}
    state = at("russian", units, axis=all_owners(), rail=all_track())
    found = {u: state.ask("supply", u) for u in units}
    assert found == {"5 ParaC": SUPPLIED, "11 A": OUT, "Partisan 1": SUPPLIED}


def all_owners() -> list[str]:
    """Whatever has an owner, but Archangel and Gorki, far away."""
    rows = (h for h in data().map.hexes if h is not None)
    return [h.name for h in rows if h.features & OWNED and h.name not in ("C1", "U1")]


@pytest.mark.rule("TRC-17.3b")
def test_who_has_no_line_is_out_of_supply_in_any_weather_and_year() -> None:
    for turn in (4, 8, 17):
        for weather in (0, SNOW):
            state = at("axis", {"1 Inf": "Y18"}, turn=turn, weather=weather)
            assert state.ask("supply", "1 Inf") == OUT


@pytest.mark.rule("TRC-17.2a")
def test_what_a_line_comes_to_is_eight_hexes_away_and_four_in_snow() -> None:
    """All is open land around Y18; the army in Y23 bars five hexes and more away."""
    for weather, found in ((0, True), (SNOW, False)):
        state = at("axis", {"1 Inf": "Y18", "11 A": "Y24"}, weather=weather)
        area = set(state.ask("axis line area", "Y18"))
        assert ("Y22" in area) and (("Y23" in area) is found)
        assert ("Y24" in area) is found


@pytest.mark.rule("TRC-17.2a", "TRC-17.2.3a")
def test_a_line_comes_to_its_end_in_an_enemy_zone() -> None:
    state = at("axis", {"1 Inf": "P16", "11 A": "P13"}, axis=[SMOLENSK])
    assert SMOLENSK in state.ask("axis line area", "P16")
    # a stack in an enemy zone is no part of it
    held = at("axis", {"1 Inf": "Y18", "2 Inf": "Y20", "11 A": "Y21"})
    area = set(held.ask("axis line area", "Y18"))
    assert "Y19" in area and "Y20" not in area


@pytest.mark.rule("TRC-19.2a")
def test_an_army_at_an_exit_shuts_it_to_nobody_of_its_side() -> None:
    own = {"X2", "X1", "FF1", "FF2"}
    rail = set(all_track()) - own
    for other, found in (("8 A", {"X1", "FF1", "FF2"}), ("Partisan 1", {"X1"})):
        state = at("russian", {"11 A": "X2", other: "X1"}, rail=rail)
        assert names(play(state, "rail 11 A"), "rail-to") == found


@pytest.mark.rule("TRC-17.2.1e", "TRC-10.5a")
def test_with_the_other_reading_a_city_in_both_zones_is_held_by_who_stands_in_it() -> None:
    units = {"1 Inf": "F11", "11 A": LENINGRAD}
    inside = at("russian", units, options=("D-41",))
    assert names(inside, "ship-baltic") == {"11 A"}
    beside = at("russian", {"1 Inf": "F11", "11 A": "D10"}, options=("D-41",))
    with refused("TRC-10.5a"):
        play(beside, "ship-baltic 11 A")


@pytest.mark.rule("TRC-10.2a", "TRC-10.2b")
def test_with_the_other_reading_a_port_in_own_zones_alone_is_held() -> None:
    """Riga is next to G17 and to F16; other ports are in nobody's zone."""
    for army, found in (("O23", {RIGA}), ("F16", set())):
        units = {"1 Inf": "G17", "2 Inf": "off-map", "11 A": army}
        state = at("axis", units, axis=[RIGA, "D15", HELSINKI], options=("D-41",))
        assert names(play(state, "ship-baltic 2 Inf"), "ship-to") == {"D15", HELSINKI} | found


@pytest.mark.rule("TRC-17.2.2a", "TRC-17.2b")
def test_nobody_is_lost_for_want_of_supply_who_has_it() -> None:
    units = {"1 Inf": "O21", "2 Inf": "Y18"}
    state = end_phase(at("axis", units, impulse=2, axis=["O23"], rail=["O23", "O22", "O21"]))
    assert state.place("1 Inf") == "O21"
    assert state.place("2 Inf") == "pool"
