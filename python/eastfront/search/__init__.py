"""Tree search: what to do in a position, by looking ahead.

    result = ef.search.mcts(state, simulations=2000, seed=1)
    result.best, result.line, result.value

`mcts` grows a Monte Carlo tree natively, `expectimax` works a small position out exactly, and
`Planner` is a bot that searches over what is left of its phase. See docs/search.md.
"""

from .exact import Expectation, expectimax
from .tree import ActionStats, SearchResult, mcts

__all__ = ["ActionStats", "Expectation", "SearchResult", "expectimax", "mcts"]
