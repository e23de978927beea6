"""Write map.csv and hexsides.csv, and optionally a scenario's control and a picture."""

from __future__ import annotations

import argparse
from pathlib import Path

from tools.bdmap.build import BoardMap, build
from tools.bdmap.scenario import control_of, placement_of, rewrite_control
from tools.hexmap import tables
from tools.hexmap.lattice import hex_id

ROOT = Path(__file__).resolve().parents[2]
SCENARIO = ROOT / "scenarios" / "barbarossa-deluxe"


def map_text(board: BoardMap) -> str:
    """One row per hex."""
    return tables.table(
        tables.MAP,
        [
            [hex_id(h), r.terrain, r.area, r.zone, " ".join(dict.fromkeys(r.features)), r.name,
             r.provenance]
            for h, r in sorted(board.hexes.items())
        ],
    )  # fmt: skip


def sides_text(board: BoardMap) -> str:
    """One row per hexside with water."""
    rows = [[*sorted(hex_id(h) for h in board.parted[s]), *what] for s, what in board.sides.items()]
    return tables.table(tables.HEXSIDES, sorted(rows))


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(prog="bdmap", description=__doc__)
    parser.add_argument("--geodata", type=Path, default=ROOT / "tools" / "geodata")
    parser.add_argument("--out", type=Path, default=SCENARIO)
    parser.add_argument("--control", type=Path, help="rewrite german_control in this scenario")
    parser.add_argument("--png", type=Path, help="also draw the map here (needs matplotlib)")
    chosen = parser.parse_args()
    board = build(chosen.geodata)
    tables.write(chosen.out, {"map.csv": map_text(board), "hexsides.csv": sides_text(board)})
    if chosen.control:
        rewrite_control(board, chosen.control)
    if chosen.png:
        from tools.bdmap.draw import picture

        file = chosen.out / "blue-kremlin.toml"
        picture(board, chosen.png, control_of(file), placement_of(file))


if __name__ == "__main__":
    main()
