"""The files of Barbarossa (1971) as plain values, and distances and reaches on its map."""

from __future__ import annotations

import csv
import tomllib
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from tools.hexmap.lattice import hex_id, parse
from tools.spimap.grid import LATTICE

import eastfront

FOLDER = Path(eastfront.__file__).parent / "scenarios" / "barbarossa-1971"
STANDARD = ("barbarossa", "stalingrad", "zitadelle", "berlin")
GAMES = (*STANDARD, "campaign")


def rows(name: str) -> list[dict[str, str]]:
    with (FOLDER / name).open(encoding="utf-8", newline="") as source:
        return list(csv.DictReader(source))


def toml(name: str) -> dict[str, Any]:
    return tomllib.loads((FOLDER / name).read_text(encoding="utf-8"))


MAP = {r["hex"]: r for r in rows("map.csv")}
FEATURES = {h: frozenset(r["features"].split()) for h, r in MAP.items()}
SIDES = {frozenset((r["a"], r["b"])): r for r in rows("hexsides.csv")}
UNITS = {r["id"]: r for r in rows("units.csv")}
KINDS = {r["kind"]: r for r in UNITS.values()}
TABLES = {t["name"]: t for t in toml("charts.toml")["table"]}
SCENARIOS = {name: toml(f"{name}.toml") for name in GAMES}
CITIES = {c["name"]: c for c in TABLES["cities"]["city"]}
SITUATIONS = {s["number"]: s for s in TABLES["situations"]["situation"]}


def forces(game: str) -> dict[str, int]:
    """The counters of an order of battle by kind, of both sides."""
    table = TABLES[f"order-of-battle-{game}"]
    return {**table["axis"], **table["soviet"]}


def land(hex_: str) -> bool:
    return MAP[hex_]["terrain"] in ("clear", "rough")


def having(feature: str) -> set[str]:
    """The hexes with a feature."""
    return {h for h, features in FEATURES.items() if feature in features}


def neighbours(hex_: str) -> list[str]:
    return [n for h in LATTICE.neighbours(parse(hex_)) if (n := hex_id(h)) in MAP]


def joined(a: str, b: str) -> bool:
    """Whether no water separates two neighbours."""
    side = SIDES.get(frozenset((a, b)))
    return side is None or side["feature"] not in ("sea", "lake")


def reached(starts: Iterable[str], may: Callable[[str], bool], kerch: bool = True) -> set[str]:
    """Land reached from some hexes through permitted hexes."""
    found = {h for h in starts if land(h) and may(h)}
    queue = [*found]
    while queue:
        here = queue.pop()
        for there in neighbours(here):
            strait = {here, there} == {"4327", "4328"}
            if there not in found and land(there) and may(there) and joined(here, there):
                if kerch or not strait:
                    found.add(there)
                    queue.append(there)
    return found


def distance(a: str, b: str) -> int:
    """Hexes from one to the other, as the crow flies."""
    (r1, c1), (r2, c2) = parse(a), parse(b)
    down, along = r1 - r2, (c1 - (r1 + 1) // 2) - (c2 - (r2 + 1) // 2)
    return max(abs(down), abs(along), abs(down + along))
