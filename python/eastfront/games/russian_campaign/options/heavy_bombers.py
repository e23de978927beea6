"""The Russian Campaign, 28.7: the chit of heavy bombers that reach the factories of Russia."""

from __future__ import annotations

from eastfront.program import *

from ..board import AXIS, CLEAR
from ..russian_replacements import RussianReplacements
from ..section import OptionalRule
from .chits import DRAW, Chits


class HeavyBombers(OptionalRule):
    """Bombed factories."""

    name = "chit-german=2"
    names = (DRAW, name)
    text = "28.7: heavy bombers reach the factories of Russia"
    chits: Chits

    @RussianReplacements.points_counted.after("TRC-28.7.G2a")
    def points_counted(self) -> None:
        """TRC-28.7.G2a: bombs cost points, fewer from year to year and in bad weather."""
        with when(self.chits.in_play(AXIS, 2)):
            die = roll("bombers", "TRC-28.7.G2a")
            year = (self.turn + 1) // 6 + 1
            loss = larger(die - year - (self.weather != CLEAR), 0)
            points = larger(self.russian_replacements.points - loss, 0)
            assign(self.russian_replacements.points, points, "TRC-28.7.G2a")
