"""The numbered grid: pointy-top hexes, rows 10-32 southward, columns 00-24 westward.

Odd rows lie half a hex west of even rows.  Plane unit: one hex from side to side.
"""

from __future__ import annotations

from tools.hexmap.lattice import Hex, Lattice

LATTICE = Lattice(columns="west", shifted=1)
centre, corners, neighbours = LATTICE.centre, LATTICE.corners, LATTICE.neighbours
side_of, sides = LATTICE.side_of, LATTICE.sides

FIRST_ROW, LAST_ROW, LAST_COLUMN = 10, 32, 24
# The stepped corners: westernmost column of each row (24 where not listed).
LAST_COLUMN_OF_ROW = {10: 12, 11: 14, 12: 16, 13: 18, 14: 20, 15: 22, 30: 23, 31: 21, 32: 20}


def outline() -> list[Hex]:
    """Every hex of the map sheet, row by row."""
    rows = range(FIRST_ROW, LAST_ROW + 1)
    return [(r, c) for r in rows for c in range(LAST_COLUMN_OF_ROW.get(r, LAST_COLUMN) + 1)]
