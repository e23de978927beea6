"""Plays a game and its oracle in parallel: at every decision both must offer the same actions.

The oracle's labels are classes of equal counters, so each spike converts an action of the engine
into a label.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from .plain_board import CHANCE, Successors, settle

Reader = Callable[[Any, str], tuple[Any, ...]]
"""From a state of the engine and an action in notation to the oracle's label."""

Picture = Callable[[Any], Any]
"""The facts on which both must agree besides the actions."""


def walk(
    game: Any,
    start: Any,
    successors: Successors,
    label: Reader,
    seen: Picture,
    oracle_seen: Picture,
    *,
    games: int,
    seed: int,
    longest: int = 200,
) -> int:
    """Plays random games on both; returns the number of decisions compared."""
    rng, compared = random.Random(seed), 0
    for _ in range(games):
        state, mine = game.new(), start
        for _ in range(longest):
            mine, who, steps = settle(successors, mine)
            assert seen(state) == oracle_seen(mine), state
            if not steps:
                assert state.is_over, f"the oracle is done, the engine offers {state.legal_actions}"
                break
            assert not state.is_over, f"the engine is done, the oracle offers {steps}"
            offered = [(label(state, name), name) for name in state.legal_actions.names()]
            theirs = sorted(lab for lab, _ in steps)
            assert sorted(lab for lab, _ in offered) == theirs, state
            assert (who == CHANCE) == (state.to_move not in game.sides)
            compared += 1
            chosen = rng.choice(theirs)
            state.push(next(name for lab, name in offered if lab == chosen))
            mine = next(after for lab, after in steps if lab == chosen)
    return compared
