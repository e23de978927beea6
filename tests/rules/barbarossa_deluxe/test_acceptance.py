"""Statements about scenarios and turns as a whole: counts of counters, ranges, movement of years,
and what late counters do together. Each holds for a game that is played or set up."""

from __future__ import annotations

import random
from collections import Counter
from functools import lru_cache
from typing import Any

import pytest

import eastfront as ef
from eastfront._core import Game, State

from . import board_positions, late, test_15_what_if, tiger_positions
from .board_positions import (
    OFFENSIVE,
    OVERLAND,
    Units,
    declare,
    names,
    number,
    odds,
    play,
    walk,
    whole,
    without,
)

FAR: dict[str, Any] = {"1001": ["66A"], "2022": ["1AK"]}
"""A unit of each side far from the front."""
EARLY = ["3Pz", "14Pz", "24Pz", "39Pz", "40Pz", "41Pz", "46Pz", "47Pz", "48Pz", "56Pz", "57Pz"]
"""The panzer corps of 1941."""


# -- counters ---------------------------------------------------------------------------------


@pytest.mark.rule("BD-2.4a")
def test_there_are_271_ground_units_beside_81_markers() -> None:
    kinds = Counter(unit.kind for unit in whole().units)
    assert kinds == {
        "rifle": 60, "infantry": 38, "kg": 29, "panzer": 28, "mech-corps": 20, "guards": 11,
        "fortress-command": 8, "tiger": 8, "rifle-big": 7, "tank": 7, "emergency": 6,
        "satellite": 6, "guards-tank": 6, "communist-satellite": 6, "shock": 5, "rifle-corps": 5,
        "cavalry": 5, "airborne-corps": 4, "cavalry-mech": 4, "mountain": 3, "paratroop": 1,
        "parachute-panzer": 1, "coastal": 1, "militia": 1, "counter-fire": 1,
    }  # fmt: skip
    assert kinds.total() == 352 - 81


@pytest.mark.rule("BD-10.1a", "BD-2.11a")
@pytest.mark.parametrize(
    ("turn", "points"), [(1, 10), (5, 7), (9, 8), (13, 7), (17, 7), (25, 6), (30, 5)]
)
def test_german_armour_slows_down_from_year_to_year(turn: int, points: int) -> None:
    track = {row["turn"]: row["german_mech"] for row in whole().charts["turn-track"]["turn"]}
    assert track[turn] == points
    if 9 <= turn < 30:
        state = late.at("movement", "german", (turn, turn + 1), {**FAR, "2023": ["3Pz"]})
        assert play(state, "move 3Pz").ask("german allowance") == points


@pytest.mark.rule("BD-8.38a")
@pytest.mark.parametrize(
    ("turn", "armies"),
    [
        (9, 7),
        (10, 9),
        (11, 10),
        (12, 10),
        (13, 13),
        (14, 13),
        (18, 14),
        (19, 14),
        (20, 15),
        (22, 15),
    ],
)
def test_air_armies_grow(turn: int, armies: int) -> None:
    state = late.at("prepared assault", "soviet", (turn, turn + 1), FAR, order="fight-move")
    assert state.var("air armies left") == armies
    table = {int(k): n for k, n in whole().charts["air-armies"]["available"].items()}
    assert (table[8], table[30]) == (4, 18)


@pytest.mark.rule("BD-8.36a")
def test_two_artillery_corps_come_first_and_nine_in_all() -> None:
    assert [sum(a <= turn for a in whole().charts["artillery-corps"]["arrivals"])
            for turn in (15, 16, 17, 18, 20, 31)] == [0, 2, 3, 4, 5, 9]  # fmt: skip


@pytest.mark.rule("BD-9.2a")
@pytest.mark.parametrize(("turn", "cities"), [(12, 0), (13, 1)])
def test_the_first_fortress_city_comes_on_turn_13(turn: int, cities: int) -> None:
    state = late.at("movement", "german", (turn - 1, turn + 1), FAR)
    after = late.next_turn(state, "phase order", "german")
    assert (after.var("turn"), after.var("fortress cities")) == (turn, cities)


# -- offensive supply -------------------------------------------------------------------------


