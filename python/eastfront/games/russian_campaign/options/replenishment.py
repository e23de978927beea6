"""The Russian Campaign, 26.1: optional replenishment of the SS.

SS corps that are not lost leave the army what would have gone to them: for each of those that the
chart lists the Axis takes one more German replacement.
"""

from __future__ import annotations

from eastfront.program import *

from ..axis_replacements import AxisReplacements
from ..board import AXIS
from ..section import AgreedRule, Former

CORPS = {
    "SS:inf:res": "TRC-26.1b",
    "SS:pz:1": "TRC-26.1c",
    "SS:pz:2": "TRC-26.1d",
    "SS:pz:3": "TRC-26.1e",
    "SS:inf:6": "TRC-26.1f",
}
"""The rules of the corps that the chart lists."""


class Replenishment(AgreedRule):
    """Replacements that SS corps make free."""

    name = "ss-replenishment"
    text = "26.1: SS corps that are not lost free replacements for others"

    @AxisReplacements.give_back.instead("TRC-26.1a")
    def give_back(self, former: Former) -> None:
        """TRC-26.1a: what the SS makes free comes after what is due otherwise.

        It is looked at first: an SS corps that comes back itself was not intact.
        """
        due = [
            (
                local(self.axis_replacements.union(row["turns"]) & self._intact(row["unit"])),
                CORPS[row["unit"]],
                row["gives"],
            )
            for row in self.data.charts["ss-replenishment"]["unit"]
            if in_force(CORPS[row["unit"]])
        ]
        former()
        for now, rule, gives in due:
            with when(now):
                self._replenish(rule, gives)

    def _intact(self, unit: str) -> Int:
        """TRC-26.1a, D-77: whether a corps has come and is neither lost nor surrendered.

        One that was withdrawn to come back is intact.
        """
        waiting = self.arrivals.off_map(AXIS) | self.arrivals.waiting(AXIS)
        away = units_at("later") & self.withdrawals.returning.units
        return (self.on_map(AXIS) | waiting | away).contains(self.unit(unit))

    def _replenish(self, rule: str, gives: list[str]) -> None:
        """One German replacement of a kind that the chart states."""
        axis = self.axis_replacements
        kinds = {
            "armor": axis.tanks(),
            "motorized": axis.trucks(),
            "infantry": axis.light,
        }
        allowed = axis.returnable(union(kinds[kind] for kind in gives))
        shown = axis.axis_pool() & self.germans - self.german_hqs - axis.kept_by
        text = "the SS corps makes no unit of its kind free"
        axis.choose(allowed, shown, only(rule, allowed, text))
