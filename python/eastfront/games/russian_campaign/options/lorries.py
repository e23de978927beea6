"""The Russian Campaign, 28.7: the chit of lorries and faster armour."""

from __future__ import annotations

from eastfront.program import *

from ..board import PRINTED_MOVEMENT, RUSSIAN, Board
from ..units import Counter
from .chits import Chit

MARCH = 4
"""The movement of infantry on lorries (TRC-28.7.R6a)."""

FASTER = {5: 6, 6: 7}
"""The movement factors of armor that becomes faster, old and new (TRC-28.7.R6a).

All Russian battlegroups already have a factor of three.
"""


class Lorries(Chit):
    """Russian movement factors other than printed."""

    chit = RUSSIAN, 6
    text = "28.7: lorries and faster armour"
    shown_by = "TRC-28.7.R6a"
    at_once = True

    @Board.define_units.after("TRC-28.7.R6a")
    def change_factors(self) -> None:
        """TRC-28.7.R6a: infantry has a movement factor of four, armor of six or seven."""
        moves = [by(PRINTED_MOVEMENT, self._move(u), otherwise=1) for u in self.counters]
        self._faster = self.b.unit_attr("movement factor with lorries", moves)

    @Board.printed.then("TRC-28.7.R6a", told=False)
    def printed_with_lorries(self, printed: Int, unit: Number) -> Int:
        """TRC-28.7.R6a: these factors apply once the chit is shown."""
        return if_else(self.in_play(), self._faster(unit), printed)

    def _move(self, unit: Counter) -> int:
        match unit.side, unit.kind:
            case "russian", "infantry":
                return max(unit.movement, MARCH)
            case "russian", "armor":
                return FASTER.get(unit.movement, unit.movement)
        return unit.movement
