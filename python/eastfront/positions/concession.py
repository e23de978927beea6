"""Concession: a side gives up the game, and the other side wins it.

A concession is not an action of play and needs no decision: it is possible at any time, also on the
enemy's turn and while dice are to be rolled. A game supports it if its program answers the query
"may concede".
"""

from __future__ import annotations

from eastfront._core import State
from eastfront.arguments import checked, of_one_position


@of_one_position
@checked
def concede(state: State, side: str) -> State:
    """Returns the finished game after a side concedes: the other side wins, by the rule on
    conceding.

    The given state is unchanged, so that play can resume from it if the concession is taken back.
    The returned state has no history. Raises ValueError for an unknown side, a game that is over,
    and a game whose rules do not let a side concede.
    """
    return state._conceded(side)


__all__ = ["concede"]
