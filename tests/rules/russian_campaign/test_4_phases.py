"""Sections 3, 4, 10, 17, 19, 22 and 26 to 29: the phases of an impulse, and the scope of rules."""

from __future__ import annotations

import pytest

from eastfront.games.russian_campaign.board import AXIS_HOME

from .battle_positions import at, combat, fight, go, may, names, odds, overrun, play, reach, walk
from .turn_positions import SNOW, counter, data, game, impulse_of

OWNED = frozenset({"city-major", "city-minor", "oil", "junction"})


@pytest.mark.rule("TRC-3.5a")
def test_the_axis_begins_with_what_lies_on_its_side_of_the_frontier() -> None:
    rows = [h for h in data().map.hexes if h is not None]
    home = {h.name for h in rows if h.area in AXIS_HOME and h.features & OWNED}
    state = game().new()
    assert set(state.hexes_with("axis control")) == home
    rest = {h.name for h in rows if h.features & OWNED} - home
    assert set(state.hexes_with("russian control")) == rest
    track = {h.name for h in rows if h.area in AXIS_HOME and "rail" in h.features}
    assert set(state.hexes_with("axis rail")) == track


@pytest.mark.rule("TRC-3.6a")
def test_the_axis_moves_first_in_may_1941() -> None:
    state = walk(game().new(), "movement")
    assert (state.turn, state.to_move, state.var("impulse")) == (1, "axis", 1)


def newcomer(side: str, impulse: int) -> tuple[str, int]:
    """A unit that arrives in an impulse, and its turn."""
    for unit in data().units:
        u = counter(unit)
        if u.option or u.entry != "turn" or u.kind in ("worker", "paratroop", "partisan", "air"):
            continue
        if (u.side, u.impulse or 1) == (side, impulse) and 2 <= (u.arrives or 0) <= 20:
            return u.name, int(u.arrives or 0)
    raise LookupError(side)


@pytest.mark.rule("TRC-4.1.2b", "TRC-4.1.4d", "TRC-4.2.1b", "TRC-4.2.3d")
@pytest.mark.parametrize("side", ["axis", "russian"])
@pytest.mark.parametrize("impulse", [1, 2])
def test_reinforcements_come_in_the_impulse_that_is_theirs(side: str, impulse: int) -> None:
    unit, turn = newcomer(side, impulse)
    state = impulse_of(side, impulse, turn=turn, units={unit: "later"})
    assert state.place(unit) == "arriving" and unit in names(state, "enter")


@pytest.mark.rule("TRC-9.2d")
def test_rail_is_free_in_the_impulse_of_arrival_only() -> None:
    state = at("axis", units={"13 Inf": "E31"}, flags={"fresh": ["13 Inf"]})
    assert state.units_with("fresh") == ["13 Inf"]
    assert walk(play(state, "end-movement"), "movement", "axis", 2).units_with("fresh") == []


@pytest.mark.rule("TRC-9.2e")
def test_who_waited_off_the_map_rides_at_its_players_cost() -> None:
    state = impulse_of("axis", 1, units={"13 Inf": "off-map"})
    railed = play(state, "enter 13 Inf", "at E33", "rail 13 Inf", "rail-to E32")
    assert railed.var("rail moves") == 1


@pytest.mark.rule("TRC-9.3.2d")
def test_track_is_open_again_when_who_watched_it_has_surrendered() -> None:
    line = ["O23", "O22", "O21", "O20", "O19", "O18", "O17", "O16"]
    units = {"13 Inf": "O23", "24 Pz": "M19", "39 Pz": "M19", "46 Pz": "M17", "1 ParaC": "N19"}
    state = at("axis", units=units, rail=line)
    assert "O16" not in names(play(state, "rail 13 Inf"), "rail-to")
    won = overrun(go(state, "46 Pz", "M18"), "N19", ["24 Pz", "39 Pz", "46 Pz"])
    assert won.place("1 ParaC") == "surrendered"
    assert "O16" in names(play(won, "rail 13 Inf"), "rail-to")


@pytest.mark.rule("TRC-10.1c")
def test_nobody_sails_while_battles_are_fought() -> None:
    units = {"46 Pz": "Y18", "8 TkC": "Y17", "24 Pz": "BB12", "5 TkC": "BB11", "Rum Cav": "DD24"}
    state = at("axis", units=units, axis=["JJ23"])
    assert "Rum Cav" in names(state, "ship-black")
    assert not names(play(state, "end-movement"), "ship-black")


@pytest.mark.rule("TRC-17.3.1b", "TRC-17.3.1a")
def test_factors_are_halved_before_terrain_doubles_them() -> None:
    # three factors without combat supply: two, and four in the mountains
    state = combat("russian", {"13 Inf": "X3", "11 A": "W3"}, turn=4, weather=SNOW)
    assert odds(state, "X3", ["11 A"])[1] == 4


@pytest.mark.rule("TRC-19.2c")
def test_a_partisan_takes_no_junction() -> None:
    state = at("axis", units={"Partisan 1": "W15", "41 Pz": "X15"})
    axis = [("W15", "axis control", True), ("W15", "russian control", False)]
    state = state._supposed(hex_flags=axis)
    moved = go(state, "41 Pz", "X16", "X17", "X18")
    assert "W15" in moved.hexes_with("axis control")


@pytest.mark.rule("TRC-22.2c")
def test_a_worker_stays_where_it_is() -> None:
    state = at("russian", units={"Moscow Worker": "R9", "11 A": "R9"})
    assert names(state, "rail") == {"11 A"}
    assert not may(state, "move Moscow Worker")


@pytest.mark.rule("TRC-22.2d")
def test_a_worker_fights_and_has_a_zone_of_control() -> None:
    units = {"Moscow Worker": "Y17", "46 Pz": "Y18"}
    assert "Y18" in at("axis", units=units).ask("russian zone of control")
    fought = combat("axis", units)
    assert fought.units_with("engaged") == ["46 Pz"]


@pytest.mark.rule("TRC-29.0a")
def test_leaders_have_zones_of_control() -> None:
    state = at("axis", units={"Stalin": "Y17", "46 Pz": "Y22"})
    assert {"Y17", "Y18"} <= set(state.ask("russian zone of control"))
    assert "Y16" not in reach(state, "46 Pz")


@pytest.mark.rule("TRC-26.0a")
def test_optional_rules_are_played_by_agreement_only() -> None:
    state = at("russian", units={"11 A": "L3"})
    assert not names(state, "strategic")


@pytest.mark.rule("TRC-28.1a")
def test_variants_are_played_by_agreement_only() -> None:
    assert game().new().place("1 Flak") == "counters"


@pytest.mark.rule("TRC-27.2a", "TRC-27.3a")
def test_the_short_campaigns_end_when_they_say() -> None:
    for scenario, turn in (("breaking-storm", 5), ("barbarossa", 10)):
        state = at("russian", 2, turn=turn, scenario=scenario)
        assert walk(play(state, "end-movement"), "movement").is_over


@pytest.mark.rule("TRC-22.2e")
def test_a_worker_that_is_lost_or_driven_out_is_gone_for_good() -> None:
    units = {"Moscow Worker": "Y17", "24 Pz": "Y18", "39 Pz": "Y18", "46 Pz": "Y18"}
    us = ["24 Pz", "39 Pz", "46 Pz"]
    for die, announced in ((5, 4), (6, 1)):
        state = fight(combat("axis", units), "Y17", us, die, announced=announced)
        assert state.place("Moscow Worker") == "surrendered"
