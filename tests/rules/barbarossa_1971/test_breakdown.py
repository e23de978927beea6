"""Breakdown and recombination."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from eastfront._core import State

from . import movement_positions
from .battle_positions import (
    AUGUST,
    at,
    ended,
    game,
    names,
    on,
    play,
    refused,
    second,
    walk,
)

RECIPES = [
    pytest.param(side, army, parts, marks=pytest.mark.rule(rule), id=army)
    for side, army, parts, rule in (
        ("axis", "PzA", {"PzC": 3}, "SPI-BREAK-T1"),
        ("axis", "InA", {"InC": 3}, "SPI-BREAK-T2"),
        ("axis", "RumA", {"RumC": 2}, "SPI-BREAK-T3"),
        ("axis", "FinA", {"FinC": 2}, "SPI-BREAK-T3"),
        ("axis", "HunA", {"HunC": 2}, "SPI-BREAK-T3"),
        ("axis", "ItaA", {"ItaC": 2}, "SPI-BREAK-T3"),
        ("soviet", "Shk", {"Inf": 2}, "SPI-BREAK-T4"),
        ("soviet", "TkA", {"TkC": 2, "MeC": 1}, "SPI-BREAK-T5"),
    )
]
STALINGRAD = 13
"""A turn at which the Soviets form armies, in the game of that name."""


def kinds(state: State, hex_: str) -> dict[str, int]:
    """How many units of each kind stand in a hex, by their names without number."""
    return dict(Counter(re.sub(r"^\d+", "", unit) for unit in state.units_at(hex_)))


def formed(state: State, kind: str) -> State:
    """An army of a kind formed, its parts taken as they come."""
    army = next(unit for unit in names(state, "form") if unit.endswith(kind))
    out = play(state, f"form {army}")
    while out.decision == "part":
        out.push(out.legal_actions.names()[0])
    return out


def corps(parts: dict[str, int]) -> str:
    """Counters of some kinds, by their numbers from 1."""
    return ", ".join(f"{n}{kind}" for kind, count in parts.items() for n in range(1, count + 1))


@pytest.mark.rule("SPI-BREAK-C1", "SPI-BREAK-C6")
@pytest.mark.parametrize(("side", "army", "parts"), RECIPES)
def test_what_an_army_breaks_down_into(side: str, army: str, parts: dict[str, int]) -> None:
    """The counters change on the hex, and nothing moves."""
    state = at(f"{side} break", {"0418": f"1{army}"}, STALINGRAD, scenario="stalingrad")
    out = play(state, f"break 1{army}")
    assert kinds(out, "0418") == parts
    assert out.place(f"1{army}") not in game().hexes


@pytest.mark.rule("SPI-BREAK-C2", "SPI-BREAK-C6", "SPI-BREAK-S2")
@pytest.mark.parametrize(("side", "army", "parts"), RECIPES)
def test_what_forms_an_army(side: str, army: str, parts: dict[str, int]) -> None:
    """With one part less of any kind there is none; with all there is one army in their place."""
    # the counters of armies that are not named here are free
    units = {"0418": corps(parts), "pool": f"1{army}"} | OTHER[side]
    state = at(f"{side} break", units, STALINGRAD, scenario="stalingrad")
    out = formed(state, army)
    assert kinds(out, "0418") == {army: 1}
    for kind in parts:
        short = corps(parts | {kind: parts[kind] - 1})
        few = at(f"{side} break", units | {"0418": short}, STALINGRAD, scenario="stalingrad")
        assert not any(unit.endswith(army) for unit in names(few, "form"))


OTHER = {"axis": {"2040": "9InA"}, "soviet": {"2040": "16Shk"}}
"""An army of each side that may break down, so that it is asked."""


@pytest.mark.rule("SPI-BREAK-C1")
def test_an_army_stays_whole_while_all_its_corps_are_in_play() -> None:
    """Three Italian corps are in stock: with two of them on the map one is left."""
    units = {"0634": "1ItaA", "0635": "1ItaC", "0636": "9InA"}
    assert names(at("axis break", units | {"0637": "2ItaC"}), "break") == {"9InA"}
    assert names(at("axis break", units), "break") == {"1ItaA", "9InA"}


@pytest.mark.rule("SPI-BREAK-C5")
def test_only_units_of_one_hex_combine() -> None:
    """Neighbours do not, nor a hex with all and another beside it with more."""
    apart = at("axis break", {"0634": "1PzC, 2PzC", "0635": "3PzC"} | OTHER["axis"])
    assert names(apart, "form") == set()
    both = at("axis break", {"0634": "1PzC, 2PzC, 3PzC", "0635": "4PzC"} | OTHER["axis"])
    out = formed(both, "PzA")
    assert kinds(out, "0634") == {"PzA": 1} and out.units_at("0635") == ["4PzC"]
    soviet = {"0634": "1TkC", "0635": "2TkC, 1MeC"}
    state = at("soviet break", soviet | OTHER["soviet"], STALINGRAD, scenario="stalingrad")
    assert names(state, "form") == set()


@pytest.mark.rule("SPI-BREAK-C5")
def test_a_full_hex_with_one_part_forms_no_army_with_parts_elsewhere() -> None:
    units = {"0634": "1PzC, 1InC, 1RumC", "0635": "2PzC, 3PzC"} | OTHER["axis"]
    assert names(at("axis break", units), "form") == set()


@pytest.mark.rule("SPI-BREAK-N")
@pytest.mark.parametrize(
    ("units", "armies"),
    [
        ("1RumC, 1HunC", set()),
        ("1RumC, 1ItaC", set()),
        ("1FinC, 1RumC", set()),
        ("1RumC, 1InC, 2InC", set()),
        ("1RumC, 2RumC, 1HunC", {"RumA"}),
    ],
)
def test_corps_of_different_nations_form_no_army(units: str, armies: set[str]) -> None:
    """W31: they share a hex all the same."""
    state = at("axis break", {"0418": units} | OTHER["axis"])
    assert {re.sub(r"^\d+", "", unit) for unit in names(state, "form")} == armies
    stands = at("axis move", {"0418": units})
    assert names(stands, "end-movement") == {""}


@pytest.mark.rule("SPI-BREAK-C1", "SPI-BREAK-C2", "SPI-BREAK-C7", "SPI-SEQ-C", "SPI-SEQ-E")
@pytest.mark.parametrize("side", ["axis", "soviet"])
def test_both_movement_phases_begin_with_it(side: str) -> None:
    """Before trains and before moves; in neither of these, nor in the Combat Phase."""
    units = {"0634": "1PzA", "0636": "1TkA", "2040": "1Inf", "2003": "1InA, 1AxSup"}
    army = {"axis": "1PzA", "soviet": "1TkA"}[side]
    fight = at(f"{side} fight", units, 25)
    late = walk(play(fight, "end-combat"), "reorganization")
    assert (late.to_move, army in names(late, "break")) == (side, True)
    broken = walk(play(late, f"break {army}"), "movement", side)
    assert kinds(broken, broken_at(army)) in ({"PzC": 3}, {"TkC": 2, "MeC": 1})
    for state in (at(f"{side} move", units, 25), fight, second(fight)):
        assert names(state, "break") == set() and names(state, "form") == set()
    first = walk(at(f"{side} break", units, 25), "reorganization")
    train = on(first, "rail movement", side)
    assert names(train, "break") == set()


def broken_at(army: str) -> str:
    """Where the armies of the test above stand."""
    return {"1PzA": "0634", "1TkA": "0636"}[army]


@pytest.mark.rule("SPI-BREAK-C1", "SPI-BREAK-C2")
def test_broken_parts_move_and_fight_in_the_same_phases() -> None:
    """W31: two of three corps attack, and all three combine as the Second Movement Phase ends."""
    state = at("axis break", {"0634": "1PzA, 1AxSup", "0635": "1Inf"})
    out = walk(play(state, "break 1PzA"), "attacks", "axis")
    out = play(out, "attack 0635")
    # corps that are alike are named by their first, who is taken unasked
    while len(out.units_with("attacking")) < 2:
        (first,) = names(out, "with")
        out.push(f"with {first}")
    out = play(out, "fight")
    assert out.var("attack") == 6
    out = play(out, "stand", "roll 3", "end-combat")
    out = walk(out, "movement", "axis")
    late = play(out, "end-movement")
    assert late.decision == "reorganization" and late.to_move == "axis"
    assert kinds(formed(late, "PzA"), "0634") == {"PzA": 1}


@pytest.mark.rule("SPI-BREAK-C3", "SPI-BREAK-C4", "SPI-BREAK-C5", "SPI-SEQ-C", "SPI-SEQ-E")
@pytest.mark.parametrize("phase", [1, 2])
def test_at_the_end_of_a_phase_units_combine_and_do_not_break(phase: int) -> None:
    """Those that came together in it; an army is not offered to break."""
    units = {"0634": "1PzC, 2PzC", "0635": "3PzC", "0640": "1PzA"}
    state = at("axis move", units) if phase == 1 else second(at("axis fight", units))
    assert not names(state, "form")
    out = play(state, "move 3PzC", "to 0634")
    out = play(out, "stop") if out.decision == "leg" else out
    out = play(out, "end-movement")
    assert out.decision == "reorganization"
    assert names(out, "break") == set()
    with refused("SPI-BREAK-C3"):
        play(out, "break 1PzA")
    assert kinds(formed(out, "PzA"), "0634") == {"PzA": 1}
    # nobody has to
    assert kinds(walk(play(out, "end-reorganization"), "movement"), "0634") == {"PzC": 3}


@pytest.mark.rule("SPI-BREAK-C3", "SPI-BREAK-T4")
@pytest.mark.parametrize("phase", [1, 2])
def test_the_soviets_combine_as_a_phase_ends_too(phase: int) -> None:
    """Two armies meet in November 1942, beside an enemy."""
    state = at("soviet move", {"2536": "1Inf", "2537": "2Inf", "2635": "1InC"}, 18)
    state = second(state) if phase == 2 else state
    out = play(state, "move 2Inf", "to 2536")
    end = walk(play(out, "stop") if out.decision == "leg" else out, "reorganization", "soviet")
    assert end.stack[-1] == "soviet reorganization, 0" and names(end, "form")


@pytest.mark.rule("SPI-BREAK-C1", "SPI-BREAK-C2", "SPI-BREAK-C5")
def test_enemies_beside_them_keep_no_units_from_combining() -> None:
    units = {"0634": "1InC, 2InC, 3InC", "0635": "1Inf", "0534": "1PzA"}
    state = at("axis break", units)
    assert len(names(state, "form")) == 1 and names(state, "break") == {"1PzA"}


@pytest.mark.rule("SPI-BREAK-C2", "SPI-BREAK-C7")
def test_combining_is_voluntary() -> None:
    """At the beginning, too, the corps may stay what they are; only one of two armies may form."""
    state = at("axis break", {"0634": "1InC, 2InC, 3InC", "0636": "4InC, 5InC, 6InC"})
    passed = on(state, "movement", "axis")
    assert kinds(passed, "0634") == kinds(passed, "0636") == {"InC": 3}
    once = play(state, f"form {min(names(state, 'form'))}")
    assert names(once, "with")
    first = play(once, "with 4InC")
    while first.decision == "part":
        first.push(first.legal_actions.names()[0])
    assert kinds(first, "0636") == {"InA": 1} and kinds(first, "0634") == {"InC": 3}


COMBINING = [
    # where there are armies that were never formed
    pytest.param("barbarossa", 8, set(), marks=pytest.mark.option("reorganized")),
    ("stalingrad", 13, {"Shk", "TkA"}),
    ("zitadelle", 25, {"Shk", "TkA"}),
    ("berlin", 37, {"Shk", "TkA"}),
    ("campaign", 3, set()),
    ("campaign", 16, set()),
    ("campaign", 17, {"Shk", "TkA"}),
    ("campaign", 18, {"Shk", "TkA"}),
    ("campaign", 45, {"Shk", "TkA"}),
]


@pytest.mark.rule("SPI-BREAK-S1", "SPI-BREAK-S2", "SPI-BREAK-S3")
@pytest.mark.parametrize(("scenario", "turn", "armies"), COMBINING)
def test_when_soviets_form_armies(scenario: str, turn: int, armies: set[str]) -> None:
    """W34: never in the Barbarossa Game, in the campaign from October 1942 on."""
    units = {"0634": "1TkC, 2TkC, 1MeC", "0636": "1Inf, 2Inf", "0640": "16Shk"}
    options = ("situation-7",) if scenario == "barbarossa" else ()
    state = at("soviet break", units, turn, scenario=scenario, options=options)
    assert {re.sub(r"^\d+", "", unit) for unit in names(state, "form")} == armies
    if not armies:
        rule = "SPI-BREAK-S1" if scenario == "barbarossa" else "SPI-BREAK-S3"
        for kind in ("TkA", "Shk"):
            with refused(rule):
                play(state, f"form 1{kind}")
    # at the end of a phase it is the same
    pair = {"0636": "1Inf, 2Inf", "0640": "16Shk"}
    ends = at("soviet move", pair, turn, scenario=scenario, options=options)
    moved = play(ends, "end-movement")
    assert bool(names(moved, "form")) == bool(armies)
    # the Axis combines in every game
    axis = at("axis break", {"0634": "1PzC, 2PzC, 3PzC"}, turn, scenario=scenario)
    assert names(axis, "form")


@pytest.mark.option("reorganized")
@pytest.mark.rule("SPI-BREAK-S1", "SPI-BREAK-C1")
def test_the_ban_is_on_combining_alone() -> None:
    """R51: an army that situation 7 gave the Soviets breaks down, and does not combine again."""
    options = ("situation-7",)
    state = at("soviet break", {"0634": "1Shk"}, AUGUST, scenario="barbarossa", options=options)
    out = play(state, "break 1Shk")
    assert kinds(out, "0634") == {"Inf": 2}
    done = walk(out, "movement", "soviet")
    assert not names(play(done, "end-movement"), "form")


@pytest.mark.rule("SPI-BREAK-C1", "SPI-STACK-C2")
def test_counters_do_not_limit_breakdown() -> None:
    """R18: all nine infantry armies can stand as corps at once, and all six Panzer armies."""
    hexes = [f"06{n}" for n in range(26, 36)]
    units = {h: f"{n}InA" for n, h in enumerate(hexes[:9], 1)}
    state = at("axis break", units)
    for n in range(1, 10):
        state = play(state, f"break {n}InA")
    assert all(kinds(state, h) == {"InC": 3} for h in units)
    tanks = {h: f"{n}PzA" for n, h in enumerate(hexes[:5], 1)}
    state = at("axis break", tanks)
    for n in range(1, 6):
        state = play(state, f"break {n}PzA")
    assert all(kinds(state, h) == {"PzC": 3} for h in tanks)


@pytest.mark.rule("SPI-BREAK-C1")
def test_who_is_out_of_supply_breaks_down_too() -> None:
    """R54: it is no movement."""
    ring = {"0633": "1Inf", "0635": "2Inf", "0534": "3Inf", "0535": "4Inf"}
    ring |= {"0734": "5Inf", "0735": "6Inf"}
    state = at("axis break", ring | {"0634": "1PzA [isolated]"})
    assert "1PzA" not in set(state.ask("axis supplied"))
    assert kinds(play(state, "break 1PzA"), "0634") == {"PzC": 3}


@pytest.mark.rule("SPI-BREAK-C6")
def test_parts_in_a_strait_wait_as_their_army_did() -> None:
    """What is known of the whole is known of its parts."""
    state = at("axis break", {"4327": "1PzA [waited at Kerch]"})
    out = play(state, "break 1PzA")
    assert set(out.units_at("4327")) <= set(out.units_with("waited at Kerch"))


@pytest.mark.rule("SPI-BREAK-C7")
def test_units_combine_and_break_again_in_a_later_phase() -> None:
    """An army formed at the end of the First Movement Phase breaks down before the Second."""
    state = at("axis move", {"0634": "1PzC, 2PzC, 3PzC"})
    late = formed(play(state, "end-movement"), "PzA")
    again = walk(walk(late, "attacks", "axis"), "reorganization", "axis")
    again = walk(play(walk(late, "attacks", "axis"), "end-combat"), "reorganization", "axis")
    (army,) = again.units_at("0634")
    assert kinds(play(again, f"break {army}"), "0634") == {"PzC": 3}


SET_UP = [((), True), (("R69",), False)]


@pytest.mark.rule("SPI-BREAK-C6")
@pytest.mark.parametrize(("options", "may"), SET_UP)
def test_armies_break_down_at_set_up(options: tuple[str, ...], may: bool) -> None:
    """R69: the front may need their corps; by the other reading they do not."""
    state = game("barbarossa", options).new()
    found = set()
    for _ in range(4000):
        if state.phase != "set-up" or state.is_over:
            break
        verbs = {n.split()[0] for n in state.legal_actions.names()}
        found |= verbs
        legal = state.legal_actions.names()
        if state.decision == "deployment" and "free" in legal:
            state.push("free")
        elif state.decision == "reorganization":
            break
        else:
            state.push(legal[0])
    assert ("break" in found) == may


@pytest.mark.rule("SPI-BREAK-C2")
def test_a_movement_phase_ends_where_it_is_done() -> None:
    """The whole turn passes with no army formed unasked."""
    state = at("axis break", {"0634": "1PzC, 2PzC, 3PzC"})
    assert kinds(ended(state), "0634") == {"PzC": 3}


@pytest.mark.rule("SPI-BREAK-C6")
@pytest.mark.parametrize(
    ("crossed", "army_rests"),
    [("", False), ("1TkC", True), ("1TkC, 2TkC, 1MeC", True), ("7TkC", False)],
)
def test_an_army_rests_if_one_of_its_parts_has_crossed_the_straits(
    crossed: str, army_rests: bool
) -> None:
    """And each part rests if its army has; what others have done is nothing to them."""

    def marked(*units: str) -> str:
        return ", ".join(f"{u} [crossed Kerch]" if u in crossed.split(", ") else u for u in units)

    units = {"4328": marked("1TkC", "2TkC", "1MeC"), "4327": marked("7TkC"), "pool": "1TkA"}
    state = at("soviet break", units | OTHER["soviet"], STALINGRAD, scenario="stalingrad")
    out = formed(state, "TkA")
    (army,) = out.units_at("4328")
    assert (army in out.units_with("crossed Kerch")) == army_rests
    again = at("soviet break", {"4328": f"1TkA{' [crossed Kerch]' * army_rests}"}, STALINGRAD)
    parts = play(again, "break 1TkA")
    assert len(parts.units_at("4328")) == 3
    rest = set(parts.units_at("4328")) if army_rests else set()
    assert set(parts.units_with("crossed Kerch")) == rest


@pytest.mark.rule("SPI-BREAK-C6")
@pytest.mark.parametrize(
    ("waited", "army_waits"),
    [("1TkC, 2TkC, 1MeC", True), ("1TkC, 2TkC", False), ("1MeC", False), ("", False)],
)
def test_an_army_has_waited_if_all_of_its_parts_have(waited: str, army_waits: bool) -> None:
    def marked(*units: str) -> str:
        return ", ".join(f"{u} [waited at Kerch]" if u in waited.split(", ") else u for u in units)

    units = {"4328": marked("1TkC", "2TkC", "1MeC"), "pool": "1TkA"}
    state = at("soviet break", units | OTHER["soviet"], STALINGRAD, scenario="stalingrad")
    (army,) = formed(state, "TkA").units_at("4328")
    out = formed(state, "TkA")
    assert (army in out.units_with("waited at Kerch")) == army_waits


@pytest.mark.rule("SPI-BREAK-C6", "SPI-BREAK-S2")
def test_armies_form_before_they_are_set_up() -> None:
    """R69: the army waits in place of its parts, and breaks down into as many of them."""
    state = game("zitadelle").new()
    while (state.decision, state.to_move) != ("deployment", "soviet"):
        state.push(state.legal_actions.names()[0])
    state.push("free")
    assert (state.decision, state.to_move) == ("reorganization", "soviet")

    def waiting(position: State) -> dict[str, int]:
        there = [u for u, place in position.places().items() if place == "to deploy"]
        own = [re.sub(r"^\d+", "", u) for u in there]
        return {k: n for k, n in Counter(own).items() if k in ("Inf", "Shk", "TkC", "MeC", "TkA")}

    before = waiting(state)
    (shock,) = (u for u in names(state, "form") if u.endswith("Shk"))
    (tanks,) = (u for u in names(state, "form") if u.endswith("TkA"))
    formed_ = waiting(play(state, f"form {shock}"))
    assert formed_ == before | {"Inf": before["Inf"] - 2, "Shk": before.get("Shk", 0) + 1}
    mixed = waiting(play(state, f"form {tanks}"))
    less = {"TkC": before["TkC"] - 2, "MeC": before["MeC"] - 1}
    assert mixed == before | less | {"TkA": before.get("TkA", 0) + 1}
    old = next(u for u in names(state, "break") if u.endswith("TkA"))
    broken = waiting(play(state, f"break {old}"))
    more = {"TkC": before["TkC"] + 2, "MeC": before["MeC"] + 1}
    assert broken == before | more | {"TkA": before["TkA"] - 1}


@pytest.mark.rule("SPI-BREAK-C6", "SPI-DEPLOY-D")
@pytest.mark.parametrize(
    ("scenario", "enough"),
    [("barbarossa", True), ("stalingrad", True), ("zitadelle", True), ("berlin", False)],
)
def test_armies_break_down_until_the_front_can_be_covered(scenario: str, enough: bool) -> None:
    """The Axis of the first games may leave its armies whole, that of the last has too few."""
    state = game(scenario).new()
    while (state.decision, state.to_move) != ("reorganization", "axis"):
        legal = state.legal_actions.names()
        mine = state.to_move == "axis"
        state.push("free" if mine else "automatic" if "automatic" in legal else legal[0])
    assert (names(state, "end-reorganization") == {""}) == enough
    broken = 0
    while not names(state, "end-reorganization"):
        state.push(f"break {min(n for n in names(state, 'break') if n.endswith('InA'))}")
        broken += 1
    assert bool(broken) != enough
    state.push("end-reorganization")
    assert state.decision == "placement"


@pytest.mark.rule("SPI-BREAK-C5")
def test_the_first_part_says_where_the_others_stand() -> None:
    """Of two pairs of Finnish corps."""
    units = {"0111": "1FinC, 2FinC, 1InC", "0113": "3FinC, 4FinC"}
    state = at("axis break", units)
    (army,) = names(state, "form")
    choice = play(state, f"form {army}")
    assert names(choice, "with") == {"1FinC", "3FinC"}
    for first, hex_ in (("1FinC", "0111"), ("3FinC", "0113")):
        out = play(choice, f"with {first}")
        while out.decision == "part":
            assert {out.place(u) for u in names(out, "with")} == {hex_}
            out.push(out.legal_actions.names()[0])
        assert out.place(army) == hex_


@pytest.mark.rule("SPI-BREAK-C1", "SPI-BREAK-C2", "SPI-BREAK-C6")
def test_an_army_just_formed_stays_whole_for_the_round() -> None:
    """Nor do corps just put down combine again."""
    state = at("axis break", {"0634": "1PzC, 2PzC, 3PzC, 1AxSup", "0636": "1InA, 1Air"})
    whole = formed(state, "PzA")
    assert names(whole, "break") == {"1InA"}
    parts = play(state, "break 1InA")
    assert not [u for u in names(parts, "form") if u.endswith("InA")]


@pytest.mark.rule("SPI-BREAK-C6")
def test_at_set_up_an_army_forms_if_all_its_parts_wait_and_stays_whole() -> None:
    """The Axis of 1941 has no corps; the Soviets of 1943 have tank corps and infantry."""
    state = game("barbarossa").new()
    while (state.decision, state.to_move) != ("reorganization", "axis"):
        legal = state.legal_actions.names()
        free = state.to_move == "axis"
        state.push("free" if free else "automatic" if "automatic" in legal else legal[0])
    assert names(state, "break") and not names(state, "form")
    assert all(unit.endswith("A") for unit in names(state, "break"))  # whole armies alone
    broken = play(state, "break 1InA")
    assert not names(broken, "form")
    # the Soviets of 1942 have no army to begin with, nor parts for as many as they like
    later = game("stalingrad").new()
    while (later.decision, later.to_move) != ("deployment", "soviet"):
        later.push(later.legal_actions.names()[0])
    later.push("free")
    there = Counter(re.sub(r"^\d+", "", u) for u, h in later.places().items() if h == "to deploy")
    assert not names(later, "break")
    for _ in range(min(there["TkC"] // 2, there["MeC"])):
        (army,) = (u for u in names(later, "form") if u.endswith("TkA"))
        later.push(f"form {army}")
        assert not names(later, "break")
    assert not [u for u in names(later, "form") if u.endswith("TkA")]


@pytest.mark.rule("SPI-BREAK-C4")
@pytest.mark.parametrize("phase", ["", " 2"])
def test_left_out_armies_break_down_as_a_phase_ends_too(phase: str) -> None:
    units = {"0634": "1PzA", "0636": "1InC, 2InC, 3InC"}
    for without, breaks in (("", set()), ("SPI-BREAK-C4", {"1PzA"})):
        state = movement_positions.at(f"axis move{phase}", units, without=without)
        closing = play(state, "end-movement")
        assert closing.decision == "reorganization"
        assert names(closing, "break") == breaks


@pytest.mark.rule("SPI-BREAK-C6", "SPI-DEPLOY-D")
def test_a_front_that_nobody_can_cover_holds_no_set_up_up() -> None:
    """With a single corps left there is nothing to break down, and the set-up goes on."""
    state = game("berlin").new()
    while (state.decision, state.to_move) != ("reorganization", "axis"):
        legal = state.legal_actions.names()
        mine = state.to_move == "axis"
        state.push("free" if mine else "automatic" if "automatic" in legal else legal[0])
    waiting = [u for u, place in state.places().items() if place == "to deploy"]
    few = state._supposed(places=[*((u, "pool") for u in waiting if u != "1InA")])
    assert names(few, "break") == {"1InA"} and not names(few, "end-reorganization")
    out = play(few, "break 1InA")
    assert out.decision != "reorganization" or names(out, "end-reorganization") == {""}


# -- clauses, of both sides and in both phases

GATHERED = [
    ("axis", "1InC, 2InC, 3InC", "4InC, 5InC, 6InC", "7InC, 8InC, 9InC"),
    ("soviet", "1TkC, 2TkC, 1MeC", "3TkC, 4TkC, 2MeC", "5TkC, 6TkC, 3MeC"),
    ("axis", "1RumC, 2RumC", "3RumC, 4RumC", ""),
    ("soviet", "1Inf, 2Inf", "3Inf, 4Inf", "5Inf, 6Inf"),
]


@pytest.mark.rule("SPI-BREAK-C5")
@pytest.mark.parametrize(("side", "here", "beside", "away"), GATHERED)
def test_every_part_of_an_army_stands_where_the_first_does(
    side: str, here: str, beside: str, away: str
) -> None:
    """The second and the third as well, with as many in the next hex and farther off."""
    units = {"0634": here, "0635": beside} | ({"0640": away} if away else {})
    state = at(f"{side} break", units, STALINGRAD, scenario="stalingrad")
    (army,) = names(state, "form")
    for hex_, there in units.items():
        first = there.split(", ")[0]
        out = play(state, f"form {army}", f"with {first}")
        while out.decision == "part":
            offered = names(out, "with")
            assert offered and {out.place(u) for u in offered} == {hex_}
            out.push(f"with {min(offered)}")
        assert out.place(army) == hex_ and out.units_at(hex_) == [army]
        for other in units.keys() - {hex_}:
            assert sorted(out.units_at(other)) == sorted(units[other].split(", "))


def beginning(state: State, phase: int) -> State:
    """The reorganization with which a Movement Phase of the side to move begins."""
    if phase == 1:
        return state
    side = state.to_move
    out = walk(on(state, "movement", side), "attacks", side)
    return walk(play(out, "end-combat"), "reorganization", side)


@pytest.mark.rule("SPI-BREAK-C6", "SPI-BREAK-C1", "SPI-BREAK-C2", "SPI-BREAK-C7")
@pytest.mark.parametrize("phase", [1, 2])
@pytest.mark.parametrize(
    ("side", "scenario", "army", "parts", "points"),
    [
        ("axis", "campaign", "PzA", "1PzC, 2PzC, 3PzC", 8),
        ("axis", "campaign", "RumA", "1RumC, 2RumC", 2),
        ("soviet", "stalingrad", "TkA", "1TkC, 2TkC, 1MeC", 5),
        ("soviet", "stalingrad", "Shk", "1Inf, 2Inf", 3),
    ],
)
def test_who_breaks_down_or_combines_moves_in_the_same_phase(
    phase: int, side: str, scenario: str, army: str, parts: str, points: int
) -> None:
    """It costs no points (R54), at the beginning of either phase."""
    if (phase, army) == (2, "TkA"):
        pytest.skip("three Soviet corps are too many for a hex: they form as the first phase ends")
    turn = STALINGRAD if side == "soviet" else AUGUST
    units = {"0630": f"1{army}", "0636": parts}
    state = beginning(at(f"{side} break", units, turn, scenario=scenario), phase)
    done = formed(play(state, f"break 1{army}"), army)
    marching = walk(done, "movement", side)
    broken, (new,) = done.units_at("0630"), done.units_at("0636")
    assert marching.to_move == side and len(broken) == len(parts.split(", "))
    assert new.endswith(army) and new in names(marching, "move")
    assert max(dict(marching.reach(new, full=True)).values()) == points
    assert names(marching, "move") & set(broken)
    for unit in broken:
        assert marching.reach(unit, full=True)


@pytest.mark.rule("SPI-BREAK-C2", "SPI-BREAK-C3")
@pytest.mark.parametrize("closing", [False, True])
def test_who_is_out_of_supply_combines_too(closing: bool) -> None:
    """R54, as the phase begins and as it ends."""
    ring = {"0633": "11Inf", "0635": "12Inf", "0534": "13Inf", "0535": "14Inf"}
    ring |= {"0734": "15Inf", "0735": "16Inf"}
    units = ring | {"0634": "1PzC, 2PzC, 3PzC"}
    state = at("axis move" if closing else "axis break", units)
    state = play(state, "end-movement") if closing else state
    assert not {"1PzC", "2PzC", "3PzC"} & set(state.ask("axis supplied"))
    assert kinds(formed(state, "PzA"), "0634") == {"PzA": 1}


@pytest.mark.rule("SPI-BREAK-C3", "SPI-OVR-GEN10")
def test_who_has_overrun_combines_as_the_phase_ends() -> None:
    """Nine points of three corps against one; the army stands on the hex."""
    state = at("axis move", {"0634": "1PzC, 2PzC, 3PzC", "0635": "1TkC"})
    out = play(state, "overrun 0635")
    while out.decision == "overrun":
        out.push(sorted(out.legal_actions.names())[-1])
    assert {out.place(f"{n}PzC") for n in (1, 2, 3)} == {"0635"}
    closing = walk(play(out, "end-movement"), "reorganization", "axis")
    assert closing.stack[-1] == "axis reorganization, 0"
    assert kinds(formed(closing, "PzA"), "0635") == {"PzA": 1}


@pytest.mark.rule("SPI-BREAK-C1", "SPI-STACK-C2")
def test_an_army_breaks_down_though_its_parts_are_too_many_for_the_hex() -> None:
    """Two Soviet units to a hex in August 1941; of three or four some have to go on."""
    for units in ("1TkA", "1TkA, 2Shk"):
        out = play(at("soviet break", {"0634": units}), "break 1TkA")
        assert kinds(out, "0634") == {"TkC": 2, "MeC": 1} | ({"Shk": 1} if "Shk" in units else {})
        with refused("SPI-STACK-A"):
            play(walk(out, "movement", "soviet"), "end-movement")


@pytest.mark.rule("SPI-BREAK-N", "SPI-BREAK-T1", "SPI-BREAK-T3")
def test_others_in_the_hex_keep_nobody_from_combining() -> None:
    """Corps of other nations, and support units."""
    mixed = {"0634": "1RumC, 2RumC, 4InC, 1Air", "0636": "1InC, 2InC, 3InC, 1HunC"}
    state = at("axis break", mixed)
    assert {re.sub(r"^\d+", "", u) for u in names(state, "form")} == {"RumA", "InA"}
    assert kinds(formed(state, "RumA"), "0634") == {"RumA": 1, "InC": 1, "Air": 1}


@pytest.mark.rule("SPI-BREAK-C6")
def test_an_army_takes_the_place_of_its_own_parts_alone() -> None:
    """Counters that made an army are put down for another, and stay as a third is formed."""
    units = {"0634": "1InC, 2InC, 3InC", "0636": "1InA", "0640": "4InC, 5InC, 6InC"}
    state = at("axis break", units | {"pool": "8InA, 9InA"})
    first = play(state, "form 8InA", "with 1InC")
    while first.decision == "part":
        first.push(first.legal_actions.names()[0])
    broken = play(first, "break 1InA")
    assert broken.units_at("0636") == ["1InC", "2InC", "3InC"]
    last = formed(broken, "InA")
    assert kinds(last, "0634") == kinds(last, "0640") == {"InA": 1}
    assert last.units_at("0636") == ["1InC", "2InC", "3InC"]


@pytest.mark.rule("SPI-BREAK-C5", "SPI-BREAK-C6")
@pytest.mark.parametrize(
    ("side", "units", "whole", "fresh", "others"),
    [
        ("axis", "4InC, 5InC", "1InA", "1InC, 2InC, 3InC", "6InC"),
        ("soviet", "4TkC, 2MeC", "1TkA", "1TkC, 2TkC, 1MeC", "5TkC"),
    ],
)
def test_parts_just_put_down_complete_no_army_of_their_hex(
    side: str, units: str, whole: str, fresh: str, others: str
) -> None:
    """Two others beside them are too few; three form an army, and the parts stay."""
    kind = whole[1:]
    few = {"0634": f"{whole}, {units}", "pool": f"7{kind}, {fresh}"}
    broken = play(at(f"{side} break", few, STALINGRAD, scenario="stalingrad"), f"break {whole}")
    assert set(fresh.split(", ")) < set(broken.units_at("0634"))
    assert not [u for u in names(broken, "form") if u.endswith(kind)]
    more = few | {"0634": f"{whole}, {units}, {others}"}
    state = play(at(f"{side} break", more, STALINGRAD, scenario="stalingrad"), f"break {whole}")
    out = formed(state, kind)
    assert {u for u in out.units_at("0634") if not u.endswith(kind)} == set(fresh.split(", "))


@pytest.mark.rule("SPI-BREAK-C6")
def test_who_breaks_nothing_down_before_the_set_up_passes() -> None:
    state = game("barbarossa").new()
    while (state.decision, state.to_move) != ("reorganization", "axis"):
        legal = state.legal_actions.names()
        mine = state.to_move == "axis"
        state.push("free" if mine else "automatic" if "automatic" in legal else legal[0])
    legal = state.legal_actions
    passes = [name for a, name in zip(legal.list(), legal.names(), strict=True) if state.is_pass(a)]
    assert passes == ["end-reorganization"]
