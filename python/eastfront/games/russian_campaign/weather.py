"""The Russian Campaign, 4.1.1, 15.6 and 15.9: the weather, and how many aircraft fly."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from eastfront.program import *
from eastfront.systems.sections import step, value

from .board import CLEAR, LIGHT_MUD, SNOW, WEATHERS, turn_of
from .calendar import Calendar
from .section import Section

SEASONS = ("mar-apr", "may-jun", "jul-aug", "sep-oct", "nov-dec", "jan-feb")
"""The turns of a year by their number, as `Board.month` counts them."""

COLUMNS = {"mar-apr": "TRC-4.1.1f", "sep-oct": "TRC-4.1.1g", "nov-dec": "TRC-4.1.1h"}
"""The columns of the weather chart that a die is rolled in."""

STUKAS = ("TRC-15.6a", "TRC-15.6b", "TRC-15.6c")
STURMOVIKS = ("TRC-15.9a", "TRC-15.9b", "TRC-15.9c")

MOST = 9
"""No modifier of the weather roll grows beyond this; within the war it stays within five."""

LOWEST, HIGHEST = 0, 7
"""The ends of the weather chart."""


class Climate(Section):
    """The weather of a game turn, and the aircraft that it lets fly."""

    def define(self) -> None:
        """Declares the modifier and the chart."""
        self.weather_drm = self.b.variable(
            "weather modifier", Life.GAME, int(self.data.setup["weather_drm"]), limits=(-MOST, MOST)
        )
        chart = self.data.charts["weather"]
        self._columns = {
            season: self._column(season, chart["rolled"][season]) for season in COLUMNS
        }

    def _column(self, season: str, results: Sequence[Sequence[Any]]) -> tuple[Table, Table]:
        """A column of the chart: the weather, and the change of the modifier.

        Beyond the ends of the chart there is nothing but clear weather (TRC-4.1.1d off).
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

    # -- the start of the turn --------------------------------------------------------------

    @Calendar.turn_opens.after()
    def turn_opens(self) -> None:
        """TRC-4.1.1: the weather, and with it the aircraft."""
        if in_force("TRC-4.1.1a"):
            self.determine_weather()
        note("weather", self.weather, rule="TRC-4.1.1a")
        self._ready_aircraft()

    @step
    def determine_weather(self) -> None:
        """TRC-4.1.1a: one weather for both player turns."""
        fixed = self.data.charts["weather"]["fixed"]
        for month, season in enumerate(SEASONS):
            with when(self.month() == month):
                if season in fixed:
                    assign(self.weather, WEATHERS.index(fixed[season]), "TRC-4.1.1b")
                elif season == "nov-dec" and self._coupled():
                    self._follow_autumn()
                else:
                    self._roll_weather(season)

    def _coupled(self) -> bool:
        """TRC-27.21c: whether the autumn of 1941 decides its winter."""
        return bool(self.data.setup.get("coupled_autumn")) and in_force("TRC-27.21c")

    def _follow_autumn(self) -> None:
        """TRC-27.21c: after clear weather comes snow, after light mud light mud, with no die."""
        with either(self.turn == turn_of(1941, "nov")) as otherwise:
            with either(self.weather == CLEAR) as muddy:
                assign(self.weather, SNOW, "TRC-27.21c")
                muddy()
                assign(self.weather, LIGHT_MUD, "TRC-27.21c")
            otherwise()
            self._roll_weather("nov-dec")

    def _roll_weather(self, season: str) -> None:
        """TRC-4.1.1c to TRC-4.1.1e: a die and the modifier, which the result changes."""
        state, change = self._columns[season]
        die = roll("weather", "TRC-4.1.1c") if in_force("TRC-4.1.1c") else number(1)
        modified = local(self._modified(die))
        assign(self.weather, state(modified), COLUMNS[season])
        assign(self.weather_drm, self._within(change(modified)), "TRC-4.1.1e")

    def _modified(self, die: Int) -> Int:
        modified = die + self.weather_drm
        return ruled("TRC-4.1.1d", smaller(larger(modified, LOWEST), HIGHEST), modified)

    def _within(self, change: Int) -> Int:
        return smaller(larger(self.weather_drm + change, -MOST), MOST)

    # -- aircraft ---------------------------------------------------------------------------

    def _ready_aircraft(self) -> None:
        """TRC-15.6, TRC-15.9: the aircraft of the turn, by year and weather."""
        self._fly("axis", self.strengths.stukas, STUKAS, "TRC-15.6d")
        self._fly("russian", self.strengths.sturmoviks, STURMOVIKS, "TRC-15.9d")

    def _fly(self, side: str, stock: Int, rules: Sequence[str], grounded: str) -> None:
        """A side's aircraft; none in snow, which is as light mud when that rule is off."""
        assign(stock, 0, grounded)
        kinds = [w.replace("-", "_") for w in WEATHERS]
        if not in_force(grounded):
            kinds[SNOW] = kinds[LIGHT_MUD]
        rows = [r for r in self.data.charts["air-power"]["available"] if r["side"] == side]
        for row, rule in zip(rows, rules, strict=True):
            numbers = [int(row[kind]) for kind in kinds]
            table = self.b.table(f"{side} aircraft from turn {row['first']}", [0], [4], numbers)
            with when((self.turn >= self.flies_from(row)) & (self.turn <= int(row["last"]))):
                assign(stock, table(self.weather), rule)

    @value
    def flies_from(self, row: Mapping[str, Any]) -> int:
        """The first turn of a line of the table of aircraft."""
        return int(row["first"])
