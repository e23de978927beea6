"""Section 15: 1942, What If?"""

from __future__ import annotations

import random
from functools import partial
from typing import Any

import pytest

from eastfront._core import State
from eastfront.scenario import load_scenario

from . import scenario_positions
from .board_positions import Units, edit, names, on, play, refused, walk

WEST = ["1717", "1718", "1922", "2117", "2320", "2322", "2418", "2622", "2820", "3114", "3220"]
EAST = [
    "1011", "1304", "1312", "1402", "1415", "1606", "1709", "1714", "1806", "1813", "1908", "2100",
    "2205", "2311", "2407", "2415", "2501", "2607", "2705", "2804", "2911", "3108",
]  # fmt: skip
USIR, BERLIN, MOSCOW = "2419", "1922", "1606"
BORDER = {
    "german": "1517 1617 1716 1817 1917 2017 2116 2216 2315 2416 2516 2616 2714 2715 2814 2913 "
    "3014 3112 3113",
    "soviet": "1417 1516 1616 1715 1816 1916 2016 2115 2215 2314 2415 2515 2614 2615 2713 2813 "
    "2912 3012 3013",
}
"""The hexes of a side along the border of 1941."""


game = partial(scenario_positions.game, "what-if")
data = partial(scenario_positions.data, "what-if")
start = partial(scenario_positions.start, "what-if")
at = partial(scenario_positions.at, "what-if", turn=9)


# -- 15.1, 15.2: frame -------------------------------------------------------------------------


@pytest.mark.rule("BD-15.1a", "BD-1.7b")
def test_rules_keep_their_dates_except_those_that_the_scenario_changes() -> None:
    own = {w["rule"]: w["turns"] for w in data().setup["windows"]}
    never = {"BD-9.2a": "never", "BD-10.22c": "never"}
    assert own == {"BD-5.5a": "9-14", "BD-8.40b": "9-14", **never}
    other = load_scenario("barbarossa-deluxe", "blue-kremlin")
    assert data().charts == other.charts


@pytest.mark.rule("BD-15.1a", "BD-1.7b")
@pytest.mark.parametrize(("turn", "of_1942"), [(9, True), (12, True), (13, False), (14, False)])
def test_what_the_german_has_in_the_summer_of_1942_ends_with_it(turn: int, of_1942: bool) -> None:
    """The shift of fight/move in the zone named, and retreats in place of a bloodbath."""
    corps = ["4AK", "3Pz", "14Pz"]
    units: Units = {"2314": ["60A"], "2315": corps, "1001": ["61A"]}
    said = at("prepared assault", "german", units, turn=turn).battle("2314", corps)
    assert ("BD-5.6c" in str(said)) == ("BD-5.16b" in str(said)) == of_1942
    assert said.column == ("3:1" if of_1942 else "2:1")


@pytest.mark.rule("BD-15.1a", "BD-15.2a", "BD-15.3a", "BD-15.4c")
def test_six_turns_are_played_and_the_soviet_is_first_in_each() -> None:
    state, found, rng = start(), [], random.Random(3)
    while not state.is_over:
        if state.decision == "phase order":
            found.append((state.var("turn"), state.to_move))
        passes = [a for a in state.legal_actions.list() if state.is_pass(a)]
        state.push(passes[0] if passes else rng.choice(state.legal_actions.names()))
    assert found == [(t, side) for t in range(9, 15) for side in ("soviet", "german")]
    assert state.var("turn") == 14 and state.outcome == (None, 0, "BD-15.4c")


# -- 15.3: set-up ------------------------------------------------------------------------------


@pytest.mark.rule("BD-15.3c")
def test_the_german_sets_up_first() -> None:
    new = game().new()
    assert (new.decision, new.to_move) == ("set-up", "german")
    then = play(new, "automatic")
    assert (then.decision, then.to_move) == ("set-up", "soviet")
    assert play(then, "automatic").decision != "set-up"


