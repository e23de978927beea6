"""26.4 by tables: which units leave which battlegroups, and from when."""

from __future__ import annotations

import pytest

from ...battle_positions import combat, fight, go, may, overrun, reach
from ...left_out_positions import at_without
from ...turn_positions import at, before, data, names, play, walk
from .test_26_4_battlegroups import D1, DE, FREE, attack, groups, rebuilding

INF, PZ, SS = "Ge BG Inf 1", "Ge BG Pz 1", "SS BG 1"

GERMANS = {
    # infantry of three factors or more leaves infantry
    "13 Inf": {INF}, "12 Inf": {INF}, "7 Inf": {INF},
    # the swift ones leave either; 52 Mot has three factors and six hexes, as a battlegroup of tanks
    "52 Mot": {INF, PZ}, "11 Mot": {INF, PZ}, "46 Pz": {INF, PZ}, "40 Pz": {INF, PZ},
    "GD Pz": {INF, PZ}, "HG Pz": {INF, PZ},
    # those of the SS, of whatever kind, their own as well, if they are as swift
    "3 SS Pz": {INF, PZ, SS}, "15 SS Cav": {INF, PZ, SS}, "6 SS Inf": {INF}, "5 SS Mtn": {INF},
    # too weak, of another kind, or of another nation
    "SS Res": set(), "3 LW": set(), "49 Mtn": set(), "1 Cav": set(), "HQ South": set(),
    "Rum 2 Inf": set(), "Hun 1 Mot": set(), "Finn 4 Inf": set(),
}  # fmt: skip

RUSSIANS = {
    "4G A": {"Gd BG 1"}, "2G CavC": {"Gd BG 1"}, "1G CavC": {"Gd BG 1"},
    "16 A": set(), "8 TkC": set(), "7 CavC": set(), "20 A": set(), "1 TkA": set(), "Stavka": set(),
}  # fmt: skip


@pytest.mark.rule("TRC-26.4a", "TRC-26.4d")
@pytest.mark.parametrize("die", [D1, DE])
@pytest.mark.parametrize("side", ["axis", "russian"])
def test_who_leaves_what(side: str, die: int) -> None:
    for unit, left in (RUSSIANS if side == "axis" else GERMANS).items():
        for turn in (4, 5, 8):
            state = attack(side, {unit: "X16"}, die, turn=turn)
            expected = left if turn >= 5 else set()
            if len(expected) > 1:
                assert state.decision == "battlegroup", (unit, turn)
                assert names(state, "leave") == expected, (unit, turn)
                for group in expected:
                    after = play(state, f"leave {group}")
                    assert (after.place(unit), after.place(group)) == ("pool", "X16")
            else:
                # the only choice is taken unasked
                assert groups(state, "X16") == sorted(expected), (unit, turn)
                assert state.place(unit) == "pool"


@pytest.mark.rule("TRC-26.4a")
@pytest.mark.parametrize("side", ["axis", "russian"])
def test_attackers_leave_none(side: str) -> None:
    strong = {"axis": ("46 Pz", ["11 A", "12 A"]), "russian": ("4G A", ["24 Pz", "39 Pz", "46 Pz"])}
    attacker, defenders = strong[side]
    units = {**FREE, attacker: "W16", **dict.fromkeys(defenders, "X16")}
    state = combat(side, units, turn=8, options=("battlegroups",))
    state = play(state, "odds -6") if state.decision == "odds" else state
    lost = play(state, "roll 1")
    assert lost.place(attacker) == "pool"
    assert groups(lost, "counters") == sorted(FREE)


@pytest.mark.rule("TRC-26.4e", "TRC-26.4a")
@pytest.mark.parametrize("die", [D1, DE])
def test_a_battlegroup_that_is_lost_takes_no_other_with_it(die: int) -> None:
    where = {"Gd BG 1": "X16", "Gd BG 2": "P9", "Ge BG Inf 1": "P21", "3 TkC": "R9"}
    state = attack("axis", {**where, "16 A": "X16"}, die)
    if state.decision == "loss":
        state = play(state, "lose Gd BG 1")
        # it leaves none of its own
        assert state.place("16 A") == "X16"
    assert state.place("Gd BG 1") == "counters"
    assert (state.place("Gd BG 2"), state.place("Ge BG Inf 1")) == ("P9", "P21")
    assert state.place("3 TkC") == "R9"


