"""The Russian Campaign, 26.1: optional replenishment of the SS.

SS corps that are not lost leave the army what would have gone to them: for each of those that the
chart lists the Axis takes one more German replacement.
"""

from __future__ import annotations

from collections.abc import Callable

from eastfront.program import *

from ..axis_replacements import WEAKEST, AxisReplacements
from ..board import AXIS
from ..section import OPTIONAL_RULES, OptionalRule

CORPS = {
    "SS:inf:res": "TRC-26.1b",
    "SS:pz:1": "TRC-26.1c",
    "SS:pz:2": "TRC-26.1d",
    "SS:pz:3": "TRC-26.1e",
    "SS:inf:6": "TRC-26.1f",
}
"""The rules of the corps that the chart lists."""


class Replenishment(OptionalRule):
    """Replacements that SS corps make free."""

    name = "ss-replenishment"
    text = "26.1: SS corps that are not lost free replacements for others"
    by_agreement = OPTIONAL_RULES

    @AxisReplacements.give_back.instead()
    def give_back(self, former: Callable[[], None]) -> None:
        """TRC-26.1a: what the SS makes free comes after what is due otherwise.

        It is looked at first: an SS corps that comes back itself was not intact.
        """
        rows = [
            (str(row["unit"]), row)
            for row in self.data.charts["ss-replenishment"]["unit"]
            if in_force("TRC-26.1a")
        ]
        due = {
            unit: local(
                self.axis_replacements.any_of([int(t) for t in row["turns"]]) & self._intact(unit)
            )
            for unit, row in rows
            if in_force(CORPS[unit])
        }
        former()
        for unit, row in rows:
            if unit in due:
                with when(due[unit]):
                    self._replenish(CORPS[unit], row["gives"])

    def _intact(self, unit: str) -> Int:
        """TRC-26.1a, D-77: whether a corps has come and is neither lost nor surrendered.

        One that was withdrawn to come back is intact.
        """
        waiting = self.arrivals.off_map(AXIS) | self.arrivals.waiting(AXIS)
        away = units_at("later") & self.withdrawals.returning.units
        return (self.on_map(AXIS) | waiting | away).contains(self.unit(unit))

    def _replenish(self, rule: str, gives: list[str]) -> None:
        """One German replacement of a kind that the chart states."""
        kinds = {
            "armor": self.axis_replacements.tanks,
            "motorized": self.axis_replacements.trucks,
            "infantry": self.axis_replacements.marchers[WEAKEST] & self.axis_replacements.foot,
        }
        right: Units = no_units()
        for kind in gives:
            right = right | kinds[kind]
        pool = self.axis_replacements.axis_pool()
        allowed = pool & right & self.axis_replacements.replaceable
        shown = pool & self.germans - self.german_hqs - self.axis_replacements.kept_by
        text = "the SS corps makes no unit of its kind free"
        self.axis_replacements.choose(allowed, shown, only(rule, allowed, text))
