"""The Russian Campaign, 28.6.III: the Italian Sellout.

The Axis may send the Africa Corps east in May 1941. Two panzer corps must then leave over the west
edge in May 1942: on foot, or by rail to the off-map box, from which they leave when movement ends.
"""

from __future__ import annotations

from eastfront.program import *
from eastfront.systems.choosing import choose
from eastfront.systems.fields import variable

from ..arrivals import Arrivals
from ..board import AXIS, BLACK, FIRST, RUSSIAN, Board, turn_of
from ..calendar import Calendar
from ..movement import Movement
from ..russian_replacements import RussianReplacements
from ..section import during
from ..units import Counter
from ..withdrawals import CAMPAIGN
from .commitments import INVASION, Commitment, Commitments

AFRICA_CORPS = "GE:pz:dak"

RECALL, RECALLED = turn_of(1942, "may"), 2
"""The turn in which panzer corps must leave, and their number (TRC-28.6.III.ISc)."""

ROUNDUP = turn_of(1941, "sep")
"""The first turn of Russian points for a port of the Black Sea (TRC-28.6.III.ISe)."""


class Sellout(Commitment):
    """The Italian Sellout."""

    name = "italian-sellout"
    text = "28.6.III: the Axis may send the Africa Corps east in May 1941"
    together = ((name, "mediterranean"),)
    rests_on = ("TRC-28.6.III.ISa",)
    asked, committed = "italian sellout", "Italy sold out"
    from_invasion = True  # TRC-28.6.III.ISa

    recalled = variable("panzer corps recalled", Life.GAME, most=99)

    def define(self) -> None:
        """Declares the panzer corps and the Africa Corps."""
        self._panzers = self.armour & self.germans
        self._africa = one_unit(self.unit(AFRICA_CORPS))

    @Board.plays.then()
    def plays_africa_corps(self, so_far: bool, unit: Counter) -> bool:
        """TRC-28.6.III.ISb: the Africa Corps is in the game."""
        return so_far or unit.id == AFRICA_CORPS

    # -- decisions --------------------------------------------------------------------------

    @Calendar.turn_opens.before()
    def turn_opens(self) -> None:
        """Asks the Axis, before its impulse of May 1941, whether it sends the Africa Corps east
        (TRC-28.6.III.ISa)."""
        with when(self.turn == INVASION):
            self.ask()
            with when(self.active):
                self.commitments.italy_leaves("TRC-28.6.III.ISd")

    @Commitments.africa_held.then()
    def africa_held(self, held: Int, now: Int) -> Int:
        """Africa is given up once (TRC-28.6.III.TTa)."""
        return held & (self.chosen == 0)

    @Arrivals.due.then()
    def due(self, due: Units, side: int, impulse: int) -> Units:
        """TRC-28.6.III.ISb: the Africa Corps arrives in July 1941, if it was sent."""
        here = self._africa.when(self.chosen == 0)
        return due - by("TRC-28.6.III.ISb", here, otherwise=self._africa)

    # -- those who have to leave ------------------------------------------------------------

    @Movement.offer_exit.after("TRC-28.6.III.ISc")
    def offer_exit(
        self, d: Decision, side: int, impulse: int, unit: Int, here: Int, left: Int, gone: Int
    ) -> None:
        """TRC-28.6.III.ISc: a panzer corps may leave over the west edge on foot, with a movement
        point left."""
        if impulse != FIRST:
            return
        ready = self._panzers.contains(unit) & self.edge["west"].contains(here)
        with d.option("go-west", ready & self.active_in(RECALL) & (self.recalled < RECALLED)):
            self._leave(unit)
            self.zones.settle()

    def _leave(self, unit: Int) -> None:
        """TRC-28.6.III.ISc: a panzer corps leaves for Italy."""
        self.leave(unit, "removed", "TRC-28.6.III.ISc")
        assign(self.recalled, self.recalled + 1)

    @Calendar.movement_ends.after("TRC-28.6.III.ISc")
    @during(AXIS, FIRST)
    def movement_ends(self, side: int, impulse: int) -> None:
        """TRC-28.6.III.ISc: corps off the map leave; if there are too few, the Axis loses."""
        waiting = self.arrivals.off_map(AXIS) & self._panzers
        with when(self.active_in(RECALL)):
            with until(self.recalled >= RECALLED):
                with when(~waiting.any()):
                    end_game(RUSSIAN, CAMPAIGN, "TRC-28.6.III.ISc")
                with choose("withdrawal", AXIS, "TRC-28.6.III.ISc", "withdraw", waiting) as unit:
                    self._leave(unit)

    # -- points and oil ---------------------------------------------------------------------

    @RussianReplacements.ask_archangel.after("TRC-28.6.III.ISe")
    def ask_archangel(self) -> None:
        """Rolls an additional die of points for the Russian, from September 1941 on, while he
        controls a port of the Black Sea (TRC-28.6.III.ISe)."""
        port = (self.ports[BLACK] & self.zones.held(RUSSIAN)).any()
        with when(self.active & (self.turn >= ROUNDUP) & port):
            die = roll("Black Sea convoys", "TRC-28.6.III.ISe")
            self.russian_replacements.gain(die, "TRC-28.6.III.ISe")

    @Commitments.oil_flows.then()
    def oil_flows(self, flows: Int, at_war: Int) -> Int:
        """TRC-28.6.III.ISf: the Axis receives armor for the wells of Rumania even while it is
        neutral."""
        return flows | by("TRC-28.6.III.ISf", self.active, otherwise=0)
