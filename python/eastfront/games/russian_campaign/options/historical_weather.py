"""The Russian Campaign, 26.3: optional historical weather, without die rolls."""

from __future__ import annotations

from eastfront.program import *
from eastfront.systems.sections import rule

from ..board import WEATHERS
from ..section import AgreedRule, Former
from ..weather import Climate

YEARS = ("TRC-26.3a", "TRC-26.3b", "TRC-26.3c", "TRC-26.3d", "TRC-26.3e")
"""The rules of the years, from 1941."""

TURNS_OF_A_YEAR = 6


class HistoricalWeather(AgreedRule):
    """Historical weather."""

    name = "historical-weather"
    text = "26.3: the weather as it was, without a die"

    @Climate.determine_weather.instead()
    def determine_weather(self, former: Former) -> None:
        """TRC-26.3, reading D-78: the historical weather replaces die rolls; other months are as
        usual.

        It takes precedence over the effect of an autumn on its winter (TRC-27.21c).
        """
        found = local(0)
        for row in self.data.charts["historical-weather"]["turn"]:
            self._as_it_was(found, row["turn"], WEATHERS.index(row["weather"]))
        with when(found == 0):
            former()

    @rule(lambda _, found, turn, weather: YEARS[turn // TURNS_OF_A_YEAR])
    def _as_it_was(self, found: Int, turn: int, weather: int) -> None:
        """A turn has its weather of history, by the rule of its year."""
        with when(self.turn == turn):
            self.change_weather(weather, YEARS[turn // TURNS_OF_A_YEAR])
            assign(found, 1)
