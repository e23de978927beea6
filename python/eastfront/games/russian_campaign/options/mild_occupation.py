"""The Russian Campaign, 28.7: German chit 5, a mild occupation, without partisans.

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
"""The turn of the first partisan, September/October 1941 (TRC-28.7.G5a)."""


class MildOccupation(Chit):
    """German chit 5: no Russian partisans."""

    chit = AXIS, 5
    text = "28.7: a mild occupation, and no partisans"
    shown_by = "TRC-28.7.G5a"  # in the Russian September 1941 turn

    @Board.plays.then("TRC-28.7.G5a")
    def plays_partisans(self, so_far: bool, unit: Counter) -> bool:
        """Excludes partisans from the game from the start if the players agreed on the chit
        (TRC-28.7.G5a)."""
        return so_far and not (self.agreed() and unit.kind == "partisan")

    @Calendar.irregulars_due.after("TRC-28.7.G5a")
    def irregulars_due(self, side: int, impulse: int) -> None:
        """Makes the Axis show the chit, if it holds the chit hidden, from the Russian player turn
        of September/October 1941 on, when the first partisan is due. Removes all partisans from the
        game while the chit is in play (TRC-28.7.G5a)."""
        if side == AXIS:
            return
        with when(self.turn >= FIRST_PARTISAN):
            self.show()
        none = (self.partisans - units_at("counters")).when(self.in_play())
        self.leave(none, "removed", "TRC-28.7.G5a")
