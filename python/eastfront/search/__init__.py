"""Tree search: find the best action in a position by looking ahead.

    result = ef.search.mcts(state, simulations=2000, seed=1)
    result.best, result.line, result.value

`mcts` grows a Monte Carlo tree natively, `expectimax` solves a small position exactly, `plans`
samples plans for the rest of a phase; the bot `eastfront.bots.Planner` follows the best plan.
See docs/search.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

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


if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        """Returns the bot `Planner`, which has moved to `eastfront.bots`, with a
        DeprecationWarning; raises AttributeError for any other name. This access ends after one
        more version."""
        with pending:
            from ..former_modules import attribute

        return attribute(__name__, name)
