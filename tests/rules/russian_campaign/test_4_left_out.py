"""Sections 3 and 4: the differences when one of their rules is left out.

Some rules only limit another one; a game without them shows their effect.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import eastfront as ef
from eastfront._core import Game, State

from .battle_positions import around, at, go, names, overrun, play, refused, result, walk
from .left_out_positions import at_without, without
from .line_positions import at as on_lines
from .test_27_scenarios import area, finish
from .turn_positions import data, game

ZONES = {"leningrad", "baltic", "western", "kiev", "odessa"}
HOMES = {"germany", "east-prussia", "poland", "hungary", "rumania"}
LANDS = {"rumania": {"rumania"}, "finland": {"finland"}}
"""TRC-3.4c: where those listed for Rumania and Finland stand."""
LAND = {h.name for h in data().map.hexes if h is not None and h.terrain not in ("sea", "lake")}
ROWS = {h.name: h for h in data().map.hexes if h is not None}
GROUPS = {u.name: u.group for u in data().units}


def asked(played: Game) -> Iterator[tuple[State, str, set[str]]]:
    """The first unit of each group of the campaign's set-up, and where it may stand."""
    state, seen = played.new(), set[str]()
    while state.decision == "set-up":
        unit = str(state.subject)
        if GROUPS[unit] not in seen:
            seen.add(GROUPS[unit])
            yield state.copy(), GROUPS[unit], names(state, "set-up")
        state.push(state.legal_actions.list()[-1])


def at_home(group: str, hexes: set[str]) -> bool:
    """Whether all of some hexes lie where a group stands (TRC-3.3c, TRC-3.4c, TRC-3.4d)."""
    if group in ZONES:
        return {ROWS[h].zone for h in hexes} == {group}
    return {area(h) for h in hexes} <= LANDS.get(group, HOMES)


@pytest.mark.rule("TRC-3.3c", "TRC-3.4c", "TRC-3.4d")
@pytest.mark.parametrize(
    ("rule", "free"),
    [
        ("", set()),
        ("TRC-3.3c", ZONES),
        ("TRC-3.4c", {"rumania", "finland"}),
        ("TRC-3.4d", {"north", "center", "south"}),
    ],
)
def test_each_rule_binds_the_groups_that_it_names_and_no_others(rule: str, free: set[str]) -> None:
    groups = set()
    for _, group, hexes in asked(without(rule) if rule else game()):
        assert at_home(group, hexes) == (group not in free), group
        groups.add(group)
    assert groups == ZONES | {"north", "center", "south", "rumania", "finland"}


@pytest.mark.rule("TRC-3.4b")
def test_only_what_is_next_to_a_russian_is_closed_and_to_the_axis_alone() -> None:
    for state, group, hexes in asked(game()):
        russians = {p for u, p in state.places().items() if u in RUSSIANS and p in LAND}
        beside = {h for r in russians for h in around(r)} | russians
        if group == "north":
            homes = {h for h in LAND if area(h) in HOMES}
            assert hexes == homes - beside
            assert hexes & {h for b in beside for h in around(b)}
    # a Russian may stand beside another
    state = game().new()
    first = sorted(names(state, "set-up"))[0]
    state.push(f"set-up {first}")
    assert names(state, "set-up") & set(around(first))


RUSSIANS = {u.name for u in data().units if u.side == "russian"}


@pytest.mark.rule("TRC-3.4a")
def test_without_the_rule_the_axis_sets_up_first() -> None:
    assert game().new().to_move == "russian"
    assert without("TRC-3.4a").new().to_move == "axis"
    # it is none of a scenario in which the Axis sets up first anyway
    assert "TRC-3.4a" not in game("fall-blau").rules


@pytest.mark.rule("TRC-27.21d")
def test_one_scenario_does_without_the_8th_paratroop_corps() -> None:
    assert game("breaking-storm").new().place("8 ParaC") == "removed"
    assert without("TRC-27.21d", scenario="breaking-storm").new().place("8 ParaC") == "later"
    for scenario in ("campaign", "barbarossa", "fall-blau"):
        assert "TRC-27.21d" not in game(scenario).rules


