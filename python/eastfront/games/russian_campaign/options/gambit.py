"""The Russian Campaign, 28.6.III: the Japanese Gambit.

If the Siberian Army is in the west, the Axis may have Japan attack Russia. The Russian must then
send arriving replacements to Siberia, where a box of its own holds them; once enough have gone, he
can recall them.
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
"""The turn of the Axis decision, November/December 1941, before its second impulse, December
(28.6.III.JGa)."""

ENOUGH, PLENTY = 40, 60
"""The combat factors of the units sent to Siberia from which on no more units must go, 40
(28.6.III.JGd), and from which on units may return, 60 (28.6.III.JGe)."""

PERSIA = turn_of(1943, "may")
"""The first turn of the additional Russian die of replacement points for Astrakhan, May/June 1943
(TRC-28.6.III.JGf)."""


class Gambit(Commitment):
    """The Japanese Gambit: Japan attacks, and the Russian sends replacements to Siberia
    (28.6.III)."""

    name = "japanese-gambit"
    text = "28.6.III: if the Siberian Army came early, the Axis may have Japan attack Russia"
    # the Axis decides before December 1941 (JGa), if the Russian Reaction is active (RRc)
    rests_on = ("TRC-28.6.III.JGa", "TRC-28.6.III.RRc")
    asked, committed = "japanese gambit", "Japan attacks"
    reaction: RussianReaction

    boxes = ("siberia",)  # TRC-28.6.III.JGc: units in Siberia are kept apart
    sent = variable("factors sent to Siberia", Life.GAME, most=9999)
    """The sum of the combat factors of all units sent to Siberia in the game."""

    def define(self) -> None:
        """Declares Astrakhan, for which the Russian receives an additional die of replacement
        points (TRC-28.6.III.JGf)."""
        self.astrakhan = self.city("Astrakhan")

    # -- the decision -----------------------------------------------------------------------

    @Calendar.impulse_opens.after()
    @during(AXIS, SECOND)
    def impulse_opens(self, side: int, impulse: int) -> None:
        """Asks the Axis, before its December 1941 impulse, whether Japan attacks Russia
        (TRC-28.6.III.JGa), if the Russian has activated the Russian Reaction (TRC-28.6.III.RRc)."""
        with when(self.reaction.active_in(JAPAN)):
            self.ask()

    # -- to Siberia and back ----------------------------------------------------------------

    def _recruits(self) -> Units:
        """The Russian replacements that arrive in this impulse."""
        return self.arrivals.waiting(RUSSIAN) & self.arrivals.replaced.units

    def _must_send(self) -> Int:
        """Says whether the Russian must send a unit to Siberia: once Japan attacks
        (TRC-28.6.III.JGb), until units of 40 combat factors have gone (TRC-28.6.III.JGd).

        Units that return still count as sent, so that after 60 factors no unit must go again
        (TRC-28.6.III.JGe).
        """
        later = by("TRC-28.6.III.JGe", self.sent < PLENTY, otherwise=1)
        return self.active & by("TRC-28.6.III.JGd", self.sent < ENOUGH, otherwise=later)

    @RussianReplacements.recruited_limits.then()
    def recruited_limits(self, limits: Limits) -> Limits:
        """Adds the limit that the Russian may not end the taking of replacements while he must send
        a replacement to Siberia, none arrives in this impulse, and he can still take one
        (TRC-28.6.III.JGb)."""
        text = "a replacement must go to Siberia, and one is available"
        return [*limits, only("TRC-28.6.III.JGb", ~self._short(), text)]

    def _short(self) -> Int:
        """Says whether the Russian must send a unit to Siberia but has no replacement that arrives
        in this impulse."""
        return self._must_send() & ~self._recruits().any()

    @Calendar.replacements_due.instead()
    def replacements_due(self, former: Former, side: int, impulse: int) -> None:
        """Adds to the Russian's replacements of a turn: before he takes them he may call a unit
        back from Siberia, and afterward he must send an arriving replacement to Siberia
        (TRC-28.6.III.JGb)."""
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
        (TRC-28.6.III.JGb), and at most one in a turn (TRC-28.6.III.JGc); if he must send one and
        has none, he loses the game."""
        with when(self._short()):
            end_game(AXIS, CAMPAIGN, "TRC-28.6.III.JGb")
        self._offer_siberia()
        self._keep_the_rest()

    def _send_more(self) -> None:
        """Offers the Russian to send any number of arriving replacements to Siberia, while the
        limit of one in a turn (28.6.III.JGc) is off."""
        with until(~self._recruits().any()):
            self._offer_siberia()

    @rule("TRC-28.6.III.JGc", otherwise=_send_more)
    def _keep_the_rest(self) -> None:
        """Does nothing: the Russian sends no second replacement to Siberia in the same turn
        (TRC-28.6.III.JGc)."""

    def _offer_siberia(self) -> None:
        """Offers the Russian to send one of the arriving replacements to Siberia, where units are
        kept apart (28.6.III.JGc); he must send one (TRC-28.6.III.JGb) until 40 factors have gone
        (28.6.III.JGd)."""
        with when(self._recruits().any()):
            with decide("siberia", RUSSIAN, "TRC-28.6.III.JGb") as d:
                with d.unit("send", self._recruits().distinct()) as unit:
                    assign(self.sent, self.sent + self.factor(unit), "TRC-28.6.III.JGd")
                    self.leave(unit, "siberia", "TRC-28.6.III.JGc")
                text = "one replacement must go to Siberia"
                stay = only("TRC-28.6.III.JGb", ~self._must_send(), text)
                with d.option("send-nobody", 1, stay, passes=True):
                    note("nobody sent", self.turn)

    @rule("TRC-28.6.III.JGe")
    def _call_back(self) -> None:
        """Offers the Russian to bring one unit a turn back from Siberia, as a replacement, once
        units with 60 combat factors in all have gone (TRC-28.6.III.JGe).

        The 60 factors must have gone in earlier turns, since in each turn a unit is called back
        before another is sent.
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
        """Rolls an additional die of replacement points for the Russian, from May 1943 on, in each
        turn in which he controls Astrakhan (TRC-28.6.III.JGf)."""
        open_ = self.active & (self.turn >= PERSIA)
        with when(open_ & self.zones.held(RUSSIAN).contains(self.astrakhan)):
            die = roll("Caspian convoys", "TRC-28.6.III.JGf")
            self.russian_replacements.gain(die, "TRC-28.6.III.JGf")
