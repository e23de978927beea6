"""The Russian Campaign, 28.6.II: a variant in which only failure closes a sea.

The limits of 26.7 still apply if these are played too.
"""

from __future__ import annotations

from eastfront.program import *
from eastfront.systems.sections import rule

from ..board import SEAS
from ..sea import Sea
from ..section import Limits, OptionalRule


class SeaVariants(OptionalRule):
    """Sea transport by the variant."""

    name = "sea-variants"
    text = "28.6.II: invasions without limit; a sea is lost with the first failure"

    @rule("TRC-28.6.IIb")
    def define(self) -> None:
        """Declares the seas closed to each side."""
        self.sea_lost = {
            (side, sea): self.b.variable(
                f"{name} lost the {water} sea", Life.GAME, 0, limits=(0, 1)
            )
            for side, name in enumerate(self.sides)
            for sea, water in enumerate(SEAS)
        }

    @Sea.invasion_limits.then("TRC-28.6.IIa")
    def invasion_limits(self, limits: Limits, side: int, sea: int) -> Limits:
        """TRC-28.6.IIa: invasions are unlimited, where they are permitted at all."""
        return [limit for limit in limits if limit.rule != self.sea.invasion_rule()]

    @Sea.sailors.then("TRC-28.6.IIb")
    def sailors(self, able: Units, side: int, sea: int) -> Units:
        """TRC-28.6.IIb: no sea movement for a side on a sea where it has lost a unit."""
        return able.when(by("TRC-28.6.IIb", self.sea_lost[side, sea] == 0, told=True))

    @Sea.sail_unit.after("TRC-28.6.IIb")
    def sail_unit(self, side: int, sea: int, unit: Int, to: Int, rescued: Int) -> None:
        """TRC-28.6.IIb: a failed sea move closes the sea to its side for good."""
        with when(units_at("pool").contains(unit)):
            assign(self.sea_lost[side, sea], 1, "TRC-28.6.IIb")

    @Sea.few_invasions.then()
    def few_invasions(self, few: Int) -> Int:
        """TRC-28.6.IIa: invasions have no limit."""
        return number(1)
