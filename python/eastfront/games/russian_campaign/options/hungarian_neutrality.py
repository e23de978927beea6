"""The Russian Campaign, 26.11: the optional opening of 1941 with Hungary neutral and few Axis units
in Rumania.

The rule concerns the set-up and the opening turn only.
"""

from __future__ import annotations

from eastfront.program import *

from ..board import AXIS, FIRST
from ..calendar import Calendar
from ..rail import Railroads
from ..section import AgreedRule, Closures, Limits
from .closed_land import ClosedLand, Closure
from .rumania import OPENING, Rumania


class HungarianNeutrality(AgreedRule):
    """Hungarian neutrality and Rumanian logistics in the opening of 1941 (26.11)."""

    name = "hungarian-neutrality"
    text = "26.11: Hungary is closed in the opening impulse"
    closed_land: ClosedLand
    slow: Rumania

    @Calendar.set_up_limits.then()
    def set_up_limits(self, limits: Limits, side: int, unit: Int) -> Limits:
        """Adds the limits that neither side sets up units in Hungary (TRC-26.11a), and the Axis
        none in Rumania except units marked R (TRC-26.11c)."""
        text = "Hungary is neutral until the second impulse of May and June 1941"
        shut = self.hungary.when(self.turn == OPENING)
        few = [self.slow.listed_only("TRC-26.11c", unit)] if side == AXIS else []
        return [*limits, only("TRC-26.11a", all_hexes() - shut, text), *few]

    @ClosedLand.closures.then("TRC-26.11a")
    def closures(self, out: list[Closure], side: int, unit: Number) -> list[Closure]:
        """Adds Hungary to the land closed to both sides in the first impulse of May/June 1941
        (TRC-26.11a). A retreat may enter Hungary only if no other way is left (TRC-26.11b)."""
        now = (self.turn == OPENING) & (self.game_turn.impulse == FIRST)
        text = "Hungary is neutral in the opening impulse"
        return [*out, Closure("TRC-26.11a", self.hungary.when(now), text, "TRC-26.11b")]

    @Railroads.rail_closures.then()
    def rail_closures(self, out: Closures, side: int, unit: Number) -> Closures:
        """Adds Rumania to the land closed to Axis rail movement on the opening turn
        (TRC-26.11d)."""
        return out + self.slow.no_trains("TRC-26.11d", side, unit) if side == AXIS else out
