"""Opponents: bots asked through one function, so that what a bot is stays the bots' affair."""

from __future__ import annotations

from eastfront import bots
from eastfront._core import ArgumentError, State
from eastfront.arguments import of_one_position
from eastfront.positions.observation import chosen

Opponent = str | bots.Bot
"""A bot, or the name of one."""


def player(opponent: Opponent, seed: int) -> bots.Bot:
    """A bot by its name, with a seed, or the bot that is given."""
    return bots.bot(opponent, seed) if isinstance(opponent, str) else opponent


@of_one_position
def ask(asked: bots.Bot, state: State) -> int:
    """The action that a bot chooses for the side to act, from what that side may know."""
    side = state.to_move
    if side is None or side == "chance":
        raise ArgumentError("no side is to act")
    seen = state.observation(side)
    return chosen(seen, asked(seen), f"the bot of the {side} side")
