"""The Russian Campaign, 28.6.III: the Japanese Gambit.

With the Siberian Army in the west the Axis may have Japan attack Russia, which must then send
replacements to Siberia. They are in a box of their own and can be recalled once enough have gone.
"""

from __future__ import annotations

from eastfront.program import *
from eastfront.systems.fields import variable
from eastfront.systems.sections import rule

from ..board import AXIS, FIRST, RUSSIAN, SECOND, turn_of
from ..calendar import Calendar
from ..russian_replacements import RussianReplacements
from ..section import Former, Limits, during
from ..withdrawals import CAMPAIGN
from .commitments import Commitment
from .russian_reaction import RussianReaction

JAPAN = turn_of(1941, "nov")
"""The turn of the decision, before its second impulse, December 1941."""

ENOUGH, PLENTY = 40, 60
"""The factors sent after which no more must go, and after which some may return."""

PERSIA = turn_of(1943, "may")
"""The first turn of points by the Caspian (TRC-28.6.III.JGf)."""


class Gambit(Commitment):
    """The Japanese Gambit."""

    name = "japanese-gambit"
    text = "28.6.III: the Axis may set Japan on a Russia without its Siberian Army"
    rests_on = ("TRC-28.6.III.JGa", "TRC-28.6.III.RRc")
    asked, committed = "japanese gambit", "Japan attacks"
    reaction: RussianReaction

    boxes = ("siberia",)  # TRC-28.6.III.JGc
    sent = variable("factors sent to Siberia", Life.GAME, most=9999)

    def define(self) -> None:
        """Declares the port of the convoys (TRC-28.6.III.JGf)."""
        self.astrakhan = self.city("Astrakhan")

    # -- the decision -----------------------------------------------------------------------

    @Calendar.impulse_opens.after()
    @during(AXIS, SECOND)
    def impulse_opens(self, side: int, impulse: int) -> None:
        """TRC-28.6.III.JGa, TRC-28.6.III.RRc: the Axis decides before December 1941."""
        with when(self.reaction.active_in(JAPAN)):
            self.ask()

    # -- to Siberia and back ----------------------------------------------------------------

    def _recruits(self) -> Units:
        """The replacements that arrive in this impulse."""
        return self.arrivals.waiting(RUSSIAN) & self.arrivals.replaced.units

    def _must_send(self) -> Int:
        """Whether the Russian must send a unit to Siberia: if the gambit is played
        (TRC-28.6.III.JGb), until 40 factors have gone (TRC-28.6.III.JGd).

        Units that have returned are not subtracted, so no unit must go again (TRC-28.6.III.JGe).
        """
        later = by("TRC-28.6.III.JGe", self.sent < PLENTY, otherwise=1)
        return self.active & by("TRC-28.6.III.JGd", self.sent < ENOUGH, otherwise=later)

    @RussianReplacements.recruited_limits.then()
    def recruited_limits(self, limits: Limits) -> Limits:
        """TRC-28.6.III.JGb: as long as a unit can be replaced, one must be available for
        Siberia."""
        text = "a replacement has to go to Siberia, and one can be had"
        return [*limits, only("TRC-28.6.III.JGb", ~self._short(), text)]

    def _short(self) -> Int:
        """Whether a unit must be sent and none is available."""
        return self._must_send() & ~self._recruits().any()

    @Calendar.replacements_due.instead()
    def replacements_due(self, former: Former, side: int, impulse: int) -> None:
        """TRC-28.6.III.JGb: after the replacements of a turn, units are sent to Siberia."""
        russians = (side, impulse) == (RUSSIAN, FIRST)
        if russians:
            self._call_back()
        former(side, impulse)
        if russians:
            with when(self.active):
                self._send()

    @rule("TRC-28.6.III.JGb")
    def _send(self) -> None:
        """Makes the Russian, from December 1941 on, send one arriving replacement to Siberia
        (TRC-28.6.III.JGb), one at most in a turn (TRC-28.6.III.JGc); if he must and has none, he
        loses the game."""
        with when(self._short()):
            end_game(AXIS, CAMPAIGN, "TRC-28.6.III.JGb")
        self._offer_siberia()
        self._keep_the_rest()

    def _send_more(self) -> None:
        with until(~self._recruits().any()):
            self._offer_siberia()

    @rule("TRC-28.6.III.JGc", otherwise=_send_more)
    def _keep_the_rest(self) -> None:
        """Sends no second unit to Siberia in a turn (TRC-28.6.III.JGc)."""

    def _offer_siberia(self) -> None:
        """Offers the Russian to send one of the replacements that arrive to Siberia, where it is
        kept apart; he must until 40 factors have gone (TRC-28.6.III.JGb, JGd)."""
        with when(self._recruits().any()):
            with decide("siberia", RUSSIAN, "TRC-28.6.III.JGb") as d:
                with d.unit("send", self._recruits().distinct()) as unit:
                    assign(self.sent, self.sent + self.factor(unit), "TRC-28.6.III.JGd")
                    self.leave(unit, "siberia", "TRC-28.6.III.JGc")
                text = "one replacement has to go to Siberia"
                stay = only("TRC-28.6.III.JGb", ~self._must_send(), text)
                with d.option("send-nobody", 1, stay, passes=True):
                    note("nobody sent", self.turn)

    @rule("TRC-28.6.III.JGe")
    def _call_back(self) -> None:
        """Offers the Russian one unit a turn back from Siberia, as a replacement, once 60 factors
        have gone (TRC-28.6.III.JGe).

        The sixty factors must have gone in earlier turns, since units are sent later in a turn.
        """
        away = units_at("siberia")
        with when(away.any() & (self.sent >= PLENTY)):
            with decide("siberia", RUSSIAN, "TRC-28.6.III.JGe") as d:
                with d.unit("call-back", away.distinct()) as unit:
                    self.arrivals.come_back(one_unit(unit), "TRC-28.6.III.JGe")
                    self.railroads.ride_free(one_unit(unit))
                with d.option("leave-there", passes=True):
                    note("nobody called back", self.turn)

    # -- points -----------------------------------------------------------------------------

    @RussianReplacements.ask_archangel.after("TRC-28.6.III.JGf")
    def ask_archangel(self) -> None:
        """Rolls an additional die of replacement points for the Russian, from May 1943 on, while he
        controls Astrakhan (TRC-28.6.III.JGf)."""
        open_ = self.active & (self.turn >= PERSIA)
        with when(open_ & self.zones.held(RUSSIAN).contains(self.astrakhan)):
            die = roll("Caspian convoys", "TRC-28.6.III.JGf")
            self.russian_replacements.gain(die, "TRC-28.6.III.JGf")
