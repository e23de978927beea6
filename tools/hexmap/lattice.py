"""A lattice of pointy-top hexes, each named by its printed row and column.

Rows run southward. Plane unit: one hex from side to side, x growing east and y growing north.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

Hex = tuple[int, int]
"""Row and column."""
Point = tuple[float, float]
Vertex = tuple[int, int]
Side = tuple[Vertex, Vertex]

ROW_STEP = math.sqrt(3) / 2


def hex_id(h: Hex) -> str:
    """Four digits: row, column."""
    return f"{h[0]:02d}{h[1]:02d}"


def parse(text: str) -> Hex:
    """The hex of a four-digit id."""
    return int(text[:2]), int(text[2:])


def vertex(point: Point) -> Vertex:
    """A corner as a key that is equal from all its hexes."""
    return round(point[0] * 1000), round(point[1] * 1000)


def side(a: Vertex, b: Vertex) -> Side:
    """A hexside as an ordered pair of corners."""
    return (a, b) if a < b else (b, a)


@dataclass(frozen=True)
class Lattice:
    """The direction of columns, and the rows shifted half a hex in it."""

    columns: Literal["east", "west"]
    shifted: int
    """0 for the even rows, 1 for the odd ones."""

    def _shift(self, row: int) -> int:
        return int(row % 2 == self.shifted)

    def centre(self, h: Hex) -> Point:
        """The centre of a hex."""
        along = h[1] + 0.5 * self._shift(h[0])
        return along if self.columns == "east" else -along, -h[0] * ROW_STEP

    def corners(self, h: Hex) -> list[Point]:
        """The six corners, counterclockwise from the top."""
        x, y = self.centre(h)
        radius = 1 / math.sqrt(3)
        turns = [math.radians(90 + 60 * k) for k in range(6)]
        return [(x + radius * math.cos(t), y + radius * math.sin(t)) for t in turns]

    def neighbours(self, h: Hex) -> list[Hex]:
        """In corner order: NW, W, SW, SE, E, NE (side k joins corners k and k + 1)."""
        r, c = h
        o = self._shift(r)
        on = [(r - 1, c + o), (r, c + 1), (r + 1, c + o)]
        back = [(r - 1, c - 1 + o), (r, c - 1), (r + 1, c - 1 + o)]
        west, east = (on, back) if self.columns == "west" else (back, on)
        return [*west, *east[::-1]]

    def side_of(self, a: Hex, b: Hex) -> Side:
        """The hexside between two neighbours."""
        k = self.neighbours(a).index(b)
        ring = self.corners(a)
        return side(vertex(ring[k]), vertex(ring[(k + 1) % 6]))

    def side_named(self, text: str) -> Side:
        """The hexside as the ids of its hexes, such as 2540/2541."""
        a, b = text.split("/")
        return self.side_of(parse(a), parse(b))

    def sides(self, hexes: Iterable[Hex]) -> dict[Side, tuple[Hex, Hex]]:
        """Every hexside of a map with its two hexes (one may lie off the map)."""
        out: dict[Side, tuple[Hex, Hex]] = {}
        for h in hexes:
            for other in self.neighbours(h):
                out[self.side_of(h, other)] = (min(h, other), max(h, other))
        return out
