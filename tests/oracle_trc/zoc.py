"""Zones of control (7, 8.5.2, 19.2, 26.4.1)."""

from __future__ import annotations

from .board import Board
from .grid import pair
from .model import Position, Unit, enemy_of


def crossable_by_zoc(board: Board, a: str, b: str) -> bool:
    """TRC-7.1c, TRC-8.5.2a: ZOC stops at white dots, all-water hexsides and the strait."""
    return pair(a, b) not in board.prohibited and pair(a, b) not in board.strait


def zone_of_unit(board: Board, unit: Unit, name: str) -> set[str]:
    """TRC-7.1a, TRC-7.1b, TRC-7.3a: own hex and the six around it; a partisan's is its own hex."""
    if unit.kind == "partisan":
        return {name}
    return {name} | {h for h in board.land_around(name) if crossable_by_zoc(board, name, h)}


def zone(position: Position, side: str, *, partisans: bool = True) -> frozenset[str]:
    """All hexes in the ZOC of a side, with its partisans or without."""
    key = (side, partisans)
    if key not in position.known:
        position.known[key] = frozenset(_zone(position, side, partisans))
    found: frozenset[str] = position.known[key]
    return found


def _zone(position: Position, side: str, partisans: bool) -> set[str]:
    covered: set[str] = set()
    for unit in position.on_map(side):
        if partisans or unit.kind != "partisan":
            covered |= zone_of_unit(position.board, unit, position.at[unit.id])
    return covered


def enemy_zone(position: Position, side: str) -> frozenset[str]:
    """Hexes in the ZOC of a side's enemy, partisans' hexes among them (TRC-19.2b)."""
    return zone(position, enemy_of(side))


def contested(position: Position) -> frozenset[str]:
    """TRC-7.4a: hexes in the ZOC of both players."""
    return zone(position, "axis") & zone(position, "russian")
