"""A picture of the map, for inspection."""

from __future__ import annotations

from pathlib import Path

from matplotlib.patches import Polygon as Patch
from shapely.geometry import Polygon, box
from tools.bdmap import grid
from tools.bdmap.build import BoardMap
from tools.hexmap.draw import Sheet
from tools.hexmap.lattice import hex_id

FILL = {
    "clear": "#efe7c8",
    "rough": "#b9a184",
    "marsh": "#9fc1a0",
    "steppe": "#f2cf8a",
    "sea": "#8fb8d8",
    "lake": "#a9cfe8",
}
INK = {
    "river": "#1c62b9",
    "lake": "#3aa0c8",
    "sea": "#12306b",
    "kerch": "#c01090",
    "sivash": "#c01090",
}
AREA = {
    "greater-germany": "#555555",
    "general-government": "#8a5a9e",
    "slovakia": "#3d8b8b",
    "hungary": "#b0442c",
    "romania": "#c49a00",
    "yugoslavia": "#2c6fb0",
    "bulgaria": "#6b8f3a",
    "lithuania": "#b05c8e",
    "latvia": "#d08cae",
    "estonia": "#f0acce",
}


def _frame(board: BoardMap) -> Polygon:
    xs = [grid.centre(h)[0] for h in board.hexes]
    ys = [grid.centre(h)[1] for h in board.hexes]
    return box(min(xs) - 1, min(ys) - 1, max(xs) + 1, max(ys) + 1)


def picture(board: BoardMap, path: Path, control: set[str], units: dict[str, str]) -> None:
    """Terrain, water, borders, control (grey) and units (ids) of the map, as a PNG."""
    sheet = Sheet(grid.LATTICE, (19, 16))
    sheet.cells({h: record.terrain for h, record in board.hexes.items()}, FILL)
    axes = sheet.axes
    outline = board.layers.land.boundary.intersection(_frame(board))
    for part in getattr(outline, "geoms", [outline]):
        axes.plot(*part.xy, color="#205080", lw=0.6)
    for feature, colour in INK.items():
        sides = [s for s, (kind, _, _) in board.sides.items() if kind == feature]
        sheet.hexsides(sides, colour, 2.4 if feature == "river" else 5)
    borders = [
        s
        for s, (a, b) in board.parted.items()
        if board.land(a) and board.land(b) and board.hexes[a].area != board.hexes[b].area
    ]
    sheet.hexsides(borders, "#c01515", 1.6, linestyles="--")
    for h, record in board.hexes.items():
        x, y = grid.centre(h)
        ident = hex_id(h)
        axes.text(x, y + 0.38, ident, fontsize=6, ha="center", va="center", color="#333333")
        if record.area in AREA:
            axes.plot(x - 0.35, y, "s", ms=3.5, color=AREA[record.area])
        if "city" in record.features:
            axes.plot(x, y + 0.08, "o", ms=8, mfc="#d33", mec="k", mew=0.6)
        axes.text(x, y - 0.1, record.name, fontsize=6.5, ha="center", va="top", weight="bold")
        tags = "".join(
            letter
            for tag, letter in (
                ("dp", "D"),
                ("rostov", "R"),
                ("crimea", "C"),
                ("coast-baltic", "b"),
                ("coast-black", "k"),
                ("coast-azov", "a"),
            )
            if tag in record.features
        )
        axes.text(x + 0.32, y + 0.15, tags, fontsize=5, ha="center", color="#803010")
        if ident in control:
            axes.add_patch(Patch(grid.corners(h), closed=True, color="#404040", alpha=0.18))
        axes.text(x, y - 0.32, units.get(ident, ""), fontsize=4.6, ha="center", color="#101080")
    sheet.save(path)