@pytest.mark.rule("BD-15.3c", "BD-6.3a")
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("side", ["german", "soviet"])
def test_each_hex_of_the_border_is_held_at_last(side: str, seed: int) -> None:
    """Units go anywhere under the side's control, behind the border as long as that is allowed."""
    state = game().new() if side == "german" else play(game().new(), "automatic")
    state, rng, border = play(state, "free"), random.Random(seed), set(BORDER[side].split())
    control = set(state.ask("control", 0 if side == "german" else 1))
    own = {u.name for u in data().units if u.side == side}
    forced = 0
    while state.decision == "placement":
        assert state.to_move == side
        offered, waiting = names(state, "set-up"), own & set(state.units_at("pool"))
        assert offered <= control
        bare = {h for h in border if h not in state.places().values()}
        tied = {"ICA"} & waiting
        if len(waiting - tied) > len(bare):
            assert offered - border
            state.push(f"set-up {rng.choice(sorted(offered - border))}")
        elif offered <= {"2911", "3108"}:
            state.push(f"set-up {rng.choice(sorted(offered))}")
        else:
            assert offered == bare and "set-up-in-rvgk" not in names(state)
            forced += 1
            state.push(f"set-up {rng.choice(sorted(offered))}")
    # the last of 19 units has no choice
    assert forced == 18 and border <= set(state.places().values())


@pytest.mark.rule("BD-15.3c")
def test_the_ready_set_up_holds_the_border() -> None:
    places = start().places()
    sides = {u.name: u.side for u in data().units}
    for side, border in BORDER.items():
        held = {h for u, h in places.items() if sides[u] == side}
        assert set(border.split()) <= held
    assert sum(sides[u] == "german" and h[0].isdigit() for u, h in places.items()) == 51
    assert sum(sides[u] == "soviet" and h[0].isdigit() for u, h in places.items()) == 58


@pytest.mark.rule("BD-15.3d")
def test_at_most_five_units_are_set_up_in_the_reserve() -> None:
    state = play(game().new(), "automatic", "free")
    for number in range(5):
        assert len(state.units_at("rvgk")) == number
        state.push("set-up-in-rvgk")
    with refused("BD-15.3d"):
        state.push("set-up-in-rvgk")
    assert "set-up-in-rvgk" not in names(play(game().new(), "free"))
    assert set(start().units_at("rvgk")) == {"62A", "63A", "64A", "66A", "53A"}


@pytest.mark.rule("BD-15.3d", "BD-15.8d", "BD-10.34a")
def test_the_coastal_army_is_set_up_at_one_of_two_ports() -> None:
    state = play(game().new(), "automatic", "free")
    while state.units_at("pool") != ["ICA"]:
        bare = set(BORDER["soviet"].split()) - set(state.places().values())
        offered = names(state, "set-up")
        state.push(f"set-up {min(bare & offered or offered)}")
    assert names(state) == {"set-up 2911", "set-up 3108"}


# -- 15.3: sequence ----------------------------------------------------------------------------


@pytest.mark.rule("BD-15.3b", "BD-5.5a")
@pytest.mark.parametrize("turn", [9, 12, 13, 14])
@pytest.mark.parametrize("side", ["soviet", "german"])
def test_fight_fight_is_allowed_once_on_any_turn(side: str, turn: int) -> None:
    state = at("phase order", side, turn=turn)
    assert names(state) == {"fight-move", "move-fight", "fight-fight"}
    twice = walk(play(state, "fight-fight"), "prepared assault", side)
    assert walk(play(twice, "end-assaults"), "prepared assault", side).to_move == side
    used = "soviet fight/fight used" if side == "soviet" else "fight/fight used"
    again = at("phase order", side, turn=turn, variables={used: 1})
    assert names(again) == {"fight-move", "move-fight"}
    with refused("BD-15.3b" if side == "soviet" else "BD-5.5a"):
        again.push("fight-fight")
    fought = play(state, "fight-fight")
    assert (fought.var(used), fought.var("sequence")) == (1, 3)
    # nor on the turn after
    while turn < 14 and (fought.decision, fought.to_move, fought.var("turn")) != (
        "phase order", side, turn + 1,
    ):  # fmt: skip
        fought = on(fought)
    assert turn == 14 or names(fought) == {"fight-move", "move-fight"}
    other = "fight/fight used" if side == "soviet" else "soviet fight/fight used"
    assert "fight-fight" in names(at("phase order", side, turn=turn, variables={other: 1}))


