"""Bots: players that choose an action from what their side may know.

A bot is anything that can be called with an `Observation` and answers with one of its
`legal_actions`, by number or in notation. An observation holds no hidden identity, no generator,
and no way back to the game that is played: what a bot looks ahead on is a *sample*, a state dealt
anew in which everything that the side may not know is as likely as anything else. It can be
pickled, so a bot may as well sit in a process of its own.
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


__getattr__ = attributes(__name__, {".planner": ("Planner",)})
