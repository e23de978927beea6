"""Sections 14.8 to 14.11: Manstein's Gambit."""

from __future__ import annotations

import random
from typing import Any

import pytest

from eastfront._core import State
from eastfront.scenario import load_scenario

from .board_positions import Units, around, edit, names, number, play, refused, walk
from .gambit_positions import at, data, game, start

FRONT = [
    "1110", "1210", "1310", "1411", "1510", "1610", "1609", "1708", "1808", "1807", "1906", "2006",
    "2106", "2107", "2208", "2307", "2306", "2305", "2405", "2404", "2503", "2603", "2702", "2803",
    "2804",
]  # fmt: skip
"""The Soviet front line from Leningrad to Rostov, by the list of 14.6."""
LENINGRAD, MOSCOW = "1011", "1606"
GERMAN_CITIES = [
    "1312", "1415", "1709", "1714", "1717", "1718", "1813", "1908", "1922", "2117", "2311", "2320",
    "2322", "2407", "2415", "2418", "2607", "2622", "2705", "2820", "2911", "3108", "3114", "3220",
]  # fmt: skip
SOVIET_CITIES = ["1011", "1304", "1402", "1606", "1806", "2100", "2205", "2501", "2804"]
GOTENKOPF = {"3105": {"5AK", "44AK", "49Mtn"}, "3106": {"KSC"}}
BEGINNING = {
    "1011": {"LPMA", "23A", "42A", "55A", "67A"}, "3005": {"9A", "58A"}, "3104": {"18A", "56A"},
}  # fmt: skip
HELD = {*FRONT, *BEGINNING}


def on_map(state: State, side: str) -> dict[str, str]:
    """The places of a side's units on the map."""
    own = {u.name for u in data().units if u.side == side}
    return {u: h for u, h in state.places().items() if u in own and h[0].isdigit()}


def stacks(state: State) -> dict[str, set[str]]:
    """The units in each hex."""
    found: dict[str, set[str]] = {}
    for side in ("german", "soviet"):
        for unit, hex_ in on_map(state, side).items():
            found.setdefault(hex_, set()).add(unit)
    return found


def touching() -> set[str]:
    """The German hexes that touch the Soviet front line, Leningrad with it."""
    german = set(data().setup["german_control"])
    return {h for front in (*FRONT, LENINGRAD) for h in around(front)} & german


# -- 14.8, 14.9: frame ------------------------------------------------------------------------


@pytest.mark.rule("BD-14.8a", "BD-14.9a", "BD-14.10d")
def test_three_turns_are_played_and_the_german_is_first_in_each() -> None:
    state, found, rng = start(), [], random.Random(3)
    while not state.is_over:
        if state.decision == "phase order":
            found.append((state.var("turn"), state.to_move))
        passes = [a for a in state.legal_actions.list() if state.is_pass(a)]
        state.push(passes[0] if passes else rng.choice(state.legal_actions.names()))
    assert found == [(t, side) for t in (18, 19, 20) for side in ("german", "soviet")]
    assert state.var("turn") == 20 and state.outcome == ("soviet", 1, "BD-14.10d")


@pytest.mark.rule("BD-14.9a", "BD-5.6b", "BD-5.6d")
def test_no_logistics_zone_is_named() -> None:
    with pytest.raises(LookupError):
        walk(start(), "logistics zone")


# -- 14.9: set-up -----------------------------------------------------------------------------


@pytest.mark.rule("BD-14.9b", "BD-14.9c")
def test_leningrad_taman_and_the_gotenkopf_are_held_from_the_beginning() -> None:
    assert stacks(game().new()) == BEGINNING | GOTENKOPF


@pytest.mark.rule("BD-14.9d")
def test_the_front_line_is_marked_before_the_german_sets_up() -> None:
    new = game().new()
    german, soviet = (set(new.ask("control", side)) for side in (0, 1))
    assert set(FRONT) <= soviet and soviet >= BEGINNING.keys() and german >= GOTENKOPF.keys()
    # the line has no gap
    for before, after in zip([LENINGRAD, *FRONT], FRONT, strict=False):
        assert after in around(before) or {before, after} == {LENINGRAD, "1110"}
    assert (len(german), len(soviet)) == (307, 179)
    cities = {h for h in (*german, *soviet) if data().map.hexes[data().map.index[h]]
              .features >= {"city"}}  # fmt: skip
    assert sorted(cities & german) == sorted(GERMAN_CITIES)
    assert sorted(cities & soviet) == sorted(SOVIET_CITIES)


