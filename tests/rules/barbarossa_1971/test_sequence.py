"""General Course of Play: Player-Turns, phases, months, arrivals, and the length of the games."""

from __future__ import annotations

import pytest

from eastfront._core import IllegalAction, State

from .war_positions import (
    FIRST,
    GAMES,
    REAR,
    SECOND,
    STANDARD,
    area,
    at,
    begin,
    forces,
    hexes_with,
    names,
    near,
    on,
    placed,
    play,
    units,
    usual,
    walk,
)

FIRST_TURN = {"barbarossa": 1, "stalingrad": 13, "zitadelle": 25, "berlin": 37, "campaign": 1}
LENGTH = {"barbarossa": 8, "stalingrad": 8, "zitadelle": 5, "berlin": 6, "campaign": 45}

TRACK = """
1 normal 0 0 0 0 0 | 2 normal 2 8 2 1 1 | 3 normal 2 6 0 0 0 | 4 normal 2 5 0 0 1
5 mud 1 6 1 0 1 | 6 winter 1 6 1 0 1 | 7 winter 0 6 1 1 2 | 8 winter 1 4 1 0 2
9 winter 0 3 1 0 1 | 10 mud 0 3 1 0 0 | 11 normal 1 3 2 1 0 | 12 normal 1 4 3 1 1
13 normal 2 4 2 1 1 | 14 normal 2 4 2 0 1 | 15 normal 2 4 1 1 1 | 16 normal 1 3 1 1 1
17 mud 1 3 1 1 1 | 18 winter 1 3 1 1 2 | 19 winter 0 3 1 1 2 | 20 winter 1 3 1 1 2
21 winter 1 2 1 0 2 | 22 mud 1 2 1 1 1 | 23 normal 0 2 1 0 1 | 24 normal 1 2 1 1 1
25 normal 1 3 2 0 1 | 26 normal 1 3 2 1 2 | 27 normal 1 3 1 0 2 | 28 normal 1 3 1 1 2
29 mud 1 2 1 0 2 | 30 winter 0 2 1 1 2 | 31 winter 1 2 1 0 2 | 32 winter 0 2 1 1 2
33 winter 1 2 1 0 2 | 34 mud 0 2 1 1 2 | 35 normal 1 2 1 0 2 | 36 normal 0 2 1 1 2
37 normal 1 3 1 0 2 | 38 normal 0 3 1 1 2 | 39 normal 1 3 1 0 2 | 40 normal 0 2 1 1 2
41 mud 1 2 1 0 2 | 42 winter 0 2 1 1 2 | 43 winter 1 2 1 0 2 | 44 winter 0 2 1 1 3
45 winter 1 2 1 0 3
"""
"""The turn record: turn, weather, Axis supply, Soviet 2-4-2, 2-1-5, 1-2-5 and supply."""

KINDS = ("AX:sup", "SU:inf", "SU:tkc", "SU:mec", "SU:sup")


def track() -> dict[int, tuple[str, tuple[int, ...]]]:
    """The weather and the arrivals of each turn."""
    rows = [row.split() for line in TRACK.split("\n") for row in line.split("|") if row.strip()]
    return {int(t): (weather, tuple(map(int, numbers))) for t, weather, *numbers in rows}


def course(state: State, until: int) -> list[tuple[int, str, str]]:
    """The phases that are met up to a turn by who passes: turn, side and kind."""
    out = state.copy()
    seen = [(out.turn, str(out.to_move), kind(out))]
    while not out.is_over and out.turn < until:
        out.push(usual(out, {}))
        here = (out.turn, str(out.to_move), kind(out))
        if not out.is_over and here[2] and (here != seen[-1] or out.decision == "movement"):
            seen.append(here)
    return seen


def kind(state: State) -> str:
    """Movement or combat; empty for what belongs to neither's course."""
    return {"movement": "movement", "attacks": "combat"}.get(state.decision or "", "")


