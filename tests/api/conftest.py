"""The game of the tests, and positions of it."""

from __future__ import annotations

import random

import pytest

import eastfront as ef

SCENARIO = "barbarossa-deluxe/blue-kremlin"


@pytest.fixture(scope="session")
def game() -> ef.Game:
    return ef.load(SCENARIO)


@pytest.fixture
def recorded(game: ef.Game) -> ef.Recorder:
    """A whole game between busy players."""
    recorder = ef.Recorder(game, seed=7)
    players = {side: ef.bots.Busy(n) for n, side in enumerate(game.sides)}
    for _ in ef.bots.play(recorder, players):
        pass
    return recorder


def reach(game: ef.Game, decision: str, side: str, seed: int = 1) -> ef.State:
    """The first position of a random game that waits for a side's decision of a kind."""
    rng, state = random.Random(seed), game.new()
    state.push("automatic")
    while (state.decision, state.to_move) != (decision, side):
        deeds = [a for a in state.legal_actions if not state.is_pass(a)]
        state.push(rng.choice(deeds or state.legal_actions.list()))
        assert not state.is_over
    return state
