"""The Russian Campaign, 28.6.III: the Italian Sellout.

The Axis may send the Africa Corps east in May 1941. Two German panzer corps must then leave over
the west edge in May 1942: on foot, or by rail to the off-map box, from which they leave when
movement ends.
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
"""The id of the Africa Corps, DAK, in units.csv."""

RECALL, RECALLED = turn_of(1942, "may"), 2
"""The turn in which German panzer corps must leave by the west edge, May/June 1942, and their
number (TRC-28.6.III.ISc)."""

ROUNDUP = turn_of(1941, "sep")
"""The first turn of the additional Russian die of replacement points for a port of the Black Sea,
September/October 1941 (TRC-28.6.III.ISe)."""


class Sellout(Commitment):
    """The Italian Sellout: the Africa Corps comes east, and Italy leaves (28.6.III)."""

    name = "italian-sellout"
    text = "28.6.III: the Axis may send the Africa Corps east in May 1941"
    together = ((name, "mediterranean"),)
    rests_on = ("TRC-28.6.III.ISa",)  # the Axis decides before its impulse of May 1941
    asked, committed = "italian sellout", "Italy sold out"
    from_invasion = True  # TRC-28.6.III.ISa: the decision is due in May 1941

    recalled = variable("panzer corps recalled", Life.GAME, most=99)
    """The number of panzer corps that have left by the west edge for this variant."""

    def define(self) -> None:
        """Declares the German panzer corps and the Africa Corps."""
        self._panzers = self.armour & self.germans
        self._africa = one_unit(self.unit(AFRICA_CORPS))

    @Board.plays.then()
    def plays_africa_corps(self, so_far: bool, unit: Counter) -> bool:
        """Says whether a counter is in the game: the Africa Corps is, for its arrival in July 1941
        (TRC-28.6.III.ISb); for other counters the answer is `so_far`."""
        return so_far or unit.id == AFRICA_CORPS

    # -- decisions --------------------------------------------------------------------------

    @Calendar.turn_opens.before()
    def turn_opens(self) -> None:
        """Asks the Axis, before its impulse of May 1941, whether it sends the Africa Corps east
        (TRC-28.6.III.ISa); if so, all Italian units leave the game (28.6.III.ISd)."""
        with when(self.turn == INVASION):
            self.ask()
            with when(self.active):
                self.commitments.italy_leaves("TRC-28.6.III.ISd")

    @Commitments.africa_held.then()
    def africa_held(self, held: Int, now: Int) -> Int:
        """Says whether the Axis can give up Tunisia now: if `held`, the answer of the other rules,
        is 1, unless the Axis has activated the Italian Sellout (TRC-28.6.III.TTa)."""
        return held & (self.chosen == 0)

    @Arrivals.due.then()
    def due(self, due: Units, side: int, impulse: int) -> Units:
        """Makes the Africa Corps arrive as an Axis reinforcement in July 1941 if the Axis activated
        the variant, and not at all otherwise (TRC-28.6.III.ISb)."""
        here = self._africa.when(self.chosen == 0)
        return due - by("TRC-28.6.III.ISb", here, otherwise=self._africa)

    # -- panzer corps that have to leave -----------------------------------------------------

    @Movement.offer_exit.after("TRC-28.6.III.ISc")
    def offer_exit(
        self, d: Decision, side: int, impulse: int, unit: Int, here: Int, left: Int, gone: Int
    ) -> None:
        """Offers a German panzer corps on the west edge, with movement left, to leave the map in
        May 1942, until the two that have to leave are gone (TRC-28.6.III.ISc)."""
        if impulse != FIRST:
            return
        ready = self._panzers.contains(unit) & self.edge["west"].contains(here)
        with d.option("go-west", ready & self.active_in(RECALL) & (self.recalled < RECALLED)):
            self._leave(unit)
            self.zones.settle()

    def _leave(self, unit: Int) -> None:
        """Removes from the game a German panzer corps that leaves by the west edge in May 1942, and
        counts the corps toward the two that have to leave (TRC-28.6.III.ISc)."""
        self.leave(unit, "removed", "TRC-28.6.III.ISc")
        assign(self.recalled, self.recalled + 1)

    @Calendar.movement_ends.after("TRC-28.6.III.ISc")
    @during(AXIS, FIRST)
    def movement_ends(self, side: int, impulse: int) -> None:
        """Makes the Axis remove panzer corps from its off-map box when its first movement phase of
        May 1942 ends, until two have left; the Axis loses the game if there are too few
        (TRC-28.6.III.ISc)."""
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
        """Rolls an additional die of replacement points for the Russian, from September 1941 on, in
        each turn in which he controls a Black Sea port (TRC-28.6.III.ISe)."""
        port = (self.ports[BLACK] & self.zones.held(RUSSIAN)).any()
        with when(self.active & (self.turn >= ROUNDUP) & port):
            die = roll("Black Sea convoys", "TRC-28.6.III.ISe")
            self.russian_replacements.gain(die, "TRC-28.6.III.ISe")

    @Commitments.oil_flows.then()
    def oil_flows(self, flows: Int, at_war: Int) -> Int:
        """Says whether the Axis receives the replacement for the Rumanian oil wells: with the
        variant it does even while Rumania is neutral (TRC-28.6.III.ISf)."""
        return flows | by("TRC-28.6.III.ISf", self.active, otherwise=0)
