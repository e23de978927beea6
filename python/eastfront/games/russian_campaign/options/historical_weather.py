"""The Russian Campaign, 26.3: optional weather as it was, for which no die is rolled."""

from __future__ import annotations

from eastfront.program import *

from ..board import WEATHERS
from ..section import AgreedRule, Former
from ..weather import Climate

YEARS = ("TRC-26.3a", "TRC-26.3b", "TRC-26.3c", "TRC-26.3d", "TRC-26.3e")
"""The rules of the years, from 1941."""

TURNS_OF_A_YEAR = 6


class HistoricalWeather(AgreedRule):
    """The weather of history."""

    name = "historical-weather"
    text = "26.3: the weather as it was, without a die"

    @Climate.determine_weather.instead()
    def determine_weather(self, former: Former) -> None:
        """TRC-26.3, D-78: the months that a die is rolled for are known; the rest is as usual.

        This goes before what one autumn makes of its winter (TRC-27.21c).
        """
        found = local(0)
        for row in self.data.charts["historical-weather"]["turn"]:
            rule = YEARS[row["turn"] // TURNS_OF_A_YEAR]
            if in_force(rule):
                with when(self.turn == row["turn"]):
                    self.change_weather(WEATHERS.index(row["weather"]), rule)
                    assign(found, 1)
        with when(found == 0):
            former()
