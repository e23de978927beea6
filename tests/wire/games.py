"""Positions of busy play: the first of each kind of decision, and one in so many."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import eastfront as ef
from eastfront._core import State

EVERY = 150
"""One position in so many, whatever its decision."""
Effects = list[tuple[Any, ...]]


def choice(state: State, rng: random.Random) -> int:
    """An action of busy play, which passes with a probability of 1/16."""
    actions = state.legal_actions.list()
    passes = [a for a in actions if state.is_pass(a)]
    deeds = [a for a in actions if not state.is_pass(a)]
    resting = passes and (not deeds or rng.random() < 1 / 16)
    return rng.choice(passes if resting else deeds)


def sampled(
    scenario: str, seeds: range, options: tuple[str, ...] = ()
) -> Iterator[tuple[State, int]]:
    """Sampled states, each with the action that is taken next."""
    game = ef.load(scenario, options)
    seen: set[tuple[str | None, str | None]] = set()
    for seed in seeds:
        rng, state, n = random.Random(seed), game.new(), 0
        while not state.is_over:
            action = choice(state, rng)
            kind = state.to_move, state.decision
            if kind not in seen or (seed == seeds[0] and n % EVERY == 0):
                yield state.copy(), action
            seen.add(kind)
            state.push(action)
            n += 1
    yield state.copy(), -1
