"""Short ways to set up the small positions of the tests."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .board import Board
from .control import refreshed
from .model import AXIS, RUSSIAN, Position, Unit
from .movement import Chart

#: what the text itself says of allowances (2.5, 10.1, 11.1, 26.5.4, 26.10)
TEXT_CHART: Chart = {
    (kind, weather, impulse): part
    for kind in ("infantry", "armor", "motorized", "cavalry", "mountain", "paratroop", "artillery")
    for weather, parts in {
        "clear": ("full", "half-up"),
        "light-mud": ("full", "none"),
        "mud": ("half-up", "none"),
        "snow": ("half-up", "none"),
    }.items()
    for impulse, part in enumerate(parts, start=1)
}


def german(name: str, factors: str = "4-4", kind: str = "infantry", **more: Any) -> Unit:
    """A German counter, a corps."""
    return axis(name, factors, kind, "german", **more)


def axis(name: str, factors: str, kind: str, nation: str, **more: Any) -> Unit:
    """An Axis counter of any nation, a corps."""
    combat, movement = map(int, factors.split("-"))
    return Unit(name, AXIS, nation, kind, "corps", combat, movement, **more)


def russian(name: str, factors: str = "5-3", kind: str = "infantry", **more: Any) -> Unit:
    """A Russian counter; infantry and what is said so are armies, other kinds corps."""
    combat, movement = map(int, factors.split("-"))
    size = more.pop("size", "army" if kind == "infantry" else "corps")
    return Unit(name, RUSSIAN, "russian", kind, size, combat, movement, **more)


def placed(board: Board, units: Mapping[Unit, str], **fields: Any) -> Position:
    """A position of units in hexes, with control brought up to date."""
    position = Position(
        board=board,
        units={u.id: u for u in units},
        at={u.id: h for u, h in units.items()},
        **fields,
    )
    return refreshed(position)
