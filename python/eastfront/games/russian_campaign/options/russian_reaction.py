"""The Russian Campaign, 28.6.III: the Russian Reaction to the Mediterranean Distraction.

If the Axis keeps out of the Balkans, the Russian may bring the Siberian Army west early.
"""

from __future__ import annotations

from eastfront.program import *

from ..arrivals import Arrivals
from ..board import FIRST, RUSSIAN, turn_of
from ..calendar import Calendar
from ..section import during
from .commitments import Commitment
from .mediterranean import EARLIEST, Mediterranean

LAST_OF_1941 = turn_of(1941, "nov")
"""The last turn whose reinforcements at the east edge arrive a turn earlier, November/December 1941
(TRC-28.6.III.RRb)."""


class RussianReaction(Commitment):
    """The Russian Reaction: reinforcements of 1941 come early over the east edge (28.6.III)."""

    name = "russian-reaction"
    names = (name, "japanese-gambit")
    text = "28.6.III: the Russian may answer the distraction with the Siberian Army"
    rests_on = ("TRC-28.6.III.RRa",)  # the Russian decides in March/April 1941
    asked, committed = "siberian army", "Siberian Army called early"
    mediterranean: Mediterranean

    def define(self) -> None:
        """Declares the Russian reinforcements due at the east edge in 1941 (TRC-28.6.III.RRb)."""
        self._from_the_east = self.counters_where(
            "over the east edge in 1941",
            lambda u: (
                (u.side, u.entry, u.place) == ("russian", "turn", "east-edge")
                and (u.arrives or 0) <= LAST_OF_1941
            ),
        )

    @Calendar.impulse_opens.before()
    @during(RUSSIAN, FIRST)
    def impulse_opens(self, side: int, impulse: int) -> None:
        """Asks the Russian, at the start of his March/April 1941 player turn, whether he brings the
        Siberian Army early; possible only if the Axis activated the Mediterranean Distraction
        (TRC-28.6.III.RRa)."""
        with when(self.mediterranean.active_in(EARLIEST)):
            self.ask(RUSSIAN)

    @Arrivals.due.then("TRC-28.6.III.RRb")
    def due(self, due: Units, side: int, impulse: int) -> Units:
        """Makes the Russian reinforcements due at the east edge in 1941 arrive one turn earlier
        (TRC-28.6.III.RRb)."""
        if side != RUSSIAN:
            return due
        waiting = self.own(RUSSIAN) & self._from_the_east & units_at("later")
        early = waiting.where(
            lambda u: (self.due_turn(u) == self.turn + 1) & (self.due_impulse(u) == impulse)
        )
        return due | early.when(self.active)
