"""The Russian Campaign, 28.7: the chit of lorries and faster armour."""

from __future__ import annotations

from eastfront.program import *

from ..board import PRINTED_MOVEMENT, RUSSIAN, Board
from ..units import Counter
from .chits import Chit

MARCH = 4
"""The movement of infantry on lorries (TRC-28.7.R6a)."""

FASTER = {5: 6, 6: 7}
"""The movement of armour that becomes faster, and what it becomes (TRC-28.7.R6a).

All battlegroups of the Russian have three anyway.
"""


class Lorries(Chit):
    """Russian movement factors other than printed."""

    chit = RUSSIAN, 6
    text = "28.7: lorries and faster armour"
    shown_by = "TRC-28.7.R6a"
    at_once = True

    @Board.define_units.after("TRC-28.7.R6a")
    def change_factors(self) -> None:
        """TRC-28.7.R6a: infantry of four and armour of six or seven."""
        moves = [self._move(u) if in_force(PRINTED_MOVEMENT) else 1 for u in self.counters]
        plain, faster = self.printed, self.b.unit_attr("movement factor with lorries", moves)
        mobile = self.in_play()

        def printed(unit: Number) -> Int:
            return if_else(mobile, faster(unit), plain(unit))

        self.game.board.printed = printed

    def _move(self, unit: Counter) -> int:
        match unit.side, unit.kind:
            case "russian", "infantry":
                return max(unit.movement, MARCH)
            case "russian", "armor":
                return FASTER.get(unit.movement, unit.movement)
        return unit.movement
