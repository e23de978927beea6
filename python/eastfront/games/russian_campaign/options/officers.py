"""The Russian Campaign, 28.7: the chit of officers who can stack armies."""

from __future__ import annotations

from eastfront.program import *

from ..board import RUSSIAN, Board
from .chits import Chit


class Officers(Chit):
    """Russian armies stack as corps do."""

    chit = RUSSIAN, 4
    text = "28.7: officers that know how to stack armies"
    shown_by = "TRC-28.7.R4a"
    at_once = True

    @Board.define_units.after("TRC-28.7.R4a")
    def change_sizes(self) -> None:
        """TRC-28.7.R4a: Russian armies count as corps for stacking; their size has no other use."""
        officers = (self.armies & self.russian_units).when(self.in_play())
        board = self.game.board
        board.armies, board.corps = self.armies - officers, self.corps | officers
