"""A picture of a map under construction: its hexes by terrain, and features of hexsides."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
from matplotlib.collections import LineCollection, PatchCollection
from matplotlib.patches import Polygon as Patch
from tools.hexmap.lattice import Hex, Lattice, Side


class Sheet:
    """A picture in lattice coordinates."""

    def __init__(self, lattice: Lattice, size: tuple[float, float]) -> None:
        self.lattice = lattice
        self.figure, self.axes = plt.subplots(figsize=size)

    def cells(self, terrain: Mapping[Hex, str], fill: Mapping[str, str]) -> None:
        """Each hex in the colour of its terrain."""
        patches = [Patch(self.lattice.corners(h), closed=True) for h in terrain]
        colours = [fill[word] for word in terrain.values()]
        cells = PatchCollection(patches, facecolors=colours, edgecolors="#00000030")
        self.axes.add_collection(cells)
        xs, ys = zip(*map(self.lattice.centre, terrain), strict=True)
        self.axes.set_xlim(min(xs) - 0.8, max(xs) + 0.8)
        self.axes.set_ylim(min(ys) - 0.8, max(ys) + 0.8)

    def hexsides(self, sides: Iterable[Side], colour: str, width: float, **how: Any) -> None:
        """Lines along hexsides."""
        lines = [[(v[0] / 1000, v[1] / 1000) for v in s] for s in sides]
        self.axes.add_collection(LineCollection(lines, colors=colour, lw=width, **how))

    def save(self, path: Path, dpi: int = 100) -> None:
        """Write the picture as a PNG."""
        self.axes.set_aspect("equal")
        self.axes.axis("off")
        self.figure.savefig(path, dpi=dpi, bbox_inches="tight")
        plt.close(self.figure)
