"""Section 26.4: battlegroups, the remnants of lost defenders."""

from __future__ import annotations

from typing import Any

import pytest

from eastfront._core import State

from ...battle_positions import combat, fight, go, may, reach
from ...turn_positions import (
    MAY_42,
    MAY_43,
    MAY_44,
    at,
    before,
    distance,
    names,
    play,
    refused,
    walk,
)

GROUPS = ("battlegroups",)
GUARDS_GROUPS = ["Gd BG 1", "Gd BG 2"]
FREE = dict.fromkeys(
    [*GUARDS_GROUPS, "Ge BG Inf 1", "Ge BG Inf 2", "Ge BG Pz 1", "SS BG 1"], "counters"
)
PANZERS = {"41 Pz": "W16", "56 Pz": "W15", "24 Pz": "W15"}
"""Factors 8, 7 and 8."""

ARMIES = {"4G TkA": "W16", "7G TkA": "W16", "5G TkA": "W15", "6G TkA": "W15"}
"""Eight factors each, next to X16."""

EX, DR, D1, DE = 3, 4, 5, 6
"""What a die gives at 3-1."""


def attack(side: str, units: dict[str, str], die: int, **more: Any) -> State:
    """An attack on X16 at 3-1, and what comes of it up to the first decision."""
    forces = PANZERS if side == "axis" else ARMIES
    where = {**FREE, **forces, **units}
    more = {"turn": 8, "options": GROUPS, **more}
    us = [u for u in forces if where[u] in ("W15", "W16", "Y15")]
    return fight(combat(side, where, **more), "X16", us, die, announced=3)


def groups(state: State, place: str) -> list[str]:
    """The battlegroups in a place."""
    return sorted(u for u in FREE if state.place(u) == place)


def gone(state: State) -> State:
    """The position when the battle is over, losses and retreats by the first choice."""
    out = state
    while out.decision and ("retreat" in out.decision or out.decision in ("loss", "battlegroup")):
        out = out.copy()
        out.push(out.legal_actions.list()[0])
    return out


@pytest.mark.rule("TRC-26.4a")
def test_guards_lost_in_defence_leave_a_battlegroup() -> None:
    for die in (D1, DE):
        state = attack("axis", {"4G A": "X16"}, die)
        assert (state.place("4G A"), groups(state, "X16")) == ("pool", ["Gd BG 1"])
        assert state.decision == "retreat to"
    exchange = play(attack("axis", {"4G A": "X16"}, EX), "lose 41 Pz")
    assert groups(exchange, "X16") == ["Gd BG 1"]
    # the attacker's loss leaves none
    assert exchange.place("41 Pz") == "pool"
    assert not groups(exchange, "W16")


@pytest.mark.rule("TRC-26.4a")
def test_others_leave_none_nor_anybody_in_1941() -> None:
    assert groups(attack("axis", {"16 A": "X16"}, D1), "X16") == []
    assert groups(attack("axis", {"4G A": "X16"}, D1, turn=3), "X16") == []
    retreat = attack("axis", {"4G A": "X16"}, DR)
    assert retreat.place("4G A") == "X16" and not groups(retreat, "X16")
    assert groups(attack("russian", {"Ital 3 Inf": "X16", "4 Inf": "X16"}, D1), "X16") == []


@pytest.mark.rule("TRC-26.4a")
def test_a_battlegroup_that_cannot_retreat_does_not_survive() -> None:
    ring = {"24 Pz": "Y15", "39 Pz": "Y15"}
    state = attack("axis", {"4G A": "X16", **ring}, D1)
    assert state.place("4G A") == "pool"
    assert groups(state, "counters") == sorted(FREE)


@pytest.mark.rule("TRC-26.4b")
def test_one_battlegroup_a_hex() -> None:
    pair = {"2G CavC": "X16", "3G CavC": "X16"}
    state = attack("axis", {**pair, "56 Pz": "W16", "39 Pz": "W15"}, DE)
    assert [state.place(u) for u in pair] == ["pool", "pool"]
    assert groups(state, "X16") == ["Gd BG 1"]
    # each hex leaves its own
    where = {"2G CavC": "X16", "3G CavC": "Y15", "41 Pz": "X15", "24 Pz": "X15", "39 Pz": "Y16"}
    apart = combat("axis", {**FREE, **where}, turn=8, options=GROUPS)
    both = fight(apart, ["X16", "Y15"], ["41 Pz", "24 Pz", "39 Pz"], DE)
    assert (groups(both, "X16"), groups(both, "Y15")) == (["Gd BG 1"], ["Gd BG 2"])


