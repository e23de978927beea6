"""Source layers in lattice coordinates, and measurements of each hex and hexside."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import numpy as np
from shapely import contains_xy, prepare
from shapely.geometry import LineString, MultiLineString, Polygon, shape
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union
from tools.hexmap.conic import Placing
from tools.hexmap.lattice import Hex, Lattice, Side

STEP_DEGREES = 0.1


def _dense(ring: list[tuple[float, float]]) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    points = np.array([p[:2] for p in ring], dtype=np.float64)
    parts = [points[:1]]
    for a, b in pairwise(points):
        n = max(1, int(np.ceil(np.abs(b - a).max() / STEP_DEGREES)))
        parts.append(a + (b - a) * (np.arange(1, n + 1)[:, None] / n))
    return np.vstack(parts)


class Layers:
    """The geography of the map, each layer a shape in lattice coordinates."""

    def __init__(self, folder: Path, ref: Placing, lattice: Lattice) -> None:
        self.ref = ref
        self.lattice = lattice
        self.land = unary_union([g for _, g in self._polygons(folder / "land.geojson")])
        self.lakes = unary_union([g for _, g in self._polygons(folder / "lakes.geojson")])
        self.areas = self._polygons(folder / "areas-1941.geojson")
        self.marshes = unary_union([g for _, g in self._polygons(folder / "marshes.geojson")])
        self.rough = unary_union([g for _, g in self._polygons(folder / "uplands.geojson")])
        self.rivers = dict(self._lines(folder / "rivers.geojson"))
        self.dry = self.land.difference(self.lakes)
        for g in (self.land, self.lakes, self.dry):
            prepare(g)

    def _features(self, path: Path) -> list[tuple[str, BaseGeometry]]:
        data = json.loads(path.read_text(encoding="utf-8"))
        return [(f["properties"].get("name", ""), shape(f["geometry"])) for f in data["features"]]

    def _polygons(self, path: Path) -> list[tuple[str, BaseGeometry]]:
        out: list[tuple[str, BaseGeometry]] = []
        for name, g in self._features(path):
            for p in getattr(g, "geoms", [g]):
                rings = [self.ref.points(_dense(list(r.coords))) for r in p.interiors]
                shell = self.ref.points(_dense(list(p.exterior.coords)))
                out.append((name, Polygon(shell, rings).buffer(0)))
        return out

    def _lines(self, path: Path) -> list[tuple[str, MultiLineString]]:
        out = []
        for name, g in self._features(path):
            parts = [self.ref.points(_dense(list(p.coords))) for p in getattr(g, "geoms", [g])]
            out.append((name, MultiLineString([LineString(p) for p in parts])))
        return out

    def share(self, h: Hex, layer: BaseGeometry) -> float:
        """The share of the hex covered by a layer, 0 to 1."""
        cell = Polygon(self.lattice.corners(h))
        return float(layer.intersection(cell).area / cell.area)

    def area_of(self, h: Hex) -> str:
        """The political area with most of the land of a hex."""
        cell = Polygon(self.lattice.corners(h)).intersection(self.land)
        if cell.area < 0.01:
            return "none"
        best, taken = ("ussr", 0.0), 0.0
        for name, g in self.areas:
            part = float(g.intersection(cell).area / cell.area)
            taken += part
            if part > best[1]:
                best = (name, part)
        return best[0] if best[1] >= 1 - taken else "ussr"

    def wetness(self, s: Side) -> float:
        """The share of a hexside in open water."""
        t = np.linspace(0.05, 0.95, 19)
        (ax, ay), (bx, by) = ((v[0] / 1000, v[1] / 1000) for v in s)
        dry = contains_xy(self.dry, ax + (bx - ax) * t, ay + (by - ay) * t)
        return float(1 - dry.mean())
