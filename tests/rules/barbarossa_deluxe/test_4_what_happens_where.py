"""Sections 3, 4, 7, 8 and 13: records of units, arrivals, and the end of a phase."""

from __future__ import annotations

from typing import Any

import pytest

from eastfront._core import State

from . import test_1_other_turns as other_turns
from .board_positions import (
    Units,
    around,
    at,
    data,
    declare,
    edit,
    fight,
    game,
    marker,
    names,
    number,
    play,
    refused,
    start,
    walk,
)
from .test_5_turn_tables import ending
from .test_8_entry_tables import next_turn
from .test_11_read_in_the_midst import read, spoilt
from .test_11_retreat_tables import CROWD, PZ, driven, fill, german, soviet

E, W, NE, SW = "2307", "2309", "2208", "2409"
FAR: dict[str, Any] = {"2316": ["1AK"], "1001": ["66A"]}
SHOCK_AND_FOOT = ["60A", "1Sh", "3Sh", "3T"]


# -- who holds what at the start ------------------------------------------------------------

SOUTH = {"29": 2906, "30": 3008, "31": 3106, "32": 3213}
"""The easternmost German hex of the rows on the Black Sea and in the Crimea, by 13.7: Nikolaev and
Perekop, the Sivash, Kerch, the coast of Bulgaria."""


@pytest.mark.rule("BD-3.6a", "BD-3.6d")
@pytest.mark.parametrize("row", sorted(SOUTH))
def test_the_german_holds_the_south_and_the_crimea(row: str) -> None:
    held = {h for h in game().new().hexes_with("german") if h[:2] == row}
    land = {
        h.name
        for h in data().map.hexes
        if h is not None and h.name[:2] == row and h.terrain not in ("sea", "lake")
        and h.area != "bulgaria"
    }  # fmt: skip
    assert held == {h for h in land if int(h) >= SOUTH[row]}


@pytest.mark.rule("BD-9.1b", "BD-9.1c")
def test_of_five_hero_cities_three_stand_one_is_spent_and_one_is_in_hand() -> None:
    """13.6 puts markers on 1011, 1606 and 1806; Sevastopol had one."""
    state = start()
    assert set(state.hexes_with("hero city")) == {"1011", "1606", "1806"}
    assert state.var("hero cities") == 1


# -- replacements and conversions -----------------------------------------------------------


@pytest.mark.rule("BD-8.12c", "BD-8.12a")
def test_on_the_first_turn_one_mechanised_unit_and_one_other_come_back() -> None:
    """June 1942: 1/1 (8.12). The dead are there before the first turn begins."""
    state = play(game().new(), "free")
    while len(state.units_at("pool")) > 1:
        state.push(min(names(state)))
    dead = ["3Pz", "14Pz", "4AK", "5AK"]
    state = state._supposed(places=[(u, "dead") for u in dead])
    state = walk(state, "replacements", "german")
    assert (state.var("mech steps"), state.var("foot steps")) == (1, 1)
    once = walk(play(state, "reclaim 3Pz", "enter 2407"), "replacements", "german")
    assert once.var("mech steps") == 0 and names(once, "reclaim") == {"4AK"}


@pytest.mark.rule("BD-8.20a", "BD-8.24c", "BD-4.12a")
def test_which_armies_are_rifle_armies() -> None:
    """Those that give way to guards and shock armies: rifle armies, and the Polish one (8.24)."""
    tanks = [u.name for u in data().units if u.kind == "tank"]
    assert len(tanks) == 5
    units: Units = {"2501": tanks, "1904": ["60A", "61A"], "1903": ["Pol"], "1902": ["1Sh", "2G"],
                    "later": ["1G"], "2320": ["1AK"]}  # fmt: skip
    asked = walk(next_turn(units, 12), "conversion", "soviet")
    assert names(asked, "convert") <= {"60A", "61A", "Pol"}
    assert "Pol" in names(asked, "convert") and not set(tanks) & names(asked, "convert")
    expedition: Units = {"3200": ["3Pz", "14Pz", "4AK"], "2501": [*tanks], "1904": ["60A", "61A"],
                         "1903": ["Pol", "62A"], "1902": ["1Sh", "2G"]}  # fmt: skip
    state = at("movement", "german", turn=13, sequence="move-fight", units=expedition,
               variables={"caucasus open": 1})  # fmt: skip
    response = walk(play(state, "launch-expedition"), "caucasus response")
    assert {"60A", "Pol"} <= names(response, "give") <= {"60A", "61A", "62A", "Pol"}
    assert response.place("1T") == "2501"