@pytest.mark.rule("TRC-26.4c", "TRC-13.4a")
def test_the_battlegroup_is_retreated_by_the_attacker() -> None:
    state = attack("axis", {"4G A": "X16"}, DE)
    assert (state.to_move, state.decision) == ("axis", "retreat to")
    over = gone(state)
    assert not groups(over, "X16") and over.place("4G A") == "pool"
    (group,) = [u for u in GUARDS_GROUPS if over.place(u) != "counters"]
    assert over.place(group) not in ("pool", "X16")


@pytest.mark.rule("TRC-26.4d")
def test_a_battlegroup_is_no_faster_than_the_unit() -> None:
    infantry = attack("russian", {"4 Inf": "X16", "11 Inf": "X16"}, D1)
    lost = play(infantry, "lose 4 Inf")
    assert groups(lost, "X16") == ["Ge BG Inf 1"]
    panzer = play(attack("russian", {"41 Pz": "X16", "2 Inf": "removed"}, D1))
    assert panzer.decision == "battlegroup"
    assert names(panzer, "leave") == {"Ge BG Inf 1", "Ge BG Pz 1"}
    # those of the SS are left by the SS
    ss = attack("russian", {"3 SS Pz": "X16"}, D1)
    assert names(ss, "leave") == {"Ge BG Inf 1", "Ge BG Pz 1", "SS BG 1"}


@pytest.mark.rule("TRC-26.4d")
def test_no_battlegroup_of_weak_units_nor_when_none_is_free() -> None:
    assert groups(attack("russian", {"SS Res": "X16", "41 Pz": "removed"}, D1), "X16") == []
    used = dict.fromkeys(GUARDS_GROUPS, "removed")
    state = attack("axis", {"4G A": "X16", **used}, D1)
    assert state.place("4G A") == "pool" and not groups(state, "X16")


@pytest.mark.rule("TRC-26.4e")
def test_lost_battlegroups_are_free_again_and_never_surrender() -> None:
    units = {**FREE, **PANZERS, "Gd BG 1": "X16", "60 A": "V14"}
    state = combat("axis", units, turn=8, options=GROUPS)
    beaten = fight(state, "X16", ["41 Pz", "56 Pz", "24 Pz"], 6, announced=4)
    assert beaten.place("Gd BG 1") == "counters"
    # an attacker's too
    failed = fight(
        combat("axis", {**FREE, "Ge BG Inf 1": "W16", "16 A": "X16"}, turn=8, options=GROUPS),
        "X16",
        ["Ge BG Inf 1"],
        1,
    )
    assert failed.place("Ge BG Inf 1") == "counters"


@pytest.mark.rule("TRC-26.4.1a")
def test_a_battlegroup_stacks_as_a_corps_and_has_a_zone_of_control() -> None:
    stack = {"3 TkC": "X16", "5 CavC": "X16", "7 CavC": "X16"}
    full = at("russian", 1, units={**FREE, **stack, "Gd BG 1": "X16"}, options=GROUPS)
    with refused("TRC-6.2a"):
        play(full, "end-movement")
    # four hexes straight past it
    alone = at("axis", 1, units={**FREE, "10 Inf": "W18", "Gd BG 1": "X16"}, options=GROUPS)
    assert "W14" not in reach(alone, "10 Inf")
    assert "W14" in reach(alone._supposed(places=[("Gd BG 1", "counters")]), "10 Inf")


@pytest.mark.rule("TRC-26.4.1b")
def test_only_those_of_the_ss_enter_enemy_zones() -> None:
    units = {**FREE, "Ge BG Pz 1": "V17", "SS BG 1": "V17", "3 A": "X16"}
    state = at("axis", 1, units=units, options=GROUPS)
    assert "W16" not in reach(state, "Ge BG Pz 1") and "W17" in reach(state, "Ge BG Pz 1")
    assert "W16" in reach(state, "SS BG 1")
    assert "W16" in reach(state._supposed(places=[("41 Pz", "V17")]), "41 Pz")


@pytest.mark.rule("TRC-26.4.1b")
def test_nor_do_they_sail_to_a_port_in_an_enemy_zone() -> None:
    units = {**FREE, "Ge BG Inf 1": "DD24", "10 Inf": "DD24", "3 A": "II22"}
    state = at("axis", 1, units=units, axis=["DD24", "JJ23"], options=GROUPS)
    assert "JJ23" in names(play(state, "ship-black 10 Inf"), "ship-to")
    assert "JJ23" not in names(play(state, "ship-black Ge BG Inf 1"), "ship-to")


