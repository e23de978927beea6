"""The Russian Campaign, 28.7: Russian chit 4, officers without purges, who can stack armies."""

from __future__ import annotations

from eastfront.program import *

from ..board import RUSSIAN, Board
from .chits import Chit


class Officers(Chit):
    """Russian chit 4: Russian armies stack like corps."""

    chit = RUSSIAN, 4
    text = "28.7: officers that know how to stack armies"
    shown_by = "TRC-28.7.R4a"  # before the set-up
    at_once = True

    @Board.define_units.after("TRC-28.7.R4a")
    def change_sizes(self) -> None:
        """Counts Russian army-size units as corps for stacking, once the chit is shown
        (TRC-28.7.R4a); the size of a unit has no other use."""
        officers = (self.armies & self.russian_units).when(self.in_play())
        board = self.game.board
        board.armies, board.corps = self.armies - officers, self.corps | officers
