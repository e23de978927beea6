"""Bots: players that choose an action from what their side may know.

A bot is any callable that takes an `Observation` and returns one of its `legal_actions`, by number
or in notation. An observation holds no hidden identity, no random number generator, and no
reference to the game being played. To look ahead, a bot plays on a *sample*: a state in which
hidden information is drawn at random. Observations can be pickled, so a bot may run in its own
process.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..imports import attributes
from .by_name import NAMES, bot
from .set_up import way_of_setting_up
from .simple import Bot, Busy, Commander, Greedy, Idle, Random, play

if TYPE_CHECKING:
    from .planner import Planner

__all__ = [
    "NAMES",
    "Bot",
    "Busy",
    "Commander",
    "Greedy",
    "Idle",
    "Planner",
    "Random",
    "bot",
    "play",
    "way_of_setting_up",
]

if not TYPE_CHECKING:
    __getattr__ = attributes(__name__, {".planner": ("Planner",)})