@pytest.mark.rule("SPI-SEQ-A", "SPI-SEQ-B", "SPI-SEQ-C", "SPI-SEQ-D", "SPI-SEQ-E", "SPI-SEQ-F")
@pytest.mark.parametrize("scenario", GAMES)
def test_each_side_moves_fights_and_moves_again_the_axis_first(scenario: str) -> None:
    """Armies of both sides that are adjacent, so that both may fight if they like."""
    first = FIRST_TURN[scenario]
    both = {"1InA": "2520", "2AxSup": "2519", "1Inf": "2521", "1SovSup": "2522"}
    state = at("axis", where=both, turn=first, scenario=scenario)
    turn = ["movement", "combat", "movement"]
    expected = [
        (n, side, what)
        for n in (first, first + 1)
        for side in ("axis", "soviet")
        for what in turn
    ]  # fmt: skip
    assert course(state, first + 2)[:12] == expected


@pytest.mark.rule("SPI-SEQ-A", "SPI-SEQ-C", "SPI-SEQ-D", "SPI-SEQ-E", "SPI-SEQ-F")
@pytest.mark.parametrize(
    ("rule", "turn"),
    [
        ("SPI-SEQ-C", ["combat", "movement"]),
        ("SPI-SEQ-D", ["movement", "movement"]),
        ("SPI-SEQ-E", ["movement", "combat"]),
        ("SPI-SEQ-F", ["movement", "combat", "movement", "combat"]),
        ("SPI-SEQ-A", ["movement", "combat", "movement"]),
    ],
)
def test_left_out_a_phase_falls_away_or_comes_again(rule: str, turn: list[str]) -> None:
    both = {"1InA": "2520", "2AxSup": "2519", "1Inf": "2521", "1SovSup": "2522"}
    spare = [(u, "pool") for u in begin("campaign").places() if u not in {*both, *REAR}]
    state = begin("campaign", without=rule) if rule != "SPI-SEQ-C" else start_of_combat(rule)
    state = state._supposed(places=[*spare, *both.items(), *REAR.items()])
    sides = ["axis", "soviet"] if rule != "SPI-SEQ-A" else ["axis", "soviet", "axis"]
    seen = [step for step in course(state, 2) if step[0] == 1]
    assert [w for _, s, w in seen if s == "axis"] == turn
    assert list(dict.fromkeys(s for _, s, _ in seen)) == sides[: 1 if rule == "SPI-SEQ-A" else 2]


def start_of_combat(rule: str) -> State:
    """The first Combat Phase of a game without a rule."""
    from .war_positions import game

    return walk(game("campaign", without=rule).new(seed=1), "attacks", "axis")


@pytest.mark.rule("SPI-SEQ-C", "SPI-SEQ-E")
@pytest.mark.parametrize("phase", [FIRST, SECOND])
@pytest.mark.parametrize(
    ("side", "unit", "most"),
    [
        ("axis", "1PzA", 8),
        ("axis", "1InA", 3),
        ("axis", "1RumA", 2),
        ("axis", "1Air", 2),
        ("soviet", "1Inf", 2),
        ("soviet", "1Shk", 3),
        ("soviet", "1TkC", 5),
        ("soviet", "1TkA", 5),
    ],
)
def test_each_movement_phase_is_for_a_whole_allowance(
    phase: int, side: str, unit: str, most: int
) -> None:
    reach = at(side, phase, where={unit: "2530"}, turn=14).reach(unit)
    assert max(reach.values()) == most


@pytest.mark.rule("SPI-SEQ-C", "SPI-SEQ-E", "SPI-GAMES-C")
@pytest.mark.parametrize("phase", [FIRST, SECOND])
@pytest.mark.parametrize("side", ["axis", "soviet"])
def test_all_units_of_the_side_and_no_others_may_move(phase: int, side: str) -> None:
    axis = {"1PzA": "2510", "2InA": "2515", "1FinA": "0113", "1HunA": "2512", "1ItaA": "2513",
            "1RumA": "2516", "1Air": "2514"}  # fmt: skip
    soviet = {"1Inf": "2530", "1Shk": "2532", "1TkC": "2534", "1TkA": "2536", "1MeC": "2538"}
    state = at(side, phase, where={**axis, **soviet}, turn=14)
    own = {*axis, "6AxSup"} if side == "axis" else {*soviet, "4SovSup"}
    assert names(state, "move") == own
    with pytest.raises(IllegalAction):
        play(state, "move 1Inf" if side == "axis" else "move 1PzA")