# -- Crimea supply --------------------------------------------------------------------------


@pytest.mark.rule("BD-7.4f", "BD-7.4h")
@pytest.mark.parametrize(
    ("choice", "begin", "to", "noted"),
    [
        (1, "2908", "3008", True), (2, "2908", "3008", False), (1, "2308", "2307", False),
        (2, "2308", "2307", False),
    ],
)  # fmt: skip
def test_only_who_comes_into_the_area_is_noted_and_only_when_it_is_chosen(
    choice: int, begin: str, to: str, noted: bool
) -> None:
    """Into Soviet hexes and into German ones."""
    for side in ("german", "soviet"):
        units: Units = {begin: ["4AK", "5AK"], "3108": ["6AK"], "1001": ["66A"]}
        state = at("movement", "german", turn=10, sequence="move-fight", units=units,
                   variables={"crimea supply": choice}, **{side: [to]})  # type: ignore[arg-type]  # fmt: skip
        gone = play(state, "move 4AK", f"to {to}")
        assert ("4AK" in gone.units_with("crimea supply")) == noted
        assert gone.units_with("no crimea supply") == []
        both = play(state, "move 4AK", "with 5AK", f"to {to}")
        assert ({"4AK", "5AK"} <= set(both.units_with("crimea supply"))) == noted


@pytest.mark.rule("BD-8.6b", "BD-7.4f")
def test_who_leaves_the_crimea_by_rail_draws_its_supply_no_longer() -> None:
    units: Units = {"3108": ["4AK", "5AK"], "1001": ["66A"]}
    order = at("phase order", "german", units=units, german=["2607"],
               variables={"crimea supply": 1}, flags={"crimea supply": ["4AK", "5AK"]})  # fmt: skip
    gone = play(order, "move-fight", "entrain 4AK", "detrain 2911")
    assert gone.place("4AK") == "2911"
    assert "4AK" not in gone.units_with("crimea supply")
    assert "5AK" in gone.units_with("crimea supply")


@pytest.mark.rule("BD-10.16a", "BD-7.4f")
def test_who_leaves_the_crimea_by_sea_draws_its_supply_no_longer() -> None:
    units: Units = {"3108": ["4AK", "5AK"], "1001": ["66A"], "2911": ["6AK"]}
    state = at("movement", "german", sequence="move-fight", units=units,
               variables={"crimea supply": 1}, flags={"crimea supply": ["4AK", "5AK"]})  # fmt: skip
    gone = play(state, "ship-black 4AK", "to-port 2911")
    assert gone.place("4AK") == "2911"
    assert "4AK" not in gone.units_with("crimea supply")
    assert "5AK" in gone.units_with("crimea supply")


# -- who falls ------------------------------------------------------------------------------


@pytest.mark.rule("BD-2.12b", "BD-8.12f")
def test_who_is_given_up_attacks_no_longer() -> None:
    inside: Units = {"2308": ["4AK", "5AK", "6AK"], E: SHOCK_AND_FOOT}
    state = at("prepared assault", "soviet", turn=13, sequence="fight-move",
               units={**FAR, **inside}, variables=marker(E))  # fmt: skip
    rolling = fight(state, "2308", SHOCK_AND_FOOT)
    blood = next(o for o in rolling.battle().outcomes if o.result == "BB")
    losing = play(rolling, f"roll {blood.dice[0]}", "lose 60A")
    assert losing.decision == "bloodbath loss" and losing.place("60A") == "dead"
    assert "60A" not in losing.units_with("attacking")
    assert "60A" not in names(losing, "lose")


@pytest.mark.rule("BD-2.12b", "BD-7.7f")
@pytest.mark.parametrize(
    ("corps", "stays"), [(["3Pz", "4AK"], True), (["3Pz"], False), (["4AK"], False)]
)
def test_the_aerial_marker_stays_with_the_last_friend_beneath_it(
    corps: list[str], stays: bool
) -> None:
    """Of two that attack from its hex one falls; or the one that is there."""
    units: Units = {**FAR, W: corps, "2308": ["60A"], E: ["61A"]}
    state = at("prepared assault", "german", turn=13, sequence="move-fight", units=units,
               variables={"aerial supply hex": number(W), "aerial supply back": 99})  # fmt: skip
    rolling = fight(state, "2308", corps)
    blood = next(o for o in rolling.battle().outcomes if o.result == "BB" and o.dice)
    after = play(rolling, f"roll {blood.dice[0]}")
    if after.decision == "bloodbath loss":
        after = play(after, "lose 4AK")
    dead = [u for u in corps if after.place(u) == "dead"]
    assert len(dead) == 1
    assert (after.var("aerial supply hex") == number(W)) == stays


