"""Write map.csv and hexsides.csv, and optionally a picture of a scenario's map."""

from __future__ import annotations

import argparse
import csv
from pathlib import Path

from tools.trcmap.build import Board, build

SCENARIO = Path(__file__).resolve().parents[2] / "scenarios" / "russian-campaign"


def write_map(board: Board, path: Path) -> None:
    """One row a hex."""
    with path.open("w", encoding="utf-8", newline="") as out:
        table = csv.writer(out, lineterminator="\n")
        table.writerow(
            ["hex", "terrain", "area", "zone", "features", "rivers", "name", "provenance"]
        )
        for h, c in board.cells.items():
            features, rivers = " ".join(c.features), " ".join(c.rivers)
            table.writerow([h, c.terrain, c.area, c.zone, features, rivers, c.name, c.provenance])


def write_sides(board: Board, path: Path) -> None:
    """One row a hexside with a feature."""
    order = {h: at for at, h in enumerate(board.cells)}
    with path.open("w", encoding="utf-8", newline="") as out:
        table = csv.writer(out, lineterminator="\n")
        table.writerow(["a", "b", "feature", "name", "provenance"])
        for (a, b), side in sorted(board.sides.items(), key=lambda s: [order[h] for h in s[0]]):
            source = "rulebook" if "strait" in side.features else "published"
            if {a, b} in ({"R13", "R12"}, {"R12", "S11"}) and "rail" in side.features:
                source = "reconstructed"
            table.writerow([a, b, " ".join(side.features), side.river, source])


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(prog="trcmap", description=__doc__)
    parser.add_argument("--out", type=Path, default=SCENARIO)
    parser.add_argument("--svg", type=Path, help="also draw the map here, as it ships")
    chosen = parser.parse_args()
    board = build()
    write_map(board, chosen.out / "map.csv")
    write_sides(board, chosen.out / "hexsides.csv")
    if chosen.svg:
        from tools.trcmap.draw import picture

        chosen.svg.write_text(picture(), encoding="utf-8")


if __name__ == "__main__":
    main()
