"""The Russian Campaign, 4.1.1, 15.6 and 15.9: the weather, and how many aircraft fly."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from eastfront.program.expr import Int, Table, larger, number, smaller
from eastfront.program.life import Life

from .board import CLEAR, LIGHT_MUD, SNOW, WEATHERS, turn_of
from .calendar import Calendar

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


class Weather(Calendar):
    """The weather of a game turn, and the aircraft that it lets fly."""

    def define(self) -> None:
        """Declares the modifier and the chart."""
        super().define()
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
        inside = [results[roll] if LOWEST <= roll <= HIGHEST else ("clear", 0) for roll in rolls]
        state = [WEATHERS.index(word) for word, _ in inside]
        change = [int(number) for _, number in inside]
        b = self.b
        return (
            b.table(f"weather of {season}", [low], [size], state),
            b.table(f"modifier of {season}", [low], [size], change),
        )

    # -- the start of the turn --------------------------------------------------------------

    def _open_turn(self) -> None:
        super()._open_turn()
        if self.on("TRC-4.1.1a"):
            self._determine_weather()
        self.b.note("weather", self.weather, rule="TRC-4.1.1a")
        self._ready_aircraft()

    def _determine_weather(self) -> None:
        """TRC-4.1.1a: one weather for both player turns."""
        b = self.b
        fixed = self.data.charts["weather"]["fixed"]
        for month, season in enumerate(SEASONS):
            with b.when(self.month() == month):
                if season in fixed:
                    b.assign(self.weather, WEATHERS.index(fixed[season]), rule="TRC-4.1.1b")
                elif season == "nov-dec" and self._coupled():
                    self._follow_autumn()
                else:
                    self._roll_weather(season)

    def _coupled(self) -> bool:
        """TRC-27.21c: whether the autumn of 1941 decides its winter."""
        return bool(self.data.setup.get("coupled_autumn")) and self.on("TRC-27.21c")

    def _follow_autumn(self) -> None:
        """TRC-27.21c: after clear weather comes snow, after light mud light mud, with no die."""
        b = self.b
        with b.either(self.turn == turn_of(1941, "nov")) as otherwise:
            with b.either(self.weather == CLEAR) as muddy:
                b.assign(self.weather, SNOW, rule="TRC-27.21c")
                muddy()
                b.assign(self.weather, LIGHT_MUD, rule="TRC-27.21c")
            otherwise()
            self._roll_weather("nov-dec")

    def _roll_weather(self, season: str) -> None:
        """TRC-4.1.1c to TRC-4.1.1e: a die and the modifier, which the result changes."""
        b = self.b
        state, change = self._columns[season]
        die = b.roll("weather", "TRC-4.1.1c") if self.on("TRC-4.1.1c") else number(1)
        roll = b.local(self._modified(die))
        b.assign(self.weather, state(roll), rule=COLUMNS[season])
        b.assign(self.weather_drm, self._within(change(roll)), rule="TRC-4.1.1e")

    def _modified(self, die: Int) -> Int:
        roll = die + self.weather_drm
        return self.ruled("TRC-4.1.1d", smaller(larger(roll, LOWEST), HIGHEST), roll)

    def _within(self, change: Int) -> Int:
        return smaller(larger(self.weather_drm + change, -MOST), MOST)

    # -- aircraft ---------------------------------------------------------------------------

    def _ready_aircraft(self) -> None:
        """TRC-15.6, TRC-15.9: the aircraft of the turn, by year and weather; none in snow."""
        self.b.assign(self.stukas, 0, rule="TRC-15.6d")
        self._fly("axis", self.stukas, STUKAS)
        self.b.assign(self.sturmoviks, 0, rule="TRC-15.9d")
        self._fly("russian", self.sturmoviks, STURMOVIKS)

    def _fly(self, side: str, stock: Int, rules: Sequence[str]) -> None:
        b = self.b
        rows = [r for r in self.data.charts["air-power"]["available"] if r["side"] == side]
        for row, rule in zip(rows, rules, strict=True):
            numbers = [int(row[word.replace("-", "_")]) for word in WEATHERS]
            table = b.table(f"{side} aircraft from turn {row['first']}", [0], [4], numbers)
            with b.when((self.turn >= self.flies_from(row)) & (self.turn <= int(row["last"]))):
                b.assign(stock, table(self.weather), rule=rule)

    def flies_from(self, row: Mapping[str, Any]) -> int:
        """The first turn of a line of the table of aircraft."""
        return int(row["first"])
