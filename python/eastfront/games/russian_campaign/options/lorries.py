"""The Russian Campaign, 28.7: Russian chit 6, trucks for the infantry and faster armor."""

from __future__ import annotations

from eastfront.program import *

from ..board import PRINTED_MOVEMENT, RUSSIAN, Board
from ..units import Counter
from .chits import Chit

MARCH = 4
"""The movement factor of Russian infantry with the chit (TRC-28.7.R6a)."""

FASTER = {5: 6, 6: 7}
"""The movement factors of Russian armor that the chit makes faster by one, up to 6 or 7: the
printed factor and the new one (TRC-28.7.R6a).

The battlegroups do not change: all Russian ones have a printed factor of three.
"""


class Lorries(Chit):
    """The rules of Russian chit 6, which a player draws in secret: higher movement factors of
    Russian infantry and armor."""

    chit = RUSSIAN, 6
    text = "28.7: lorries and faster armour"
    shown_by = "TRC-28.7.R6a"  # during the set-up
    at_once = True

    @Board.define_units.after("TRC-28.7.R6a")
    def change_factors(self) -> None:
        """Declares the movement factors with the chit: 4 for Russian infantry, and 6 or 7, one more
        than printed, for Russian armor (TRC-28.7.R6a)."""
        moves = [by(PRINTED_MOVEMENT, self._move(u), otherwise=1) for u in self.counters]
        self._faster = self.b.unit_attr("movement factor with lorries", moves)

    @Board.printed.then("TRC-28.7.R6a", told=False)
    def printed_with_lorries(self, printed: Int, unit: Number) -> Int:
        """Replaces the printed movement factors of Russian infantry and armor by those of this
        chit, once the Russian player has shown the chit (TRC-28.7.R6a)."""
        return if_else(self.in_play(), self._faster(unit), printed)

    def _move(self, unit: Counter) -> int:
        """The movement factor of a unit with the chit."""
        match unit.side, unit.kind:
            case "russian", "infantry":
                return max(unit.movement, MARCH)
            case "russian", "armor":
                return FASTER.get(unit.movement, unit.movement)
        return unit.movement
