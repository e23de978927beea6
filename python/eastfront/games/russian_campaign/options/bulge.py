"""The Russian Campaign, 28.6.III: the variant Putting The Bulge on the Russians.

In September 1944 the Axis may decide to use the reserves of the Ardennes against Russia.
"""

from __future__ import annotations

from eastfront.program import *

from ..board import AXIS, FIRST, RUSSIAN, SECOND, turn_of
from ..calendar import Calendar
from ..section import during
from ..victory import Victory
from ..withdrawals import CAMPAIGN
from .commitments import Commitment

BULGE = turn_of(1944, "sep")
"""The turn before which the Axis decides whether it keeps its reserves: September/October 1944
(TRC-28.6.III.PBa)."""

REFIT = turn_of(1944, "nov")
"""The turn in which the Axis takes replacements once more: November/December 1944
(TRC-28.6.III.PBc)."""


class Bulge(Commitment):
    """The variant of the Axis reserves of 1944, which stay in the east or go to the Ardennes
    (28.6.III)."""

    name = "bulge"
    text = "28.6.III: the Axis may keep the reserves of the Ardennes in September 1944"
    rests_on = ("TRC-28.6.III.PBa",)  # the Axis decides before its turn of September 1944
    asked, committed = "bulge", "reserves kept"

    @Calendar.turn_opens.before()
    def turn_opens(self) -> None:
        """Asks the Axis, before its turn of September 1944, whether it keeps the reserves of the
        Ardennes in the east (TRC-28.6.III.PBa)."""
        with when(self.turn == BULGE):
            self.ask()

    @Calendar.reinforcements_due.before("TRC-28.6.III.PBb")
    @during(AXIS, SECOND)
    def reinforcements_due(self, side: int, impulse: int) -> None:
        """Returns all panzer corps withdrawn earlier as Axis reinforcements in October 1944,
        together with the Hermann Goering corps if it is not in play (TRC-28.6.III.PBb)."""
        with when(self.active_in(BULGE)):
            self.withdrawals.come_back("TRC-28.6.III.PBb")
            self.commitments.goering_comes("TRC-28.6.III.PBb")

    @Calendar.replacements_due.after("TRC-28.6.III.PBc")
    def replacements_due(self, side: int, impulse: int) -> None:
        """Gives the Axis in November/December 1944 all the replacements of a replacement turn once
        more: headquarters in the second impulse, all others in the first (TRC-28.6.III.PBc)."""
        if side != AXIS:
            return
        with when(self.active_in(REFIT)):
            applied("TRC-28.6.III.PBc")
            if impulse == FIRST:
                self.axis_replacements.give_back()
                self.axis_replacements.come_by_rail()
            else:
                self.axis_replacements.return_headquarters()

    @Victory.end_of_war.before("TRC-28.6.III.PBd")
    def end_of_war(self) -> None:
        """Makes the Russian win at the end of the war if he controls Berlin and the Axis kept its
        reserves in the east: the Axis then has to win, and even a draw counts as a Russian win
        (TRC-28.6.III.PBd)."""
        won = ~self.zones.holds(RUSSIAN, self.victory.berlin)
        with when(self.active & ~won):
            end_game(RUSSIAN, CAMPAIGN, "TRC-28.6.III.PBd")
