"""Opponents in the environments: bots by name, and one way to ask a bot for its action."""

from __future__ import annotations

from eastfront import bots
from eastfront._core import ArgumentError, State
from eastfront.arguments import of_one_position
from eastfront.positions.observation import chosen

Opponent = str | bots.Bot
"""A bot or its name."""


def player(opponent: Opponent, seed: int) -> bots.Bot:
    """Returns the given bot, or makes one from its name and a seed."""
    return bots.bot(opponent, seed) if isinstance(opponent, str) else opponent


@of_one_position
def ask(asked: bots.Bot, state: State) -> int:
    """Returns the action that a bot chooses for the side to act, from that side's observation.

    Raises ValueError if no side is to act, and IllegalAction for an illegal answer.
    """
    side = state.to_move
    if side is None or side == "chance":
        raise ArgumentError("no side is to act")
    seen = state.observation(side)
    return chosen(seen, asked(seen), f"the bot of the {side} side")
