"""Tree search: what to do in a position, by looking ahead.

    result = ef.search.mcts(state, simulations=2000, seed=1)
    result.best, result.line, result.value

`mcts` grows a Monte Carlo tree natively, `expectimax` works a small position out exactly, `plans`
draws ways to play the rest of a phase, and `Planner` is the bot that keeps to the best of them. See
docs/search.md.
"""

from .exact import Expectation, expectimax
from .planner import Planner
from .plans import Plan, plans
from .tree import ActionStats, SearchResult, mcts

__all__ = [
    "ActionStats",
    "Expectation",
    "Plan",
    "Planner",
    "SearchResult",
    "expectimax",
    "mcts",
    "plans",
]
