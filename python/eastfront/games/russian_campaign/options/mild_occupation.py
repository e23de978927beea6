"""The Russian Campaign, 28.7: the chit of a mild occupation, without partisans.

The chit removes the partisans. Its second effect, that victory needs control of cities and not
occupation, changes nothing: section 25 always asks for control.
"""

from __future__ import annotations

from eastfront.program import *

from ..board import AXIS, Board, turn_of
from ..calendar import Calendar
from ..units import Counter
from .chits import Chit

FIRST_PARTISAN = turn_of(1941, "sep")
"""The turn of the first partisan (TRC-28.7.G5a)."""


class MildOccupation(Chit):
    """No partisans."""

    chit = AXIS, 5
    text = "28.7: a mild occupation, and no partisans"
    shown_by = "TRC-28.7.G5a"

    @Board.plays.then("TRC-28.7.G5a")
    def plays_partisans(self, so_far: bool, unit: Counter) -> bool:
        """TRC-28.7.G5a: if the chit is agreed on, there are no partisans from the start."""
        return so_far and not (self.agreed() and unit.kind == "partisan")

    @Calendar.irregulars_due.after("TRC-28.7.G5a")
    def irregulars_due(self, side: int, impulse: int) -> None:
        """TRC-28.7.G5a: the chit is played when the first partisan is due; there are none then."""
        if side == AXIS:
            return
        with when(self.turn >= FIRST_PARTISAN):
            self.show()
        none = (self.partisans - units_at("counters")).when(self.in_play())
        self.leave(none, "removed", "TRC-28.7.G5a")
