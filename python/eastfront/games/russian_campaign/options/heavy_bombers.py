"""The Russian Campaign, 28.7: German chit 2, heavy bombers that reach the Russian factories behind
the Urals."""

from __future__ import annotations

from eastfront.program import *

from ..board import AXIS, CLEAR
from ..russian_replacements import RussianReplacements
from .chits import Chit


class HeavyBombers(Chit):
    """German chit 2: heavy bombers take away Russian replacement points."""

    chit = AXIS, 2
    text = "28.7: heavy bombers reach the factories of Russia"
    shown_by = "TRC-28.7.G2a"  # before the set-up
    at_once = True

    @RussianReplacements.points_counted.after("TRC-28.7.G2a")
    def points_counted(self) -> None:
        """Takes replacement points from the Russian each turn: an Axis die roll, less the last
        digit of the year, and less one more in weather other than clear. A result below 0 takes
        nothing (TRC-28.7.G2a)."""
        with when(self.in_play()):
            die = roll("bombers", "TRC-28.7.G2a")
            year = (self.turn + 1) // 6 + 1
            loss = larger(die - year - (self.weather != CLEAR), 0)
            points = larger(self.russian_replacements.points - loss, 0)
            self.russian_replacements.have(points, "TRC-28.7.G2a")
