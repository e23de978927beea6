"""The map projection, from longitude and latitude to places on a lattice."""

from __future__ import annotations

import math
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
EARTH_KM = 6371.0


def conic(lon: Array, lat: Array) -> Array:
    """Lambert conformal conic on a sphere, parallels 46 and 58 N, origin 52 N 32 E, in km."""
    p1, p2, p0, l0 = (math.radians(v) for v in (46.0, 58.0, 52.0, 32.0))

    def half(p: float) -> float:
        return math.tan(math.pi / 4 + p / 2)

    n = math.log(math.cos(p1) / math.cos(p2)) / math.log(half(p2) / half(p1))
    f = EARTH_KM * math.cos(p1) * half(p1) ** n / n
    rho = f / np.tan(np.pi / 4 + np.radians(lat) / 2) ** n
    theta = n * (np.radians(lon) - l0)
    out: Array = np.column_stack((rho * np.sin(theta), f / half(p0) ** n - rho * np.cos(theta)))
    return out


class Placing(Protocol):
    """A mapping of the earth onto a lattice."""

    def points(self, lonlat: Array) -> Array:
        """Lattice coordinates of an array of (longitude, latitude) rows."""

    def point(self, lat: float, lon: float) -> tuple[float, float]:
        """Lattice coordinates of one place."""
