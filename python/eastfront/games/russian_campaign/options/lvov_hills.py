"""The Russian Campaign, 26.17: the optional map without the mountains south-east of Lvov."""

from __future__ import annotations

from collections.abc import Set

from eastfront.program import *

from ..board import Board
from ..section import AgreedRule


class LvovHills(AgreedRule):
    """The mountains near Lvov as clear terrain (26.17)."""

    name = "lvov-hills"
    text = "26.17: the hills south-east of Lvov are clear"

    @Board.flattened.then("TRC-26.17a")
    def level_hills(self, hills: Set[int]) -> Set[int]:
        """Makes the mountain hexes south-east of Lvov clear terrain (TRC-26.17a): T24, T25 and U24
        (reading D-44)."""
        return hills | self.lvov_hills()
