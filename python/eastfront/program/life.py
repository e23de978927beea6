"""The spans of play after which flags and variables are reset, called their lives.

Every flag and variable declares its life. At the end of its life a flag is cleared, a variable is
reset to its initial value, and a unit field is reset to 0.
"""

from __future__ import annotations

from enum import Enum


class Life(Enum):
    """The span of play after which a flag or variable is reset."""

    MOVE = "Move"
    """The current move, of one unit or group."""
    BATTLE = "Battle"
    """The current battle, with its retreats and advances."""
    PHASE = "Phase"
    IMPULSE = "Impulse"
    PLAYER_TURN = "PlayerTurn"
    GAME_TURN = "GameTurn"
    GAME = "Game"
    """The whole game."""
