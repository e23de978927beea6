"""Rivers laid along hexsides: cheapest paths near the true course, through waypoints."""

from __future__ import annotations

import heapq
import math
from collections import defaultdict
from collections.abc import Callable

from shapely import prepare
from shapely.geometry import LineString, MultiLineString, Point
from shapely.geometry.base import BaseGeometry
from tools.hexmap.lattice import Hex, Side, Vertex, side
from tools.hexmap.layers import Layers

Waypoint = str | tuple[float, float]
# A hexside costs its distance from the true course, squared, plus a little for its length.
LENGTH_COST, SEA_COST, BORDER_COST = 0.02, 3.0, 1.5


class Network:
    """The graph of hexsides for laying rivers."""

    def __init__(self, layers: Layers, hexes: list[Hex], sea: Callable[[Side], bool]) -> None:
        self.layers = layers
        self.hexes = set(hexes)
        self.sides = layers.lattice.sides(hexes)
        self.sea = {s for s in self.sides if sea(s)}
        self.near: dict[Vertex, list[Vertex]] = defaultdict(list)
        for a, b in self.sides:
            self.near[a].append(b)
            self.near[b].append(a)

    def course(self, name: str, way: list[Waypoint]) -> BaseGeometry:
        """The true course: the surveyed river, or a line through the waypoints."""
        drawn = LineString([self._plane(w) for w in [*way, *way[-1:]]])
        known = self.layers.rivers.get(name)
        if known is None:
            return drawn
        whole = MultiLineString([*known.geoms])
        prepare(whole)
        return whole

    def _plane(self, w: Waypoint) -> tuple[float, float]:
        if not isinstance(w, str):
            return self.layers.ref.point(*w)
        a, b = self.layers.lattice.side_named(w)
        return (a[0] + b[0]) / 2000, (a[1] + b[1]) / 2000

    def lay(self, name: str, way: list[Waypoint], joins: set[Vertex]) -> list[Side]:
        """The chain of hexsides of one river, source to mouth."""
        course = self.course(name, way)
        cost: dict[Side, float] = {}

        def price(s: Side) -> float:
            if s not in cost:
                (ax, ay), (bx, by) = ((v[0] / 1000, v[1] / 1000) for v in s)
                gaps = [
                    course.distance(Point(ax + (bx - ax) * t, ay + (by - ay) * t))
                    for t in (0.15, 0.5, 0.85)
                ]
                cost[s] = LENGTH_COST + sum(min(1.5, g) ** 2 for g in gaps) / 3
                cost[s] += SEA_COST if s in self.sea else 0.0
                cost[s] += 0.0 if set(self.sides[s]) <= self.hexes else BORDER_COST
            return cost[s]

        def nearest(w: Waypoint) -> Vertex:
            x, y = self._plane(w)
            return min(self.near, key=lambda v: (v[0] / 1000 - x) ** 2 + (v[1] / 1000 - y) ** 2)

        path: list[Side] = []
        here: Vertex | None = None
        for i, w in enumerate(way):
            if isinstance(w, str):
                ends = self.layers.lattice.side_named(w)
                if here is None:
                    onward = nearest(way[min(i + 1, len(way) - 1)])
                    here = max(ends, key=lambda v: math.dist(v, onward))
                if ends not in path:
                    leg, first = self._route(here, set(ends), price)
                    path += [*leg, ends]
                    here = ends[1] if first == ends[0] else ends[0]
            elif here is None:
                here = nearest(w)
            else:
                last = i == len(way) - 1
                goal = joins if joins and last else {nearest(w)}
                leg, here = self._route(here, goal, price)
                path += leg
        return self._tidy(path)

    def _route(
        self, start: Vertex, goals: set[Vertex], price: Callable[[Side], float]
    ) -> tuple[list[Side], Vertex]:
        best = {start: 0.0}
        came: dict[Vertex, Vertex] = {}
        queue = [(0.0, start)]
        while queue:
            d, v = heapq.heappop(queue)
            if v in goals:
                leg = []
                end = v
                while v != start:
                    leg.append(side(v, came[v]))
                    v = came[v]
                return leg[::-1], end
            if d > best[v]:
                continue
            for u in self.near[v]:
                total = d + price(side(v, u))
                if total < best.get(u, 1e9):
                    best[u], came[u] = total, v
                    heapq.heappush(queue, (total, u))
        raise ValueError(f"no way along hexsides from {start}")

    @staticmethod
    def _tidy(path: list[Side]) -> list[Side]:
        """Drop spurs: a hexside passed out and back."""
        out: list[Side] = []
        for s in path:
            if out and out[-1] == s:
                out.pop()
            elif s not in out:
                out.append(s)
        return out
