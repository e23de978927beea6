"""The Russian Campaign, 26.17: an optional map without the hills south-east of Lvov."""

from __future__ import annotations

from collections.abc import Set

from eastfront.program import *

from ..board import Board
from ..section import AgreedRule


class LvovHills(AgreedRule):
    """The hills near Lvov."""

    name = "lvov-hills"
    text = "26.17: the hills south-east of Lvov are clear"

    @Board.flattened.then("TRC-26.17a")
    def level_hills(self, hills: Set[int]) -> Set[int]:
        """TRC-26.17a, reading D-44: the hills of Lvov count as clear."""
        return hills | self.lvov_hills()
