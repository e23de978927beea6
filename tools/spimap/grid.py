"""The grid: pointy-top hexes of 50 km, rows 01-46 southward, columns 01-42 eastward.

Even rows lie half a hex east of odd rows. The projection is conic, with nothing fitted: no hex of
the printed map is known.
"""

from __future__ import annotations

import numpy as np
from tools.hexmap.conic import Array, conic
from tools.hexmap.lattice import ROW_STEP, Hex, Lattice
from tools.spimap import places

LATTICE = Lattice(columns="east", shifted=0)
HEX_KM = 50.0
ORIGIN = (20.5, -26 * ROW_STEP)
"""The place of 52 N 32 E on the lattice."""


def outline() -> list[Hex]:
    """Every hex of the map, row by row."""
    last_row, last_column = places.CORNER
    return [
        (r, c)
        for r in range(1, places.LAST_ROW + 1)
        for c in range(places.WEST_EDGE, places.EAST_EDGE + 1)
        if r > last_row or c > last_column
    ]


class Projection:
    """Longitude and latitude to lattice."""

    def points(self, lonlat: Array) -> Array:
        """Lattice coordinates of an array of (longitude, latitude) rows."""
        out: Array = conic(lonlat[:, 0], lonlat[:, 1]) / HEX_KM + np.array(ORIGIN)
        return out

    def point(self, lat: float, lon: float) -> tuple[float, float]:
        """Lattice coordinates of one place."""
        x, y = self.points(np.array([[lon, lat]]))[0]
        return float(x), float(y)