@pytest.mark.rule("BD-15.3a", "BD-4.13j")
@pytest.mark.parametrize("way", ["return", "recall"])
def test_armies_follow_a_recalled_expedition_in_the_next_soviet_turn(way: str) -> None:
    """The Soviet player turn of the game turn of the recall is over."""
    corps, armies = ["4AK", "3Pz", "14Pz"], ["59A", "60A", "61A", "62A"]
    units: Units = {"3203": corps, "1001": armies, "1000": ["3T"], "1724": ["5AK"]}
    ready = {"caucasus open": 1}
    state = at("movement", "german", units, turn=11, variables=ready)
    state = play(state, "launch-expedition", "give 59A")
    state = edit(state, variables={"turn": 10, "caucasus launched on": 9})
    state = play(state, "recall-expedition", *["re-enter 3203"] * 3)
    phase = {"return": "movement", "recall": "rvgk"}[way]
    following = {"phase order": "move-fight"}
    state = walk(state, phase, "soviet", following)
    assert state.var("turn") == 11 and names(state, way) == {"59A"}
    last = play(walk(state, "phase order", "german"), "move-fight")
    assert not names(walk(last, phase, "soviet", following), way)


# -- 15.4, 15.5: victory -----------------------------------------------------------------------


def outcome(german: list[str], soviet: list[str], **more: Any) -> Any:
    """How the game ends if it ends with hexes under the control of the sides."""
    units = more.pop("units", {"1001": ["60A"], "1724": ["4AK"]})
    last = walk(start(), "prepared assault", "german", {"logistics zone": "south"})
    state = edit(last, units, clear=True, german=german, soviet=soviet, variables={"turn": 14})
    while not state.is_over:
        passes = [a for a in state.legal_actions.list() if state.is_pass(a)]
        state.push(passes[0] if passes else state.legal_actions.list()[0])
    return state.outcome


@pytest.mark.rule("BD-15.4a", "BD-15.4b", "BD-15.4c")
@pytest.mark.parametrize(
    ("german", "soviet", "found"),
    [
        ([], [], (None, 0, "BD-15.4c")),
        *[([], [city], ("soviet", 1, "BD-15.4a")) for city in WEST if city != BERLIN],
        ([], [USIR], ("soviet", 1, "BD-15.4a")),
        *[([city], [], ("german", 1, "BD-15.4b")) for city in EAST if city != MOSCOW],
        (["2311"], [USIR], (None, 0, "BD-15.4c")),
        (["2311"], ["2117"], (None, 0, "BD-15.4c")),
        (["2311", "2415"], WEST[3:], (None, 0, "BD-15.4c")),
        # hexes that are no cities do not matter, not even those that give points
        (["3103"], [], (None, 0, "BD-15.4c")),
        ([], ["2922", "3015"], (None, 0, "BD-15.4c")),
    ],
)
def test_the_cities_on_both_sides_of_the_border_decide(
    german: list[str], soviet: list[str], found: Any
) -> None:
    assert outcome(german, soviet) == found


@pytest.mark.rule("BD-15.4a", "BD-15.4b")
def test_supply_does_not_matter() -> None:
    pocket = ["1813", "1912", "1913", "1712", "1812", "1713", "1814"]
    cut = {"1813": ["4AK"], "1912": ["60A"], "1001": ["61A"]}
    assert outcome(pocket[:1], [], units=cut) == ("german", 1, "BD-15.4b")
    lone = {"2117": ["60A"], "1724": ["4AK"], "2118": ["5AK"]}
    assert outcome([], ["2117"], units=lone) == ("soviet", 1, "BD-15.4a")


