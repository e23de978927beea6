"""The Russian Campaign, 28.6.III: variants in which the Axis commits itself elsewhere, or not.

Here are Tunisia Or Not Tunisia and Putting The Bulge on the Russians; the others have modules of
their own. Each is an option, and with it a side is asked before the turn that the variant names.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from eastfront.program import *
from eastfront.systems.fields import variable
from eastfront.systems.sections import value

from .axis_replacements import WEAKEST
from .board import AXIS, FIRST, RUSSIAN, SECOND, turn_of
from .calendar import Calendar
from .section import OptionalRule
from .victory import Victory
from .withdrawals import CAMPAIGN, Withdrawals

TUNISIA, GOERING = turn_of(1942, "nov"), turn_of(1943, "jan")
"""Before which turn the Axis leaves Tunisia, and when a corps comes for it (TRC-28.6.III.TT)."""

PANZERS_LEAVE = turn_of(1943, "may")
"""When two armour corps leave for Tunisia's sake, and one is given back (TRC-28.6.III.TTc)."""

BULGE = turn_of(1944, "sep")
"""Before which turn the Axis keeps its reserves (TRC-28.6.III.PBa)."""

REFIT = turn_of(1944, "nov")
"""When it is given replacements for them (TRC-28.6.III.PBc)."""

GOERING_CORPS = "GE:pz:hg"


