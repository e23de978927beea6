"""The Russian Campaign, 28.7: the chit of a prepared Russia with the Stalin Line."""

from __future__ import annotations

from eastfront.program import *
from eastfront.scenario.model import HexRow
from eastfront.systems.retreats import Retreats
from eastfront.systems.sections import rule

from ..board import AXIS, RUSSIA, RUSSIAN, Board, turn_of
from ..strength import Strengths
from .chits import Chit

MANNED_UNTIL = turn_of(1942, "nov")
"""The last turn of the Stalin Line's effect (TRC-28.7.R3c)."""


class StalinLine(Chit):
    """No surprise, and the Stalin Line."""

    chit = RUSSIAN, 3
    text = "28.7: no surprise, and the Stalin Line"
    shown_by = "TRC-28.7.R3c"
    at_once = True

    @Board.define_hexes.after("TRC-28.7.R3b")
    def find_line(self) -> None:
        """Declares the hexes of the line (TRC-28.7.R3b)."""
        self.stalin_line = self.hexes_where("Stalin Line", self._on_the_line)

    def _on_the_line(self, row: HexRow) -> bool:
        """TRC-28.7.R3b: whether a hex is on the line: in Russia, outside the districts, with a
        district to its west."""
        at = self.hex(row.name)
        if row.area not in RUSSIA or row.zone in self.districts or not self.is_land(at):
            return False
        west = [n for n in self.next_to(at) if self._west(n) > self._west(at)]
        return any([self._in_district(n) for n in west])

    def _in_district(self, hex_: int) -> bool:
        row = self.data.map.hexes[hex_]
        return row is not None and row.zone in self.districts

    def _west(self, hex_: int) -> int:
        """The distance of a hex toward the west edge, in half hexes: columns run west."""
        row, column = divmod(hex_, self.data.map.width)
        return 2 * column + (row % 2 == self.data.map.shifted_parity)

    @Strengths.no_rivers_yet.then()
    def no_rivers_yet(self, lost: Int, side: int) -> Int:
        """TRC-28.7.R3a: with the chit in play, rivers double Russian defenders from the start.

        1 while rivers do not double them.
        """
        return lost & by("TRC-28.7.R3a", ~self.in_play(), otherwise=1)

    def manned_line(self) -> Hexes:
        """TRC-28.7.R3b, TRC-28.7.R3c: the Stalin Line, while it has effect."""
        manned = self.in_play() & (self.turn <= MANNED_UNTIL)
        return self.stalin_line.when(manned)

    @rule("TRC-28.7.R3b", "TRC-28.7.R3c", otherwise=False)
    def _fortified(self, side: int) -> bool:
        """Whether Russians may defend the line against a side."""
        return side == AXIS

    @Strengths.defence_at_most.then()
    @Strengths.defence_at_least.then()
    def worth_of_hex(self, worth: Int, side: int, hex_: Number) -> Int:
        """TRC-28.7.R3c: each defender of the line adds one factor, which is not doubled."""
        if not self._fortified(side):
            return worth
        them = (units_at(hex_) & self.strengths.defenders(side)).count()
        return worth + if_else(self.manned_line().contains(hex_), them, 0)

    @Strengths.defence_factor.then()
    def defence_factor(self, factor: Int, side: int, attackers: Units, unit: Int) -> Int:
        """TRC-28.7.R3c: the added factor is not doubled."""
        if not self._fortified(side):
            return factor
        return factor + by("TRC-28.7.R3c", self.manned_line().contains(place_of(unit)), told=True)

    @Retreats.stands.bar("TRC-28.7.R3c", "on the Stalin Line")
    def stand_on_line(self, attacker: int, side: int, units: Units) -> Units:
        """TRC-28.7.R3c: defenders of the line do not retreat, as in woods."""
        if side != RUSSIAN or not self._fortified(attacker):
            return no_units()
        return units.inside(self.manned_line())