@pytest.mark.rule("BD-15.5a", "BD-15.5b")
@pytest.mark.parametrize("turn", [9, 14])
@pytest.mark.parametrize(
    ("side", "unit", "way", "rule"),
    [
        ("soviet", "60A", ("1921", BERLIN), "BD-15.5a"),
        ("german", "4AK", ("1607", MOSCOW), "BD-15.5b"),
    ],
)
def test_a_capital_ends_the_game_at_once(
    side: str, unit: str, way: tuple[str, str], rule: str, turn: int
) -> None:
    other = {"soviet": {"1724": ["4AK"]}, "german": {"1001": ["60A"]}}[side]
    state = at("movement", side, {way[0]: [unit], **other}, turn=turn)
    won = play(state, f"move {unit}", f"to {way[1]}")
    assert won.is_over and won.outcome == (side, 1, rule)


@pytest.mark.rule("BD-15.5a", "BD-15.5b")
def test_no_other_city_ends_the_game() -> None:
    state = at("movement", "soviet", {"2116": ["60A"], "1724": ["4AK"]}, turn=9)
    assert not play(state, "move 60A", "to 2117").is_over
    state = at("movement", "german", {"2312": ["4AK"], "1001": ["60A"]}, turn=9)
    assert not play(state, "move 4AK", "to 2311").is_over


# -- 15.6, 15.7: turn record -------------------------------------------------------------------


@pytest.mark.rule("BD-15.6a")
@pytest.mark.parametrize(
    ("turn", "side", "steps"),
    [
        (10, "german", (2, 2)), (10, "soviet", (2, 4)), (13, "german", (2, 2)),
        (13, "soviet", (3, 6)), (14, "german", (2, 3)), (14, "soviet", (3, 6)),
    ],
)  # fmt: skip
def test_replacements_are_one_more_of_each_kind(
    turn: int, side: str, steps: tuple[int, int]
) -> None:
    dead = {"soviet": ["60A", "61A", "3T"], "german": ["4AK", "3Pz"]}[side]
    last = walk(start(), "prepared assault", "german", {"logistics zone": "south"})
    units: Units = {"dead": dead, "1000": ["59A"], "1724": ["5AK"]}
    before = edit(last, units, clear=True, variables={"turn": turn - 1})
    state = walk(before, "replacements", side)
    assert state.var("turn") == turn
    assert (state.var("mech steps"), state.var("foot steps")) == steps


@pytest.mark.rule("BD-15.6a")
def test_there_are_no_replacements_on_the_first_turn() -> None:
    lost = edit(play(game().new(), "automatic"), {"dead": ["4AK", "3Pz"]})
    state = play(lost, "automatic")
    assert state.var("turn") == 9 and state.decision != "replacements"
    assert set(state.units_at("dead")) == {"4AK", "3Pz"}


@pytest.mark.rule("BD-15.6b")
@pytest.mark.parametrize("turn", [9, 12, 13, 14])
@pytest.mark.parametrize(
    ("side", "unit", "points"),
    [("german", "3Pz", 10), ("german", "4AK", 5), ("soviet", "3T", 8), ("soviet", "60A", 4)],
)
def test_movement_factors_are_those_of_the_scenario(
    side: str, unit: str, points: int, turn: int
) -> None:
    home, other = {"german": ("2320", "1001"), "soviet": ("1001", "2320")}[side]
    enemy = "60A" if side == "german" else "4AK"
    state = at("movement", side, {home: [unit], other: [enemy]}, turn=turn)
    assert play(state, f"move {unit}").ask(f"{side} allowance") == points


@pytest.mark.rule("BD-15.7a")
def test_the_luftwaffe_has_three_counters_every_turn() -> None:
    state = start()
    for turn in range(9, 15):
        assert (state.var("turn"), state.var("luftwaffe")) == (turn, 3)
        if turn < 14:
            state = walk(edit(state, variables={"luftwaffe": 0}), "phase order", "german")
            state = walk(play(state, "fight-move"), "phase order", "soviet")


ATTACK: Units = {"2314": ["60A", "61A", "59A"], "2315": ["4AK"], "2000": ["3A"], "1724": ["5AK"]}
DECLARED = {"phase order": "fight-move"}


