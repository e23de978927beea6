"""Section 14: Operation Citadel."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

import eastfront as ef
from eastfront._core import ArgumentError, State

from . import scenario_positions
from .board_positions import (
    Units,
    edit,
    names,
    number,
    play,
    refused,
    surround,
    walk,
)

GERMAN = [
    "1312", "1415", "1709", "1714", "1717", "1718", "1813", "1908", "1922", "2117", "2311", "2320",
    "2322", "2407", "2415", "2418", "2607", "2622", "2705", "2820", "2911", "3108", "3114", "3220",
]  # fmt: skip
SOVIET = ["1011", "1304", "1402", "1606", "1806", "2100", "2205", "2501", "2804"]
DNEPR = [
    "2409", "2410", "2506", "2507", "2508", "2509", "2510", "2606", "2607", "2608", "2609", "2706",
    "2707", "2708", "2807", "2808", "2809", "2908",
]  # fmt: skip
"""The hexes next to the Dnepr south of Kiev and of the hexes around it."""
SIEGE = ["1010", "1012", "1110", "1111"]
SET_UP = """
1011 LPMA 23A 42A 55A 67A
1110 2Sh 4A 8A 54A
1210 52A 59A
1310 11A 34A
1411 1Sh 22A
1510 3Sh 41A
1610 4Sh 20A 43A
1609 5A 10G 31A 39A 68A
1708 33A 49A
1808 10A 50A
1807 4T 11G
1906 61A
2006 3A 3T 63A
2106 13A 48A
2107 2T 70A
2208 38A 60A 65A
2307 1T 6G 27A 40A
2306 4G 5G 5GT 53A
2305 7G 46A 47A 57A 69A
2405 1G 6A 37A
2404 8G 12A
2503 3G 51A
2603 5Sh
2702 2G
2803 28A
2804 44A
3005 9A 58A
3104 18A 56A
1111 3Lw 50AK 54AK
1211 1AK 38AK
1311 26AK 28AK
1412 2AK 10AK
1513 8AK
1511 43AK 59AK
1611 6AK
1710 27AK
1709 39Pz
1809 9AK 56Pz
1908 12AK 34AK
1907 55AK
2007 23AK 35AK 53AK
2008 41Pz 46Pz 47Pz
2108 13AK 20AK
2209 7AK 52AK
2308 11AK 42AK 48Pz
2408 3Pz 24Pz
2407 2SSPz
2406 57Pz
2505 40Pz
2504 17AK
2604 30AK
2704 4AK
2805 29AK
3105 5AK 44AK 49Mtn
3106 KSC
"""
"""The lists of 14.6 and 14.7."""


game = partial(scenario_positions.game, "citadel")
data = partial(scenario_positions.data, "citadel")
start = partial(scenario_positions.start, "citadel")
met = partial(scenario_positions.met, "citadel")
at = partial(scenario_positions.at, "citadel", turn=20)


# -- 14.2, 14.3: frame -------------------------------------------------------------------------


@pytest.mark.rule("BD-14.1a", "BD-14.2a", "BD-14.3a")
def test_play_opens_in_the_soviet_player_turn_and_ends_with_turn_22() -> None:
    state, found = start(), []
    names_of = {
        "phase order": "order", "strategic movement": "rail", "rvgk": "rvgk", "movement": "move",
        "prepared assault": "fight", "replacements": "steps",
    }  # fmt: skip
    while not state.is_over:
        word = names_of.get(state.decision or "")
        now = (state.var("turn"), state.to_move, word)
        if word and now not in found:
            found.append(now)
        passes = [a for a in state.legal_actions.list() if state.is_pass(a)]
        orders = state.legal_actions.names()
        wanted = ["move-fight"] if "move-fight" in orders else []
        state.push(wanted[0] if wanted else passes[0] if passes else orders[0])
    opened = [(side, word) for turn, side, word in found if turn == 19]
    assert opened == [("soviet", "order"), ("soviet", "move"), ("soviet", "fight")]
    for turn in (20, 21, 22):
        later = [(side, word) for t, side, word in found if t == turn]
        assert [key for key in later if key[1] != "steps"] == [
            (side, word)
            for side, first in (("german", "rail"), ("soviet", "rvgk"))
            for word in ("order", first, "move", "fight")
        ]
    assert state.var("turn") == 22 and found[-1][0] == 22
    assert state.outcome == ("german", 1, "BD-14.4f")


@pytest.mark.rule("BD-14.2a", "BD-14.6b")
def test_the_first_turn_has_begun() -> None:
    """The Luftwaffe is there, the German chooses his supply in the Crimea, and the Soviet places
    three markers anywhere before he declares his order; they serve that player turn."""
    state = start()
    assert (state.decision, state.to_move, state.var("luftwaffe")) == ("crimea supply", "german", 2)
    state = play(state, "coastal-supply")
    for letter, place in zip("abc", ("1724", "1011", "2207"), strict=True):
        assert (state.decision, state.to_move) == ("offensive supply", "soviet")
        assert len(names(state, f"marker-{letter}")) >= 523
        state = play(state, f"marker-{letter} {place}")
    assert (state.decision, state.to_move) == ("phase order", "soviet")
    assert [state.var(f"supply marker {x}") for x in "ABC"] == [
        number(h) for h in ("1724", "1011", "2207")
    ]
    assert state.ask("supply", "38A") == 6
    ended = walk(play(state, "fight-move"), "phase order", "german")
    assert [ended.var(f"supply marker {x}") for x in "ABC"] == [-1, -1, -1]


# -- 14.4: victory -----------------------------------------------------------------------------


def outcome(
    soviet: list[str], units: Units | None = None, german: list[str] | None = None, turn: int = 22
) -> Any:
    """How the game ends if the Soviet has gained some hexes; None if it goes on after a turn. No
    unit is near the Dnepr, at Leningrad or in the Kuban but those named."""
    last = met("movement", "soviet", (("phase order", "fight-move"),))
    here = {"1001": ["60A"], "1724": ["5AK"], **(units or {})}
    state = edit(
        last, here, clear=True, german=german or [], soviet=soviet, variables={"turn": turn}
    )
    while not state.is_over:
        if state.var("turn") > turn:
            return None
        passes = [a for a in state.legal_actions.list() if state.is_pass(a)]
        state.push(passes[0] if passes else state.legal_actions.list()[0])
    return state.outcome


WON, LOST = ("soviet", 1, "BD-14.4b"), ("german", 1, "BD-14.4f")


def some(n: int, but: str = "") -> list[str]:
    """A number of the German cities, without one."""
    return [city for city in GERMAN if city != but][:n]


@pytest.mark.rule("BD-14.4b", "BD-14.4f")
@pytest.mark.parametrize("city", GERMAN)
def test_seven_cities_win_among_them_any_that_was_german(city: str) -> None:
    """Two of the seven are the Dnepr and the Gotenkopf, which no German holds."""
    assert outcome([*some(4, city), city]) == WON
    assert outcome(some(4, city)) == LOST


@pytest.mark.rule("BD-14.4b")
def test_other_hexes_are_no_cities() -> None:
    assert outcome([*some(4), "2419", "3015", "2408", "2923", "2922"]) == LOST


@pytest.mark.rule("BD-14.4b")
def test_a_city_gained_counts_out_of_supply_too() -> None:
    held = [*some(4, "2117"), "2117"]
    ring = surround("2117", ["1AK", "2AK", "6AK", "7AK", "8AK", "9AK"])
    assert outcome(held, {"2117": ["61A"], **{h: [u] for u, h in ring.items()}}) == WON


@pytest.mark.rule("BD-14.4a")
@pytest.mark.parametrize("city", SOVIET)
def test_a_city_that_was_soviet_and_is_german_loses(city: str) -> None:
    assert outcome(some(9), german=[city]) == LOST
    assert outcome(some(9)) == WON


@pytest.mark.rule("BD-14.4a")
def test_a_city_that_was_soviet_must_be_in_overland_supply() -> None:
    ring = surround("2205", ["1AK", "2AK", "6AK", "7AK", "8AK", "9AK"])
    cut: Units = {h: [u] for u, h in ring.items()}
    assert outcome(some(9), {"2205": ["61A"], **cut}) == LOST
    opened = {h: units for h, units in cut.items() if h != "2204"}
    assert outcome(some(9), {"2205": ["61A"], **opened}) == WON


@pytest.mark.rule("BD-14.4c")
@pytest.mark.parametrize("hex_", SIEGE)
def test_no_german_unit_may_be_next_to_leningrad(hex_: str) -> None:
    assert outcome(some(9), {hex_: ["1AK"]}) == LOST
    assert outcome(some(9), {hex_: ["61A"]}) == WON


@pytest.mark.rule("BD-14.4c")
def test_a_unit_next_to_leningrad_counts_in_any_supply() -> None:
    ring = surround("1111", ["61A", "62A", "63A", "66A", "40A", "41A"], leave=["1011"])
    assert outcome(some(9), {"1111": ["1AK"], **{h: [u] for u, h in ring.items()}}) == LOST
    assert outcome(some(9), {"1112": ["1AK"], "1211": ["2AK"]}) == WON


@pytest.mark.rule("BD-14.4d")
@pytest.mark.parametrize("hex_", DNEPR)
def test_a_supplied_german_unit_on_the_dnepr_costs_a_city(hex_: str) -> None:
    cities = [city for city in some(6, "2607") if city != "2705"][:5]
    assert outcome(cities, {hex_: ["1AK"]}) == LOST
    assert outcome([*cities, "3220"], {hex_: ["1AK"]}) == WON


@pytest.mark.rule("BD-14.4d")
@pytest.mark.parametrize("hex_", ["2211", "2310", "2311", "2411", "2412", "2511", "2610", "2909"])
def test_units_elsewhere_leave_the_dnepr_free(hex_: str) -> None:
    assert outcome(some(5, "2311"), {hex_: ["1AK"]}) == WON


@pytest.mark.rule("BD-14.4d")
def test_a_unit_on_the_dnepr_without_overland_supply_does_not_count() -> None:
    """A unit in the area of Dnepropetrovsk has its supply through the city."""
    assert outcome([*some(4), "2607"], {"2508": ["1AK"]}) == LOST
    assert outcome([*some(4), "2607"], {"2606": ["1AK"]}) == WON
    # coastal supply is not overland supply
    assert outcome([*some(4), "2607"], {"2908": ["1AK"]}) == WON


@pytest.mark.rule("BD-14.4e")
@pytest.mark.parametrize(("hex_", "found"), [("3105", LOST), ("3106", WON), ("3107", WON)])
def test_a_german_unit_in_the_gotenkopf_costs_a_city(hex_: str, found: Any) -> None:
    assert outcome(some(5), {hex_: ["1AK"]}) == found
    assert outcome(some(6), {hex_: ["1AK"]}) == WON


@pytest.mark.rule("BD-14.4e")
def test_a_unit_in_the_gotenkopf_counts_in_any_supply() -> None:
    cut: Units = {"3105": ["1AK"], "3106": ["61A"], "3005": ["62A"], "3104": ["63A"]}
    assert outcome(some(5), cut) == LOST


@pytest.mark.rule("BD-14.4b", "BD-14.4f")
@pytest.mark.parametrize("turn", [19, 20, 21])
def test_nothing_is_decided_before_the_end_of_turn_22(turn: int) -> None:
    assert outcome(some(9), turn=turn) is None
    assert outcome([], turn=turn, german=SOVIET) is None


@pytest.mark.rule("BD-14.4f")
def test_there_is_no_draw() -> None:
    assert outcome([], german=SOVIET) == LOST
    assert outcome([]) == LOST


# -- 14.5: turn record -------------------------------------------------------------------------


@pytest.mark.rule("BD-14.5a", "BD-8.12c")
@pytest.mark.parametrize(
    ("turn", "side", "steps"),
    [
        (20, "german", (1, 1)), (20, "soviet", (1, 3)), (21, "german", (1, 2)),
        (21, "soviet", (2, 5)), (22, "german", (1, 2)), (22, "soviet", (2, 5)),
    ],
)  # fmt: skip
def test_replacements_are_those_of_the_turn_record(
    turn: int, side: str, steps: tuple[int, int]
) -> None:
    dead = {"soviet": ["60A", "61A", "3T"], "german": ["4AK", "3Pz"]}[side]
    units: Units = {"dead": dead, "1000": ["59A"], "1724": ["5AK"]}
    last = met("prepared assault", "soviet", (("phase order", "move-fight"),))
    state = walk(edit(last, units, clear=True, variables={"turn": turn - 1}), "replacements", side)
    assert state.var("turn") == turn
    assert (state.var("mech steps"), state.var("foot steps")) == steps


@pytest.mark.rule("BD-14.5a", "BD-2.11a")
@pytest.mark.parametrize(
    ("turn", "german", "soviet"),
    [(20, (7, 4), (7, 4)), (21, (6, 3), (7, 4)), (22, (5, 3), (7, 4)), (19, None, (7, 4))],
)
def test_movement_factors_are_those_of_the_turn_record(
    turn: int, german: tuple[int, int] | None, soviet: tuple[int, int]
) -> None:
    """Autumn takes a point of the German's, winter another; turn 19 has the Soviet's only."""
    if german:
        for unit, points in zip(["3Pz", "4AK"], german, strict=True):
            state = at("movement", "german", {"2320": [unit], "1001": ["60A"]}, turn=turn)
            assert play(state, f"move {unit}").ask("german allowance") == points
    for unit, points in zip(["3T", "60A"], soviet, strict=True):
        state = at("movement", "soviet", {"1001": [unit], "2320": ["4AK"]}, turn=turn)
        assert play(state, f"move {unit}").ask("soviet allowance") == points


@pytest.mark.rule("BD-14.5a", "BD-11.23a", "BD-8.38a", "BD-8.36a")
@pytest.mark.parametrize(
    ("turn", "luftwaffe", "air", "guns"), [(20, 2, 15, 5), (21, 1, 15, 5), (22, 1, 15, 6)]
)
def test_air_forces_and_artillery_are_those_of_the_turn_record(
    turn: int, luftwaffe: int, air: int, guns: int
) -> None:
    last = met("prepared assault", "soviet", (("phase order", "move-fight"),))
    units: Units = {"1000": ["59A"], "1724": ["5AK"], "1001": ["60A"], "1002": ["4AK"]}
    begun = walk(edit(last, units, clear=True, variables={"turn": turn - 1}), "movement", "german")
    assert (begun.var("turn"), begun.var("luftwaffe")) == (turn, luftwaffe)
    fight = walk(begun, "prepared assault", "soviet")
    assert (fight.var("air armies left"), fight.var("artillery corps left")) == (air, guns)


@pytest.mark.rule("BD-14.5a")
def test_reinforcements_are_those_of_the_turn_record() -> None:
    due: dict[int, set[str]] = {}
    for unit in data().taking_part():
        if unit.arrives is not None and unit.entry != "trigger":
            due.setdefault(unit.arrives, set()).add(unit.name)
    late = {f"{n}PzL" for n in (3, 24, 39, 40, 41, 46, 47, 48, 56, 57)}
    assert due == {
        20: {"506TB", "3GT", "LCFC"},
        21: {"6SS", "SF", "509TB"},
        22: {"3SSPz", "501TB", "6T", *late},
    }


@pytest.mark.rule("BD-14.5a", "BD-8.5a", "BD-11.21e")
def test_no_east_wall_is_built() -> None:
    """Its segment is over as play opens."""
    with pytest.raises(ArgumentError):
        start().hexes_with("east wall")
    with pytest.raises(LookupError):
        walk(start(), "east wall")


@pytest.mark.rule("BD-14.5a", "BD-5.5b")
@pytest.mark.parametrize(("turn", "found"), [(19, True), (20, True), (21, False), (22, False)])
def test_the_german_may_use_fight_fight_once_in_a_single_month_turn(turn: int, found: bool) -> None:
    state = at("phase order", "german", turn=turn)
    assert ("fight-fight" in names(state)) == found
    assert "fight-fight" not in names(at("phase order", "soviet", turn=turn))
    if found:
        twice = play(state, "fight-fight")
        first = walk(twice, "prepared assault", "german")
        assert walk(play(first, "end-assaults"), "prepared assault", "german").to_move == "german"
        assert twice.var("fight/fight used") == 2
    used = at("phase order", "german", turn=turn, variables={"fight/fight used": 2})
    with refused("BD-5.5a"):
        used.push("fight-fight")
    earlier = at("phase order", "german", turn=turn, variables={"fight/fight used": 1})
    assert ("fight-fight" in names(earlier)) == found


# -- 14.6, 14.7: forces ------------------------------------------------------------------------


def stacks() -> dict[str, set[str]]:
    """The units of the set-up by hex."""
    return {line.split()[0]: set(line.split()[1:]) for line in SET_UP.split("\n") if line}


@pytest.mark.rule("BD-14.6b", "BD-14.7a")
@pytest.mark.parametrize("hex_", stacks())
def test_the_units_of_the_lists_are_set_up(hex_: str) -> None:
    assert set(game().new().units_at(hex_)) - {"502TB", "503TB", "505TB"} == stacks()[hex_]


@pytest.mark.rule("BD-14.6a", "BD-14.6b", "BD-14.7a")
def test_no_other_unit_is_in_play() -> None:
    state = start()
    found = {unit: place for unit, place in state.places().items() if place in state.game.hexes}
    assert set(found) == set().union(*stacks().values())
    sides = {u.name: u.side for u in data().units}
    assert sum(sides[unit] == "soviet" for unit in found) == 70
    assert sum(sides[unit] == "german" for unit in found) == 46
    assert set(state.units_at("riding")) == {"502TB", "503TB", "505TB"}
    assert state.units_at("rvgk") == []
    there = set(state.game.units)
    assert not {"ICA", "19A", "26A", "29A", "32A"} & there
    assert not {"14Pz", "14PzL", "51AK", "3Rum", "4Rum", "2Hun", "8Ital", "FCSE", "MGP"} & there


@pytest.mark.rule("BD-14.6a", "BD-14.7a", "BD-8.12f")
def test_seven_armies_are_in_the_dead_pile_and_no_german_unit() -> None:
    state = start()
    dead = {"16A", "21A", "24A", "30A", "62A", "64A", "66A"}
    assert set(state.units_at("dead")) == dead
    due = walk(state, "replacements", "soviet")
    assert due.var("turn") == 20 and names(due, "reclaim") <= dead


@pytest.mark.rule("BD-14.6b", "BD-14.7a")
def test_the_markers_of_the_lists() -> None:
    state = start()
    assert set(state.hexes_with("hero city")) == {"1011", "1606", "1806"}
    assert state.var("hero cities") == state.var("fortress cities") == 0
    assert (state.var("aerial supply hex"), state.var("aerial supply back")) == (-1, 0)


@pytest.mark.rule("BD-14.6c", "BD-8.18e")
@pytest.mark.parametrize("target", ["2207", "2208", "2107"])
def test_the_fortified_area_is_an_old_one(target: str) -> None:
    assert start().var("fortified area") == number("2207")
    from_ = {"2207": "2307", "2208": "2209", "2107": "2108"}[target]
    corps = ["4AK", "5AK", "9AK", "12AK", "13AK"]
    units: Units = {target: ["60A"], from_: corps, "1001": ["61A"]}
    said = at("prepared assault", "german", units).battle(target, corps)
    assert "BD-8.18e" in str(said) and "BD-8.18d" not in str(said)


@pytest.mark.rule("BD-14.7b", "BD-8.31b")
def test_the_ready_set_up_attaches_the_battalions() -> None:
    new = game().new()
    assert (new.decision, new.to_move) == ("set-up", "german")
    state = play(new, "automatic")
    assert rides(state) == {"502TB": "54AK", "503TB": "57Pz", "505TB": "35AK"}
    assert state.decision == "crimea supply"


def rides(state: State) -> dict[str, str]:
    """The corps of each battalion."""
    return {tb: state.game.units[state.var(f"{tb} rides")] for tb in ("502TB", "503TB", "505TB")}


@pytest.mark.rule("BD-14.7b", "BD-8.31b")
@pytest.mark.parametrize("corps", ["3Lw", "50AK"])
def test_two_battalions_are_attached_to_any_corps_in_their_hexes(corps: str) -> None:
    """Equal corps of a hex are offered once."""
    state = play(game().new(), "free")
    assert (state.decision, state.subject) == ("attachment", "502TB")
    assert names(state, "attach-to") == {"3Lw", "50AK"}
    state = play(state, f"attach-to {corps}")
    assert rides(state) == {"502TB": corps, "503TB": "57Pz", "505TB": "23AK"}
    assert state.decision == "crimea supply"


@pytest.mark.rule("BD-14.7b")
def test_a_scenario_without_ready_attachments_does_not_ask_for_them() -> None:
    state = play(ef.load("barbarossa-deluxe/what-if").new(), "automatic", "automatic")
    assert "502TB" in state.game.units and state.decision != "set-up"
