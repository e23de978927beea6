"""Small hand-made positions on the real map, for tests written from the rulebook alone.

The counters here are inventions with round values, so that no test leans on printed ones.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any, TypeAlias

from .model import GERMAN, SOVIET, Board, Position, Unit, load_board, step

# kind and hex, then attack and defence if they are not 3 and 3
Place: TypeAlias = tuple[str, str] | tuple[str, str, int, int]

TARGET = "1904"
E, W, NE, NW, SE, SW = (step(TARGET, d) for d in ("E", "W", "NE", "NW", "SE", "SW"))

_GERMAN_KINDS = frozenset({"panzer", "infantry", "mountain", "satellite"})
_MECH_KINDS = frozenset({"panzer", "tank", "guards"})


def counter(name: str, kind: str, attack: int = 3, defence: int = 3) -> Unit:
    """An invented counter of a kind."""
    side = GERMAN if kind in _GERMAN_KINDS else SOVIET
    mobility = "mech" if kind in _MECH_KINDS else "static" if kind == "militia" else "foot"
    nation = side if kind != "satellite" else "romanian"
    return Unit(name, side, nation, kind, mobility, attack, defence)


def plain_board(
    terrain: Mapping[str, str] | None = None,
    hexsides: Mapping[tuple[str, str], str | None] | None = None,
) -> Board:
    """The real map with some hexes and hexsides repainted; None wipes a hexside clean."""
    board = load_board()
    hexes = dict(board.hexes)
    for hex_id, kind in (terrain or {}).items():
        hexes[hex_id] = replace(hexes[hex_id], terrain=kind, features=frozenset())
    sides = dict(board.sides)
    for (a, b), feature in (hexsides or {}).items():
        sides[frozenset({a, b})] = frozenset() if feature is None else frozenset({feature})
    return replace(board, hexes=hexes, sides=sides)


def setup(
    where: Mapping[str, Place],
    *,
    board: Board | None = None,
    german: Collection[str] | None = None,
    soviet: Collection[str] = (),
    **fields: Any,
) -> Position:
    """Put counters on the map: name -> (kind, hex) or (kind, hex, attack, defence).

    The German side owns every hex unless `german` lists the ones it owns inside the USSR; `soviet`
    lists exceptions to that.
    """
    base = load_board() if board is None else board
    units: dict[str, Unit] = {}
    places: dict[str, str | None] = {}
    for name, entry in where.items():
        kind, hex_id, *factors = entry
        units[name] = counter(name, kind, *factors)
        places[name] = hex_id
    control: dict[str, str] = {}
    for hex_id, place in base.hexes.items():
        owned = german is None or hex_id in german or place.area != "ussr"
        control[hex_id] = GERMAN if owned and hex_id not in soviet else SOVIET
    values: dict[str, Any] = {"turn": 10, "side": GERMAN, "sequence": "fight-move"}
    values.update(fields)
    for name in ("hero", "fortress", "crimea_units", "retreated"):
        if name in values:
            values[name] = frozenset(values[name])
    return Position(units=places, control=control, board=replace(base, units=units), **values)


def arena(terrain: str = "clear", rivers: str = "") -> Board:
    """The real map with bare ground around TARGET, and rivers only on given hexsides."""
    ring = {"E": E, "W": W, "NE": NE, "NW": NW, "SE": SE, "SW": SW}
    wet = rivers.split()
    return plain_board(
        {TARGET: terrain, **dict.fromkeys(ring.values(), "clear")},
        {(TARGET, h): ("river" if d in wet else None) for d, h in ring.items()},
    )
