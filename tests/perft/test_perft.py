"""The engine's count against a count by pushing and popping every action."""

from __future__ import annotations

import random
from typing import Any

import pytest

import eastfront as ef
from eastfront import _core
from laws.positions import states
from playout.games import busy_choice

NODES, DEPTH = 5_000, 4
"""Sequences that are counted from a position at most, and their longest."""
SEEDS = 2
"""Busy games of a scenario, whose decisions of each kind are counted from."""


def slow(state: Any, depth: int) -> int:
    """Sequences of so many actions; a game that ends early counts once."""
    if depth == 0 or state.is_over:
        return 1
    total = 0
    for action in state.legal_actions.list():
        state.push(action)
        total += slow(state, depth - 1)
        state.pop()
    return total


@pytest.mark.parametrize("number", range(0, 40, 8))
def test_perft_is_what_pushing_everything_gives(number: int) -> None:
    state = states(7, every=40)[number]
    depth = 3 if len(state.legal_actions) < 12 else 2
    assert _core.perft(state, depth) == slow(state, depth)
    parts = _core.divide(state, depth)
    assert [a for a, _ in parts] == state.legal_actions.names()
    assert sum(n for _, n in parts) == _core.perft(state, depth)
    assert _core.perft(state, 0) == 1


def met(name: str) -> dict[str, ef.State]:
    """The first position of each kind of decision in some busy games, and the last, with chance."""
    found: dict[str, ef.State] = {}
    for seed in range(SEEDS):
        rng, state = random.Random(seed), ef.load(name).new()
        while not state.is_over:
            found.setdefault(f"{state.to_move}: {state.decision}", state.copy())
            found[f"last {state.decision}"] = state.copy()
            state.push(busy_choice(state, rng))
    return found


@pytest.mark.parametrize("name", ef.scenarios())
def test_perft_is_what_pushing_everything_gives_at_every_kind_of_decision(name: str) -> None:
    """As deep as the count before it, which is held against its own first, leaves room for."""
    deepest = 0
    for what, state in met(name).items():
        before, depth = bytes(state), 1
        assert _core.perft(state, 1) == len(state.legal_actions)
        while depth < DEPTH and _core.perft(state, depth + 1) <= NODES:
            depth += 1
        assert slow(state, depth) == _core.perft(state, depth), what
        assert sum(n for _, n in _core.divide(state, depth)) == _core.perft(state, depth)
        assert bytes(state) == before
        deepest = max(deepest, depth)
    assert deepest == DEPTH