def declared(state: State, target: str) -> State:
    """An attack with all that can attack, up to the German's choice of support."""
    state = play(state, f"attack {target}")
    while state.decision != "luftwaffe":
        more = sorted(a for a in names(state) if a.startswith("with "))
        state = play(state, more[0] if more else "fight")
    return state


def attack(luftwaffe: str, **more: Any) -> State:
    """An attack on a German corps, up to the Soviet's choice of supports."""
    state = at("prepared assault", "soviet", ATTACK, **more)
    state = declared(state, "2315")
    return play(walk(state, "luftwaffe", "german"), luftwaffe)


@pytest.mark.rule("BD-15.7a", "BD-8.38f")
def test_no_air_army_joins_a_battle_with_the_luftwaffe() -> None:
    assert attack("no-luftwaffe").decision == "air armies"
    assert attack("luftwaffe").decision != "air armies"


# -- 15.8: forces ------------------------------------------------------------------------------


def kinds(names_: set[str]) -> set[str]:
    return {u.kind for u in data().units if u.name in names_}


@pytest.mark.rule("BD-15.8a", "BD-15.8b", "BD-15.8d", "BD-15.8f", "BD-15.8g")
def test_who_is_on_hand_at_the_start() -> None:
    new = game().new()
    pool = set(new.units_at("pool"))
    sides = {u.name: u.side for u in data().units}
    assert sum(sides[n] == "german" for n in pool) == 50
    assert sum(sides[n] == "soviet" for n in pool) == 63
    assert not {"kg", "emergency", "rifle-big", "mech-corps", "rifle-corps", "airborne-corps",
                "cavalry", "militia", "counter-fire"} & kinds(set(game().units))  # fmt: skip
    assert {"1Hun", "2Hun", "3Hun", "3Rum", "4Rum"} <= pool
    assert "8Ital" not in game().units and "LPMA" not in game().units
    assert {"1T", "2T", "3T", "4T", "1Sh", "2Sh", "3Sh", "4Sh", "5Sh", "ICA"} <= pool
    assert {"19A", "26A", "32A"} <= pool
    dotted = {u.name for u in data().units if not u.replaceable and u.side == "soviet"}
    assert dotted & set(game().units) == {"ICA"}
    assert new.place("FCSE") == "3220"


@pytest.mark.rule("BD-15.8a", "BD-15.8c", "BD-15.8h")
def test_who_comes_later() -> None:
    due: dict[int, set[str]] = {}
    for unit in data().taking_part():
        if unit.arrives is not None:
            due.setdefault(unit.arrives, set()).add(unit.name)
    assert due == {
        11: {"39A", "46A", "1G"},
        13: {"65A", "2G", "Pol"},
        14: {"58A", "67A", "3G", "2SSPz", "502TB", "503TB"},
    }


@pytest.mark.rule("BD-15.8c", "BD-8.31a")
def test_two_tiger_battalions_and_the_2nd_ss_panzer_corps_arrive_on_turn_14() -> None:
    last = walk(start(), "prepared assault", "german", {"logistics zone": "south"})
    late = ["502TB", "503TB", "2SSPz"]
    units: Units = {"later": late, "2320": ["4AK"], "2117": ["3Pz"], "1001": ["60A"]}

    before = edit(last, units, clear=True, variables={"turn": 12})
    # none comes on turn 13
    state = walk(before, "reinforcements", "german")
    assert state.var("turn") == 14 and names(state, "bring") == {"502TB", "2SSPz"}
    state = play(state, "bring 502TB", "attach-to 4AK")
    # the other battalion can only go to the other stack
    state = play(state, "bring 503TB", "bring 2SSPz", "enter 2320")
    rides = {state.game.units[state.var(f"{tb} rides")] for tb in ("502TB", "503TB")}
    assert rides == {"4AK", "3Pz"} and state.place("2SSPz") == "2320"


@pytest.mark.rule("BD-15.8c", "BD-15.8a")
def test_a_battalion_without_a_corps_in_supply_is_forfeit() -> None:
    last = walk(start(), "prepared assault", "german", {"logistics zone": "south"})
    units: Units = {"later": ["502TB"], "2820": ["1Hun"], "1001": ["60A"]}
    state = walk(edit(last, units, clear=True, variables={"turn": 13}), "phase order", "soviet")
    assert (state.var("turn"), state.place("502TB")) == (14, "removed")


