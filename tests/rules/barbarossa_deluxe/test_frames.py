"""What a scenario says of its frame: who takes part, and in which order the sides play."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from eastfront._core import Game, State
from eastfront.loading.game import rules_of
from eastfront.scenario import load_scenario

from . import board_positions
from .board_positions import data, play

LATE = {
    "1G": 11,
    "2Hun": 10,
    "1T": 10,
    "4T": 10,
    "8Ital": 11,
    "39A": 11,
    "2T": 12,
    "65A": 13,
    "2G": 13,
}
"""The units that come in the course of the scenario, with their turns."""


def scenario(**setup: Any) -> Game:
    """The scenario with other keys."""
    plain = data()
    made = rules_of("barbarossa-deluxe")(
        replace(plain, setup={**plain.setup, **setup}), without=board_positions.without()
    )
    return made.compiled()


def turns_of(game: Game, seed: int) -> tuple[list[tuple[int, str]], State]:
    """The player turns of a random game: turn and side, as each declares the order of its phases;
    and the end of the game."""
    state, found, rng = game.new(seed=seed), [], random.Random(seed)
    state = play(state, "automatic")
    while not state.is_over:
        if state.decision == "phase order":
            found.append((state.var("turn"), state.to_move))
        state.push(rng.choice(state.legal_actions.names()))
    return found, state


@pytest.mark.parametrize("order", [["german", "soviet"], ["soviet", "german"]])
def test_the_sides_play_in_the_order_of_the_scenario(order: list[str]) -> None:
    found, end = turns_of(scenario(player_order=order, last_turn=10), 1)
    assert found == [(turn, side) for turn in (9, 10) for side in order]
    assert end.var("turn") == 10


@pytest.mark.parametrize(
    ("order", "answered"), [(["german", "soviet"], 0), (["soviet", "german"], 1)]
)
def test_the_soviet_looks_out_for_the_last_german_turn(order: list[str], answered: int) -> None:
    """On the last turn exposed units count only if a German turn follows."""
    game = scenario(player_order=order, last_turn=9)
    state = play(game.new(), "automatic")
    assert (state.ask("outlook soviet") != state.ask("value")) == answered


@pytest.mark.parametrize("last", [9, 10, 11, 12, 13])
def test_who_comes_after_the_last_turn_is_not_in_the_game(last: int) -> None:
    gone = {name for name, turn in LATE.items() if turn > last} | ({"Pol"} if last < 13 else set())
    every = {unit.name for unit in data().taking_part()}
    assert len(every) == 113
    assert set(scenario(last_turn=last).units) == every - gone


def test_who_is_absent_is_not_in_the_game() -> None:
    plain = data()
    boxes = {**plain.setup["boxes"], "soviet_dead": ["SU:shock:2"]}
    absent = ["SU:rifle:51", "SU:rifle:57", "PL:army:1"]
    game = scenario(boxes=boxes, absent=absent, last_turn=10)
    assert not {"51A", "57A", "Pol"} & set(game.units)
    found, end = turns_of(game, 3)
    assert found[-1] == (10, "soviet") and end.is_over


def test_a_side_may_set_up_in_several_steps() -> None:
    plain = load_scenario("barbarossa-deluxe", "what-if")
    german, soviet, coastal = plain.setup["free"]
    late = ["DE:pz:3", "DE:inf:1"]
    first = {**german, "units": [u for u in german["units"] if u not in late], "cover": []}
    free = [{**german, "units": late, "cover": [], "step": 3}, soviet, coastal, first]
    setup = {**plain.setup, "setup_order": ["german", "soviet", "german"], "free": free}
    made = rules_of("barbarossa-deluxe")(replace(plain, setup=setup))
    game = made.compiled()
    state, steps = game.new(), []
    while state.decision == "set-up":
        before, side = set(state.units_at("pool")), state.to_move
        state.push("automatic")
        steps.append((side, len(before - set(state.units_at("pool")))))
    assert steps == [("german", 48), ("soviet", 63), ("german", 2)]
    state, asked = play(game.new(), "automatic", "automatic", "free"), []
    while state.decision == "placement":
        asked.append((state.to_move, len(state.units_at("pool"))))
        state.push(state.legal_actions.list()[0])
    assert asked == [("german", 2), ("german", 1)]


def test_who_takes_no_part_takes_no_place_in_a_state() -> None:
    whole, short = scenario(), scenario(last_turn=9)
    sizes = [len(bytes(game.new())) for game in (whole, short)]
    assert sizes[1] < sizes[0] and len(short.units) == len(whole.units) - 10


WINDOWS = {
    "BD-4.17a": ["never"],
    "BD-4.17d": ["never"],
    "BD-5.5a": ["9-12 once"],
    "BD-5.5b": ["17-20 once"],
    "BD-5.6b": ["9"],
    "BD-5.6c": ["9-12"],
    "BD-5.16b": ["9-12"],
    "BD-7.10d": ["1-6"],
    "BD-7.22c": ["7-32"],
    "BD-7.22d": ["7-32"],
    "BD-8.5a": ["19"],
    "BD-8.7g": ["9-29"],
    "BD-8.16a": ["17-20 once", "25-28 once"],
    "BD-8.18a": ["16"],
    "BD-8.21d": ["20"],
    "BD-8.24c": ["13-32"],
    "BD-8.40b": ["7-14 once", "15-22 once"],
    "BD-9.2a": ["13"],
    "BD-10.12b": ["13-32"],
    "BD-10.22c": ["9-12"],
    "BD-10.23b": ["25-32"],
    "BD-11.18a": ["7-32"],
    "BD-11.32b": ["13-32"],
    "BD-13.9a": ["never"],
}
"""Turns by the rulebook's words, of which only some are played by a scenario."""


