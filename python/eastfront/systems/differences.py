"""Combat results tables by difference: the column of a battle is the attack total less the defence
total, not their odds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from eastfront.program import Int, Number, ProgramError, Table, builder, larger, number, smaller


def difference(attack: Number, defence: Number) -> Int:
    """The attack total less the defence total, in factors."""
    return number(attack) - defence


@dataclass(frozen=True)
class DifferenceTable:
    """A combat results table by difference, made by `difference_table`; a call with a column and a
    die gives the index of the result."""

    cells: Table
    starts: Table
    lowest: int
    highest: int

    def column(self, difference: Number) -> Int:
        """The column of a difference, as the least difference of the column. Differences below the
        first column belong to the first."""
        return self.starts(smaller(larger(difference, self.lowest), self.highest))

    def __call__(self, column: Number, die: Number) -> Int:
        """The index, in the order of the results, of the result in a column, given by any of its
        differences, for a die."""
        return self.cells(self.column(column), die)


def difference_table(chart: Any, order: Sequence[str] = ()) -> DifferenceTable:
    """A combat results table for look-ups by difference and die, from a chart of the form
    `ResultsTable`.

    The heading of a column is its least difference, in factors, such as ``-2``, ``0`` or ``+3``;
    the column goes on to the next heading, and the last one without end. ``order`` has the names
    of the results by their index, by default those that the chart lists. Raises `ProgramError` for
    headings that are no rising whole numbers.
    """
    b, order = builder(), order or chart["order"]
    try:
        heads = [b.scaled(int(heading)) for heading in chart["columns"]]
    except ValueError:
        heads = []
    if not heads or any(one >= next_ for one, next_ in pairwise(heads)):
        expected = "the least difference of each column, rising, such as -2, 0, +3"
        raise ProgramError(f"columns: got {', '.join(chart['columns'])}, expected {expected}")
    at = [sum(head <= n for head in heads) - 1 for n in range(heads[0], heads[-1] + 1)]
    cells = [order.index(row[i]) for i in at for row in chart["rows"]]
    size = [len(at), len(chart["rows"])]
    results = b.table("combat results", [heads[0], 1], size, cells)
    starts = b.table("columns by difference", heads[:1], size[:1], [heads[i] for i in at])
    return DifferenceTable(results, starts, heads[0], heads[-1])