@pytest.mark.rule("BD-14.9e")
@pytest.mark.parametrize("seed", range(3))
def test_the_german_sets_up_in_the_hexes_that_touch_the_front_line(seed: int) -> None:
    state, rng, touch = play(game().new(), "free"), random.Random(seed), touching()
    assert len(touch) == 26 and not on_map(state, "soviet").keys() - set().union(
        *BEGINNING.values()
    )
    placed = 0
    while state.decision != "set-up":
        assert state.to_move == "german"
        if state.decision == "placement":
            full = {h for h in touch if len(stacks(state).get(h, ())) == 5}
            assert names(state, "set-up") == touch - full
            placed += 1
            with refused("BD-14.9e"):
                state.push("set-up 1000")
        state.push(rng.choice(sorted(names(state) - {"hold-paratroops"})))
    assert placed == 46
    assert set(on_map(state, "german").values()) <= touch | GOTENKOPF.keys()
    assert state.to_move == "soviet" and not state.places().keys() & {"14Pz", "3Hun", "FCSE"}


@pytest.mark.rule("BD-14.9e", "BD-4.17b", "BD-4.17c")
def test_the_order_of_battle_of_citadel_and_the_units_of_the_gambit_are_set_up() -> None:
    pool = set(game().new().units_at("pool"))
    german = {u.name for u in data().units if u.side == "german"} & pool
    # the list of 14.7, without those of the second step
    numbers = (1, 2, 4, 6, 7, 8, 9, 10, 11, 12, 13, 17, 20, 23, 26, 27, 28, 29, 30, 34, 35, 38, 42,
               43, 50, 52, 53, 54, 55, 59)  # fmt: skip
    panzers = (3, 24, 39, 40, 41, 46, 47, 48, 56, 57)
    listed = {f"{n}AK" for n in numbers} | {f"{n}Pz" for n in panzers}
    listed |= {"3Lw", "2SSPz", "502TB", "503TB", "505TB"}
    assert german == listed | {"XIVPz", "76Pz", "2Para", "3SSPz"}


def carriers(state: State) -> dict[str, str]:
    """The corps of each battalion."""
    return {tb: state.game.units[state.var(f"{tb} rides")] for tb in ("502TB", "503TB", "505TB")}


@pytest.mark.rule("BD-8.31b", "BD-8.31c", "BD-14.9e")
def test_a_battalion_is_set_up_with_a_corps_that_touches_the_front_line() -> None:
    state = play(game().new(), "free")
    while state.decision != "attachment":
        assert state.to_move == "german"
        state.push(sorted(names(state))[0])
    for left in (3, 2, 1):
        assert (state.decision, state.to_move) == ("attachment", "german")
        offered = names(state, "attach-to")
        places = on_map(state, "german")
        taken = {places[u] for u in state.units_with("with TB")}
        assert len(taken) == 3 - left and not {places[u] for u in offered} & taken
        assert not offered & {"5AK", "44AK", "49Mtn", "KSC"}
        state.push(f"attach-to {min(offered)}")
    assert state.decision == "set-up" and len(state.units_with("with TB")) == 3
    # the ready set-up of the Soviet moves none
    assert carriers(play(state, "automatic")) == carriers(state)


@pytest.mark.rule("BD-8.31b", "BD-14.9e")
def test_the_ready_set_up_attaches_the_battalions() -> None:
    state = play(game().new(), "automatic")
    rides = carriers(state)
    assert rides == {"502TB": "54AK", "503TB": "2SSPz", "505TB": "47Pz"}
    assert {u: state.place(u) for u in rides} == dict.fromkeys(rides, "riding")
    assert set(on_map(state, "german").values()) <= touching() | GOTENKOPF.keys()


def soviet_set_up(seed: int = 0) -> State:
    """The Soviet has placed his units freely; the fortified area is still to come."""
    state, rng = play(game().new(), "automatic", "free"), random.Random(seed)
    while state.decision == "placement":
        state.push(rng.choice(sorted(names(state))))
    return state


