"""Control at a scenario's start, and data of a scenario file for the picture."""

from __future__ import annotations

import textwrap
import tomllib
from pathlib import Path
from typing import Any

from tools.bdmap import facts, grid
from tools.bdmap.build import BoardMap
from tools.hexmap.lattice import hex_id, parse

BARRED = ("sea", "lake", "kerch", "sivash")


def _read(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def german_control(board: BoardMap, path: Path) -> list[str]:
    """Land reached from the west edge and Sevastopol without entering the Soviet line.

    The Soviet line is the set-up hexes; the land beyond Rostov is Soviet too.
    """
    soviet = {entry["hex"] for entry in _read(path)["setup"]} | set(facts.ROSTOV_AREA)
    queue = [parse(i) for i in (*facts.GERMAN_SOURCES, "3108", "3106")]
    seen = {h for h in queue if board.land(h)}
    while queue:
        h = queue.pop()
        for other in grid.neighbours(h):
            if other in seen or not board.land(other) or hex_id(other) in soviet:
                continue
            if board.sides.get(grid.side_of(h, other), ("",))[0] not in BARRED:
                seen.add(other)
                queue.append(other)
    neutral = {h for h in seen if board.hexes[h].area in ("bulgaria", "none")}
    return sorted(hex_id(h) for h in seen - neutral)


def rewrite_control(board: BoardMap, path: Path) -> None:
    """Put the computed list into the scenario file."""
    text = path.read_text(encoding="utf-8")
    head, rest = text.split("german_control = [\n", 1)
    tail = rest.split("]\n", 1)[1]
    words = ", ".join(f'"{i}"' for i in german_control(board, path)) + ","
    body = textwrap.fill(words, 98, initial_indent="    ", subsequent_indent="    ")
    path.write_text(f"{head}german_control = [\n{body}\n]\n{tail}", encoding="utf-8")


def control_of(path: Path) -> set[str]:
    """Hexes under German control; none without the file."""
    return set(_read(path).get("german_control", []))


def placement_of(path: Path) -> dict[str, str]:
    """The units in each hex, as short text."""
    data = _read(path)
    out: dict[str, list[str]] = {}
    for table in ("setup", "mandatory", "automatic"):
        for entry in data.get(table, []):
            out.setdefault(entry["hex"], []).extend(entry["units"])
    return {h: " ".join(u.split(":", 1)[1] for u in units) for h, units in out.items()}
