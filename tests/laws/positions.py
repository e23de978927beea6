"""Positions from busy play, reproducible: sampled once, kept as bytes."""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Any

from playout.games import busy_play, load


@lru_cache(maxsize=4)
def sample(seed: int = 0, every: int = 40, games: int = 2) -> tuple[bytes, ...]:
    """Bytes of states of a few busy games, one in so many, plus every kind of decision once."""
    found: list[bytes] = []
    seen: set[str] = set()
    for number in range(games):
        for i, state in enumerate(busy_play(load(), seed * 1000 + number)):
            if i % every == 0 or state.decision not in seen:
                found.append(bytes(state))
            seen.add(state.decision)
    return tuple(found)


def states(seed: int = 0, every: int = 40, games: int = 2) -> list[Any]:
    """The same as states."""
    return [load().state_from_bytes(b) for b in sample(seed, every, games)]


def play_on(state: Any, rng: random.Random, steps: int) -> Any:
    """A copy after so many random actions, or fewer when the game ends."""
    out = state.copy()
    for _ in range(steps):
        if out.is_over:
            break
        out.push(rng.choice(out.legal_actions.list()))
    return out