@pytest.mark.rule("TRC-26.4a", "TRC-26.4b", "TRC-26.4c")
def test_the_battlegroup_of_a_de_goes_two_hexes_and_nobody_else_goes() -> None:
    state = attack("axis", {"4G A": "X16", "3 TkC": "R9"}, DE)
    assert names(state, "retreat-to") and state.decision == "retreat to"
    on = play(state, sorted(state.legal_actions.names())[0])
    assert on.decision == "retreat on" and not may(on, "halt")
    over = play(on, sorted(on.legal_actions.names())[0])
    assert (over.place("3 TkC"), over.place("12 TkC")) == ("R9", "DD3")
    assert "retreat" not in (over.decision or "")


@pytest.mark.rule("TRC-26.4b", "TRC-26.4d", "TRC-26.4a", "TRC-26.4c")
@pytest.mark.parametrize(("first", "second"), [("4G A", "16 A"), ("16 A", "4G A")])
def test_each_hex_leaves_what_its_own_lost_leave(first: str, second: str) -> None:
    """Guards in one hex, an army of none in the other: one battlegroup, where the Guards were."""
    units = {first: "X16", second: "Y15"} | dict.fromkeys(["41 Pz", "24 Pz", "39 Pz"], "X15")
    units |= dict.fromkeys(["1 SS Pz", "2 SS Pz", "GD Pz"], "Y16")
    us = ["41 Pz", "24 Pz", "39 Pz", "1 SS Pz", "2 SS Pz", "GD Pz"]
    state = combat("axis", {**FREE, **units}, turn=8, options=("battlegroups",))
    after = fight(state, ["X16", "Y15"], us, DE, announced=3)
    assert (after.place(first), after.place(second)) == ("pool", "pool")
    # it may have been moved already, where there is but one way
    assert len(groups(after, "counters")) == len(FREE) - 1


@pytest.mark.rule("TRC-26.4d", "TRC-26.4a")
def test_the_last_battlegroup_is_left_and_then_none() -> None:
    one = attack("axis", {"4G A": "X16", "Gd BG 1": "removed"}, D1)
    assert groups(one, "X16") == ["Gd BG 2"]
    # one on the map is not free
    none = attack("axis", {"4G A": "X16", "Gd BG 1": "P9", "Gd BG 2": "R9"}, D1)
    assert (none.place("4G A"), groups(none, "X16")) == ("pool", [])
    assert (none.place("Gd BG 1"), none.place("Gd BG 2")) == ("P9", "R9")


@pytest.mark.rule("TRC-26.4.3a", "TRC-16.4a")
@pytest.mark.parametrize("options", [(), ("battlegroups",)])
def test_the_axis_wins_automatically_in_any_year(options: tuple[str, ...]) -> None:
    units = {"24 Pz": "Z18", "39 Pz": "Z18", "12 Inf": "AA19", "5 TkC": "Y18"}
    came = go(at("axis", turn=2, units=units, options=options), "12 Inf", "Z19")
    won = overrun(came, "Y18", ["24 Pz", "39 Pz", "12 Inf"])
    assert won.place("5 TkC") == "surrendered"


@pytest.mark.rule("TRC-26.4.3b", "TRC-26.4e")
@pytest.mark.parametrize(
    ("rule", "place"),
    [("", "counters"), ("TRC-26.4.3b", "surrendered"), ("TRC-26.4e", "counters")],
)
def test_by_which_rule_a_battlegroup_that_is_overrun_is_free_again(rule: str, place: str) -> None:
    units = {**FREE, "Ge BG Inf 1": "X16", "16 A": "W16", "11 A": "V14"}
    state = at_without(rule, "russian", units=units, options=("battlegroups",))
    won = play(go(state, "11 A", "W15"), "overrun X16")
    assert won.place("Ge BG Inf 1") == place


@pytest.mark.rule("TRC-26.4.3b", "TRC-26.4e", "TRC-16.1a")
@pytest.mark.parametrize("group", [True, False])
def test_who_is_no_battlegroup_surrenders_as_ever(group: bool) -> None:
    foe = "Gd BG 1" if group else "5 TkC"
    units = {**FREE, "24 Pz": "Z18", "39 Pz": "Z18", "57 Pz": "Z19", "41 Pz": "AA19", foe: "Y18"}
    state = at("axis", turn=8, units=units, options=("battlegroups",))
    came = go(state, "41 Pz", "Z19")
    won = play(came, "overrun Y18")
    while won.decision == "automatic victory":
        legal = won.legal_actions.names()
        won = play(won, "strike" if "strike" in legal else sorted(legal)[0])
    assert won.place(foe) == ("counters" if group else "surrendered")