# -- who is asked, and what a phase leaves --------------------------------------------------


def steps(state: State, until: str, side: str) -> list[str]:
    """The decisions up to one, answered with passes."""
    run, seen = state.copy(), []
    for _ in range(60):
        if (run.decision, run.to_move) == (until, side) or run.is_over:
            break
        seen.append(run.decision or "")
        passes = [a for a in run.legal_actions.list() if run.is_pass(a)]
        run.push(passes[0] if passes else run.legal_actions.list()[0])
    return seen


@pytest.mark.rule("BD-8.11a")
def test_emergency_deployments_are_asked_for_in_movement_phases_alone() -> None:
    units: Units = {**FAR, "2308": ["4AK"], "2307": ["60A"], "rvgk": ["5Sh"]}
    order = at("phase order", "german", turn=10, units=units)
    for first, met in (("fight-move", "prepared assault"), ("move-fight", "movement")):
        begun = play(order, first)
        asked = steps(begun, met, "german")
        assert ("emergency: standing answer" in asked) == (met == "movement")


@pytest.mark.rule("BD-8.11a")
def test_an_emergency_deployment_has_a_city_to_go_to() -> None:
    """Asked when threatened, with Voronezh the one city beside a German unit."""
    units: Units = {**FAR, "2206": ["4AK"], "rvgk": ["5Sh"], "1002": ["61A"]}
    choices = {"emergency: standing answer": "ask-threatened"}
    state = at("emergency deployment", "soviet", turn=10, sequence="move-fight", units=units,
               choices=choices)  # fmt: skip
    assert state.decision == "emergency deployment"
    city = names(play(state, "commit 5Sh"), "at")
    assert city in ({"2205"}, set())
    read(state)
    spoilt(state, "2316", ["4AK"])


@pytest.mark.rule("BD-11.1b", "BD-8.11a")
def test_what_was_done_in_an_assault_phase_ends_with_it() -> None:
    units: Units = {**FAR, E: ["60A", "59A"], "2308": ["4AK"], W: ["5AK"]}
    state = at("prepared assault", "soviet", turn=13, sequence="fight-move", units=units,
               flags={"defended": ["4AK"], "retreated": ["5AK"]},
               variables={"partisans used": 1, "air armies left": 3})  # fmt: skip
    over = play(state, "end-assaults")
    assert over.units_with("defended") == over.units_with("retreated") == []
    assert over.var("partisans used") == over.var("air armies left") == 0


@pytest.mark.rule("BD-11.12c", "BD-11.4b")
def test_who_may_attack_is_of_ones_own_has_a_factor_and_has_not_fought() -> None:
    """The militia has a factor of its own; who moved by sea is idle; enemies do not join."""
    units: Units = {**FAR, E: ["60A", "59A", "3T"], NE: ["61A"], W: ["5AK"], "2308": ["4AK"]}
    state = at("prepared assault", "soviet", turn=13, sequence="fight-move", units=units,
               flags={"fought": ["59A"], "may not attack": ["61A"]},
               variables=marker(E))  # fmt: skip
    begun = play(state, "attack 2308")
    assert {*begun.units_with("attacking"), *names(begun, "with")} == {"60A", "3T"}
    assert names(edit(state, {"60A": "1002", "3T": "1003"}), "attack") == set()


@pytest.mark.rule("BD-11.3a")
@pytest.mark.parametrize("away", ["2306", "2210", "2410"])
def test_an_attacker_two_hexes_away_is_none(away: str) -> None:
    units: Units = {**FAR, E: ["60A", "59A", "3T"], "2308": ["4AK"]}
    state = at("prepared assault", "soviet", turn=13, sequence="fight-move", units=units,
               variables=marker(E))  # fmt: skip
    begun = play(play(state, "attack 2308"), "with 59A")
    assert begun.decision == "attackers"
    read(begun)
    spoilt(begun, away, ["59A"])


