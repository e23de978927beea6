"""The printed grid: rows A to QQ from the north, columns 33 to 1 from west to east."""

from __future__ import annotations

import string
from collections.abc import Iterator

LETTERS = [*string.ascii_uppercase, *(2 * c for c in string.ascii_uppercase[:17])]
COLUMNS = 33
Hex = tuple[int, int]
"""Row from 0 in the north, printed column."""


def read(name: str) -> Hex:
    """A hex by its printed id."""
    letters = name.rstrip(string.digits)
    return LETTERS.index(letters), int(name[len(letters) :])


def name(hex_: Hex) -> str:
    """The printed id of a hex."""
    return f"{LETTERS[hex_[0]]}{hex_[1]}"


def every() -> list[str]:
    """All hexes, row by row from the west."""
    return [name((row, n)) for row in range(len(LETTERS)) for n in range(COLUMNS, 0, -1)]


def side(of: str, toward: str) -> str | None:
    """The neighbour across a side (e, se, sw, w, nw, ne), if it is on the grid."""
    row, n = read(of)
    east = n - row % 2
    """The eastern of the two neighbours in the rows above and below."""
    row, n = {
        "e": (row, n - 1),
        "w": (row, n + 1),
        "ne": (row - 1, east),
        "nw": (row - 1, east + 1),
        "se": (row + 1, east),
        "sw": (row + 1, east + 1),
    }[toward]
    return name((row, n)) if 0 <= row < len(LETTERS) and 1 <= n <= COLUMNS else None


def around(of: str) -> Iterator[str]:
    """The neighbours of a hex."""
    for toward in ("e", "se", "sw", "w", "nw", "ne"):
        other = side(of, toward)
        if other is not None:
            yield other


def pair(a: str, b: str) -> tuple[str, str]:
    """A hexside as its hexes, in the order of the map."""
    first, second = sorted((a, b), key=lambda h: (read(h)[0], -read(h)[1]))
    return first, second


def hexside(text: str) -> tuple[str, str]:
    """A hexside written as a hex and a side, such as F18:e."""
    of, _, toward = text.partition(":")
    other = side(of, toward)
    if other is None:
        raise ValueError(f"{text} lies at the edge of the map")
    return pair(of, other)
