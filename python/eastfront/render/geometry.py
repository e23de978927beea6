"""Coordinates of hexes, corners and hexsides in pixels, with y downward.

Hexes have a corner at the top; on a map with staggered columns, a side.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, Self

from eastfront.positions.layout import Layout

RADIUS = 48.0
"""The distance in pixels from a hex's centre to its corners."""
WIDTH = RADIUS * math.sqrt(3)
MARGIN = 30.0
HEAD = 92.0
"""The height of the title in pixels."""

Point = tuple[float, float]


class Paper:
    """The coordinate system of a drawn map, in pixels; hexes are given by index."""

    def __init__(self, layout: Layout, columns_run_west: bool, upright: bool = False) -> None:
        """Makes the coordinate system of a map. With ``upright`` the rows of the layout are the
        printed columns of the map: the first is the westernmost one, or, with
        ``columns_run_west``, the easternmost."""
        self.layout = layout
        self.west = columns_run_west
        self.upright = upright
        along = (layout.width + 0.5) * WIDTH + 2 * MARGIN
        across = (layout.height - 1) * 1.5 * RADIUS + 2 * RADIUS + 2 * MARGIN
        self.map_width, self.map_height = (across, along) if upright else (along, across)
        self._shifted = layout.document["grid"]["shifted_parity"]

    @classmethod
    def of(cls, layout: Layout, drawing: Mapping[str, Any]) -> Self:
        """Makes the coordinate system of a map as its game has it drawn; ``drawing`` is the part of
        the game file for pictures."""
        west, upright = drawing.get("columns_run_west"), drawing.get("columns_staggered")
        return cls(layout, bool(west), bool(upright))

    def centre(self, hex_: int) -> Point:
        """Returns the centre of a hex as (x, y) in pixels."""
        row, column = divmod(hex_, self.layout.width)
        along = column + (0.5 if row % 2 == self._shifted else 0.0)
        if self.upright:
            line = self.layout.height - 1 - row if self.west else row
            x = MARGIN + RADIUS + line * 1.5 * RADIUS
            return x, HEAD + MARGIN + WIDTH / 2 + along * WIDTH
        if self.west:
            along = self.layout.width - 0.5 - along
        return MARGIN + WIDTH / 2 + along * WIDTH, HEAD + MARGIN + RADIUS + row * 1.5 * RADIUS

    def corners(self, hex_: int, radius: float = RADIUS) -> list[Point]:
        """Returns the six corners of a hex, clockwise from the top or, on a map with staggered
        columns, from the upper right."""
        x, y = self.centre(hex_)
        first = math.pi / 3 if self.upright else math.pi / 2
        angles = [math.pi / 3 * k - first for k in range(6)]
        return [(x + radius * math.cos(a), y + radius * math.sin(a)) for a in angles]

    def side(self, a: int, b: int) -> tuple[Point, Point]:
        """Returns the two ends of the hexside between the neighbouring hexes `a` and `b`."""
        (ax, ay), (bx, by) = self.centre(a), self.centre(b)
        mx, my = (ax + bx) / 2, (ay + by) / 2
        px, py = (ay - by) / WIDTH * RADIUS / 2, (bx - ax) / WIDTH * RADIUS / 2
        return (mx - px, my - py), (mx + px, my + py)


def points(corners: list[Point]) -> str:
    """Returns points as SVG writes them: each as ``x,y``, with spaces between."""
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in corners)


def chains(segments: list[tuple[Point, Point]]) -> list[list[Point]]:
    """Joins segments that share an end into lines as long as possible; returns the points of each
    line, in order."""
    ends: dict[tuple[int, int], list[int]] = {}

    def key(p: Point) -> tuple[int, int]:
        return round(p[0]), round(p[1])

    for i, segment in enumerate(segments):
        for p in segment:
            ends.setdefault(key(p), []).append(i)
    left = set(range(len(segments)))
    out = []
    # begin at free ends, so that a line is not split
    order = sorted(left, key=lambda i: (min(len(ends[key(p)]) for p in segments[i]) != 1, i))
    for first in order:
        if first not in left:
            continue
        left.discard(first)
        a, b = segments[first]
        if len(ends[key(a)]) > 1 and len(ends[key(b)]) == 1:
            a, b = b, a
        line = [a, b]
        while True:
            following = [i for i in ends[key(line[-1])] if i in left]
            if not following:
                break
            left.discard(following[0])
            c, d = segments[following[0]]
            line.append(d if key(c) == key(line[-1]) else c)
        out.append(line)
    return out