@pytest.mark.rule("SPI-SEQ-B", "SPI-SEQ-C", "SPI-SEQ-D", "SPI-SEQ-E")
@pytest.mark.parametrize("side", ["axis", "soviet"])
def test_a_position_tells_the_phase_of_the_player_turn(side: str) -> None:
    """Before combat, in it, or after it."""
    where = {"1InA": "2520", "2AxSup": "2519", "1Inf": "2521", "1SovSup": "2522"}
    state, found = at(side, where=where, turn=14), []
    for decision in ("movement", "attacks", "movement"):
        state = walk(state, decision, side)
        found.append(state.var("stage of the Player-Turn"))
        state = play(state, {"movement": "end-movement", "attacks": "end-combat"}[decision])
    assert found == [0, 1, 2]


@pytest.mark.rule("SPI-SEQ-E")
@pytest.mark.parametrize(("side", "unit", "far"), [("axis", "1PzA", 8), ("soviet", "1TkC", 5)])
def test_who_has_moved_in_the_first_phase_moves_as_far_in_the_second(
    side: str, unit: str, far: int
) -> None:
    state = at(side, FIRST, where={unit: "2530"}, turn=14)
    goal = next(h for h, cost in sorted(state.reach(unit).items()) if cost == far)
    after = play(state, f"move {unit}", f"to {goal}")
    after = walk(on(walk(after, "movement"), "movement"), "movement", side)
    assert after.place(unit) == goal
    assert max(after.reach(unit).values()) == far


@pytest.mark.rule("SPI-SEQ-D")
def test_in_the_combat_phase_nobody_moves_and_nobody_must_fight() -> None:
    both = {"1InA": "2520", "2AxSup": "2519", "1Inf": "2521", "2Inf": "2523"}
    state = walk(at("axis", where=both, turn=14), "attacks", "axis")
    assert state.turn == 14
    assert names(state, "attack") == {"2521"}
    assert not [a for a in state.legal_actions.names() if a.split()[0] in ("move", "entrain")]
    before = state.places()
    assert on(state, "movement", "axis").places() == before


@pytest.mark.rule("SPI-GAMES-C")
def test_one_player_attacks_with_all_nations_of_the_axis() -> None:
    """Corps of five nations around one Soviet army, in one attack."""
    there = {"1InC": "2420", "1RumC": "2421", "1HunC": "2520", "1ItaC": "2522", "1FinC": "0119",
             "1AxSup": "2519", "1Inf": "2521", "2AxSup": "0118",
             "2Inf": "0120"}  # fmt: skip
    state = walk(at("axis", where=there, turn=2), "attacks", "axis")
    assert (state.to_move, names(state, "attack")) == ("axis", {"2521", "0120"})
    attack = play(state, "attack 2521")
    assert names(attack, "with") == {"1InC", "1RumC", "1HunC", "1ItaC"}
    assert names(play(state, "attack 0120"), "with") <= {"1FinC"}
    with pytest.raises(IllegalAction):
        play(attack, "with 2Inf")


# -- months ------------------------------------------------------------------------------------


@pytest.mark.rule("SPI-SEQ-G", "SPI-MUD-0", "SPI-WINTER-0", "SPI-WX-0", "SPI-CAMP-B")
@pytest.mark.parametrize("turn", range(1, 46))
def test_the_month_fixes_the_weather(turn: int) -> None:
    """A Panzer army beside Lake Ladoga: slow in mud, slow and on the ice in winter."""
    weather, _ = track()[turn]
    state = at("axis", where={"1PzA": "0620"}, turn=turn)
    reach = state.reach("1PzA")
    assert max(reach.values()) == (8 if weather == "normal" else 5)
    assert ("0520" in reach) == (weather == "winter")


