"""Barbarossa (1971), variable situation 4: the invasion begins in May."""

from __future__ import annotations

from eastfront.program import *

from ..game_turn import GameTurn
from .situation import Situation


class EarlyStart(Situation):
    """Variable situation 4: the coup in Yugoslavia fails, and the invasion begins in May 1941."""

    name = "situation-4"
    text = "the coup in Yugoslavia fails: the invasion begins in May 1941"

    @GameTurn.calendar.then("SPI-WHATIF-4")
    def from_may(self, turns: tuple[int, int]) -> tuple[int, int]:
        """Returns the first and the last Game-Turn of the game: it begins one Game-Turn earlier
        than normal, with May 1941 (SPI-WHATIF-4), and ends as in `turns`."""
        return int(self.facts["first_turn"]), turns[1]