@pytest.mark.rule("BD-14.9f")
def test_the_soviet_sets_up_last_on_the_front_line_and_behind_it() -> None:
    """He sees the German stacks, and is free in all his hexes but Leningrad."""
    state = play(game().new(), "automatic", "free")
    behind = set(state.ask("control", 1)) - {LENINGRAD}
    assert len(behind) == 178 and len(stacks(state)) > 20
    asked = 0
    while state.decision == "placement":
        full = {h for h in behind if len(stacks(state).get(h, ())) == 5}
        assert state.to_move == "soviet" and names(state, "set-up") == behind - full
        with refused("BD-14.9f"):
            state.push("set-up 1111")
        state.push("set-up 1000" if "1000" not in full else f"set-up {min(behind - full)}")
        asked += 1
    assert asked == 61 and len(stacks(state)["1000"]) == 5
    assert state.decision == "fortified area" and names(state, "fortify") == behind


@pytest.mark.rule("BD-14.9f", "BD-8.18a", "BD-8.18e")
@pytest.mark.parametrize("hex_", ["2207", "1110", "1606"])
def test_the_fortified_area_is_set_up_with_the_soviet_units(hex_: str) -> None:
    before = soviet_set_up()
    assert before.var("fortified area") == -1
    state = play(before, f"fortify {hex_}")
    assert state.var("fortified area") == number(hex_)
    units: Units = {"1509": ["60A"], "1510": ["61A"], "1511": ["4AK", "3Pz"], "1001": ["59A"]}
    near = at("prepared assault", "german", units, variables={
        "fortified area": number("1509")})  # fmt: skip
    # it counts as placed on an earlier turn
    assert dict(near.battle("1510", ["4AK", "3Pz"]).shifts)["BD-8.18e"] == -2


@pytest.mark.rule("BD-14.9e", "BD-14.9f", "BD-8.18a")
def test_the_ready_set_up_of_the_soviet() -> None:
    new = game().new()
    with refused("BD-14.9e"):
        new.push("fight-move")
    german = play(new, "automatic")
    with refused("BD-14.9f"):
        german.push("fight-move")
    assert german.var("fortified area") == -1
    state = german.copy()
    told = state.push("automatic", effects=True)
    marked = [effect for effect in told or () if effect[:2] == ("var", "fortified area")]
    assert marked == [("var", "fortified area", -1, number("2207"), "BD-14.9f")]
    assert state.var("fortified area") == number("2207")
    assert set(on_map(state, "soviet").values()) == HELD
    assert len(on_map(state, "soviet")) == 70 and len(on_map(state, "german")) == 50
    assert not state.units_at("pool")


@pytest.mark.rule("BD-14.9f", "BD-14.6b", "BD-7.12a")
def test_the_soviet_has_the_markers_of_citadel() -> None:
    """Three for offensive supply, which he may place anywhere, and three hero cities."""
    state = walk(start(), "offensive supply", "soviet")
    for letter, place in zip("abc", ("1724", "1011", "2207"), strict=True):
        assert state.var(f"supply marker {letter.upper()}") == -1
        assert (state.decision, state.to_move) == ("offensive supply", "soviet")
        state = play(state, f"marker-{letter} {place}")
        assert state.var(f"supply marker {letter.upper()}") == number(place)
    assert state.decision == "phase order"
    assert set(start().hexes_with("hero city")) == {"1011", "1606", "1806"}
    assert start().var("hero cities") == 0


# -- 14.10: victory ---------------------------------------------------------------------------

KEPT: Units = {"1001": ["60A"], "1724": ["4AK"]}


def outcome(german: list[str], soviet: list[str], **more: Any) -> Any:
    """How the scenario ends if it ends with hexes under the control of the sides."""
    lost, units = more.pop("lost", 0), more.pop("units", KEPT)
    last = walk(start(), "prepared assault", "soviet")
    state = edit(last, units, clear=True, german=german, soviet=soviet,
                 variables={"turn": more.pop("turn", 20), "lost out of supply": lost})  # fmt: skip
    while not state.is_over:
        passes = [a for a in state.legal_actions.list() if state.is_pass(a)]
        state.push(passes[0] if passes else state.legal_actions.list()[0])
    return state.outcome


WON, LOST = ("german", 1, "BD-14.10b"), ("soviet", 1, "BD-14.10d")
OTHERS = [city for city in SOVIET_CITIES if city not in (LENINGRAD, MOSCOW)]
WAY = {"2205": ["2206"], "1806": ["1807"], "2804": [], "2501": ["2502", "2503"]}
"""Soviet cities, with hexes that join them to the German lines."""


@pytest.mark.rule("BD-14.10a", "BD-14.10b", "BD-14.10d")
@pytest.mark.parametrize("city", WAY)
def test_the_german_wins_with_his_cities_and_one_of_the_soviet_s(city: str) -> None:
    road = [city, *WAY[city], "2307", "2306", "2305", "2404"]
    assert outcome(road, []) == WON
    # the road alone is no city
    assert outcome(road[1:], []) == LOST
    for kept in GERMAN_CITIES:
        assert outcome(road, [kept]) == LOST


