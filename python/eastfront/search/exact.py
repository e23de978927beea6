"""Expectimax: the exact value of a small position, as a fraction.

The search follows every action and every outcome, with positions memoised by key. It is simple and
slow, and serves as the reference for the exact values that the tree search proves.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from eastfront._core import ArgumentError, State
from eastfront.arguments import checked, of_one_position

LIMIT = 1_000_000
"""The maximum number of positions that `expectimax` searches by default."""


@dataclass(frozen=True)
class Expectation:
    """The value of a position under optimal play."""

    value: Fraction
    """The value to the first side of the game, from -1 to 1; the second side's is its negative."""
    best: int | None
    """The number of the best action, the first among equals; None if the position waits for a
    roll."""
    actions: dict[str, Fraction]
    """The value to the first side after each action or outcome, by notation."""
    positions: int
    """The number of distinct positions whose actions or outcomes were searched. Ends of the game
    and evaluated positions do not count; a position counts once for each remaining depth."""


class _Worker:
    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.known: dict[tuple[int, int | None], Fraction] = {}

    def value(self, state: State, depth: int | None) -> Fraction:
        if state.is_over:
            return Fraction(round(state.returns()[0]))
        if depth == 0:
            return Fraction(int(state.ask(_query(state))), 1000)
        key = (state.key, depth)
        if key not in self.known:
            if len(self.known) >= self.limit:
                raise ArgumentError(f"more than {self.limit:,} positions; give a depth or a limit")
            self.known[key] = _fold(state, [v for _, v in self.behind(state, depth)])
        return self.known[key]

    def behind(self, state: State, depth: int | None) -> list[tuple[int, Fraction]]:
        """Returns each legal action or outcome, by number, with the value of the position after it
        to the first side. That position is searched to `depth` - 1, or to the end of the game if
        `depth` is None."""
        out = []
        for action in state.legal_actions.list():
            after = state.copy()
            after.push(action)
            out.append((action, self.value(after, None if depth is None else depth - 1)))
        return out


def _query(state: State) -> str:
    return f"evaluation {state.game.sides[0]}"


def _fold(state: State, values: list[Fraction]) -> Fraction:
    """Returns the value of a position from the values of the positions after it, all to the first
    side: their mean if chance is to act, otherwise the best one for the side to move."""
    if state.to_move == "chance":
        return sum(values, Fraction(0)) / len(values)
    return max(values) if state.to_move == state.game.sides[0] else min(values)


@of_one_position
@checked
def expectimax(state: State, depth: int | None = None, *, limit: int = LIMIT) -> Expectation:
    """Solves a position exactly.

    Args:
        state: A position without hidden information: the search sees all of it.
        depth: Actions and outcomes to look ahead, at least 1; positions there are evaluated by the
            game's query ``evaluation <side>``. None searches to the end of the game.
        limit: Maximum number of positions.

    Raises:
        ValueError: For a game that is over, too many positions, a depth below 1, or a depth in a
            game without an evaluation.
    """
    if state.is_over:
        raise ArgumentError("the game is over, expected a position to search")
    if len(state.game.sides) != 2:
        raise ArgumentError(f"{len(state.game.sides)} sides, expected two")
    if depth is not None and depth < 1:
        raise ArgumentError(f"depth={depth}, expected at least 1")
    if depth is not None and _query(state) not in state.game.queries:
        raise ArgumentError(f"{state.game.id} has no query `{_query(state)}`, which a depth needs")
    start = state.copy()
    start.reseed(None)
    worker = _Worker(limit)
    try:
        behind = worker.behind(start, depth)
    except RecursionError:
        raise ArgumentError(f"depth={depth}, expected one that fits Python's stack") from None
    value = _fold(start, [v for _, v in behind])
    chosen = next(a for a, v in behind if v == value) if start.to_move != "chance" else None
    return Expectation(
        value=value,
        best=chosen,
        actions={start.game.notation(a): v for a, v in behind},
        positions=len(worker.known) + 1,
    )
