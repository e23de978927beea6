"""Write map.csv and hexsides.csv (and, if asked, a scenario's control and a picture)."""

from __future__ import annotations

import argparse
import csv
from pathlib import Path

from tools.bdmap import grid
from tools.bdmap.build import BoardMap, build
from tools.bdmap.scenario import control_of, placement_of, rewrite_control

ROOT = Path(__file__).resolve().parents[2]
SCENARIO = ROOT / "scenarios" / "barbarossa-deluxe"


def write_map(board: BoardMap, path: Path) -> None:
    """One row per hex."""
    with path.open("w", encoding="utf-8", newline="") as out:
        table = csv.writer(out, lineterminator="\n")
        table.writerow(["hex", "terrain", "area", "zone", "features", "name", "provenance"])
        for h, r in sorted(board.hexes.items()):
            tags = " ".join(dict.fromkeys(r.features))
            table.writerow([grid.hex_id(h), r.terrain, r.area, r.zone, tags, r.name, r.provenance])


def write_sides(board: BoardMap, path: Path) -> None:
    """One row per hexside that holds water."""
    rows = []
    for s, (feature, name, source) in board.sides.items():
        a, b = sorted(grid.hex_id(h) for h in board.parted[s])
        rows.append([a, b, feature, name, source])
    with path.open("w", encoding="utf-8", newline="") as out:
        table = csv.writer(out, lineterminator="\n")
        table.writerow(["a", "b", "feature", "name", "provenance"])
        table.writerows(sorted(rows))


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(prog="bdmap", description=__doc__)
    parser.add_argument("--geodata", type=Path, default=ROOT / "tools" / "geodata")
    parser.add_argument("--out", type=Path, default=SCENARIO)
    parser.add_argument("--control", type=Path, help="rewrite german_control in this scenario")
    parser.add_argument("--png", type=Path, help="also draw the map here (needs matplotlib)")
    chosen = parser.parse_args()
    board = build(chosen.geodata)
    write_map(board, chosen.out / "map.csv")
    write_sides(board, chosen.out / "hexsides.csv")
    if chosen.control:
        rewrite_control(board, chosen.control)
    if chosen.png:
        from tools.bdmap.draw import picture

        file = chosen.out / "blue-kremlin.toml"
        picture(board, chosen.png, control_of(file), placement_of(file))


if __name__ == "__main__":
    main()