@pytest.mark.rule("BD-7.10b", "BD-7.11a")
@pytest.mark.parametrize(("marker", "others"), [("A", 60), ("B", 36), ("C", 18)])
def test_markers_reach_disks_of_the_open_map(marker: str, others: int) -> None:
    """On turn 20 all three are there; each unit of a disk around 2010 is asked for its supply."""
    rows = range(15, 26)
    disk = [f"{r}{c:02d}" for r in rows for c in range(5, 16)]
    armies = [u.name for u in whole().units if u.kind == "rifle" and u.name != "66A"]
    reached = set()
    for i in range(0, len(disk), 40):
        part = disk[i : i + 40]
        units: Units = {h: [army] for h, army in zip(part, armies, strict=False)}
        state = late.at("prepared assault", "soviet", (19, 21), {**FAR, **units}, turn=20,
                        variables={f"supply marker {m}": -1 for m in "ABC"}
                        | {f"supply marker {marker}": number("2010")})  # fmt: skip
        said = {h: state.ask("supply", army) for h, army in zip(part, armies, strict=False)}
        assert set(said.values()) <= {OVERLAND, OFFENSIVE}
        reached |= {h for h, code in said.items() if code == OFFENSIVE}
    assert "2010" in reached and len(reached) == others + 1


# -- armour of 1943 ---------------------------------------------------------------------------

STRIKE: Units = {"2506": ["3Pz", "4AK"], "2406": ["14Pz"], "2505": ["9A"], **FAR}
TIGERS = {"502TB": "3Pz", "503TB": "14Pz", "505TB": "4AK"}


@pytest.mark.rule("BD-8.31e")
def test_three_tiger_battalions_shift_one_column() -> None:
    units: Units = {**STRIKE, "2506": ["3Pz"], "2405": ["4AK"]}
    attackers = ["3Pz", "4AK", "14Pz"]
    plain = tiger_positions.at("prepared assault", "german", units, {})
    ridden = tiger_positions.at("prepared assault", "german", units, TIGERS)
    bare, tigers = (odds(s, "german", "2505", attackers) for s in (plain, ridden))
    assert tigers == bare._replace(column=bare.column + 1)


@lru_cache(maxsize=1)
def late_corps() -> State:
    """The player turn of 22 after the conversions, from eleven corps in supply and the XIV."""
    waiting = [f"{name}L" for name in EARLY]
    xiv = next(u.name for u in whole().units if u.id == "DE:pz:XIV")
    units: dict[str, Any] = {"2022": EARLY[:5], "2023": EARLY[5:10], "2021": [*EARLY[10:], xiv],
                             "later": waiting, "1001": ["66A"]}  # fmt: skip
    before = late.at("movement", "soviet", (21, 23), units)
    return late.next_turn(before, "phase order", "german")


@pytest.mark.rule("BD-8.29a", "BD-8.29c", "BD-8.29e")
def test_eleven_corps_become_others_on_turn_22_and_the_xiv_does_not() -> None:
    state = late_corps()
    assert state.var("turn") == 22
    assert [state.place(f"{n}L") for n in EARLY] == ["2022"] * 5 + ["2023"] * 5 + ["2021"]
    assert {state.place(n) for n in EARLY} == {"removed"}
    assert set(state.units_at("2021")) == {"57PzL", "XIVPz"}


@pytest.mark.rule("BD-8.29d")
@pytest.mark.parametrize(
    ("target", "near", "terrain"),
    [("2309", "2310", "clear"), ("2615", "2616", "rough"), ("1806", "1807", "city")],
)
def test_late_corps_attack_with_two_everywhere_and_defend_with_four(
    target: str, near: str, terrain: str
) -> None:
    row = whole().map.hexes[whole().map.index[target]]
    assert "city" in row.features if terrain == "city" else row.terrain == terrain
    units: Units = {target: ["60A"], near: ["3PzL"], **FAR}
    mine = late.at("prepared assault", "german", (21, 23), units, turn=22)
    assert mine.ask("supply", "3PzL") == OVERLAND
    assert odds(mine, "german", target, ["3PzL"]).attack == 2
    theirs = late.at("prepared assault", "soviet", (21, 23), units, turn=22)
    assert odds(theirs, "soviet", near, ["60A"]).defence == 4


# -- works and guns of 1943 -------------------------------------------------------------------


@pytest.mark.rule("BD-8.5a", "BD-11.21d", "BD-11.21f")
def test_ten_counters_of_the_east_wall_shift_until_soviet_units_enter() -> None:
    front: Units = {**FAR, "2309": ["60A"], "2310": ["4AK"]}
    state = late.at("movement", "soviet", (18, 20), front)
    while state.decision != "east wall":
        state = board_positions.on(state)
    assert state.var("turn") == 19
    rows = whole().map
    east = {"ussr", "lithuania", "latvia", "estonia"}
    for _ in range(9):
        offered = names(state, "fortify")
        seen = [rows.hexes[rows.index[h]] for h in offered]
        assert {row.area for row in seen} <= east
        assert not any("city" in row.features for row in seen)
        state = play(state, f"fortify {max(offered - {'2310'})}")
    assert len(state.hexes_with("east wall")) == 9
    walled = play(state, "fortify 2310")
    bare = play(state, f"fortify {max(names(state, 'fortify') - {'2310'})}")
    columns = []
    for after in (walled, bare):
        assert after.decision != "east wall" and len(after.hexes_with("east wall")) == 10
        fought = walk(after, "prepared assault", "soviet", {"phase order": "fight-move"})
        columns.append(odds(fought, "soviet", "2310", ["60A"]).column)
    assert columns[0] == columns[1] - 1
    gone = board_positions.edit(walled, {"4AK": "2022"}, german=["2310"])
    entered = walk(gone, "movement", "soviet", {"phase order": "move-fight"})
    entered = play(entered, "move 60A", "to 2310")
    assert len(entered.hexes_with("east wall")) == 9


