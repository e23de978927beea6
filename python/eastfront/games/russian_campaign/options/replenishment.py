"""The Russian Campaign, 26.1: optional replenishment of the SS.

For each listed SS corps that has not been lost, the Axis takes an additional German replacement for
the army.
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
"""The rules of the listed corps."""


class Replenishment(AgreedRule):
    """Replacements for SS corps that have not been lost."""

    name = "ss-replenishment"
    text = "26.1: SS corps that are not lost free replacements for others"

    @AxisReplacements.give_back.instead("TRC-26.1a")
    def give_back(self, former: Former) -> None:
        """TRC-26.1a: these replacements follow the usual ones.

        The condition is tested before, since an SS corps that returns itself was not intact.
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
        """TRC-26.1a, reading D-77: whether a corps has arrived and has neither been lost nor
        surrendered.

        A corps withdrawn with a return is intact.
        """
        waiting = self.arrivals.off_map(AXIS) | self.arrivals.waiting(AXIS)
        away = units_at("later") & self.withdrawals.returning.units
        return (self.on_map(AXIS) | waiting | away).contains(self.unit(unit))

    def _replenish(self, rule: str, gives: list[str]) -> None:
        """One German replacement of a kind listed in the chart."""
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
