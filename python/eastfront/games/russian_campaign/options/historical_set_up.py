"""The Russian Campaign, 28.2: a variant with the historical set-up of 1941.

It applies to the set-up and the opening turn only, except for the hills near Lvov.
"""

from __future__ import annotations

from collections.abc import Set

from eastfront.program import *

from ..board import AXIS, Board
from ..calendar import Calendar
from ..rail import Railroads
from ..section import AgreedVariant, Closures, Limits
from .rumania import Rumania


class HistoricalSetUp(AgreedVariant):
    """The historical set-up."""

    name = "historical-set-up"
    text = "28.2: the set-up of 1941 without additions in Rumania"
    slow: Rumania

    @Calendar.set_up_limits.then()
    def set_up_limits(self, limits: Limits, side: int, unit: Int) -> Limits:
        """TRC-28.2a: only units listed for Rumania are set up there."""
        return [*limits, self.slow.listed_only("TRC-28.2a", unit)] if side == AXIS else limits

    @Board.flattened.then("TRC-28.2b")
    def level_hills(self, hills: Set[int]) -> Set[int]:
        """TRC-28.2b, reading D-44: the hills south-east of Lvov are clear terrain."""
        return hills | self.lvov_hills()

    @Railroads.rail_closures.then()
    def rail_closures(self, out: Closures, side: int, unit: Number) -> Closures:
        """TRC-28.2c: no Axis rail movement into Rumania on the opening turn."""
        return out + self.slow.no_trains("TRC-28.2c", side, unit) if side == AXIS else out