@pytest.mark.rule("TRC-27.11b")
def test_lists_of_lost_units_are_those_of_the_scenario() -> None:
    assert "57 Pz" in game("fall-blau").new().units_at("pool")
    state = without("TRC-27.11b", scenario="fall-blau").new()
    assert not state.units_at("pool") and not state.units_at("surrendered")
    assert state.place("57 Pz") == "removed"


@pytest.mark.rule("TRC-27.11f")
def test_without_the_rule_workers_stand_where_others_do() -> None:
    def sites(played: Game) -> set[str]:
        state, found = played.new(), set[str]()
        while state.decision in ("cover", "set-up"):
            if state.decision == "set-up" and "Worker" in str(state.subject):
                found |= names(state, "set-up")
            state.push(state.legal_actions.list()[0])
        return found

    cities = {h for h, row in ROWS.items() if row.features & {"city-major", "city-minor"}}
    assert sites(game("fall-blau")) <= cities
    assert sites(without("TRC-27.11f", scenario="fall-blau")) - cities


@pytest.mark.rule("TRC-3.3a")
@pytest.mark.parametrize("waits", [("Worker 1",), ("30 A",), ("Worker 1", "30 A")])
def test_nobody_waits_to_be_set_up_who_has_no_area(waits: tuple[str, ...]) -> None:
    """Both come later; 11 A has a district."""
    state = at("axis", 1)
    game().state_from_bytes(bytes(state._supposed(places=[("11 A", "set-up")])))
    wrong = state._supposed(places=[(u, "set-up") for u in waits])
    with pytest.raises(ef.FormatError):
        game().state_from_bytes(bytes(wrong))


# -- impulses --------------------------------------------------------------------------------

CLOSE = {"41 Pz": "I17", "16 A": "I16"}
CONTACT = {"axis": 4, "russian": 6}
"""What is contact at 1-1 for the one (8 against 6), and at 1-3 for the other (6 against 16)."""


@pytest.mark.rule("TRC-4.0b", "TRC-12.1c")
@pytest.mark.parametrize("side", ["axis", "russian"])
def test_each_impulse_is_movement_and_then_combat(side: str) -> None:
    """Both attack the other in each impulse; on contact they stay side by side."""
    state = at(side, 1, units=CLOSE, turn=8, variables={"stukas": 0})
    for impulse in (1, 2):
        assert (state.decision, state.var("impulse")) == ("movement", impulse)
        state = play(state, "end-movement")
        assert state.units_with("engaged") == ["41 Pz" if side == "axis" else "16 A"]
        state = result(state, CONTACT[side])
    assert state.to_move != side


@pytest.mark.rule("TRC-4.0c", "TRC-12.1c")
@pytest.mark.parametrize("rule", ["TRC-4.0c", "TRC-12.1c"])
def test_without_either_rule_on_phases_combat_comes_before_movement(rule: str) -> None:
    for left_out, impulse in (("", 1), (rule, 2)):
        fought = play(at_without(left_out, "axis", units=CLOSE), "end-movement")
        # the next combat phase is that of the same impulse, or begins the second
        assert fought.units_with("engaged") == ["41 Pz"]
        assert fought.var("impulse") == impulse


@pytest.mark.rule("TRC-4.1.2d")
def test_without_the_rule_no_axis_train_rolls_in_the_first_impulse() -> None:
    def rails(side: str, played: Game) -> bool:
        state = played.new()
        finish(state)
        for _ in range(400):
            if (state.decision, state.to_move) == ("movement", side):
                return bool(names(state, "rail"))
            legal = state.legal_actions.list()
            chance = state.to_move == "chance"
            passes = (a for a in legal if state.is_pass(a))
            state.push(legal[0] if chance else next(passes, legal[0]))
        raise AssertionError("no such movement phase")

    assert rails("axis", game()) and rails("russian", game())
    left_out = without("TRC-4.1.2d")
    assert not rails("axis", left_out) and rails("russian", left_out)