def test_the_turns_of_rules_are_those_of_the_rulebook() -> None:
    stated: dict[str, list[str]] = {}
    for window in data().charts["windows"]["window"]:
        once = " once" if window["once"] else ""
        stated.setdefault(window["rule"], []).append(f"{window['turns']}{once}")
    assert stated == WINDOWS


def phases_of(game: Game) -> list[tuple[int, str]]:
    """The phases of a game in which as little as possible is done: the turn and the phase of each
    decision, without repetitions. Both sides declare fight/move."""
    names = {
        "reinforcements": "I.A", "replacements": "I.B", "strategic movement": "II.A",
        "rvgk": "III.A",
    }  # fmt: skip
    halves = {"prepared assault": "B", "movement": "C"}
    state, found = play(game.new(seed=1), "automatic"), []
    while not state.is_over:
        decision, turn = str(state.decision), int(state.var("turn"))
        name = names.get(decision, "")
        if decision in halves:
            name = f"{'II' if state.to_move == 'german' else 'III'}.{halves[decision]}"
        if decision == "replacements" and state.to_move == "german":
            name = "I.A"
        if name and (turn, name) not in found:
            found.append((turn, name))
        orders = state.legal_actions.names()
        wanted = [name for name in ("fight-move", "no-marker") if name in orders]
        passes = [a for a in state.legal_actions.list() if state.is_pass(a)]
        state.push(wanted[0] if wanted else passes[0] if passes else orders[0])
    return found


ORDER = ["I.A", "I.B", "II.A", "II.B", "II.C", "III.A", "III.B", "III.C"]


@pytest.mark.rule("BD-5.2a", "BD-5.2b", "BD-5.2c")
@pytest.mark.parametrize("first", ["", "I.B", "II.A", "II.B", "II.C", "III.A", "III.B", "III.C"])
def test_the_first_turn_opens_in_a_phase_and_later_turns_at_their_start(first: str) -> None:
    whole = phases_of(scenario(first_turn=10, last_turn=11))
    began = ORDER.index(first) if first else 0
    assert [name for turn, name in whole if turn == 10] == ORDER
    found = phases_of(scenario(opens=first, first_turn=10, last_turn=11))
    assert [name for turn, name in found if turn == 10] == ORDER[began:]
    assert {"I.A", "I.B"} <= {name for turn, name in found if turn == 11}


@pytest.mark.rule("BD-5.2a", "BD-5.2b", "BD-5.2c")
@pytest.mark.parametrize("last", ["I.B", "II.A", "II.B", "II.C", "III.A", "III.B", "III.C", "IV"])
def test_the_last_turn_ends_with_a_phase_and_the_game_is_decided(last: str) -> None:
    game = scenario(ends=last, last_turn=10)
    found, whole = phases_of(game), phases_of(scenario(last_turn=10))
    ended = ORDER.index(last) if last in ORDER else len(ORDER)
    assert found == [(t, name) for t, name in whole if t == 9 or ORDER.index(name) <= ended]


@pytest.mark.parametrize(
    ("opens", "ends", "played"),
    [
        ("III.B", "II.B", ["III.B", "III.C", "II.A", "II.B"]),
        ("II.C", "IV", ["II.C"]),
        ("III.C", "III.C", ["III.C"]),
    ],
)
def test_a_turn_opens_and_ends_by_the_order_of_the_sides(
    opens: str, ends: str, played: list[str]
) -> None:
    order = ["soviet", "german"]
    found = phases_of(scenario(opens=opens, ends=ends, last_turn=9, player_order=order))
    assert [name for _, name in found] == played


@pytest.mark.parametrize("opens", ["II.C", "III.B"])
def test_a_turn_that_opens_in_its_middle_has_begun(opens: str) -> None:
    """The Luftwaffe counters are there, the German has chosen his supply in the Crimea, and the
    Soviet places his marker and declares his order."""
    state, met = play(scenario(opens=opens).new(seed=1), "automatic"), []
    while state.decision != "phase order" or state.to_move != "soviet":
        assert state.var("luftwaffe") == 3
        met.append(str(state.decision))
        passes = [a for a in state.legal_actions.list() if state.is_pass(a)]
        state.push(passes[0] if passes else state.legal_actions.names()[0])
    assert met[0] == "crimea supply" and met[-1] == "offensive supply"
    assert ("phase order" in met) == (opens == "II.C")
    assert "logistics zone" not in met or opens == "II.C"