@pytest.mark.rule("SPI-SEQ-G")
def test_left_out_the_weather_is_always_normal() -> None:
    for turn in (5, 7, 10, 45):
        state = at("axis", where={"1PzA": "0620"}, turn=turn, without="SPI-SEQ-G")
        assert max(state.reach("1PzA").values()) == 8


@pytest.mark.rule("SPI-SEQ-G")
@pytest.mark.parametrize("turn", [1, 5, 8, 20, 44])
def test_the_turn_advances_by_one_after_the_soviets(turn: int) -> None:
    state = at("axis", SECOND, turn=turn)
    soviet = on(state, "movement", "soviet")
    assert soviet.turn == turn
    second = on(soviet, "movement", "soviet")
    assert second.turn == turn
    assert on(second, "movement", "axis").turn == turn + 1


# -- arrivals ----------------------------------------------------------------------------------


@pytest.mark.rule("SPI-SEQ-H", "SPI-SEQ-C", "SPI-CAMP-B")
@pytest.mark.parametrize("turn", range(2, 46))
def test_the_turn_record_brings_reinforcements_to_the_edges(turn: int) -> None:
    """In the campaign; the Axis in the west but not in Finland, the Soviets in the east."""
    _, numbers = track()[turn]
    state = on(at("soviet", SECOND, turn=turn - 1, rear=True), "movement", "axis")
    axis = forces(state)
    soviet = forces(walk(state, "movement", "soviet"))
    assert axis.get("AX:sup", 0) - 1 == numbers[0]
    assert [soviet.get(k, 0) - (k == "SU:sup") for k in KINDS[1:]] == list(numbers[1:])
    allies = {13: {"HU:ina": 1, "IT:ina": 1}, 35: {"HU:ina": 1}}.get(turn, {})
    assert {k: n for k, n in axis.items() if k in ("HU:ina", "IT:ina")} == allies
    after = walk(state, "movement", "soviet")
    for unit, hex_ in placed(after).items():
        if unit not in REAR:
            assert hex_[2:] == ("42" if unit.endswith(("Inf", "TkC", "MeC", "SovSup")) else "01")
            assert hex_ not in ("0111", "0211", "0311", "0411", "0511")


@pytest.mark.rule("SPI-SEQ-H", "SPI-UNIT-G")
@pytest.mark.parametrize(("turn", "number"), [(43, 2), (44, 3), (45, 3)])
def test_as_many_soviet_supply_units_come_as_the_record_says(turn: int, number: int) -> None:
    """While none is on the map, there are counters for four."""
    state = at("soviet", SECOND, turn=turn - 1, where={"1Inf": "2042", "6AxSup": "2001"},
               rear=False)  # fmt: skip
    after = walk(state, "movement", "soviet", turn=turn)
    assert forces(after)["SU:sup"] == number


@pytest.mark.rule("SPI-SEQ-H")
@pytest.mark.parametrize("turn", [13, 35])
def test_of_allied_armies_no_more_are_due_than_the_record_says(turn: int) -> None:
    """There is one Italian army: when it is lost, no other comes."""
    state = on(at("soviet", SECOND, turn=turn - 1), "movement", "axis")
    assert forces(state)["HU:ina"] == 1
    assert [state.var(f"{kind} due") for kind in ("HU:ina", "IT:ina", "AX:sup")] == [0, 0, 0]


@pytest.mark.rule("SPI-SEQ-H", "SPI-STACK-GEN1")
def test_reinforcements_come_where_there_is_room() -> None:
    """An army to no hex with another, nor with enemies; a supply unit to its friends."""
    where = {"1InA": "2501", "1Inf": "2701", "1InC": "2901"}
    state = at("soviet", SECOND, turn=12, where=where)
    state.push("end-movement")
    edge = {f"{row}01" for row in range(17, 47)}
    free = {"2501", "2901"}
    seen = set()
    while (state.turn, state.decision) == (13, "arrival") or state.turn == 12:
        if state.decision == "arrival" and state.to_move == "axis":
            army = str(state.subject).endswith("A")
            seen.add(army)
            assert names(state, "arrive-at") & (free | {"2701"}) == (set() if army else free)
            assert names(state, "arrive-at") <= edge
        state.push(usual(state, {}))
    assert seen == {True, False}


