"""Conceding: a side gives the game up, and the other has won it.

It is no action of play: nobody has to be asked for it, it is possible at any time, on the enemy's
turn and while dice are to be rolled as well. A game has it whose program answers `QUERY`.
"""

from __future__ import annotations

from dataclasses import replace

from eastfront._core import ArgumentError, State
from eastfront.arguments import checked, of_one_position, shown
from eastfront.positions.layout import layout_of

QUERY = "may concede"
"""What a program is asked: whether a side may concede, and by which rule."""
LEVEL = 1
"""The level of the victory of the other side."""


@of_one_position
@checked
def concede(state: State, side: str) -> State:
    """The end of a game in which a side concedes: the other has won, by the rule that says so.

    The state itself stays as it is, so that who takes the concession back goes on with it; what is
    returned has no history. Raises ValueError for a side that there is not, for a game that is
    over, and for one whose rules do not let a side concede.
    """
    game = state.game
    if side not in game.sides:
        raise ArgumentError(f"side={shown(side)}, expected one of {', '.join(game.sides)}")
    if state.is_over:
        raise ArgumentError("the game is over, nobody can concede it any more")
    layout = layout_of(game)
    known = any(query["name"] == QUERY for query in layout.document["queries"])
    may, why = state.trace(QUERY) if known else (0, [])
    if not may:
        raise ArgumentError(f"the rules of {game.id} do not let a side concede")
    winner = 1 - game.sides.index(side)
    rule = layout.document["rules"].index(why[0][0])
    over = replace(
        layout.canon(state), frames=(), locals=(), path=(), outcome=(winner, LEVEL, rule)
    )
    return game.state_from_bytes(layout.to_bytes(over))


__all__ = ["LEVEL", "QUERY", "concede"]