@pytest.mark.rule("TRC-26.4.1b", "TRC-24.5b")
def test_closed_land_is_closed_to_all_with_battlegroups_too() -> None:
    units = {**FREE, "23 A": "C10", "Gd BG 1": "C10", "49 Mtn": "A8", "10 Inf": "B9"}
    shut = at("russian", turn=22, units=units, variables={"Finland closed": 1},
              options=("battlegroups",))  # fmt: skip
    open_ = at("russian", turn=22, units=units, options=("battlegroups",))
    for unit in ("23 A", "Gd BG 1"):
        assert "B11" in reach(open_, unit) and "B11" not in reach(shut, unit)


@pytest.mark.rule("TRC-26.4.2a", "TRC-26.4.2b", "TRC-26.4.2d")
def test_the_owner_says_which_battlegroup_a_replacement_takes_the_place_of() -> None:
    state = rebuilding({"Ge BG Inf 1": "P21", "Ge BG Inf 2": "P23"}, "10 Inf", "11 Inf")
    assert (state.decision, state.to_move) == ("battlegroups", "axis")
    assert names(state, "rebuild") == {"10 Inf", "11 Inf"}
    asked = play(state, "rebuild 10 Inf")
    # those of a type are alike: what differs is where they stand
    assert (asked.decision, asked.to_move) == ("battlegroup to rebuild", "axis")
    assert len(names(asked, "take-over")) == 2
    taken = play(asked, "take-over Ge BG Inf 2")
    assert (taken.place("10 Inf"), taken.place("Ge BG Inf 2")) == ("P23", "counters")
    assert taken.place("Ge BG Inf 1") == "P21"
    # the other one next
    assert taken.decision == "battlegroups" and names(taken, "rebuild") == {"11 Inf"}
    both = play(taken, "rebuild 11 Inf")
    assert (both.place("11 Inf"), both.decision) == ("P21", "movement")
    # who is left over comes in as ever
    rest = play(taken, "end-battlegroups")
    assert rest.decision == "movement" and "11 Inf" in names(rest, "enter")


@pytest.mark.rule("TRC-26.4.2b", "TRC-26.4.2c", "TRC-26.4.2a")
@pytest.mark.parametrize(
    ("group", "who"),
    [
        ("Ge BG Inf 1", {"10 Inf"}),
        ("Ge BG Pz 1", {"24 Pz", "50 Mot"}),
        ("SS BG 1", {"2 SS Pz"}),
        (None, set()),
    ],
)
def test_who_takes_the_place_of_what(group: str | None, who: set[str]) -> None:
    """Infantry of infantry, swift troops of tanks, the SS of the SS."""
    for replaced in (["10 Inf", "50 Mot"], ["10 Inf", "2 SS Pz"], ["24 Pz"]):
        state = rebuilding({group: "P21"} if group else {}, *replaced)
        able = who & set(replaced)
        assert (state.decision == "battlegroups") == bool(able), replaced
        if able:
            assert names(state, "rebuild") == able
            for unit in able:
                assert play(state, f"rebuild {unit}").place(unit) == "P21"
        else:
            assert names(state, "enter") >= set(replaced)


@pytest.mark.rule("TRC-26.4.2c", "TRC-26.4.2a")
@pytest.mark.parametrize(
    ("replaced", "place"), [(["24 Pz"], "P23"), (["10 Inf", "2 SS Pz"], "P20")]
)
def test_of_two_battlegroups_of_its_type_a_replacement_takes_that_of_its_service(
    replaced: list[str], place: str
) -> None:
    state, unit = rebuilding({"SS BG 1": "P20", "Ge BG Pz 1": "P23"}, *replaced), replaced[-1]
    assert names(state, "rebuild") == {unit}
    # there is nothing to choose
    assert play(state, f"rebuild {unit}").place(unit) == place


@pytest.mark.rule("TRC-20.9.2c", "TRC-26.4.2d", "TRC-26.4.2a")
def test_who_comes_back_after_his_withdrawal_is_no_replacement() -> None:
    """24 Pz returns in January 1945, in which the Axis takes no replacements."""
    units = {**FREE, "24 Pz": "later", "Ge BG Pz 1": "P20"}
    state = before("axis", turn=23, units=units, options=("battlegroups",),
                   flags={"returning": ["24 Pz"]})  # fmt: skip
    state.push("end-movement")
    asked = set()
    while not (state.decision == "movement" and state.to_move == "axis"):
        asked.add(state.decision)
        legal = state.legal_actions.list()
        chance = state.to_move == "chance"
        passes = next((a for a in legal if state.is_pass(a)), legal[0])
        state.push("roll 1" if chance else passes)
    assert "battlegroups" not in asked
    assert state.place("24 Pz") == "arriving" and "24 Pz" in names(state, "enter")