@pytest.mark.rule("TRC-26.4.1c")
def test_battlegroups_of_the_ss_do_not_frighten_partisans() -> None:
    track, held = ["O19", "O20", "O21", "O22", "O23"], ["O19", "O22", "O23"]

    def asked(unit: str) -> State:
        units = {**FREE, "Partisan 1": "reserve", unit: "N21"}
        state = at("russian", 2, units=units, rail=track, axis=held, options=GROUPS)
        return walk(play(state, "end-movement"), "partisans", "russian")

    assert {"O19", "O23"} <= names(asked("SS BG 1"), "at")
    # but for their zones of control
    assert not {"O20", "O21"} & names(asked("SS BG 1"), "at")
    assert not {"O19", "O23"} & names(asked("1 SS Pz"), "at")


def rebuilding(units: dict[str, str], *replaced: str) -> State:
    """The Axis has taken replacements in May 1943, and is asked for battlegroups."""
    pool = dict.fromkeys(replaced, "pool")
    state = before("axis", turn=MAY_43, units={**FREE, **pool, **units}, options=GROUPS)
    state.push("end-movement")
    state = walk(state, "replacements", "axis")
    for unit in replaced:
        state = play(state, f"replace {unit}") if state.place(unit) == "pool" else state
    return state


@pytest.mark.rule("TRC-26.4.2a", "TRC-26.4.2d")
def test_a_replacement_takes_the_place_of_a_battlegroup_before_movement() -> None:
    state = rebuilding({"Ge BG Inf 1": "P21"}, "10 Inf")
    assert state.decision == "battlegroups"
    done = play(state, "rebuild 10 Inf")
    assert (done.place("10 Inf"), done.place("Ge BG Inf 1")) == ("P21", "counters")
    # it has not moved
    assert (
        done.decision == "movement" and max(distance("P21", h) for h in reach(done, "10 Inf")) > 2
    )
    later = play(state, "end-battlegroups")
    assert later.decision == "movement" and not names(later, "rebuild")
    # who is not a replacement does not
    other = rebuilding({"Ge BG Inf 1": "P21", "11 Inf": "off-map"}, "10 Inf")
    assert names(other, "rebuild") == {"10 Inf"}


@pytest.mark.rule("TRC-26.4.2d", "TRC-21.2a")
@pytest.mark.parametrize("turn", [MAY_42, MAY_43, MAY_44])
def test_battlegroups_are_rebuilt_in_each_may_in_which_replacements_come(turn: int) -> None:
    # in May 1944 two corps are called away first
    away = {"41 Pz": "J30", "56 Pz": "J31"}
    units = {**FREE, **away, "10 Inf": "pool", "Ge BG Inf 1": "P21"}
    state = walk(
        play(before("axis", turn=turn, units=units, options=GROUPS), "end-movement"),
        "replacements",
        "axis",
    )
    asked = play(state, "replace 10 Inf")
    assert (asked.turn, asked.decision) == (turn, "battlegroups")
    assert play(asked, "rebuild 10 Inf").place("10 Inf") == "P21"


@pytest.mark.rule("TRC-26.4.2b")
def test_types_match() -> None:
    where = {"Ge BG Inf 1": "P21", "Ge BG Pz 1": "P20"}
    state = rebuilding(where, "10 Inf", "50 Mot")
    infantry = play(state, "rebuild 10 Inf")
    assert infantry.place("10 Inf") == "P21"
    assert play(infantry, "rebuild 50 Mot").place("50 Mot") == "P20"
    alone = rebuilding({"Ge BG Inf 1": "P21"}, "10 Inf", "50 Mot")
    with refused("TRC-26.4.2b"):
        play(alone, "rebuild 50 Mot")


@pytest.mark.rule("TRC-26.4.2c")
def test_services_match() -> None:
    state = rebuilding({"SS BG 1": "P20", "Ge BG Inf 1": "P21"}, "10 Inf", "2 SS Pz")
    assert names(state, "rebuild") == {"10 Inf", "2 SS Pz"}
    assert play(state, "rebuild 2 SS Pz").place("2 SS Pz") == "P20"
    army = rebuilding({"Ge BG Pz 1": "P20", "Ge BG Inf 1": "P21"}, "10 Inf", "2 SS Pz")
    with refused("TRC-26.4.2c"):
        play(army, "rebuild 2 SS Pz")
    # Russians that are not Guards
    red = before(
        "russian",
        turn=12,
        units={
            **FREE, "Gd BG 1": "P9", "3 A": "pool", "4G A": "pool", "Kiev Worker": "R9",
            "Kharkov Worker": "AA14",
        },
        options=GROUPS,
        variables={"replacement points": 20},
    )  # fmt: skip
    red.push("end-movement")
    red = walk(red, "replacements", "russian")
    red = play(red._supposed(variables=[("replacement points", 20)]), "recruit 4G A", "recruit 3 A")
    while red.decision == "replacements":
        red = play(red, "end-replacements")
    with refused("TRC-26.4.2c"):
        play(red, "rebuild 3 A")
    assert play(red, "rebuild 4G A").place("4G A") == "P9"


