"""The Russian Campaign, 28.7: German chit 1, no coup in Yugoslavia, which stays with the Axis."""

from __future__ import annotations

from eastfront.program import *

from ..axis_replacements import AxisReplacements
from ..board import AXIS, Board
from ..calendar import Calendar
from ..units import Counter
from .chits import Chit

VOLUNTEERS = ("GE:mtn:18", "GE:inf:65")
"""The German corps added to the set-up, the 18th Mountain and the 65th Infantry (TRC-28.7.G1a)."""

ONE_A_YEAR = 1
"""The largest number of Yugoslav units replaced in a year (TRC-28.7.G1b)."""


class Yugoslavia(Chit):
    """German chit 1: two more German corps, and three Yugoslav ones on the Axis side."""

    chit = AXIS, 1
    text = "28.7: Yugoslavia stays with the Axis"
    shown_by = "TRC-28.7.G1a"  # before the set-up
    at_once = True

    @Board.define_units.after()
    def find_yugoslavs(self) -> None:
        """Declares the Yugoslav units (TRC-28.7.G1b)."""
        self.yugoslavs = self.counters_with("Yugoslavs", nation="yugoslav")

    def define(self) -> None:
        """Declares the two German corps added to the set-up (TRC-28.7.G1a)."""
        self._volunteers = self.counters_where("volunteers", lambda u: u.id in VOLUNTEERS)

    @Board.plays.then()
    def plays_yugoslavs(self, so_far: bool, unit: Counter) -> bool:
        """Says whether a counter is in the game from the start. Two German corps (TRC-28.7.G1a) and
        the Yugoslav units (TRC-28.7.G1b) are in it only if the players agreed before the game that
        the Axis has German chit 1."""
        if unit.nation == "yugoslav":
            return self.agreed() and in_force("TRC-28.7.G1b")
        if unit.id in VOLUNTEERS:
            return self.agreed() and in_force("TRC-28.7.G1a")
        return so_far

    def shown(self) -> None:
        """Puts the units that the chit adds into play when the chit is shown: two German corps for
        the set-up (TRC-28.7.G1a), and Yugoslav units that arrive in August and November 1941 and
        May 1942 (TRC-28.7.G1b)."""
        self.leave(self._volunteers, "set-up", "TRC-28.7.G1a")
        self.leave(self.yugoslavs, "later", "TRC-28.7.G1b")

    @Calendar.set_up_area.then("TRC-28.7.G1a")
    def set_up_area(self, may: Hexes, side: int, unit: Int, area: Hexes) -> Hexes:
        """Lets the two added German corps be set up with Army Group South as well as in Rumania
        (TRC-28.7.G1a)."""
        if side != AXIS:
            return may
        for n, part in enumerate(self.data.setup["deploy"]):
            if part.get("group") == "south":
                south = self.area(f"set-up areas {n}", *(part.get("areas") or ()))
                may = may | south.when(self._volunteers.contains(unit))
        return may

    @AxisReplacements.give_back.after("TRC-28.7.G1b")
    def give_back(self) -> None:
        """Offers the Axis to replace one lost Yugoslav unit in each replacement turn, and so one a
        year (TRC-28.7.G1b)."""
        lost = self.axis_replacements.axis_pool() & self.yugoslavs
        text = "a minor ally's replacement is a unit of its own nation"
        for _ in range(ONE_A_YEAR):
            self.axis_replacements.choose(lost, lost, only("TRC-28.7.G1b", lost, text))
