"""Sections 8.6 and 9: lines across the isthmus and over the edges, and trains cut off from them."""

from __future__ import annotations

import pytest

from eastfront._core import State

from .line_positions import OUT, SNOW, SUPPLIED, all_track, at, end_phase, names, play

ISTHMUS = {"HH21", "GG19"}
CRIMEA = {"JJ23", "II22", "HH22", *ISTHMUS, "FF19", "FF18", "EE18", "DD18"}
"""Track from Sevastopol over the isthmus to Dnepropetrovsk."""

MINSK, SMOLENSK = "O19", "P14"
BETWEEN = {"O18", "O17", "O16", "O15", "P15"}
"""Track between the two, with a fork at the junction O16."""

GARRISON = ["4 SS Pz", "HG Pz"]


@pytest.mark.rule("TRC-8.6a", "TRC-9.4.3b", "TRC-9.4.2a")
def test_the_line_over_the_isthmus_turns_and_a_fork_elsewhere_gains_nothing_by_it() -> None:
    held = ["JJ23", "DD18", MINSK]
    state = at("axis", {}, impulse=2, axis=held, nobody=["O16"])
    won = set(end_phase(state).hexes_with("axis rail"))
    assert won >= CRIMEA
    assert not won & BETWEEN
    half = end_phase(at("axis", {}, impulse=2, axis=["JJ23"]))
    assert not CRIMEA - {"JJ23"} & set(half.hexes_with("axis rail"))


@pytest.mark.rule("TRC-8.6a", "TRC-9.4.3b", "TRC-9.4.2a")
def test_a_line_goes_through_a_fork_that_nobody_holds() -> None:
    state = at("axis", {}, impulse=2, axis=[MINSK, SMOLENSK], nobody=["O16"])
    won = set(end_phase(state).hexes_with("axis rail"))
    assert won >= BETWEEN | {MINSK, SMOLENSK}
    assert not won & {"N16", "M15"}


@pytest.mark.rule("TRC-9.4.4a", "TRC-9.4.4b")
def test_the_west_edge_is_the_end_of_an_axis_line() -> None:
    # Bucharest is the enemy's: the way home is over the edge
    state = at("axis", {}, impulse=2, crossed=["BB32"])
    assert set(end_phase(state).hexes_with("axis rail")) == {"E31", "BB32", "BB33"}


@pytest.mark.rule("TRC-9.4.5a", "TRC-9.4.5b")
def test_the_east_edge_is_the_end_of_a_russian_line() -> None:
    track = ["X1", "X2", "X3", "X4"]
    state = at("russian", {}, impulse=2, rail=track, axis=["X8"], crossed=["X3"])
    assert not {"X1", "X2", "X3"} & set(end_phase(state).hexes_with("axis rail"))


@pytest.mark.rule("TRC-9.4.3b", "TRC-9.4.4a")
def test_all_ways_home_turn_about_a_junction_next_to_the_edge() -> None:
    state = at("axis", {}, impulse=2, nobody=["J33"], crossed=["K32"])
    won = set(end_phase(state).hexes_with("axis rail"))
    assert won == {"K32", "J33", "K33", "I33", "H33", "G32", "F32", "E31"}


@pytest.mark.rule("TRC-9.4.4a", "TRC-9.4.5a")
def test_what_is_his_already_is_not_crossed() -> None:
    units = {"11 A": "S12", "3 A": "R9"}
    state = end_phase(at("axis", units, impulse=2, axis=["T14"], rail=["T14", "T13", "S12"]))
    assert state.to_move == "russian"
    assert state.hexes_with("crossed") == ["S12"]


@pytest.mark.rule("TRC-9.3.1b", "TRC-9.3.2b")
@pytest.mark.parametrize("start, goal", [("GG19", "HH21"), ("HH21", "GG19")])
def test_trains_cross_the_isthmus(start: str, goal: str) -> None:
    beyond = {"GG19": "FF19", "HH21": "HH22"}
    state = at("axis", {"1 Inf": start}, rail=["GG19", "HH21", beyond[goal]])
    assert names(play(state, "rail 1 Inf"), "rail-to") == {goal, beyond[goal]}


@pytest.mark.rule("TRC-9.3.4a", "TRC-9.3.2b")
def test_a_train_that_reaches_no_edge_does_not_leave_the_map() -> None:
    state = at("axis", {"1 Inf": "O23"}, rail=["O23", "O22", "O21", "E33", "E32"])
    assert names(play(state, "rail 1 Inf"), "rail-to") == {"O22", "O21"}
    edge = at("axis", {"1 Inf": "E32"}, rail=["O23", "O22", "E33", "E32", "BB33"])
    assert names(play(edge, "rail 1 Inf"), "rail-to") == {"E33", "BB33"}


@pytest.mark.rule("TRC-9.3.1b", "TRC-9.3.2b")
def test_no_train_runs_into_closed_finland_from_outside() -> None:
    own = {"E10", "D10", "C10", "B11", "B12", "E11"}
    rest = set(all_track()) - own
    for closed in (0, 1):
        state = at("russian", {"11 A": "E10"}, rail=rest, variables={"Finland closed": closed})
        found = names(play(state, "rail 11 A"), "rail-to")
        assert "E11" in found
        assert ({"B11", "B12"} <= found) == (not closed)
        assert not closed or not {"B11", "B12"} & found


@pytest.mark.rule("TRC-20.1.1c")
def test_a_train_inside_closed_finland_has_somewhere_to_go_along_own_track() -> None:
    closed = {"Finland closed": 1}
    assert names(at("russian", {"11 A": "B13"}, variables=closed), "rail") == {"11 A"}
    cut = at("russian", {"11 A": "B13"}, rail=["B12", "B14"], variables=closed)
    assert names(cut, "rail") == set()


