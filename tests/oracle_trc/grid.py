"""Hex names and distances of the printed grid.

A name is row letters and a number: rows run A..Z, AA..QQ from north to south, numbers grow to the
west. Rows B, D, F, ... are shifted half a hex to the east, so that the diagonal neighbours of a hex
depend on its row.
"""

from __future__ import annotations

import re
from functools import cache

ROWS = [chr(65 + i) for i in range(26)] + [chr(65 + i) * 2 for i in range(17)]
COLUMNS = 33

_NAME = re.compile(r"([A-Z]{1,2})(\d+)")

SIDES = ("e", "se", "sw", "w", "nw", "ne")


@cache
def split(name: str) -> tuple[int, int]:
    """Row index (A is 0) and number of a hex name."""
    match = _NAME.fullmatch(name)
    if match is None:
        raise ValueError(f"{name!r} is not a hex")
    return ROWS.index(match[1]), int(match[2])


def _join(row: int, number: int) -> str | None:
    if 0 <= row < len(ROWS) and 1 <= number <= COLUMNS:
        return f"{ROWS[row]}{number}"
    return None


@cache
def beside(name: str, side: str) -> str | None:
    """The hex across one side (e, se, sw, w, nw, ne), or None beyond the sheet."""
    row, number = split(name)
    lettered_first = row % 2 == 0  # rows A, C, E, ...: not shifted
    east = number if lettered_first else number - 1
    target = {
        "e": (row, number - 1),
        "w": (row, number + 1),
        "ne": (row - 1, east),
        "nw": (row - 1, east + 1),
        "se": (row + 1, east),
        "sw": (row + 1, east + 1),
    }[side]
    return _join(*target)


@cache
def around(name: str) -> tuple[str, ...]:
    """The up to six hexes of the sheet beside a hex, clockwise from the east."""
    return tuple(h for h in (beside(name, s) for s in SIDES) if h is not None)


def adjacent(a: str, b: str) -> bool:
    """Whether two hexes share a hexside."""
    return b in around(a)


def pair(a: str, b: str) -> frozenset[str]:
    """The hexside between two hexes (or the track between two rail hexes)."""
    return frozenset((a, b))


@cache
def distance(a: str, b: str) -> int:
    """Hexes from a to b, counting the end and not the start, over land and water (15.4)."""
    (row_a, number_a), (row_b, number_b) = split(a), split(b)
    # twice the eastward place: numbers grow to the west, rows A, C, E lie half a hex to the west
    x_a = 2 * number_a + (row_a % 2 == 0)
    x_b = 2 * number_b + (row_b % 2 == 0)
    rows, halves = abs(row_a - row_b), abs(x_a - x_b)
    return rows + max(0, (halves - rows) // 2)


def box(corner: str, other: str) -> list[str]:
    """Every hex of the sheet between two corner hexes, rows and numbers inclusive."""
    (r1, n1), (r2, n2) = split(corner), split(other)
    return [
        f"{ROWS[r]}{n}"
        for r in range(min(r1, r2), max(r1, r2) + 1)
        for n in range(min(n1, n2), max(n1, n2) + 1)
    ]
