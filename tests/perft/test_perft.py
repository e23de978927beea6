"""The engine's count against one that pushes and pops every action."""

from __future__ import annotations

from typing import Any

import pytest

from eastfront import _core
from laws.positions import states


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
