"""Longitude and latitude to grid: Lambert conic, affine fit, smooth residual field."""

from __future__ import annotations

import math

import numpy as np
from tools.bdmap import grid
from tools.hexmap.conic import Array, conic
from tools.hexmap.lattice import parse

CORRELATION_KM = 550.0


class Georeference:
    """Places every anchor in its hex, within ``slack`` hexes."""

    def __init__(self, anchors: list[tuple[str, float, float, str, float]]) -> None:
        self.names = [a[0] for a in anchors]
        plane = conic(np.array([a[2] for a in anchors]), np.array([a[1] for a in anchors]))
        ids = [a[3].split("/") for a in anchors]
        aim = np.array([np.mean([grid.centre(parse(i)) for i in g], axis=0) for g in ids])
        slack = np.array([a[4] for a in anchors])
        self._anchors = plane
        self._affine, *_ = np.linalg.lstsq(self._design(plane), aim, rcond=None)
        miss = aim - self._design(plane) @ self._affine
        cover = self._kernel(plane) + np.diag((slack / 0.5) ** 2 * 0.1)
        self._weights: Array = np.linalg.solve(cover, miss)
        self.base_error: Array = np.hypot(miss[:, 0], miss[:, 1])
        left = aim - self._from_plane(plane)
        self.error: Array = np.hypot(left[:, 0], left[:, 1])

    @staticmethod
    def _design(plane: Array) -> Array:
        out: Array = np.column_stack((np.ones(len(plane)), plane / 1000))
        return out

    def _kernel(self, plane: Array) -> Array:
        gap = plane[:, None, :] - self._anchors[None, :, :]
        r = np.sqrt((gap**2).sum(axis=-1)) * math.sqrt(3) / CORRELATION_KM
        out: Array = (1 + r) * np.exp(-r)
        return out

    def _from_plane(self, plane: Array) -> Array:
        out: Array = self._design(plane) @ self._affine + self._kernel(plane) @ self._weights
        return out

    def points(self, lonlat: Array) -> Array:
        """Grid coordinates of an array of (longitude, latitude) rows."""
        return self._from_plane(conic(lonlat[:, 0], lonlat[:, 1]))

    def point(self, lat: float, lon: float) -> tuple[float, float]:
        """Grid coordinates of one place."""
        x, y = self.points(np.array([[lon, lat]]))[0]
        return float(x), float(y)