@pytest.mark.rule("TRC-9.3.1b", "TRC-20.8a")
def test_a_train_that_ends_near_warsaw_calls_its_garrison() -> None:
    units = {"11 A": "O24", **dict.fromkeys(GARRISON, "later")}
    state = play(at("russian", units, turn=21), "rail 11 A")
    assert set(play(state, "rail-to M25").units_with("called")) == set(GARRISON)
    assert play(state, "rail-to O23").units_with("called") == []


@pytest.mark.rule("TRC-9.3.4b", "TRC-9.3.4a")
@pytest.mark.parametrize(
    "start, partisan, found",
    [
        ("X2", "X1", {"X1"}),
        ("X2", "FF1", {"X1"}),
        ("X2", "X2", {"X1", "FF1", "FF2"}),
        ("FF2", "X1", {"FF1"}),
        ("FF2", "FF2", {"FF1", "X1", "X2"}),
    ],
)
def test_a_partisan_shuts_the_edge_to_his_own_trains_too(
    start: str, partisan: str, found: set[str]
) -> None:
    """Two pieces of Russian track, each with an exit to the east."""
    own = {"X2", "X1", "FF1", "FF2"}
    state = at("russian", {"11 A": start, "Partisan 1": partisan}, rail=set(all_track()) - own)
    assert names(play(state, "rail 11 A"), "rail-to") == found


@pytest.mark.rule("TRC-9.4.4a", "TRC-9.4.5a", "TRC-9.4.4b")
def test_who_has_no_way_home_as_the_turn_begins_occupies_no_track() -> None:
    """An army on Axis track between Bryansk and the junction S11, both held or only one."""
    track = ["T14", "T13", "S12", "S11"]
    for held, found in ((["T14", "S11"], []), (["T14"], ["S12"])):
        before = at("axis", {"11 A": "S12"}, impulse=2, axis=held, rail=track)
        assert end_phase(before).hexes_with("crossed") == found


def told(state: State, words: str) -> set[tuple[str, str]]:
    """The hexes that change hands or are crossed by an action, and the rules that say so."""
    effects = state.copy().push(words, effects=True) or []
    return {
        (e[1], e[-1])
        for e in effects
        if e[0] == "hex" and e[2] in ("axis rail", "crossed") and e[-1]
    }


@pytest.mark.rule("TRC-9.4.4a", "TRC-9.4.5a", "TRC-9.4.4c", "TRC-9.4.5b")
@pytest.mark.parametrize(
    "side, unit, track, rule",
    [("axis", "1 Inf", ["T14"], "TRC-9.4.4a"), ("russian", "3 CavC", ["T14", "S12"], "TRC-9.4.5a")],
)
def test_whose_rule_it_is_that_track_is_crossed_and_won(
    side: str, unit: str, track: list[str], rule: str
) -> None:
    start = "T14" if side == "axis" else "S11"
    goal = "T13" if side == "axis" else "S12"
    state = at(side, {unit: start}, axis=["T14"], rail=track)
    assert (goal, rule) in told(play(state, f"move {unit}"), f"to {goal}")
    ended = at(side, {}, impulse=2, axis=["T14"], rail=track, crossed=[goal])
    assert (goal, rule) in told(ended, "end-movement")


@pytest.mark.rule("TRC-9.4.3a", "TRC-9.4.3b")
def test_whose_rule_it_is_that_cities_and_lines_turn() -> None:
    state = at("axis", {}, impulse=2, axis=[MINSK, "O16"])
    found = told(state, "end-movement")
    assert {(MINSK, "TRC-9.4.3a"), ("O16", "TRC-9.4.3a"), ("O17", "TRC-9.4.3b")} <= found


@pytest.mark.rule("TRC-9.4.3b")
def test_a_spur_that_leads_nowhere_does_not_turn() -> None:
    """From L15 a line goes to L14 and no farther, from Helsinki one over the north edge."""
    won = set(end_phase(at("axis", {}, impulse=2, axis=["L15"])).hexes_with("axis rail"))
    assert {"L15", "L14"} & won == {"L15"}
    helsinki = set(end_phase(at("axis", {}, impulse=2, axis=["B14"])).hexes_with("axis rail"))
    assert {"B14", "A14", "B13"} & helsinki == {"B14"}


@pytest.mark.rule("TRC-9.4.4c", "TRC-9.4.4a")
def test_own_track_is_not_crossed() -> None:
    own = at("axis", {"41 Pz": "T14"}, axis=["T14"], rail=["T14", "T13"])
    moving = play(own, "move 41 Pz", "to T13")
    assert moving.hexes_with("crossed") == []
    assert play(moving, "to S12").hexes_with("crossed") == ["S12"]


@pytest.mark.rule("TRC-9.4.4b", "TRC-9.4.4a", "TRC-17.2.2a")
def test_a_way_home_and_a_line_of_supply_lead_over_the_isthmus() -> None:
    """Sevastopol is all that the Axis holds; in snow a line is four hexes long."""
    won = set(
        end_phase(at("axis", {}, impulse=2, axis=["JJ23"], crossed=["GG19"])).hexes_with(
            "axis rail"
        )
    )
    assert {"GG19", "HH21", "HH22", "II22", "JJ23"} <= won and "FF19" not in won
    track = ["GG19", "HH21", "HH22", "II22", "JJ23"]
    for rail, found in ((track, SUPPLIED), ([], OUT)):
        state = at("axis", {"1 Inf": "FF19"}, axis=["JJ23"], rail=rail, weather=SNOW)
        assert state.ask("supply", "1 Inf") == found