@pytest.mark.rule("SPI-SEQ-H", "SPI-BREAK-C6")
def test_a_counter_that_left_comes_again_and_not_another_kind() -> None:
    """With no counter of the kind unused, one that was used up or lost."""
    where = {"1SovSup": "used up", "2SovSup": "2040", "3SovSup": "2038", "1Inf": "dead",
             "1PzA": "dead", "2PzA": "off the map", "1AxSup": "used up"}  # fmt: skip
    state = at("soviet", SECOND, turn=43, where=where)
    after = walk(state, "movement", "soviet", turn=44)
    assert after.place("1SovSup") in after.game.hexes
    assert after.place("1PzA") == "dead" and after.place("2PzA") == "off the map"
    assert forces(after)["SU:sup"] == 4


@pytest.mark.rule("SPI-SEQ-H")
@pytest.mark.parametrize("scenario", STANDARD)
def test_in_a_standard_game_the_first_turn_brings_nothing_and_the_second_does(
    scenario: str,
) -> None:
    first = FIRST_TURN[scenario]
    state = begin(scenario)
    before = forces(state)
    soviet = walk(state, "movement", "soviet")
    assert forces(soviet) == before
    later = walk(soviet, "movement", "soviet", turn=first + 1)
    _, numbers = track()[first + 1]
    grown = forces(later)
    for name, number in zip(KINDS, numbers, strict=True):
        # a fifth Soviet supply unit waits for a counter
        room = 4 - before["SU:sup"] if name == "SU:sup" else number
        assert grown.get(name, 0) - before.get(name, 0) == min(number, room), name


@pytest.mark.rule("SPI-SUPPLY-H1", "SPI-SEQ-H")
@pytest.mark.parametrize("scenario", GAMES)
def test_no_supply_unit_comes_to_finland(scenario: str) -> None:
    """Those that arrive are offered the western edge south of it."""
    first = FIRST_TURN[scenario]
    came = on(at("soviet", SECOND, turn=first + 2, scenario=scenario), "arrival", "axis")
    while units()[str(came.subject)].kind != "AX:sup":
        came = on(came, "arrival", "axis")
    assert names(came, "arrive-at") == hexes_with("edge-west") - hexes_with("edge-west-finland")
    assert not names(came, "arrive-at") & area("finland")


@pytest.mark.rule("SPI-SEQ-H")
def test_who_arrives_comes_into_enemy_zones_too() -> None:
    """A Soviet army beside the western edge, a German one beside the eastern."""
    state = on(at("soviet", SECOND, turn=1, where={"1Inf": "2502"}), "arrival", "axis")
    assert near("2502") & hexes_with("edge-west") <= names(state, "arrive-at")
    axis = at("axis", SECOND, turn=2, where={"1InA": "2541"})
    soviet = on(axis, "arrival", "soviet")
    assert near("2541") & hexes_with("edge-east") <= names(soviet, "arrive-at")


@pytest.mark.rule("SPI-SEQ-H")
def test_berlin_has_a_hungarian_army_in_september() -> None:
    state = at("soviet", SECOND, turn=39, scenario="berlin")
    assert forces(on(state, "movement", "axis")).get("HU:ina") == 1
    state = at("soviet", SECOND, turn=38, scenario="berlin")
    assert "HU:ina" not in forces(on(state, "movement", "axis"))


@pytest.mark.rule("SPI-SEQ-H")
def test_left_out_nobody_arrives() -> None:
    state = at("soviet", SECOND, turn=1, without="SPI-SEQ-H")
    after = walk(on(state, "movement", "axis"), "movement", "soviet")
    assert set(placed(after)) == set(REAR)


