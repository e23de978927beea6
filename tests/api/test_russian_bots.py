"""Bots at The Russian Campaign."""

from __future__ import annotations

import random

import pytest

import eastfront as ef
from eastfront import bots, record


@pytest.mark.parametrize("players", [("greedy", "busy"), ("idle", "greedy")])
def test_greedy_wins_and_the_record_replays(players: tuple[str, str]) -> None:
    """On either side the greedy bot beats who does not plan; the record keeps the game."""
    game = ef.load("russian-campaign/barbarossa")
    recorder = record.Recorder(game, seed=11)
    sides = {s: bots.bot(name, 11) for s, name in zip(game.sides, players, strict=True)}
    for _ in bots.play(recorder, sides):
        pass
    state = recorder.state
    assert state.outcome is not None
    assert state.outcome[0] == game.sides[players.index("greedy")]
    assert bytes(recorder.record.replay()) == bytes(state)


def test_samples_of_an_open_game_are_the_position() -> None:
    """Nothing is hidden, so that a sample is the position, without a generator."""
    game = ef.load("russian-campaign/barbarossa")
    state = game.new(seed=5)
    sample = state.observation(str(state.to_move)).sample(random.Random(1))
    assert sample == state and not sample.self_rolling
