"""The numbered grid: pointy-top hexes, rows 10-32 southward, columns 00-24 westward.

Odd rows lie half a hex west of even rows.  Plane unit: one hex from side to side.
"""

from __future__ import annotations

import math

Hex = tuple[int, int]
Vertex = tuple[int, int]
Side = tuple[Vertex, Vertex]

ROW_STEP = math.sqrt(3) / 2
FIRST_ROW, LAST_ROW, LAST_COLUMN = 10, 32, 24
# The stepped corners: westernmost column of each row (24 where not listed).
LAST_COLUMN_OF_ROW = {10: 12, 11: 14, 12: 16, 13: 18, 14: 20, 15: 22, 30: 23, 31: 21, 32: 20}


def hex_id(h: Hex) -> str:
    """Four digits: row, column."""
    return f"{h[0]:02d}{h[1]:02d}"


def parse(text: str) -> Hex:
    """The hex of a four-digit id."""
    return int(text[:2]), int(text[2:])


def outline() -> list[Hex]:
    """Every hex of the map sheet, row by row."""
    rows = range(FIRST_ROW, LAST_ROW + 1)
    return [(r, c) for r in rows for c in range(LAST_COLUMN_OF_ROW.get(r, LAST_COLUMN) + 1)]


def centre(h: Hex) -> tuple[float, float]:
    """Plane position, x growing east and y growing north."""
    return -(h[1] + 0.5 * (h[0] % 2)), -h[0] * ROW_STEP


def corners(h: Hex) -> list[tuple[float, float]]:
    """The six corners, counterclockwise from the top."""
    x, y = centre(h)
    radius = 1 / math.sqrt(3)
    turns = [math.radians(90 + 60 * k) for k in range(6)]
    return [(x + radius * math.cos(t), y + radius * math.sin(t)) for t in turns]


def neighbours(h: Hex) -> list[Hex]:
    """In corner order: NW, W, SW, SE, E, NE (side k joins corners k and k + 1)."""
    r, c = h
    o = r % 2
    return [
        (r - 1, c + o),
        (r, c + 1),
        (r + 1, c + o),
        (r + 1, c - 1 + o),
        (r, c - 1),
        (r - 1, c - 1 + o),
    ]


def vertex(point: tuple[float, float]) -> Vertex:
    """A corner as a key that is the same from all its hexes."""
    return round(point[0] * 1000), round(point[1] * 1000)


def side(a: Vertex, b: Vertex) -> Side:
    """A hexside as an ordered pair of corners."""
    return (a, b) if a < b else (b, a)


def side_of(a: Hex, b: Hex) -> Side:
    """The hexside between two neighbours."""
    k = neighbours(a).index(b)
    ring = corners(a)
    return side(vertex(ring[k]), vertex(ring[(k + 1) % 6]))


def sides(hexes: list[Hex]) -> dict[Side, tuple[Hex, Hex]]:
    """Every hexside of the map with the two hexes it parts (one may lie off the map)."""
    out: dict[Side, tuple[Hex, Hex]] = {}
    for h in hexes:
        for other in neighbours(h):
            out[side_of(h, other)] = (min(h, other), max(h, other))
    return out
