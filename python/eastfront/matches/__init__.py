"""Matches between bots: many games, their results, and confidence intervals.

    import eastfront as ef

    game = ef.load("barbarossa-deluxe/blue-kremlin")
    table = ef.matches.tournament(game, ["busy", "random"], games=20, jobs=2)
    print(table)

A game is a function of the game file, its number and its players, so the same numbers give the
same results in any order, on any number of processes or machines.
"""

from __future__ import annotations

from .adjust import Adjusted, adjusted
from .comparing import Arm, Worth, worth
from .intervals import Interval, mean_interval, wilson
from .luck import Roll, luck_of
from .meeting import Seating, Tournament, balance, tournament
from .playing import Fixture, Played, play_all, play_one
from .rating import Elo, ratings

__all__ = [
    "Adjusted",
    "Arm",
    "Elo",
    "Fixture",
    "Interval",
    "Played",
    "Roll",
    "Seating",
    "Tournament",
    "Worth",
    "adjusted",
    "balance",
    "luck_of",
    "mean_interval",
    "play_all",
    "play_one",
    "ratings",
    "tournament",
    "wilson",
    "worth",
]
