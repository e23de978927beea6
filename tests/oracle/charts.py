"""The numbers that Barbarossa Deluxe prints outside its rulebook, read from charts.toml.

Only the combat results and the movement factors come from there: every other number in the
oracle is written down from the rulebook.
"""

from __future__ import annotations

import tomllib
from functools import lru_cache
from typing import Any

from .model import DATA


@lru_cache(maxsize=1)
def load_charts() -> dict[str, dict[str, Any]]:
    """All tables of charts.toml by name."""
    with (DATA / "charts.toml").open("rb") as stream:
        return {table["name"]: table for table in tomllib.load(stream)["table"]}


def movement_factor(turn: int, side: str, mech: bool) -> int:
    """The movement factor printed on the turn track (10.1)."""
    for box in load_charts()["turn-track"]["turn"]:
        if box["turn"] == turn:
            return int(box[f"{side}_{'mech' if mech else 'foot'}"])
    raise ValueError(f"the turn track has no turn {turn}")


def combat_results(column: str) -> tuple[str, ...]:
    """The six results of a printed column such as "5:1", for dice 1 to 6."""
    table = load_charts()["combat-results"]
    index = table["columns"].index(column)
    return tuple(row[index] for row in table["rows"])