@pytest.mark.rule("BD-5.4a", "BD-5.5a")
def test_whose_turn_it_is_is_known_when_its_order_is_chosen() -> None:
    """On the second turn as on the first; on the first the zone is declared before (5.6)."""
    first = walk(start(), "logistics zone", "german")
    assert first.var("side") == 0
    order = play(first, "south")
    assert (order.decision, order.to_move) == ("phase order", "german")
    second = walk(ending({}, 10), "phase order", "german")
    assert second.var("turn") == 11 and second.var("side") == 0
    theirs = walk(play(second, "move-fight"), "phase order", "soviet")
    assert theirs.var("side") == 1
    chosen = play(theirs, "move-fight")
    assert (chosen.decision, chosen.to_move) == ("rvgk", "soviet")
    assert "zone" not in " ".join(steps(second, "movement", "german"))


@pytest.mark.rule("BD-11.28b", "BD-11.28c")
def test_full_hexes_on_the_coast_lead_nowhere_over_the_sea() -> None:
    """2804 and 2704 are full; what lies behind them on land is held by the enemy."""
    full = fill("2804", "2704", side="soviet")
    m = data().map
    shut = dict.fromkeys(h for f in ("2804", "2704", "2805") for h in around(f))
    land = [
        h for h in shut
        if h not in ("2804", "2704", "2805", "2806")
        and (row := m.hexes[m.index[h]]) and row.terrain not in ("sea", "lake")
    ]  # fmt: skip
    walls = {h: [u] for h, u in zip(land, CROWD["german"], strict=False)}
    state = german({"2806": PZ[:1], "2805": ["60A"], **full, **walls})
    after, _ = driven(state, "2805", PZ[:1])
    assert after.place("60A") == "dead"


@pytest.mark.rule("BD-10.22a", "BD-11.28c", "BD-11.27b")
def test_a_corps_may_flee_to_friends_in_the_north_from_attacks_on_two_sides() -> None:
    """Attacked from 2207 and 2107, it has 2108 left, where friends are."""
    units: Units = {"2207": ["52A", "53A", "54A"], "2107": ["59A", "60A"], "2307": ["24A"],
                    "2308": ["20A"], "2209": ["21A"], "2108": ["7AK"],
                    "2208": ["4AK", "3Rum"]}  # fmt: skip
    state = soviet(units, "2207")
    after, _ = driven(state, "2208", ["52A", "53A", "54A", "59A", "60A"])
    assert after.place("4AK") == "2108" and after.place("3Rum") == "removed"
    assert declare(state, "2208", ["52A"]).units_with("attacking") == ["52A"]


@pytest.mark.rule("BD-8.1h", "BD-8.1f")
def test_the_sixth_replacement_finds_the_hex_closed() -> None:
    """October 1942 brings two and five back (8.12)."""
    dead = ["60A", "61A", "62A", "63A", "64A", "3T", "5T"]
    state = walk(next_turn({"dead": dead, "2604": ["66A"], "2320": ["1AK"]}, 12), "replacements",
                 "soviet")  # fmt: skip
    entered: list[str] = []
    for count in range(6):
        unit = min(names(state, "reclaim"))
        asked = play(state, f"reclaim {unit}")
        assert ("2501" in names(asked, "enter")) == (count < 5)
        if count < 5:
            state = play(asked, "enter 2501")
            entered.append(unit)
        if count == 4:
            # who came in first has left the hex again, and there is room in it
            state = edit(state, {entered[0]: "1002", entered[1]: "1003"})


@pytest.mark.rule("BD-11.28b", "BD-11.28c")
def test_nobody_flees_over_the_bay_of_odessa() -> None:
    """2811 is full and the land around is held; from there only the sea leads on."""
    full = fill("2811", side="soviet")
    m = data().map
    shut = dict.fromkeys(h for f in ("2911", "2811") for h in around(f))
    land = [
        h for h in shut
        if h not in ("2911", "2811", "2912")
        and (row := m.hexes[m.index[h]]) and row.terrain not in ("sea", "lake")
    ]  # fmt: skip
    walls = {h: [u] for h, u in zip(land, CROWD["german"], strict=False)}
    units: Units = {"2912": PZ[:2], "2911": ["60A"], **full, **walls}
    after, _ = driven(german(units), "2911", PZ[:2])
    assert after.place("60A") == "dead"
    free = {h: u for h, u in units.items() if h != land[-1]}
    after, _ = driven(german({**free, "2912": PZ}), "2911", PZ)
    assert after.place("60A") == land[-1] or land[-1] in names(after, "retreat-to")


