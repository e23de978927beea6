"""How long flags and variables live.

Every flag and variable says it where it is declared. When its life is over a flag is borne by
nothing, a variable holds its first value again, a number kept for units is 0.
"""

from __future__ import annotations

from enum import Enum


class Life(Enum):
    """Until what ends next a flag or variable may hold something."""

    MOVE = "Move"
    """The move at hand, of one unit or group."""
    BATTLE = "Battle"
    """The battle at hand, with its retreats and advances."""
    PHASE = "Phase"
    IMPULSE = "Impulse"
    PLAYER_TURN = "PlayerTurn"
    GAME_TURN = "GameTurn"
    GAME = "Game"
    """Until the game is over."""
