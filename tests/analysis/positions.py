"""Positions of busy games of each game, for the tests of analysis."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import eastfront as ef

BLUE, BARBAROSSA = "barbarossa-deluxe/blue-kremlin", "russian-campaign/barbarossa"
STALINGRAD = "barbarossa-1971/stalingrad"
DECISIONS = {BLUE: "prepared assault", BARBAROSSA: "battle", STALINGRAD: "attacks"}
"""The decision about attacks of each game."""
GAMES = tuple(DECISIONS)


def walk(name: str, seed: int = 3) -> Iterator[ef.State]:
    """The state of a game between busy bots before each action, always the same object."""
    recorder = ef.Recorder(ef.load(name), seed=seed)
    players = {side: ef.bots.bot("busy", seed) for side in recorder.state.game.sides}
    yield recorder.state
    for _ in ef.bots.play(recorder, players):
        if not recorder.state.is_over:
            yield recorder.state


@lru_cache(maxsize=4)
def at(name: str, decision: str, seed: int = 3) -> ef.State:
    """The first position of such a game that waits for a decision."""
    return next(s.copy() for s in walk(name, seed) if s.decision == decision)


@lru_cache(maxsize=2)
def record(name: str, seed: int = 3) -> ef.record.Record:
    """The record of such a game."""
    recorder = ef.Recorder(ef.load(name), seed=seed)
    players = {side: ef.bots.bot("busy", seed) for side in recorder.state.game.sides}
    for _ in ef.bots.play(recorder, players):
        pass
    return recorder.record
