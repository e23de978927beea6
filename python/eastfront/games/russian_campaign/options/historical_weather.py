"""The Russian Campaign, 26.3: the optional historical weather, without die rolls."""

from __future__ import annotations

from eastfront.program import *
from eastfront.systems.sections import rule

from ..board import WEATHERS
from ..section import AgreedRule, Former
from ..weather import Climate

YEARS = ("TRC-26.3a", "TRC-26.3b", "TRC-26.3c", "TRC-26.3d", "TRC-26.3e")
"""The id of the rule for each year, from 1941 on; a year is the six turns from March/April on. The
rules state the weather of Mar/Apr, Sep/Oct and Nov/Dec: 1941 Mud, Light Mud, Snow (26.3a); 1942
Mud, Clear, Light Mud (26.3b); 1943 Light Mud, Clear, Light Mud (26.3c); 1944 Snow, Light Mud, Mud
(26.3d); 1945 Clear in Mar/Apr (26.3e)."""

TURNS_OF_A_YEAR = 6


class HistoricalWeather(AgreedRule):
    """The weather of history instead of weather rolls (26.3)."""

    name = "historical-weather"
    text = "26.3: historical weather, without a die"

    @Climate.determine_weather.instead()
    def determine_weather(self, former: Former) -> None:
        """Sets the historical weather of a turn instead of rolling for it (TRC-26.3); turns that
        the chart does not list have their usual weather. By reading D-78 the chart overrides a
        scenario's rule that the autumn decides the weather of the winter (TRC-27.21c)."""
        found = local(0)
        for row in self.data.charts["historical-weather"]["turn"]:
            self._as_it_was(found, row["turn"], WEATHERS.index(row["weather"]))
        with when(found == 0):
            former()

    @rule(lambda _, found, turn, weather: YEARS[turn // TURNS_OF_A_YEAR])
    def _as_it_was(self, found: Int, turn: int, weather: int) -> None:
        """If the present turn has the number `turn`, sets its weather to `weather`, by the rule of
        its year (`YEARS`), and sets the local variable `found` to 1."""
        with when(self.turn == turn):
            self.change_weather(weather, YEARS[turn // TURNS_OF_A_YEAR])
            assign(found, 1)
