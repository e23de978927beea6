"""The Russian Campaign, 4.1.1: the weather."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from eastfront.program import *
from eastfront.systems.sections import rule, step

from .board import CLEAR, LIGHT_MUD, SNOW, WEATHERS
from .calendar import Calendar
from .section import Section

SEASONS = ("mar-apr", "may-jun", "jul-aug", "sep-oct", "nov-dec", "jan-feb")
"""The turns of a year, in the order of `Board.month`."""

COLUMNS = {"mar-apr": "TRC-4.1.1f", "sep-oct": "TRC-4.1.1g", "nov-dec": "TRC-4.1.1h"}
"""The rule of each column of the weather chart with a die roll; other turns have fixed weather.

- March/April: clear on 0, light mud to 4, mud to 6, snow on 7 (4.1.1f).
- September/October: clear to 3, light mud to 6, mud on 7 (4.1.1g).
- November/December: light mud to 2, mud on 3, snow above (4.1.1h).
"""

MOST = 9
"""The bound of the weather modifier, up and down; in a game the modifier stays within five."""

LOWEST, HIGHEST = 0, 7
"""The lowest and the highest modified roll of the weather chart."""


class Climate(Section):
    """The section on the weather of a game turn."""

    def define(self) -> None:
        """Declares the weather modifier and the chart."""
        self.weather_drm = self.b.variable(
            "weather modifier", Life.GAME, int(self.data.setup["weather_drm"]), limits=(-MOST, MOST)
        )
        chart = self.data.charts["weather"]
        self._columns = {
            season: self._column(season, chart["rolled"][season]) for season in COLUMNS
        }

    # -- 4.1.1: the weather -----------------------------------------------------------------

    def _column(self, season: str, results: Sequence[Sequence[Any]]) -> tuple[Table, Table]:
        """Declares two tables, for a season's column of the weather chart, by modified roll: the
        weather, and the change of the modifier.

        Beyond the ends of the chart, while TRC-4.1.1d is off, the weather is clear.
        """
        low, size = 1 - MOST, 6 + 2 * MOST
        rolls = range(low, low + size)
        inside = [results[die] if LOWEST <= die <= HIGHEST else ("clear", 0) for die in rolls]
        state = [WEATHERS.index(word) for word, _ in inside]
        change = [int(figure) for _, figure in inside]
        b = self.b
        return (
            b.table(f"weather of {season}", [low], [size], state),
            b.table(f"modifier of {season}", [low], [size], change),
        )

    @Calendar.turn_opens.after()
    def turn_opens(self) -> None:
        """Determines the weather at the start of the game turn (TRC-4.1.1), and sets the numbers of
        aircraft that the weather permits."""
        self.determine_weather()
        note("weather", self.weather, rule="TRC-4.1.1a")
        self.strengths.ready_aircraft()

    @step
    @rule("TRC-4.1.1a")
    def determine_weather(self) -> None:
        """Sets the weather of the game turn, before any Axis action and for both player turns
        (TRC-4.1.1a): clear in May/June and July/August, snow in January/February (4.1.1b),
        otherwise by a die roll."""
        fixed = self.data.charts["weather"]["fixed"]
        for month, season in enumerate(SEASONS):
            with when(self.month() == month):
                if season in fixed:
                    self.change_weather(WEATHERS.index(fixed[season]), "TRC-4.1.1b")
                elif season == "nov-dec" and self.data.setup.get("coupled_autumn"):
                    self._follow_autumn(season)
                else:
                    self._roll_weather(season)

    @rule("TRC-27.21c", otherwise=lambda self, season: self._roll_weather(season))
    def _follow_autumn(self, season: str) -> None:
        """Sets the weather of November/December 1941 without a roll, in Breaking Storm: snow if
        September/October was clear, light mud otherwise (TRC-27.21c)."""
        with either(self.is_turn(1941, "nov")) as otherwise:
            with either(self.weather == CLEAR) as muddy:
                self.change_weather(SNOW, "TRC-27.21c")
                muddy()
                self.change_weather(LIGHT_MUD, "TRC-27.21c")
            otherwise()
            self._roll_weather(season)

    def _roll_weather(self, season: str) -> None:
        """Rolls a die for the weather of a season and adds the modifier (TRC-4.1.1c); a sum below 0
        is read as 0, above 7 as 7 (4.1.1d). The chart then changes the modifier, which is kept for
        the next roll (TRC-4.1.1e)."""
        state, change = self._columns[season]
        die = by("TRC-4.1.1c", lambda: roll("weather", "TRC-4.1.1c"), otherwise=number(1))
        modified = die + self.weather_drm
        on_chart = smaller(larger(modified, LOWEST), HIGHEST)
        at = local(by("TRC-4.1.1d", on_chart, otherwise=modified, told=True))
        self.change_weather(state(at), COLUMNS[season])
        changed = smaller(larger(self.weather_drm + change(at), -MOST), MOST)
        assign(self.weather_drm, changed, "TRC-4.1.1e")
