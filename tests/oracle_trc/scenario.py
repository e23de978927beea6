"""The adapter: the game's map, counters and allowances as this oracle's own plain values.

It reads the tables of ``scenarios/russian-campaign`` and knows no rule.
"""

from __future__ import annotations

import csv
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import eastfront

from .board import Board
from .grid import pair
from .model import Unit
from .movement import Chart

DATA = Path(eastfront.__file__).parent / "scenarios" / "russian-campaign"

SEAS = {"baltic": "baltic", "black-sea": "black"}
RAIL_ONLY = pair("GG19", "HH21")
KEPT_KINDS = frozenset(
    {
        "armor",
        "motorized",
        "infantry",
        "mountain",
        "cavalry",
        "luftwaffe",
        "artillery",
        "hq",
        "leader",
        "paratroop",
        "partisan",
        "worker",
    }
)


def rows(name: str) -> list[dict[str, str]]:
    """The rows of one table."""
    with (DATA / name).open(newline="") as file:
        return list(csv.DictReader(file))


@cache
def board() -> Board:
    """The whole printed map."""
    hexes = rows("map.csv")
    features = {row["hex"]: row["features"].split() for row in hexes}
    sides: dict[str, set[frozenset[str]]] = {}
    for row in rows("hexsides.csv"):
        for feature in row["feature"].split():
            sides.setdefault(feature, set()).add(pair(row["a"], row["b"]))

    def having(feature: str) -> frozenset[str]:
        return frozenset(h for h, listed in features.items() if feature in listed)

    seas = {row["hex"]: row["area"] for row in hexes if row["terrain"] == "sea"}
    land = {row["hex"] for row in hexes if row["terrain"] not in {"sea", "lake"}}
    return Board(
        terrain={row["hex"]: row["terrain"] for row in hexes},
        prohibited=frozenset(sides["prohibited"]),
        strait=frozenset(sides["strait"]),
        track=frozenset(sides["rail"] | {RAIL_ONLY}),
        rail_only=frozenset({RAIL_ONLY}),
        rivers={
            row["hex"]: frozenset(row["rivers"].split())
            for row in hexes
            if row["rivers"] and row["hex"] in land
        },
        river_crossings=frozenset(s for s in sides["river"] if s <= land),
        cities={
            **{h: "major" for h in having("city-major")},
            **{h: "minor" for h in having("city-minor")},
        },
        names={row["hex"]: row["name"] for row in hexes if row["name"]},
        wells=having("oil"),
        ports={
            **{h: "baltic" for h in having("port-baltic")},
            **{h: "black" for h in having("port-black")},
        },
        seas={h: SEAS.get(area, area) for h, area in seas.items()},
        exits={
            h: edge for edge in ("west", "east", "south", "north") for h in having(f"rail-{edge}")
        },
        junctions=having("junction"),
        regions={
            row["hex"]: f"{row['zone']}-md" if row["zone"] != "none" else row["area"]
            for row in hexes
            if row["hex"] in land
        },
        edges={
            "west": having("edge-west"),
            "east": having("edge-east"),
            "south": having("entry-south"),
        },
    )


def origin(row: dict[str, str]) -> str:
    """The set-up letter of a counter: N, C, S, R or F, or nothing."""
    letters = {"north": "N", "center": "C", "south": "S", "rumania": "R", "finland": "F"}
    return letters.get(row["group"], "")


@cache
def counters() -> dict[str, Unit]:
    """Every counter on the map in the game without options, by id."""
    kept = [r for r in rows("units.csv") if not r["option"] and r["kind"] in KEPT_KINDS]
    return {row["id"]: counter(row) for row in kept}


def counter(row: dict[str, str]) -> Unit:
    """One row of the order of battle."""
    return Unit(
        id=row["id"],
        side=row["side"],
        nation=row["nation"],
        kind=row["kind"],
        size=row["size"],
        combat=int(row["factor"] or 0),
        movement=int(row["movement"] or 0),
        guards=row["formation"] == "guards",
        ss=row["formation"] == "ss",
        origin=origin(row),
        no_stacking=row["id"] == "SS:inf:res",
        chart=row["class"],
    )


@dataclass(frozen=True)
class Entry:
    """The arrival of a counter by the order of battle: a turn and impulse, or an event."""

    side: str
    nation: str
    kind: str
    entry: str
    turn: int
    impulse: int
    place: str


@cache
def entries() -> dict[str, Entry]:
    """The entry of every counter of the game without options, by id."""
    return {
        row["id"]: Entry(
            row["side"], row["nation"], row["kind"], row["entry"],
            int(row["arrives"] or 0), int(row["impulse"] or 0), row["place"],
        )
        for row in rows("units.csv")
        if not row["option"]
    }  # fmt: skip


def has_sudden_death(game: str) -> bool:
    """TRC-25.2a, TRC-27.2f: whether sudden death is looked for in a scenario."""
    name = game.rsplit("/", 1)[-1]
    with (DATA / f"{name}.toml").open("rb") as file:
        return bool(tomllib.load(file)["victory"].get("sudden_death"))


def arrival_turns() -> dict[str, int]:
    """The turn from which each dated counter may be on the map; 1 for those at the start."""
    found = {}
    for row in rows("units.csv"):
        if row["entry"] == "start":
            found[row["id"]] = 1
        elif row["arrives"]:
            found[row["id"]] = int(row["arrives"])
    return found


@cache
def allowances() -> Chart:
    """The movement allowance chart."""
    with (DATA / "charts.toml").open("rb") as file:
        tables = tomllib.load(file)["table"]
    listed = next(t for t in tables if t["name"] == "movement-allowances")["allowance"]
    return {
        (entry["name"], weather.replace("_", "-"), impulse): part
        for entry in listed
        for weather in ("clear", "light_mud", "mud", "snow")
        for impulse, part in enumerate(entry[weather], start=1)
    }
