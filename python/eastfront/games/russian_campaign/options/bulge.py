"""The Russian Campaign, 28.6.III: Putting The Bulge on the Russians.

The Axis may keep the reserves of the Ardennes in September 1944.
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
"""The turn before which the Axis decides to keep its reserves (TRC-28.6.III.PBa)."""

REFIT = turn_of(1944, "nov")
"""The turn of the additional replacements (TRC-28.6.III.PBc)."""


class Bulge(Commitment):
    """The reserves, kept or sent west."""

    name = "bulge"
    text = "28.6.III: the Axis may keep the reserves of the Ardennes in September 1944"
    rests_on = ("TRC-28.6.III.PBa",)
    asked, committed = "bulge", "reserves kept"

    @Calendar.turn_opens.before()
    def turn_opens(self) -> None:
        """Asks the Axis, before the turn of September 1944, whether it keeps the reserves
        (TRC-28.6.III.PBa)."""
        with when(self.turn == BULGE):
            self.ask()

    @Calendar.reinforcements_due.before("TRC-28.6.III.PBb")
    @during(AXIS, SECOND)
    def reinforcements_due(self, side: int, impulse: int) -> None:
        """Returns the panzer corps withdrawn earlier in October 1944, with the Hermann Goering
        corps if it is not in play (TRC-28.6.III.PBb)."""
        with when(self.active_in(BULGE)):
            self.withdrawals.come_back("TRC-28.6.III.PBb")
            self.commitments.goering_comes("TRC-28.6.III.PBb")

    @Calendar.replacements_due.after("TRC-28.6.III.PBc")
    def replacements_due(self, side: int, impulse: int) -> None:
        """Gives the Axis another set of replacements in November 1944 (TRC-28.6.III.PBc)."""
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
        """Ends the game with a Russian win if the Axis kept the reserves and has not won by the end
        (TRC-28.6.III.PBd)."""
        won = ~self.zones.holds(RUSSIAN, self.victory.berlin)
        with when(self.active & ~won):
            end_game(RUSSIAN, CAMPAIGN, "TRC-28.6.III.PBd")