@pytest.mark.rule("SPI-SEQ-H")
def test_who_has_arrived_may_move_at_once() -> None:
    state = at("soviet", SECOND, turn=1)
    state = on(state, "movement", "axis")
    new = {u for u in placed(state) if u not in REAR}
    assert len(new) == 2 and new & names(state, "move")  # of two that are alike one is offered
    soviet = walk(state, "rail movement", "soviet")
    come = {u for u in placed(soviet) if u.endswith(("Inf", "TkC"))}
    assert len(come) == 10
    assert names(soviet, "entrain") & come


# -- length ------------------------------------------------------------------------------------


@pytest.mark.rule("SPI-LEN-A", "SPI-CAMP-B", "SPI-GAMES-A")
@pytest.mark.parametrize("scenario", GAMES)
def test_each_game_begins_in_june_and_has_its_length(scenario: str) -> None:
    state = begin(scenario)
    first = state.turn
    assert first == FIRST_TURN[scenario]
    turns = set()
    while not state.is_over:
        turns.add(state.turn)
        state.push(usual(state, {}))
    assert turns == set(range(first, first + LENGTH[scenario]))


BAD_WEATHER = {5, 7, 17, 19, 29, 41, 42}
"""Turns of mud or winter, in which supply units stand with the attackers."""


def answers(scenario: str, turn: int, side: str) -> list[object]:
    """What a position of some month comes to: who goes how far, is supplied and fights at what."""
    axis = {"1PzA": "2529", "1InC": "2528", "1AxSup": "2524", "1RumA": "0926", "2AxSup": "0925"}
    soviet = {"1Inf": "2530", "1SovSup": "2532", "1TkC": "0927", "2SovSup": "0929", "1Shk": "0826"}
    mine, target, attacker = (axis, "2530", "1PzA") if side == "axis" else (soviet, "0926", "1Shk")
    if turn in BAD_WEATHER:
        axis, soviet = {**axis, "3AxSup": "2529"}, {**soviet, "3SovSup": "0826"}
    state = at(side, where={**axis, **soviet}, turn=turn, scenario=scenario)
    fight = walk(state, "attacks", side)
    told: list[object] = [fight.turn, {u: dict(state.reach(u)) for u in mine}]
    told += [{u: state.supply(u).level for u in {**axis, **soviet}}, names(fight, "attack")]
    battles = [(target, attacker), *([("0927", "1RumA")] if side == "axis" else [])]
    for hex_, unit in battles:
        battle = fight.battle(hex_, [unit])
        told += [(battle.attack, battle.defence, battle.column)]
    return told


@pytest.mark.rule("SPI-GAMES-B")
@pytest.mark.parametrize("side", ["axis", "soviet"])
@pytest.mark.parametrize(
    ("scenario", "turn"),
    [("barbarossa", 3), ("barbarossa", 5), ("barbarossa", 7), ("stalingrad", 14),
     ("stalingrad", 19), ("zitadelle", 26), ("zitadelle", 29), ("berlin", 38), ("berlin", 42)],
)  # fmt: skip
def test_one_body_of_rules_governs_all_games(scenario: str, turn: int, side: str) -> None:
    """What a month holds in a standard game it holds in the campaign."""
    assert answers(scenario, turn, side) == answers("campaign", turn, side)


@pytest.mark.rule("SPI-GAMES-B")
@pytest.mark.parametrize("scenario", GAMES)
@pytest.mark.parametrize("side", ["axis", "soviet"])
def test_what_is_said_of_the_campaign_holds_in_no_other_game(scenario: str, side: str) -> None:
    """Nobody leaves the map by its edge in a standard game."""
    unit = "1PzA" if side == "axis" else "1TkC"
    state = at(side, where={unit: "2501"}, turn=FIRST_TURN[scenario], scenario=scenario)
    if side == "soviet":  # who is on that edge is far from home
        state = state._supposed(places=[("1SovSup", "2501")])
    leg = play(state, f"move {unit}").legal_actions.names()
    assert ("leave-map" in leg) == (scenario == "campaign")


@pytest.mark.rule("SPI-LEN-A")
def test_left_out_a_standard_game_goes_on_to_the_end_of_the_war() -> None:
    state = walk(begin("berlin", without="SPI-LEN-A"), "never")
    assert state.is_over and state.turn == 45
