"""Busy games of the package's scenarios, for house rules that join a point of the systems."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import eastfront as ef
from eastfront._core import State


def positions(scenario: str, seed: int, length: int, **how: Any) -> Iterator[State]:
    """The positions of a busy game with at most a given number of actions."""
    state, rng = ef.load(scenario, **how).new(), random.Random(seed)
    for _ in range(length):
        if state.is_over:
            return
        yield state
        legal = state.legal_actions.list()
        deeds = [a for a in legal if not state.is_pass(a)]
        state.push(rng.choice(deeds if deeds and rng.randrange(16) else legal))