@pytest.mark.rule("TRC-5.1a")
@pytest.mark.parametrize(
    ("side", "unit", "other"), [("axis", "40 Pz", "30 A"), ("russian", "30 A", "40 Pz")]
)
@pytest.mark.parametrize("impulse", [1, 2])
def test_who_arrives_may_be_brought_in_by_his_own_side(
    side: str, unit: str, other: str, impulse: int
) -> None:
    state = at(side, impulse, units={unit: "arriving", other: "arriving"})
    assert names(state, "enter") == {unit}


@pytest.mark.rule("TRC-9.4.4b", "TRC-9.4.5b")
def test_only_the_player_whose_turn_it_is_comes_to_the_enemys_track() -> None:
    track = ["T14", "T13", "S12"]
    red = on_lines("russian", {"3 CavC": "S11"}, axis=["T14"], rail=track)
    assert play(red, "move 3 CavC", "to S12", "stop").hexes_with("crossed") == ["S12"]
    axis = on_lines("axis", {"48 Pz": "V12"}, axis=["X13"])
    assert play(axis, "move 48 Pz", "to V11", "stop").hexes_with("crossed") == ["V11"]


@pytest.mark.rule("TRC-16.1a")
def test_who_could_have_been_beaten_at_once_is_no_more_when_movement_is_over() -> None:
    """Twenty factors against two; the attack is made in the combat phase instead."""
    force = ("24 Pz", "39 Pz", "12 Inf")
    units = {**dict.fromkeys(force, "I18"), "6 TkC": "I16"}
    state = at("axis", 1, units=units, turn=13, variables={"stukas": 0})
    for unit in force:
        state = go(state, unit, "J17")
    assert names(state, "overrun") == {"I16"}
    over = play(state, "end-movement")
    assert (over.decision, over.to_move) != ("movement", "axis") and not over.hexes_with("ripe")
    assert not names(walk(over, "movement", "russian", 1), "overrun")


@pytest.mark.rule("TRC-6.2a")
@pytest.mark.parametrize(("guard", "ways"), [("F18", {"E18"}), ("E18", set[str]())])
def test_a_hex_is_too_full_to_end_while_one_hex_is_open_to_its_units(
    guard: str, ways: set[str]
) -> None:
    """From D18 the only way leads to E18, where a Russian beside it stops whoever comes."""
    full = dict.fromkeys(("13 Inf", "12 Inf", "8 Inf", "9 Inf"), "D18")
    state = at("axis", 1, units={"11 A": guard, **full}, turn=8)
    if ways:
        assert names(play(state, "move 13 Inf"), "to") == ways
        with refused("TRC-6.2a"):
            play(state, "end-movement")
    else:
        assert play(state, "end-movement").decision == "overstacked"


@pytest.mark.rule("TRC-4.0b", "TRC-9.3.2d")
@pytest.mark.parametrize(("side", "unit"), [("axis", "46 Pz"), ("russian", "1 TkA")])
def test_who_moved_in_the_first_impulse_may_move_in_the_second(side: str, unit: str) -> None:
    moved = go(at(side, 1, units={unit: "Y18"}), unit, "Y17")
    assert unit not in names(moved, "move")
    later = walk(play(moved, "end-movement"), "movement", side, 2)
    assert unit in names(later, "move") and later.units_with("moved") == []


@pytest.mark.rule("TRC-16.1a", "TRC-16.2a")
def test_who_has_won_at_once_is_looked_at_no_more_for_another_enemy() -> None:
    """Three corps came beside two tank corps; they beat the one, and nobody is left for the other.

    I16 and J16 lie beside J17; 24 Pz, 39 Pz and 12 Inf have twenty factors.
    """
    force = ("24 Pz", "39 Pz", "12 Inf")
    units = {**dict.fromkeys(force, "I18"), "6 TkC": "I16", "5 TkC": "J16"}
    state = at("axis", 1, units=units, turn=13, variables={"stukas": 0})
    for unit in force:
        state = go(state, unit, "J17")
    assert names(state, "overrun") == {"I16", "J16"}
    won = overrun(state, "I16", force)
    assert won.place("6 TkC") == "surrendered" and won.decision == "movement"
    assert names(won, "overrun") == set() and won.hexes_with("ripe") == []
