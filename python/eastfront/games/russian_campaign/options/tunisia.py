"""The Russian Campaign, 28.6.III: the variant Tunisia Or Not Tunisia.

The Axis may give up Tunisia and the Mediterranean before November 1942.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from eastfront.program import *

from ..axis_replacements import WEAKEST
from ..board import AXIS, FIRST, turn_of
from ..calendar import Calendar
from ..section import during
from ..withdrawals import Withdrawals
from .commitments import Commitment

TUNISIA, GOERING = turn_of(1942, "nov"), turn_of(1943, "jan")
"""The turn before which the Axis decides, November/December 1942, and the turn in which the Hermann
Goering corps arrives, January/February 1943 (TRC-28.6.III.TT)."""

PANZERS_LEAVE = turn_of(1943, "may")
"""The turn in which two armored corps leave and the Axis takes one extra armored replacement:
May/June 1943 (TRC-28.6.III.TTc)."""


class Tunisia(Commitment):
    """The variant Tunisia Or Not Tunisia: the Axis may give up Tunisia before November 1942. It
    then loses all Italian units, gets the Hermann Goering corps, and withdraws its two SS panzer
    corps a year earlier (28.6.III)."""

    name = "tunisia"
    text = "28.6.III: the Axis may give up the Mediterranean in November 1942"
    rests_on = ("TRC-28.6.III.TTa",)  # the Axis decides before November 1942
    asked, committed = "tunisia", "Tunisia given up"

    @Calendar.turn_opens.before()
    def turn_opens(self) -> None:
        """Asks the Axis, before its turn of November 1942, whether it gives up Tunisia; not
        possible after the Italian Sellout (TRC-28.6.III.TTa). If so, all Italian units leave the
        game (28.6.III.TTb)."""
        with when(self.commitments.africa_held(self.turn == TUNISIA)):
            self.ask()
            with when(self.active):
                self.commitments.italy_leaves("TRC-28.6.III.TTb")

    # -- withdrawals ------------------------------------------------------------------------

    @Calendar.withdraw.after("TRC-28.6.III.TTc")
    @during(AXIS, FIRST)
    def withdraw(self, side: int, impulse: int) -> None:
        """Makes the two SS panzer corps of the withdrawal of May 1944 leave in May 1943 instead
        (TRC-28.6.III.TTc)."""
        for row, rule in self.withdrawals.rows:
            if row["kind"] == "armor":
                with when(self.active_in(PANZERS_LEAVE)):
                    self.withdrawals.let_go(row, rule)

    @Withdrawals.withdraw_unit.instead("TRC-28.6.III.TTc")
    def withdraw_unit(
        self, former: Callable[[dict[str, Any], str], None], row: dict[str, Any], rule: str
    ) -> None:
        """Omits the withdrawal of two panzer corps in May 1944 if the Axis gave up Tunisia, as they
        had to leave in May 1943 (TRC-28.6.III.TTc); other withdrawals take place. `row` is a line
        of the table of withdrawals, `rule` its rule, `former` makes the usual withdrawal of it."""
        if row["kind"] != "armor":
            former(row, rule)
            return
        with when(self.chosen == 0):
            former(row, rule)

    # -- reinforcements and replacements ----------------------------------------------------

    @Calendar.reinforcements_due.before("TRC-28.6.III.TTb")
    @during(AXIS, FIRST)
    def reinforcements_due(self, side: int, impulse: int) -> None:
        """Brings in the Hermann Goering panzer corps as an Axis reinforcement in January 1943
        (TRC-28.6.III.TTb)."""
        with when(self.active_in(GOERING)):
            self.commitments.goering_comes("TRC-28.6.III.TTb")

    @Calendar.replacements_due.after("TRC-28.6.III.TTc")
    @during(AXIS, FIRST)
    def replacements_due(self, side: int, impulse: int) -> None:
        """Gives the Axis one extra armored replacement in May/June 1943 (TRC-28.6.III.TTc)."""
        with when(self.active_in(PANZERS_LEAVE)):
            applied("TRC-28.6.III.TTc")
            self.axis_replacements.replace_tank(self.axis_replacements.marchers[WEAKEST])
            self.railroads.ride_free(self.arrivals.waiting(AXIS))