ARMIES = ["59A", "61A", "63A", "65A", "68A", "69A"]
CORPS = ["6AK", "7AK", "8AK", "9AK", "10AK", "11AK"]


@pytest.mark.rule("BD-14.10a", "BD-14.10b")
def test_the_cities_are_in_overland_supply() -> None:
    """The one that the German has taken, and those that he had."""
    for city in ("2205", "2407"):
        ring = {hex_: [army] for hex_, army in zip(around(city), ARMIES, strict=True)}
        gained = ["2205", "2206", "2307", "2306", "2305"]
        lone: Units = {"1001": ["60A"], city: ["4AK"]}
        assert outcome(gained, [], units=lone) == WON
        assert outcome(gained[:1], [], units={**lone, **ring}) == LOST


@pytest.mark.rule("BD-14.10b")
@pytest.mark.parametrize(("lost", "found"), [(0, LOST), (4, LOST), (5, WON), (12, WON)])
def test_five_units_lost_out_of_supply_are_a_city(lost: int, found: Any) -> None:
    assert outcome([], [], lost=lost) == found
    assert outcome([], ["2311"], lost=lost) == LOST


def attack(state: State, target: str, die: int) -> State:
    """An attack with all that can attack, played to its end."""
    state = play(state, f"attack {target}")
    while state.decision not in ("prepared assault", "movement", "advance"):
        more = [a for a in sorted(names(state)) if a.startswith("with ") or a == "fight"]
        passes = [a for a in state.legal_actions.list() if state.is_pass(a)]
        rolled = [f"roll {die}"] if state.decision == "combat" else []
        state.push((rolled or more[::-1] or passes or state.legal_actions.list())[0])
    return state


@pytest.mark.rule("BD-14.10b")
@pytest.mark.parametrize(("open_", "counted"), [(None, 1), ("1511", 0)])
def test_only_units_out_of_supply_are_counted(open_: str | None, counted: int) -> None:
    ring = {h: [c] for h, c in zip(around("1612"), CORPS, strict=True) if h != open_}
    strong = ["3Pz", "24Pz", "39Pz", "40Pz"]
    units: Units = {**ring, "1613": strong, "1612": ["60A"], "1001": ["59A"]}
    state = at("prepared assault", "german", units, variables={"lost out of supply": 3})
    state = attack(state, "1612", 1)
    assert state.place("60A") == "dead"
    assert state.var("lost out of supply") == 3 + counted
    later = walk(state, "phase order", "soviet")
    later = walk(walk(later, "movement"), "phase order", "german")
    assert (later.var("turn"), later.var("lost out of supply")) == (19, 3 + counted)


@pytest.mark.rule("BD-14.10b")
def test_an_attacker_that_is_lost_out_of_supply_counts_and_a_german_does_not() -> None:
    ring = {h: [c] for h, c in zip(around("1612"), CORPS, strict=True)}
    units: Units = {**ring, "1613": ["4AK", "12AK", "13AK"], "1612": ["60A"], "1001": ["59A"]}
    state = attack(at("prepared assault", "soviet", units), "1613", 6)
    assert state.place("60A") == "dead" and state.var("lost out of supply") == 1
    ring = {h: [a] for h, a in zip(around("2306"), ARMIES, strict=True)}
    # nor does one that is out of supply elsewhere
    pocket = {h: [c] for h, c in zip(around("1612"), CORPS, strict=True)}
    units = {**ring, **pocket, "1612": ["66A"], "2306": ["4AK"], "1001": ["60A"], "1724": ["5AK"]}
    state = attack(at("prepared assault", "soviet", units), "2306", 1)
    assert state.place("4AK") == "dead" and state.var("lost out of supply") == 0


@pytest.mark.rule("BD-14.10c")
@pytest.mark.parametrize("turn", [18, 20])
@pytest.mark.parametrize(("hex_", "city"), [("1607", MOSCOW), ("1012", LENINGRAD)])
def test_leningrad_or_moscow_ends_the_game_at_once(hex_: str, city: str, turn: int) -> None:
    """Whatever the supply of the city, and although cities of the German are lost."""
    units: Units = {hex_: ["4AK"], "1001": ["60A"]}
    state = at("movement", "german", units, turn=turn, soviet=["2311"],
               not_hex_flags={"hero city": [city]})  # fmt: skip
    won = play(state, "move 4AK", f"to {city}")
    assert won.is_over and won.outcome == ("german", 1, "BD-14.10c")