@pytest.mark.rule("TRC-26.4.3a", "TRC-26.4.3b")
def test_russians_win_automatically_over_battlegroups_at_any_time() -> None:
    units = {**FREE, "Ge BG Inf 1": "X16", "16 A": "W16", "11 A": "V14"}
    state = go(at("russian", 1, turn=8, units=units, options=GROUPS), "11 A", "W15")
    won = play(state, "overrun X16")
    assert won.place("Ge BG Inf 1") == "counters"
    # not over others
    strong = {**units, "Ge BG Inf 1": "counters", "SS Res": "X16", "4G A": "W16", "5G A": "W15"}
    others = go(at("russian", 1, turn=8, units=strong, options=GROUPS), "11 A", "W15")
    with refused("TRC-16.4a"):
        play(others, "overrun X16")
    both = {**strong, "Ge BG Inf 1": "X16", "6G A": "X15", "7G A": "X15"}
    with refused("TRC-16.4a"):
        play(go(at("russian", 1, turn=8, units=both, options=GROUPS), "11 A", "W15"), "overrun X16")


@pytest.mark.rule("TRC-26.4.1a", "TRC-8.2b")
@pytest.mark.parametrize(
    ("unit", "goes_on"),
    [("13 Inf", True), ("Ge BG Inf 1", True), ("Ge BG Pz 1", False), ("41 Pz", False)],
)
def test_battlegroups_on_foot_are_not_stopped_by_woods(unit: str, goes_on: bool) -> None:
    # P9 is wooded
    state = at("axis", 1, turn=14, units={**FREE, unit: "O9"}, options=GROUPS)
    on = play(state, f"move {unit}", "to P9")
    assert (on.decision == "leg" and "Q9" in names(on, "to")) == goes_on


@pytest.mark.rule("TRC-26.4.1a", "TRC-6.2a")
def test_who_took_no_room_takes_none_beside_battlegroups() -> None:
    stack = {"3 TkC": "X16", "5 CavC": "X16", "Gd BG 1": "X16", "Stavka": "X16", "Stalin": "X16"}
    full = at("russian", 1, units={**FREE, **stack}, options=GROUPS)
    assert may(full, "end-movement")
    # one corps more is too many
    with refused("TRC-6.2a"):
        play(full._supposed(places=[("7 CavC", "X16")]), "end-movement")


@pytest.mark.rule("TRC-26.4a", "TRC-26.4d")
def test_the_owner_says_what_is_left() -> None:
    panzer = attack("russian", {"41 Pz": "X16"}, D1)
    assert (panzer.decision, panzer.to_move) == ("battlegroup", "axis")


@pytest.mark.rule("TRC-26.4.2a", "TRC-26.4.2d")
def test_only_replacements_rebuild_and_only_as_the_turn_begins() -> None:
    state = rebuilding({"Ge BG Inf 1": "P21", "11 Inf": "arriving"}, "10 Inf")
    assert names(state, "rebuild") == {"10 Inf"}
    later = play(state, "end-battlegroups", "end-movement")
    while later.to_move != "russian":
        assert later.decision != "battlegroups"
        legal = later.legal_actions.list()
        later.push(next((a for a in legal if later.is_pass(a)), legal[0]))
    assert later.place("Ge BG Inf 1") == "P21"


@pytest.mark.rule("TRC-26.4.2b")
def test_tanks_take_the_place_of_tanks() -> None:
    state = rebuilding({"Ge BG Pz 1": "P20", "Ge BG Inf 1": "P21"}, "24 Pz")
    assert names(state, "rebuild") == {"24 Pz"}
    assert play(state, "rebuild 24 Pz").place("24 Pz") == "P20"


@pytest.mark.rule("TRC-12.4a", "TRC-26.4a")
def test_what_is_left_has_been_attacked_in_this_phase() -> None:
    state = attack("axis", {"4G A": "X16"}, D1)
    assert "Gd BG 1" in state.units_with("attacked")
    assert "Gd BG 2" not in state.units_with("attacked")
