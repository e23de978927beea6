"""Where a search begins: a position, or deals of what the side that acts knows of one."""

from __future__ import annotations

import random

from eastfront._core import ArgumentError, Game, State
from eastfront.arguments import within
from eastfront.positions.document import document
from eastfront.positions.observation import Observation

MOST_WORLDS = 1_000_000
WORLDS = 64
"""Deals of what is hidden that a search takes by default; a deal costs about 3 ms."""


def evaluates(game: Game) -> bool:
    """Whether a game's program tells what a position is worth."""
    return f"evaluation {game.sides[0]}" in game.queries


def hides(game: Game) -> bool:
    """Whether a game hides anything from either side."""
    file = document(game)
    units = any(units != "Empty" for units in file["hidden"])
    return units or any(variable.get("hidden") for variable in file["variables"])


def roots_of(
    position: State | Observation, worlds: int | None, most: int, seed: int
) -> tuple[list[State], bool]:
    """The positions to search, and whether they are deals of what a side knows.

    There are ``worlds`` deals, but not more than ``most``.
    """
    if worlds is not None:
        within("worlds", worlds, 1, MOST_WORLDS)
    if position.outcome is not None:
        raise ArgumentError(f"the game is over ({position.outcome[2]}); there is nothing to search")
    hidden = hides(position.game)
    if isinstance(position, State):
        if not hidden:
            return [position], False
        if position.to_move == "chance":
            raise ArgumentError("a roll is waited for, and no side's knowledge can be searched")
        position = position.observation(str(position.to_move))
    if position.to_move != position.side:
        raise ArgumentError(f"{position.to_move} acts, not {position.side}, who observes")
    rng = random.Random(seed)
    count = min(worlds or WORLDS, most) if hidden else 1
    return [position.sample(rng) for _ in range(count)], hidden
