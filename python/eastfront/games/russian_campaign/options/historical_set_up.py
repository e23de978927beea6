"""The Russian Campaign, 28.2: the variant with the historical set-up of 1941.

Except for the hills near Lvov, the variant concerns the set-up and the opening turn only.
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
    """The historical set-up of 1941, with few Axis units in Rumania (28.2)."""

    name = "historical-set-up"
    text = "28.2: the set-up of 1941 without additions in Rumania"
    slow: Rumania

    @Calendar.set_up_limits.then()
    def set_up_limits(self, limits: Limits, side: int, unit: Int) -> Limits:
        """Adds the limit that no Axis unit is set up in Rumania, except those that the German order
        of battle lists there (TRC-28.2a)."""
        return [*limits, self.slow.listed_only("TRC-28.2a", unit)] if side == AXIS else limits

    @Board.flattened.then("TRC-28.2b")
    def level_hills(self, hills: Set[int]) -> Set[int]:
        """Makes the mountain hexes of the Lvov gap clear terrain (TRC-28.2b): by reading D-44 T24,
        T25 and U24."""
        return hills | self.lvov_hills()

    @Railroads.rail_closures.then()
    def rail_closures(self, out: Closures, side: int, unit: Number) -> Closures:
        """Adds Rumania to the land closed to Axis rail movement on the opening turn (TRC-28.2c)."""
        return out + self.slow.no_trains("TRC-28.2c", side, unit) if side == AXIS else out
