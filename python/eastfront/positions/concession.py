"""Conceding: a side gives the game up, and the other has won it.

It is no action of play: nobody has to be asked for it, it is possible at any time, on the enemy's
turn and while dice are to be rolled as well. A game has it whose program answers "may concede".
"""

from __future__ import annotations

from eastfront._core import State
from eastfront.arguments import checked, of_one_position


@of_one_position
@checked
def concede(state: State, side: str) -> State:
    """The end of a game in which a side concedes: the other has won, by the rule that says so.

    The state itself stays as it is, so that who takes the concession back goes on with it; what is
    returned has no history. Raises ValueError for a side that there is not, for a game that is
    over, and for one whose rules do not let a side concede.
    """
    return state._conceded(side)


__all__ = ["concede"]
