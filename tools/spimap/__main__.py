"""Write map.csv and hexsides.csv, or list their differences, and optionally draw a picture."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tools.hexmap import tables
from tools.hexmap.lattice import hex_id
from tools.spimap.build import Board, build

ROOT = Path(__file__).resolve().parents[2]
SCENARIO = ROOT / "scenarios" / "barbarossa-1971"
SOURCE = "reconstructed"


def texts(board: Board) -> dict[str, str]:
    """The files of the map."""
    hexes = [
        [hex_id(h), c.terrain, c.area, "none", " ".join(c.features), c.name, SOURCE]
        for h, c in board.hexes.items()
    ]
    sides = sorted(
        [*map(hex_id, board.parted[s]), feature, name, SOURCE]
        for s, (feature, name) in board.sides.items()
    )
    return {
        "map.csv": tables.table(tables.MAP, hexes),
        "hexsides.csv": tables.table(tables.HEXSIDES, sides),
    }


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(prog="spimap", description=__doc__)
    parser.add_argument("--geodata", type=Path, default=ROOT / "tools" / "geodata")
    parser.add_argument("--out", type=Path, default=SCENARIO)
    parser.add_argument("--check", action="store_true", help="write nothing, list the differences")
    parser.add_argument("--png", type=Path, help="also draw the map here (needs matplotlib)")
    chosen = parser.parse_args()
    board = build(chosen.geodata)
    if chosen.png:
        from tools.spimap.draw import picture

        picture(board, chosen.png)
    if chosen.check:
        found = tables.differences(chosen.out, texts(board))
        print("\n".join(found) or "the map is the one that the program makes")
        sys.exit(bool(found))
    tables.write(chosen.out, texts(board))


if __name__ == "__main__":
    main()