@pytest.mark.rule("TRC-26.4.2d", "TRC-26.4.2a")
def test_russians_rebuild_battlegroups_in_any_turn() -> None:
    units = {**FREE, "Gd BG 1": "P9", "4G A": "pool", "Kiev Worker": "R9", "Kharkov Worker": "AA14"}
    more = {"options": ("battlegroups",), "variables": {"replacement points": 20}}
    state = before("russian", turn=14, units=units, **more)
    state.push("end-movement")
    state = walk(state, "replacements", "russian")
    state = state._supposed(variables=[("replacement points", 20)])
    state = play(state, "recruit 4G A")
    while state.decision == "replacements":
        state = play(state, "end-replacements")
    assert (state.decision, state.to_move) == ("battlegroups", "russian")
    assert play(state, "rebuild 4G A").place("4G A") == "P9"


@pytest.mark.rule("TRC-26.4a", "TRC-13.3i", "TRC-13.3j")
@pytest.mark.parametrize("die", [D1, DE])
def test_without_the_option_nothing_is_left(die: int) -> None:
    units = {"41 Pz": "W16", "56 Pz": "W15", "24 Pz": "W15", "4G A": "X16"}
    state = combat("axis", units, turn=8)
    state = fight(state, "X16", ["41 Pz", "56 Pz", "24 Pz"], die, announced=3)
    assert state.place("4G A") == "pool"
    assert state.decision == "movement" and state.units_at("X16") == []


@pytest.mark.rule("TRC-26.4.1a", "TRC-20.9.3a")
def test_a_battlegroup_is_no_corps_that_could_be_withdrawn() -> None:
    units = {**FREE, "9 Inf": "J30", "20 Inf": "J31", "Ge BG Inf 1": "J32", "SS BG 1": "K30"}
    state = before("axis", turn=24, units=units, options=("battlegroups",))
    state.push("end-movement")
    asked = walk(state, "withdrawal", "axis")
    found = names(asked, "withdraw")
    assert found >= {"9 Inf"} and not found & {"Ge BG Inf 1", "SS BG 1"}


@pytest.mark.rule("TRC-26.4.2a", "TRC-9.4.4a")
def test_who_takes_its_place_does_what_an_arrival_does() -> None:
    """Track of the enemy's in the hex counts as crossed by him."""
    state = rebuilding({"Ge BG Inf 1": "W16"}, "10 Inf")
    assert "W16" not in state.hexes_with("crossed")
    done = play(state, "rebuild 10 Inf")
    assert done.place("10 Inf") == "W16" and "W16" in done.hexes_with("crossed")


@pytest.mark.rule("TRC-26.4.2d", "TRC-26.4.3a")
def test_without_the_option_no_battlegroup_is_rebuilt_or_beaten() -> None:
    units = {"Ge BG Inf 1": "P21", "10 Inf": "pool"}
    state = walk(play(before("axis", turn=13, units=units), "end-movement"), "replacements", "axis")
    bought = play(state, "replace 10 Inf")
    assert walk(bought, "movement", "axis", 1).place("Ge BG Inf 1") == "P21"


@pytest.mark.rule("TRC-26.4.1b", "TRC-5.5a")
def test_land_that_is_closed_to_all_is_closed_where_battlegroups_are_played() -> None:
    bulgaria = {h.name for h in data().map.hexes if h is not None and h.area == "bulgaria"}
    for open_ in (0, 1):
        units = {**FREE, "13 Inf": "DD30", "Ge BG Inf 1": "DD29"}
        state = at("axis", turn=13, units=units, options=("battlegroups",),
                   variables={"Bulgaria open": open_})  # fmt: skip
        assert bool(reach(state, "13 Inf") & bulgaria) == bool(open_)


@pytest.mark.rule("TRC-26.4.3a", "TRC-16.4a")
@pytest.mark.parametrize(("turn", "wins"), [(9, False), (10, True)])
def test_russians_win_against_others_from_november_1942_on(turn: int, wins: bool) -> None:
    units = {**FREE, **dict.fromkeys(("1G TkA", "2G TkA", "3 TkA"), "Z18"), "Rum 5 Inf": "Y18"}
    state = at("russian", turn=turn, units=units, hex_flags={"ripe": ["Y18"]},
               options=("battlegroups",))  # fmt: skip
    assert ("Y18" in names(state, "overrun")) == wins
