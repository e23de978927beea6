"""The combat results tables of Barbarossa (1971) in the form that the rules use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .data import DIE, RESULTS, column_of

Chart = Mapping[str, Any]
NEVER = 10_000
"""The number of a column that no odds reach: the value of `CombatTables.certain` for tables with
which a die is always rolled."""


@dataclass(frozen=True)
class CombatTables:
    """The combat results tables, all extended to the same columns of odds.

    By reading R23 odds beyond the ends of a table use its end column, unless the table has a result
    of its own for such odds. A column has a number by its odds: 3 for the odds 3-1, 1 for 1-1, 0
    for 1-2.
    """

    names: Sequence[str]
    charts: Sequence[Chart]
    """Charts of the form `ResultsTable`, each extended to the columns from `lowest` to
    `highest`."""
    lowest: int
    highest: int
    certain: int
    """The lowest column in which all tables have one and the same result for every die roll, so
    that no die is rolled; `NEVER` if there is none."""
    above: int
    """The number, in the order of `RESULTS`, of the result that all tables give from the column
    `certain` on; 0 if there is no such column."""

    @classmethod
    def of(cls, charts: Sequence[Chart]) -> CombatTables:
        """Returns the tables in the form that the rules use, from charts of the package or a user's
        own."""
        low = min(column_of(c["columns"][0]) for c in charts)
        high = max(column_of(c["columns"][-1]) for c in charts)
        beyond = {c["above"] for c in charts}
        one = len(beyond) == 1 and None not in beyond
        # other results beyond the ends get a column of their own
        odds = range(low - any(c["below"] for c in charts), high + (1 if one else 2))
        spread = [
            {"columns": odds, "rows": [[_result(c, at, die) for at in odds] for die in DIE]}
            for c in charts
        ]
        certain, above = (high + 1, RESULTS.index(*beyond)) if one else (NEVER, 0)
        return cls([c["id"] for c in charts], spread, odds[0], odds[-1], certain, above)


def _result(chart: Chart, column: int, die: int) -> str:
    """The result of a chart for a column of odds and a die roll.

    Odds between two columns of the chart use the lower one. Odds beyond its ends use the result
    that the chart states for such odds, or else its end column.
    """
    columns = [column_of(odds) for odds in chart["columns"]]
    for end, outside in (("above", column > columns[-1]), ("below", column < columns[0])):
        if outside and chart[end]:
            return str(chart[end])
    at = max(sum(c <= column for c in columns) - 1, 0)
    return str(chart["rows"][die - 1][at])
