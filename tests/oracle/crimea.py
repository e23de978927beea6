"""The units that draw Crimea supply, written from 7.4 of the rulebook.

At most five units of the German side draw it, all of them in the area. Readings: when it is chosen
and no more than five are inside, all draw it, else the German names five; a unit that leaves the
area no longer draws it; a unit that enters while fewer than five draw it draws it too; a unit that
was not named, or entered when five drew it, has none for the game turn.
"""

from __future__ import annotations

from collections.abc import Sequence

from .model import GERMAN, Board, Position

MOST = 5


def inside(position: Position) -> list[str]:
    """The German-side units in the area, in the order of battle."""
    return [
        u
        for u in position.board.units
        if (h := position.units.get(u)) is not None
        and position.unit(u).side == GERMAN
        and position.board.has(h, "crimea")
    ]


def candidates(position: Position, named: Sequence[str]) -> list[str]:
    """The units that the German may name next when more than five are inside."""
    if len(named) >= MOST:
        return []
    return [u for u in inside(position) if u not in named]


def goes(unit: str, start: str, end: str, board: Board) -> int:
    """1 for a German-side unit that comes into the area, -1 for one that leaves it, else 0."""
    if board.units[unit].side != GERMAN:
        return 0
    return _in_area(board, end) - _in_area(board, start)


def _in_area(board: Board, place: str) -> bool:
    return place in board.hexes and board.has(place, "crimea")