class StrategicOptions(OptionalRule):
    """Tunisia and the Bulge, when they are played."""

    left_tunisia = variable("Tunisia given up", Life.GAME, limits=(0, 1))
    kept_reserves = variable("reserves kept", Life.GAME, limits=(0, 1))

    def define(self) -> None:
        """Declares what the Axis has decided."""
        self.tunisia = self._may_choose("tunisia", "TRC-28.6.III.TTa")
        self.bulge = self._may_choose("bulge", "TRC-28.6.III.PBa")

    def _may_choose(self, name: str, rule: str) -> bool:
        """Whether a variant is played and the rules that let the Axis begin it are in force."""
        return self.option(name) and in_force("TRC-28.6.IIIa") and in_force(rule)

    # -- decisions --------------------------------------------------------------------------

    @Calendar.turn_opens.before()
    def turn_opens(self) -> None:
        """TRC-28.6.IIIa: the Axis decides before the turn that the variant names."""
        if self.tunisia:
            with when(self.tunisia_open()):
                self.ask("tunisia", self.left_tunisia, "TRC-28.6.III.TTa")
                with when(self.left_tunisia == 1):
                    self.italy_leaves("TRC-28.6.III.TTb")
        if self.bulge:
            with when(self.turn == BULGE):
                self.ask("bulge", self.kept_reserves, "TRC-28.6.III.PBa")

    @value
    def tunisia_open(self) -> Int:
        """TRC-28.6.III.TTa: whether it is time to give Tunisia up."""
        return self.turn == TUNISIA

    def ask(self, kind: str, chosen: Int, rule: str, side: int = AXIS) -> None:
        """TRC-28.6.IIIa: a side activates an option, or does without it."""
        applied("TRC-28.6.IIIa")
        with decide(kind, side, rule) as d:
            with d.option("activate"):
                assign(chosen, 1, rule)
            with d.option("refrain", passes=True):
                note(f"{kind} declined", self.turn)

    def italy_leaves(self, rule: str) -> None:
        """TRC-28.6.III.TTb: every Italian unit leaves the game."""
        if in_force(rule):
            italians = self.nation["italian"] - units_at(self.box("counters"))
            place_all(italians, self.box("removed"), rule)
            self.zones.settle()

    # -- withdrawals ------------------------------------------------------------------------

    @Calendar.withdraw.after()
    def withdraw(self, side: int, impulse: int) -> None:
        """TRC-28.6.III.TTc: the corps due in May 1944 leave a year earlier."""
        if not self.tunisia or (side, impulse) != (AXIS, FIRST):
            return
        if not in_force("TRC-28.6.III.TTc") or not in_force("TRC-20.9.2a"):
            return
        for row in self.data.charts["withdrawals"]["withdrawal"]:
            if row["kind"] == "armor":
                early = (self.turn == PANZERS_LEAVE) & (self.left_tunisia == 1)
                with when(early):
                    self.withdrawals.let_go(row, "TRC-20.9.2a")

    @Withdrawals.withdraw_unit.instead()
    def withdraw_unit(
        self, former: Callable[[dict[str, Any], str], None], row: dict[str, Any], rule: str
    ) -> None:
        """TRC-28.6.III.TTc: and not in 1944."""
        if not self.tunisia or row["kind"] != "armor" or not in_force("TRC-28.6.III.TTc"):
            former(row, rule)
            return
        with when(self.left_tunisia == 0):
            former(row, rule)

    # -- reinforcements ---------------------------------------------------------------------

    @Calendar.reinforcements_due.before()
    def reinforcements_due(self, side: int, impulse: int) -> None:
        """TRC-28.6.III.TTb, TRC-28.6.III.PBb: who comes for the front that was given up."""
        if self.tunisia and (side, impulse) == (AXIS, FIRST) and in_force("TRC-28.6.III.TTb"):
            with when((self.turn == GOERING) & (self.left_tunisia == 1)):
                self._goering_comes("TRC-28.6.III.TTb")
        if self.bulge and (side, impulse) == (AXIS, SECOND) and in_force("TRC-28.6.III.PBb"):
            with when((self.turn == BULGE) & (self.kept_reserves == 1)):
                self.withdrawals.come_back("TRC-28.6.III.PBb")
                self._goering_comes("TRC-28.6.III.PBb")

    def _goering_comes(self, rule: str) -> None:
        """A corps that waits to be called to Warsaw comes over the edge of the map instead."""
        corps = one_unit(self.unit(GOERING_CORPS)) & units_at(self.box("later"))
        self.arrivals.come_back(corps, rule)

    # -- replacements -----------------------------------------------------------------------

    @Calendar.replacements_due.after()
    def replacements_due(self, side: int, impulse: int) -> None:
        """TRC-28.6.III.TTc, TRC-28.6.III.PBc: more replacements."""
        if side != AXIS:
            return
        if self.tunisia and impulse == FIRST and in_force("TRC-28.6.III.TTc"):
            with when((self.turn == PANZERS_LEAVE) & (self.left_tunisia == 1)):
                applied("TRC-28.6.III.TTc")
                light = self.axis_replacements.marchers[WEAKEST]
                instead = (
                    light | self.axis_replacements.trucks if in_force("TRC-21.6c") else no_units()
                )
                self.axis_replacements.replace(
                    self.axis_replacements.tanks, "TRC-21.4a", "TRC-21.6c", instead
                )
                self.railroads.ride_free(self.arrivals.waiting(AXIS))
        if self.bulge and in_force("TRC-28.6.III.PBc"):
            with when((self.turn == REFIT) & (self.kept_reserves == 1)):
                applied("TRC-28.6.III.PBc")
                if impulse == FIRST:
                    self.axis_replacements.give_back()
                    self.axis_replacements.come_by_rail()
                elif in_force("TRC-21.2b"):
                    self.axis_replacements.return_all(self.german_hqs)

    # -- the end ----------------------------------------------------------------------------

    @Victory.end_of_war.before()
    def end_of_war(self) -> None:
        """TRC-28.6.III.PBd: who kept the reserves for Russia wins there or has lost."""
        if self.bulge and in_force("TRC-28.6.III.PBd"):
            won = ~self.zones.holds(RUSSIAN, self.victory.berlin)
            with when((self.kept_reserves == 1) & ~won):
                end_game(RUSSIAN, CAMPAIGN, "TRC-28.6.III.PBd")