@pytest.mark.rule("BD-14.10c")
def test_no_other_city_ends_the_game() -> None:
    state = at("movement", "german", {"2206": ["4AK"], "1001": ["60A"]})
    assert not play(state, "move 4AK", "to 2306").is_over
    state = at("movement", "soviet", {"2312": ["60A"], "1724": ["4AK"]})
    assert not play(state, "move 60A", "to 2311").is_over


# -- 14.11: the turn record -------------------------------------------------------------------


@pytest.mark.rule("BD-14.11a", "BD-3.2a", "BD-3.3a", "BD-3.4a", "BD-8.24a")
def test_who_waits_in_the_boxes_of_later_turns() -> None:
    due = {u.name: u.arrives for u in data().taking_part() if u.arrives is not None}
    assert due == {"506TB": 20, "3GT": 20, "LCFC": 20, "Pol": 18}
    new = game().new()
    assert set(new.units_at("later")) == due.keys()
    assert set(new.units_at("dead")) == {f"{n}A" for n in (16, 21, 24, 30, 62, 64, 66)}
    out_of_play = {"ICA", "19A", "26A", "29A", "32A", "5T"}
    assert not out_of_play & new.places().keys()


@pytest.mark.rule("BD-14.11a", "BD-4.17d", "BD-3.2a", "BD-3.3a", "BD-3.4a")
def test_they_come_on_turn_20() -> None:
    def held(turn: int) -> State:
        state = edit(walk(start(), "prepared assault", "soviet"), variables={"turn": turn - 1})
        return walk(state, "phase order", "german", {"reinforcements": "bring 506TB"})

    assert set(held(19).units_at("later")) >= {"506TB", "3GT", "LCFC"}
    late = held(20)
    assert late.place("506TB") == "riding" and late.place("LCFC") == LENINGRAD
    assert late.place("3GT") != "later" and late.place("3T") != on_map(start(), "soviet")["3T"]


@pytest.mark.rule("BD-14.11a", "BD-4.17a", "BD-8.12c")
@pytest.mark.parametrize("turn", [18, 19, 20])
@pytest.mark.parametrize(("side", "steps"), [("german", (2, 2)), ("soviet", (1, 3))])
def test_replacements(turn: int, side: str, steps: tuple[int, int]) -> None:
    dead = {"soviet": ["60A", "61A", "3T"], "german": ["4AK", "3Pz"]}[side]
    units: Units = {"dead": dead, "1000": ["59A"], "1724": ["5AK"]}
    if turn == 18:
        begun = edit(play(game().new(), "automatic"), {"dead": dead})
        state = walk(play(begun, "automatic"), "replacements", side)
    else:
        last = walk(start(), "prepared assault", "soviet")
        before = edit(last, units, clear=True, variables={"turn": turn - 1})
        state = walk(before, "replacements", side)
    assert state.var("turn") == turn
    assert (state.var("mech steps"), state.var("foot steps")) == steps


@pytest.mark.rule("BD-14.11a", "BD-2.11a")
@pytest.mark.parametrize("turn", [18, 19, 20])
@pytest.mark.parametrize(
    ("side", "unit", "points"),
    [("german", "3Pz", 7), ("german", "4AK", 4), ("soviet", "3T", 7), ("soviet", "60A", 4)],
)
def test_movement_factors(side: str, unit: str, points: int, turn: int) -> None:
    home, other = {"german": ("2320", "1001"), "soviet": ("1001", "2320")}[side]
    enemy = "60A" if side == "german" else "4AK"
    state = at("movement", side, {home: [unit], other: [enemy]}, turn=turn)
    assert play(state, f"move {unit}").ask(f"{side} allowance") == points


@pytest.mark.rule("BD-14.11a", "BD-11.23a", "BD-8.38a")
def test_air_power() -> None:
    state, armies = start(), {18: 14, 19: 14, 20: 15}
    for turn, most in armies.items():
        assert (state.var("turn"), state.var("luftwaffe")) == (turn, 2)
        phase = walk(state, "prepared assault", "soviet")
        assert phase.var("air armies left") == most
        if turn < 20:
            state = walk(phase, "phase order", "german")


def test_charts_are_those_of_the_other_scenarios() -> None:
    assert data().charts == load_scenario("barbarossa-deluxe", "blue-kremlin").charts
