"""Random play: every game with every reading and situation is set up, played and ends."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

import eastfront as ef
from eastfront._core import State

from .war_positions import (
    ALL_SITUATIONS,
    GAMES,
    STANDARD,
    each_situation,
    game,
    known,
    known_options,
    situations,
)

READINGS = ("R3", "R16", "R21", "R37", "R61", "R62", "R63", "R64", "R65", "R66", "R67", "R68",
            "R69", "R70")  # fmt: skip
A_LITTLE = 400
LONGEST = 60_000


def set_up(state: State, rng: random.Random) -> State:
    """Placed by hand, at random."""
    while state.phase == "set-up" and not state.is_over:
        by_hand = state.decision == "deployment"
        state.push("free" if by_hand else rng.choice(state.legal_actions.list()))
    return state


def played(state: State, rng: random.Random, steps: int = LONGEST) -> State:
    """So many actions at random, or to the end."""
    for _ in range(steps):
        if state.is_over:
            break
        state.push(rng.choice(state.legal_actions.list()))
    assert state.audit() is None
    return state


def every(scenario: str) -> tuple[str, ...]:
    """All options of a game at once: its situations, and the second readings."""
    modified = "modified-victory" in known_options() and scenario == "campaign"
    more = ("modified-victory",) if modified else ()
    return (*situations(*known(scenario)), *READINGS, *more)


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("scenario", GAMES)
def test_a_game_played_at_random_from_a_set_up_by_hand_comes_to_its_end(
    scenario: str, seed: int
) -> None:
    rng = random.Random(seed)
    for options in ((), every(scenario)):
        state = set_up(game(scenario, options).new(seed=seed), rng)
        assert state.decision in ("reorganization", "rail movement", "movement", "arrival")
        over = played(state, rng)
        assert over.is_over and over.outcome is not None


@pytest.mark.parametrize("reading", READINGS)
def test_every_reading_can_be_played(reading: str) -> None:
    rng = random.Random(reading)
    scenario = rng.choice(GAMES)
    state = set_up(game(scenario, (reading,)).new(seed=5), rng)
    played(state, rng, A_LITTLE)


@pytest.mark.parametrize(("scenario", "one"), [(s, n) for s in GAMES for n in known(s)[:-1]])
def test_every_two_situations_that_share_a_game_are_played_to_its_end(
    scenario: str, one: int
) -> None:
    for other in (n for n in known(scenario) if n > one):
        start = game(scenario, situations(one, other)).new(seed=other)
        told = ef.rollout(start, n=1, policy="busy", seed=one)
        assert sum(told["wins"].values()) + told["winners"].count(None) == 1, other


@pytest.mark.parametrize("scenario", STANDARD)
def test_free_set_ups_with_two_situations_can_be_played(scenario: str) -> None:
    """Every fourth pair; the campaign shares those of the Barbarossa Game."""
    for pair in list(combinations(known(scenario), 2))[::4]:
        rng = random.Random(sum(pair))
        state = set_up(game(scenario, situations(*pair)).new(seed=sum(pair)), rng)
        played(state, rng, A_LITTLE // 4)


@pytest.mark.parametrize("number", each_situation())
def test_every_situation_alone_can_be_played(number: int) -> None:
    for scenario in (name for name in GAMES if number in ALL_SITUATIONS[name]):
        rng = random.Random(number)
        state = set_up(game(scenario, situations(number)).new(seed=number), rng)
        played(state, rng, A_LITTLE)


@pytest.mark.parametrize("scenario", ["zitadelle", "barbarossa"])
def test_whether_ways_are_told_hex_by_hex_makes_no_position_another(scenario: str) -> None:
    """Who listens is told of each hex of a way, and comes to the same positions as who does not."""
    told, untold = (game(scenario).new(seed=3) for _ in range(2))
    rng, longest = random.Random(3), 0
    for _ in range(3000):
        if told.is_over:
            break
        action = rng.choice(told.legal_actions.list())
        effects = told.push(action, effects=True) or []
        untold.push(action)
        assert bytes(told) == bytes(untold)
        longest = max(longest, sum(effect[0] == "placed" for effect in effects))
    assert longest >= 10  # a ride of ten hexes at the least was told
