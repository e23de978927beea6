"""The roots of a search: a position, or deals consistent with what the side to move knows."""

from __future__ import annotations

import random

from eastfront._core import ArgumentError, Game, State
from eastfront.arguments import within
from eastfront.positions.document import document
from eastfront.positions.observation import Observation

MOST_WORLDS = 1_000_000
WORLDS = 64
"""Default number of deals of the hidden information; a deal takes about 3 ms."""


def evaluates(game: Game) -> bool:
    """Says whether a game has a query that evaluates positions."""
    return f"evaluation {game.sides[0]}" in game.queries


def hides(game: Game) -> bool:
    """Says whether a game has hidden information."""
    file = document(game)
    units = any(units != "Empty" for units in file["hidden"])
    return units or any(variable.get("hidden") for variable in file["variables"])


def roots_of(
    position: State | Observation, worlds: int | None, most: int, seed: int
) -> tuple[list[State], bool]:
    """Returns the positions to search, and whether they are deals: states in which hidden
    information is drawn at random, consistent with what the side to move knows.

    There are ``worlds`` deals, by default `WORLDS`, but at most ``most``; without hidden
    information the position alone is returned. Raises ValueError for a game that is over, and for
    an observation of a side that is not to move.
    """
    if worlds is not None:
        within("worlds", worlds, 1, MOST_WORLDS)
    if position.outcome is not None:
        raise ArgumentError(
            f"the game is over ({position.outcome[2]}); expected a position to search"
        )
    hidden = hides(position.game)
    if isinstance(position, State):
        if not hidden:
            return [position], False
        if position.to_move == "chance":
            raise ArgumentError("the position waits for a roll, expected a decision of a side")
        position = position.observation(str(position.to_move))
    if position.to_move != position.side:
        raise ArgumentError(f"{position.to_move} acts, not {position.side}, who observes")
    rng = random.Random(seed)
    count = min(worlds or WORLDS, most) if hidden else 1
    return [position.sample(rng) for _ in range(count)], hidden
