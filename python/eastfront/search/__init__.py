"""Tree search: what to do in a position, by looking ahead.

    result = ef.search.mcts(state, simulations=2000, seed=1)
    result.best, result.line, result.value

`mcts` grows a Monte Carlo tree natively, `expectimax` works a small position out exactly, `plans`
draws ways to play the rest of a phase; the bot that keeps to the best of them is
`eastfront.bots.Planner`. See docs/search.md.
"""

from __future__ import annotations

import warnings
from importlib import import_module
from typing import Any

from ..imports import pending
from .exact import Expectation, expectimax
from .plans import Plan, plans
from .tree import ActionStats, SearchResult, mcts

__all__ = [
    "ActionStats",
    "Expectation",
    "Plan",
    "SearchResult",
    "expectimax",
    "mcts",
    "plans",
]


def __getattr__(name: str) -> Any:
    """`Planner`, which is a bot now, for one version more."""
    if name != "Planner":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    warnings.warn(
        "eastfront.search.Planner is now eastfront.bots.Planner", DeprecationWarning, stacklevel=2
    )
    with pending:
        return import_module("eastfront.bots").Planner
