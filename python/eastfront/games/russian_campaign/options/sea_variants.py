"""The Russian Campaign, 28.6.II: the variant in which a failed sea move closes the sea to its side.

The limits of the optional rule 26.7 still apply if both are played.
"""

from __future__ import annotations

from eastfront.program import *
from eastfront.systems.sections import rule

from ..board import SEAS
from ..sea import Sea
from ..section import Limits, OptionalRule


class SeaVariants(OptionalRule):
    """Sea transport without a limit on invasions, until a sea move fails (28.6.II)."""

    name = "sea-variants"
    text = "28.6.II: invasions without limit; a sea is lost with the first failure"

    @rule("TRC-28.6.IIb")
    def define(self) -> None:
        """Declares for each side and sea whether a failed sea move has closed that sea to the side
        (28.6.IIb)."""
        self.sea_lost = {
            (side, sea): self.b.variable(
                f"{name} lost the {water} sea", Life.GAME, 0, limits=(0, 1)
            )
            for side, name in enumerate(self.sides)
            for sea, water in enumerate(SEAS)
        }

    @Sea.invasion_limits.then("TRC-28.6.IIa")
    def invasion_limits(self, limits: Limits, side: int, sea: int) -> Limits:
        """Removes the limit on the number of Black Sea invasions of either side (TRC-28.6.IIa) from
        the limits on invasions; the others remain."""
        return [limit for limit in limits if limit.rule != self.sea.invasion_rule()]

    @Sea.sailors.then("TRC-28.6.IIb")
    def sailors(self, able: Units, side: int, sea: int) -> Units:
        """Excludes all units of a side from those that may sail a sea where one of the side's sea
        moves has failed (TRC-28.6.IIb)."""
        return able.when(by("TRC-28.6.IIb", self.sea_lost[side, sea] == 0, told=True))

    @Sea.sail_unit.after("TRC-28.6.IIb")
    def sail_unit(self, side: int, sea: int, unit: Int, to: Int, rescued: Int) -> None:
        """Closes a sea to a side for the rest of the game when the side's sea move on it fails
        (TRC-28.6.IIb)."""
        with when(units_at("pool").contains(unit)):
            assign(self.sea_lost[side, sea], 1, "TRC-28.6.IIb")

    @Sea.few_invasions.then()
    def few_invasions(self, few: Int) -> Int:
        """Says whether no side has attempted too many invasions: always 1, as their number has no
        limit (TRC-28.6.IIa)."""
        return number(1)
