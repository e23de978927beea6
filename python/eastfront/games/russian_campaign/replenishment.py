"""The Russian Campaign, 26.1: optional replenishment of the SS.

SS corps that are not lost leave the army what would have gone to them: for each of those that the
chart lists the Axis takes one more German replacement.
"""

from __future__ import annotations

from eastfront.program import *

from .axis_replacements import WEAKEST
from .board import AXIS
from .historical_weather import HistoricalWeather

CORPS = {
    "SS:inf:res": "TRC-26.1b",
    "SS:pz:1": "TRC-26.1c",
    "SS:pz:2": "TRC-26.1d",
    "SS:pz:3": "TRC-26.1e",
    "SS:inf:6": "TRC-26.1f",
}
"""The rules of the corps that the chart lists."""


class Replenishment(HistoricalWeather):
    """Replacements that SS corps make free, when they are played."""

    def _give_back(self) -> None:
        """TRC-26.1a: what the SS makes free comes after what is due otherwise.

        It is looked at first: an SS corps that comes back itself was not intact.
        """
        rows = [
            (str(row["unit"]), row)
            for row in self.data.charts["ss-replenishment"]["unit"]
            if self.option("ss-replenishment") and in_force("TRC-26.1a")
        ]
        due = {
            unit: local(self.any_of([int(t) for t in row["turns"]]) & self._intact(unit))
            for unit, row in rows
            if in_force(CORPS[unit])
        }
        super()._give_back()
        for unit, row in rows:
            if unit in due:
                with when(due[unit]):
                    self._replenish(CORPS[unit], row["gives"])

    def _intact(self, unit: str) -> Int:
        """TRC-26.1a, D-77: whether a corps has come and is neither lost nor surrendered.

        One that was withdrawn to come back is intact.
        """
        waiting = self.off_map(AXIS) | self.waiting(AXIS)
        away = units_at(self.box("later")) & self.returning.units
        return (self.on_map(AXIS) | waiting | away).contains(self.unit(unit))

    def _replenish(self, rule: str, gives: list[str]) -> None:
        """One German replacement of a kind that the chart states."""
        kinds = {
            "armor": self._tanks,
            "motorized": self._trucks,
            "infantry": self._marchers[WEAKEST] & self._foot,
        }
        right: Units = no_units()
        for kind in gives:
            right = right | kinds[kind]
        pool = self.axis_pool()
        allowed = pool & right & self.replaceable
        shown = pool & self.germans - self.german_hqs - self._kept
        text = "the SS corps makes no unit of its kind free"
        self._choose(allowed, shown, only(rule, allowed, text))
