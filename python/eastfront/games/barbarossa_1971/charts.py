"""Charts of Barbarossa (1971) as the program takes them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .data import DIE, RESULTS, column_of

Chart = Mapping[str, Any]
NEVER = 10_000
"""Odds that no battle has."""


@dataclass(frozen=True)
class CombatTables:
    """The combat results tables, each spread over the columns of all of them (R23)."""

    names: Sequence[str]
    charts: Sequence[Chart]
    """Of the form `ResultsTable`, with a column for each of the odds there are."""
    lowest: int
    highest: int
    certain: int
    """From these odds on all tables have one result, which needs no die."""
    above: int
    """That result."""

    @classmethod
    def of(cls, charts: Sequence[Chart]) -> CombatTables:
        """Those of an owner, or ours."""
        low = min(column_of(c["columns"][0]) for c in charts)
        high = max(column_of(c["columns"][-1]) for c in charts)
        beyond = {c["above"] for c in charts}
        one = len(beyond) == 1 and None not in beyond
        # what else is beyond the ends is looked up in a column of its own
        odds = range(low - any(c["below"] for c in charts), high + (1 if one else 2))
        spread = [
            {"columns": odds, "rows": [[_result(c, at, die) for at in odds] for die in DIE]}
            for c in charts
        ]
        certain, above = (high + 1, RESULTS.index(*beyond)) if one else (NEVER, 0)
        return cls([c["id"] for c in charts], spread, odds[0], odds[-1], certain, above)


def _result(chart: Chart, column: int, die: int) -> str:
    """What a table has for odds: in the next column below them, or beyond its ends."""
    columns = [column_of(odds) for odds in chart["columns"]]
    for end, outside in (("above", column > columns[-1]), ("below", column < columns[0])):
        if outside and chart[end]:
            return str(chart[end])
    at = max(sum(c <= column for c in columns) - 1, 0)
    return str(chart["rows"][die - 1][at])