@pytest.mark.rule("BD-8.36d", "BD-8.38c")
@pytest.mark.parametrize(("marked", "factors"), [(True, 7), (False, 3)])
def test_an_army_with_guns_and_an_air_army(marked: bool, factors: int) -> None:
    """3 doubled and 1, or 3 halved to 1, doubled, and 1."""
    place = number("2309") if marked else -1
    state = late.at("prepared assault", "soviet", (19, 21),
                    {**FAR, "2309": ["60A"], "2310": ["4AK"]}, turn=20, order="fight-move",
                    variables={f"supply marker {m}": -1 for m in "BC"}
                    | {"supply marker A": place, "artillery corps left": 5,
                       "air armies left": 5})  # fmt: skip
    supports = {"artillery": "artillery 60A", "air armies": "air-army 60A"}
    fought = walk(declare(state, "2310", ["60A"]), "combat", choices=supports)
    assert fought.var("attack") == factors


# -- 1942, What If? ---------------------------------------------------------------------------


def what_if() -> Game:
    """The scenario, without the rules that ``EASTFRONT_WITHOUT`` names."""
    return ef.load("barbarossa-deluxe/what-if", without=without())


@pytest.mark.rule("BD-15.3a", "BD-15.3c", "BD-15.3d", "BD-15.8a")
@pytest.mark.parametrize("seed", range(3))
def test_what_if_is_set_up_along_the_border(seed: int) -> None:
    rng, state = random.Random(seed), what_if().new()
    placed: Counter[str] = Counter()
    while state.decision in ("set-up", "placement"):
        if state.decision == "set-up":
            state.push("free")
            placed[str(state.to_move)] = len(state.units_at("pool"))
        else:
            state.push(rng.choice(state.legal_actions.list()))
    assert (placed["german"] - placed["soviet"], placed["soviet"]) == (50, 63)
    sides = {u.name: u.side for u in whole().units}
    places = state.places()
    for side, border in test_15_what_if.BORDER.items():
        assert len(border.split()) == 19
        held = {h for u, h in places.items() if sides[u] == side}
        assert set(border.split()) <= held
    assert len(state.units_at("rvgk")) <= 5
    kinds = {u.kind for u in whole().units if u.name in state.game.units}
    assert not kinds & {"kg", "emergency"} and "8Ital" not in state.game.units
    assert (state.var("turn"), state.to_move) == (9, "soviet")


# -- 1943 -------------------------------------------------------------------------------------


def on_map(name: str) -> dict[str, tuple[int, int]]:
    """The ground units and their hexes of each side in a ready set-up, riders apart."""
    state = ef.load(f"barbarossa-deluxe/{name}", without=without()).new()
    while state.decision == "set-up":
        state.push("automatic")
    sides = {u.name: u.side for u in whole().units}
    found: dict[str, list[str]] = {"german": [], "soviet": []}
    for unit, place in state.places().items():
        if place in state.game.hexes:
            found[sides[unit]].append(place)
    return {side: (len(hexes), len(set(hexes))) for side, hexes in found.items()}


@pytest.mark.rule("BD-14.6a", "BD-14.7a")
def test_citadel_has_seventy_soviet_units_and_forty_six_german() -> None:
    assert on_map("citadel") == {"soviet": (70, 28), "german": (46, 27)}


@pytest.mark.rule("BD-14.9b", "BD-14.9c", "BD-14.9e", "BD-14.9f")
def test_the_gambit_leaves_49_german_and_61_soviet_units_to_set_up() -> None:
    """Three of the German ones are battalions; nine Soviet and four German units have a place."""
    assert on_map("gambit") == {"soviet": (70, 28), "german": (50, 26)}
    state = ef.load("barbarossa-deluxe/gambit", without=without()).new()
    sides = Counter(next(u.side for u in whole().units if u.name == n)
                    for n in state.units_at("pool"))  # fmt: skip
    assert sides == {"german": 49, "soviet": 61}
