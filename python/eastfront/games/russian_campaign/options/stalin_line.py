"""The Russian Campaign, 28.7: Russian chit 3, no surprise in May 1941, and the Stalin Line."""

from __future__ import annotations

from eastfront.program import *
from eastfront.scenario.model import HexRow
from eastfront.systems.retreats import Retreats
from eastfront.systems.sections import rule

from ..board import AXIS, RUSSIA, RUSSIAN, Board, turn_of
from ..strength import Strengths
from .chits import Chit

MANNED_UNTIL = turn_of(1942, "nov")
"""The last turn in which the Stalin Line has an effect, November/December 1942 (TRC-28.7.R3c)."""


class StalinLine(Chit):
    """Russian chit 3: rivers double Russian defenders from the start, and the Stalin Line
    strengthens units on it."""

    chit = RUSSIAN, 3
    text = "28.7: no surprise, and the Stalin Line"
    shown_by = "TRC-28.7.R3c"  # before the set-up
    at_once = True

    @Board.define_hexes.after("TRC-28.7.R3b")
    def find_line(self) -> None:
        """Declares the hexes of the Stalin Line (TRC-28.7.R3b)."""
        self.stalin_line = self.hexes_where("Stalin Line", self._on_the_line)

    def _on_the_line(self, row: HexRow) -> bool:
        """Says whether a hex is on the Stalin Line, one hex east of a boundary of the military
        districts: in Russia outside the districts, with a district hex adjacent to its west
        (TRC-28.7.R3b)."""
        at = self.hex(row.name)
        if row.area not in RUSSIA or row.zone in self.districts or not self.is_land(at):
            return False
        west = [n for n in self.next_to(at) if self._west(n) > self._west(at)]
        return any([self._in_district(n) for n in west])

    def _in_district(self, hex_: int) -> bool:
        row = self.data.map.hexes[hex_]
        return row is not None and row.zone in self.districts

    def _west(self, hex_: int) -> int:
        """The distance of a hex from the east edge of the map in half hexes, so that hexes of
        shifted rows can be compared; columns are numbered from east to west."""
        row, column = divmod(hex_, self.data.map.width)
        return 2 * column + (row % 2 == self.data.map.shifted_parity)

    @Strengths.no_rivers_yet.then()
    def no_rivers_yet(self, lost: Int, side: int) -> Int:
        """Says whether Russian defenders lose the doubling by rivers now: 0 with the chit in play,
        so that rivers double them in the first impulse of May 1941 too (TRC-28.7.R3a); else `lost`,
        the answer without the chit."""
        return lost & by("TRC-28.7.R3a", ~self.in_play(), otherwise=1)

    def manned_line(self) -> Hexes:
        """The hexes of the Stalin Line (TRC-28.7.R3b) while it has an effect: with the chit in
        play, in 1941 and 1942 (TRC-28.7.R3c)."""
        manned = self.in_play() & (self.turn <= MANNED_UNTIL)
        return self.stalin_line.when(manned)

    @rule("TRC-28.7.R3b", "TRC-28.7.R3c", otherwise=False)
    def _fortified(self, side: int) -> bool:
        """Says whether the Stalin Line helps defenders when the side `side` attacks: True for the
        Axis, since the line helps Russian defenders only (28.7.R3b, 28.7.R3c)."""
        return side == AXIS

    @Strengths.defence_at_most.then()
    @Strengths.defence_at_least.then()
    def worth_of_hex(self, worth: Int, side: int, hex_: Number) -> Int:
        """Adds 1 to the defence of a hex of the Stalin Line for each Russian unit there; the 1 is
        not doubled (TRC-28.7.R3c)."""
        if not self._fortified(side):
            return worth
        them = (units_at(hex_) & self.strengths.defenders(side)).count()
        return worth + if_else(self.manned_line().contains(hex_), them, 0)

    @Strengths.defence_factor.then()
    def defence_factor(self, factor: Int, side: int, attackers: Units, unit: Int) -> Int:
        """Adds 1, which is not doubled, to the defence factor of a Russian unit on the Stalin Line
        (TRC-28.7.R3c)."""
        if not self._fortified(side):
            return factor
        return factor + by("TRC-28.7.R3c", self.manned_line().contains(place_of(unit)), told=True)

    @Retreats.stands.bar("TRC-28.7.R3c", "on the Stalin Line")
    def stand_on_line(self, attacker: int, side: int, units: Units) -> Units:
        """The Russian defenders on the Stalin Line, which ignore results of retreat as defenders in
        woods do (TRC-28.7.R3c)."""
        if side != RUSSIAN or not self._fortified(attacker):
            return no_units()
        return units.inside(self.manned_line())
