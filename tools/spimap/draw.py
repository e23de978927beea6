"""A picture of the map, for inspection."""

from __future__ import annotations

from pathlib import Path

from tools.hexmap.draw import Sheet
from tools.hexmap.lattice import hex_id
from tools.spimap import grid
from tools.spimap.build import Board

FILL = {"clear": "#efe7c8", "rough": "#b9a184", "sea": "#8fb8d8", "lake": "#a9cfe8"}
INK = {"river": "#1c62b9", "lake": "#3aa0c8", "sea": "#12306b", "kerch": "#c01090"}
LINES = {
    "axis-barbarossa": "#222222",
    "axis-stalingrad": "#d02020",
    "axis-zitadelle": "#e08a00",
    "axis-berlin": "#8030a0",
    "west-of-victory-line": "#20a040",
}


def picture(board: Board, path: Path) -> None:
    """Terrain, water, the lines of the games and the names of the map, as a PNG."""
    sheet = Sheet(grid.LATTICE, (26, 24))
    sheet.cells({h: cell.terrain for h, cell in board.hexes.items()}, FILL)
    for feature, colour in INK.items():
        sides = [s for s, (kind, _) in board.sides.items() if kind == feature]
        sheet.hexsides(sides, colour, 2.4 if feature == "river" else 5)
    for n, (tag, colour) in enumerate(LINES.items()):
        along = [
            s
            for s, (a, b) in board.parted.items()
            if board.between(s)
            and (tag in board.hexes[a].features) != (tag in board.hexes[b].features)
        ]
        sheet.hexsides(along, colour, 2.2, linestyles=[(n * 2, (5, 5))])
    for h, cell in board.hexes.items():
        x, y = grid.LATTICE.centre(h)
        sheet.axes.text(x, y + 0.38, hex_id(h), fontsize=4, ha="center", va="center")
        if cell.name:
            city = "city" in cell.features
            sheet.axes.plot(x, y, "o", ms=7 if city else 3, color="#d33" if city else "k")
            sheet.axes.text(x, y - 0.12, cell.name, fontsize=6.5, ha="center", va="top")
    sheet.save(path)
