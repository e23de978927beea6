"""The Russian Campaign, 26.1: the optional replenishment of the SS.

For each listed SS unit that has not been lost, the Axis brings back one German unit more from the
replacement pool.
"""

from __future__ import annotations

from eastfront.program import *

from ..axis_replacements import AxisReplacements
from ..board import AXIS
from ..section import AgreedRule, Former

CORPS = {
    "SS:inf:res": "TRC-26.1b",  # SS Reserve, 1942 to 1944: 3-4 infantry
    "SS:pz:1": "TRC-26.1c",  # 1st SS, 1944: armor, motorized or 3-4 infantry
    "SS:pz:2": "TRC-26.1d",  # 2nd SS, 1943 and 1944: armor, motorized or 3-4 infantry
    "SS:pz:3": "TRC-26.1e",  # 3rd SS, 1943 and 1944: armor, motorized or 3-4 infantry
    "SS:inf:6": "TRC-26.1f",  # 6th SS, 1944: 3-4 infantry
}
"""The listed SS units, each with the rule on the replacement that it earns."""


class Replenishment(AgreedRule):
    """Additional replacements for SS units that have not been lost (26.1)."""

    name = "ss-replenishment"
    text = "26.1: SS corps that are not lost free replacements for others"

    @AxisReplacements.give_back.instead("TRC-26.1a")
    def give_back(self, former: Former) -> None:
        """Gives the Axis, after the usual replacements, one additional German replacement for each
        listed SS unit that is neither surrendered nor in the replacement pool (TRC-26.1a).

        The condition is tested before the usual replacements: an SS unit that they bring back was
        not intact.
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
        """Says whether an SS unit is intact: it has arrived (reading D-77), and has neither
        surrendered nor gone to the replacement pool (TRC-26.1a). A unit that was withdrawn and will
        return is intact."""
        waiting = self.arrivals.off_map(AXIS) | self.arrivals.waiting(AXIS)
        away = units_at("later") & self.withdrawals.returning.units
        return (self.on_map(AXIS) | waiting | away).contains(self.unit(unit))

    def _replenish(self, rule: str, gives: list[str]) -> None:
        """Offers the Axis one German replacement of the kinds `gives`, as the chart states them for
        an SS unit: armor, motorized, or 3-4 infantry."""
        axis = self.axis_replacements
        kinds = {
            "armor": axis.tanks(),
            "motorized": axis.trucks(),
            "infantry": axis.light,
        }
        allowed = axis.returnable(union(kinds[kind] for kind in gives))
        shown = axis.axis_pool() & self.germans - self.german_hqs - axis.kept_by
        text = "the SS corps frees no replacement of its kind"
        axis.choose(allowed, shown, only(rule, allowed, text))