@pytest.mark.rule("BD-10.22a", "BD-11.28c", "BD-11.27b")
def test_a_corps_that_is_struck_from_all_sides_but_one_leaves_its_army_behind() -> None:
    """Only 2108 in the north is left, where friends are."""
    group = ["52A", "53A", "54A", "59A", "60A"]
    hexes = ["2207", "2307", "2308", "2209", "2107"]
    units: Units = {h: [u] for h, u in zip(hexes, group, strict=True)}
    units |= {"2108": ["7AK"], "2208": ["4AK", "3Rum"]}
    after, _ = driven(soviet(units, "2207"), "2208", group)
    assert after.place("4AK") == "2108" and after.place("3Rum") == "removed"


@pytest.mark.rule("BD-11.27d", "BD-11.27c")
def test_by_the_second_reading_the_question_tells_hexes_with_room_first() -> None:
    """D-103: of the ways home one is full; the other two have room for the stack that flees."""
    units: Units = {**FAR, W: PZ[:3], "2308": ["60A"], **fill(E, side="soviet")}
    for options, open_ in (((), {E, NE, "2408"}), (("D-103",), {NE, "2408"})):
        state = at("prepared assault", "german", turn=13, sequence="move-fight", units=units,
                   options=options)  # fmt: skip
        assert set(fight(state, "2308", PZ[:3]).ask("retreat hexes")) == open_
    # one army has room beside three; the other two ways home are shut
    units = {**FAR, W: PZ[:3], "2308": ["60A"], **fill(E, side="soviet", count=3), NE: ["4AK"],
             "2408": ["5AK"]}  # fmt: skip
    state = at("prepared assault", "german", turn=13, sequence="move-fight", units=units,
               options=("D-103",))  # fmt: skip
    assert fight(state, "2308", PZ[:3]).ask("retreat hexes") == [E]


@pytest.mark.rule("BD-10.16a")
def test_a_corps_ships_from_a_full_port_to_the_one_that_is_open() -> None:
    units: Units = {"2911": CROWD["german"][:5], "2310": ["4AK"], "1001": ["66A"]}
    state = at("movement", "german", sequence="move-fight", units=units, german=["2911", "3108"],
               soviet=["3213"])  # fmt: skip
    assert names(state, "ship-black") == {CROWD["german"][0]}
    gone = play(state, f"ship-black {CROWD['german'][0]}")
    gone = gone if gone.decision != "port" else play(gone, "to-port 3108")
    assert gone.place(CROWD["german"][0]) == "3108"


@pytest.mark.rule("BD-11.26f", "BD-11.26b", "BD-11.3a")
@pytest.mark.parametrize("result", ["AS", "BB"])
def test_attackers_advance_after_a_bloodbath_and_not_after_a_stall(result: str) -> None:
    units: Units = {W: PZ[:3], "2308": ["60A", "61A"], "2310": ["4AK"]}
    state = german(units)
    rolling = fight(state, "2308", PZ[:3])
    die = next(o for o in rolling.battle().outcomes if o.result == result).dice[0]
    after = play(rolling, f"roll {die}")
    while after.decision == "bloodbath loss":
        after = play(after, after.legal_actions.names()[0])
    assert (after.decision == "advance") == (result == "BB")
    if result == "AS":
        assert {after.place(u) for u in PZ[:3]} == {W}
        assert {after.place(u) for u in ("60A", "61A")} == {"2308"}


@pytest.mark.rule("BD-5.5a", "BD-5.5b", "BD-5.4a")
@pytest.mark.parametrize(
    ("turn", "may"),
    [
        (6, False), (8, False), (9, True), (12, True), (13, False), (16, False), (17, True),
        (20, True), (21, False),
    ],
)  # fmt: skip
def test_two_assault_phases_are_for_the_summers_of_1942_and_1943(turn: int, may: bool) -> None:
    """5.5: once in a single-month turn of 1942, and once in one of 1943; 8 is April and May, 13
    October and November, 16 April and May."""
    units: dict[str, Any] = {"2311": ["1AK"], "1001": ["66A"]}
    state = other_turns.at("phase order", "german", turn, units)
    assert ("fight-fight" in names(state)) == may
    if not may:
        with refused("BD-5.5a"):
            state.push("fight-fight")