@pytest.mark.rule("BD-15.8e")
def test_the_airborne_assault_is_used_once_and_without_the_luftwaffe() -> None:
    open_country: Units = {
        "2016": ["60A", "61A", "59A"], "2015": ["4AK"], "2000": ["3A"], "1724": ["5AK"],
    }  # fmt: skip

    def offered(luftwaffe: str, turn: int = 9, used: int = 0) -> bool:
        state = at("prepared assault", "soviet", open_country, turn=turn,
                   variables={"airborne used in": used})  # fmt: skip
        state = declared(state, "2015")
        state = play(walk(state, "luftwaffe", "german"), luftwaffe)
        while state.decision in ("air armies", "partisans"):
            state.push(next(a for a in state.legal_actions.list() if state.is_pass(a)))
        return state.decision == "airborne"

    assert offered("no-luftwaffe") and offered("no-luftwaffe", 14)
    assert not offered("no-luftwaffe", 14, used=1)
    assert not offered("luftwaffe")


@pytest.mark.rule("BD-15.8i")
def test_a_supplied_soviet_unit_attacks_at_full_strength() -> None:
    said = at("prepared assault", "soviet", ATTACK).battle("2315", ["60A", "61A", "59A"])
    assert said.attack == 9
    far = {**ATTACK, "2314": ["1Sh", "61A", "59A"]}
    said = at("prepared assault", "soviet", far).battle("2315", ["1Sh", "61A", "59A"])
    assert said.attack == 12


@pytest.mark.rule("BD-15.8i", "BD-7.22d", "BD-7.22e")
@pytest.mark.parametrize(
    ("armies", "attack"), [(["60A", "61A", "59A"], 2), (["1Sh", "60A"], 1), (["60A"], 1)]
)
def test_a_soviet_unit_without_supply_attacks_at_a_quarter(armies: list[str], attack: int) -> None:
    """Corps stand all around the attackers."""
    ring = {h: [u] for h, u in zip(
        ["2214", "2215", "2313", "2315", "2414", "2415"],
        ["1AK", "2AK", "4AK", "5AK", "6AK", "7AK"], strict=True,
    )}  # fmt: skip
    units: Units = {**ring, "2314": armies, "2000": ["3A"]}
    state = at("prepared assault", "soviet", units)
    assert state.ask("supply", armies[0]) == 0
    assert state.battle("2315", armies).attack == attack


@pytest.mark.rule("BD-4.12c", "BD-15.1a")
def test_the_soviet_who_refuses_armies_to_the_caucasus_loses_here_too() -> None:
    units: Units = {
        "3203": ["4AK", "3Pz", "14Pz"], "1001": ["59A", "60A", "61A", "62A"], "1724": ["5AK"],
    }  # fmt: skip
    state = at("movement", "german", units, variables={"caucasus open": 1})
    assert play(state, "launch-expedition", "refuse").outcome == ("german", 1, "BD-4.12c")


@pytest.mark.rule("BD-15.8i")
@pytest.mark.parametrize("turn", [9, 13, 14])
def test_no_offensive_supply_marker_is_placed(turn: int) -> None:
    begun = walk(start(), "phase order", "soviet")
    assert begun.ask("supply", "60A") in (5, 6)
    with pytest.raises(LookupError):
        walk(edit(start(), variables={"turn": turn}), "offensive supply", "soviet")


@pytest.mark.rule("BD-15.8j")
def test_no_city_is_a_hero_or_fortress_city() -> None:
    state = start()
    assert state.var("hero cities") == state.var("fortress cities") == 0
    assert not state.hexes_with("hero city") and not state.hexes_with("fortress city")
    last = walk(state, "prepared assault", "german", {"logistics zone": "south"})
    begun = walk(edit(last, variables={"turn": 12}), "phase order", "soviet")
    assert (begun.var("turn"), begun.var("fortress cities")) == (13, 0)
