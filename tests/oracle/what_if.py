"""The border, the set-up and the end of 1942, What If?, written from 15.3 to 15.8 and 3.6."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache

from .model import GERMAN, MOSCOW, SOVIET, Board, Position

AREAS = {
    GERMAN: frozenset({
        "greater-germany", "general-government", "slovakia", "hungary", "romania", "yugoslavia",
    }),
    SOVIET: frozenset({"ussr", "lithuania", "latvia", "estonia"}),
}  # fmt: skip
"""The countries that a side controls at the start (3.6)."""
USIR = "2419"
RESERVE = 5  # 15.3
PORTS = ("2911", "3108")  # 10.34


def _side_of(board: Board, hex_id: str) -> str | None:
    area = board.hexes[hex_id].area
    return next((side for side, areas in AREAS.items() if area in areas), None)


@lru_cache(maxsize=8)
def home(board: Board, side: str) -> frozenset[str]:
    """The land hexes of a side's countries."""
    return frozenset(
        h for h, x in board.hexes.items()
        if x.area in AREAS[side] and x.terrain not in ("sea", "lake")
    )  # fmt: skip


@lru_cache(maxsize=8)
def border(board: Board, side: str) -> frozenset[str]:
    """The hexes of a side along the border of 1941."""
    other = SOVIET if side == GERMAN else GERMAN
    return frozenset(
        h for h in home(board, side)
        if any(n in home(board, other) for n in board.neighbours(h))
    )  # fmt: skip


def places(position: Position, unit: str, left: int) -> set[str]:
    """The hexes in which a unit may be set up while ``left`` units wait, itself among them.

    When only as many units are left as there are border hexes without one, each goes to such a hex.
    """
    side, board = position.unit(unit).side, position.board
    bare = border(board, side) - position.occupied(side)
    open_ = bare if left <= len(bare) else home(board, side)
    if position.unit(unit).kind == "coastal":
        open_ = home(board, side) & set(PORTS)
    return {h for h in open_ if position.fits([unit], h)}


def may_wait(position: Position, unit: str, left: int, reserve: Collection[str]) -> bool:
    """Whether a Soviet unit may be set up in the RVGK box."""
    board = position.board
    bare = border(board, SOVIET) - position.occupied(SOVIET)
    soviet = position.unit(unit).side == SOVIET and position.unit(unit).kind != "coastal"
    return soviet and len(reserve) < RESERVE and left > len(bare)


def _cities(board: Board, side: str) -> set[str]:
    """The cities on a side's half of the border."""
    return {h for h in home(board, side) if "city" in board.hexes[h].features}


def berlin(board: Board) -> str:
    """The hex of Berlin, which the rulebook does not number."""
    return next(h for h, x in board.hexes.items() if x.name == "Berlin")


def at_once(position: Position) -> str | None:
    """The winner by Berlin or Moscow (15.5)."""
    if position.controller(berlin(position.board)) == SOVIET:
        return SOVIET
    return GERMAN if position.controller(MOSCOW) == GERMAN else None


def at_the_end(position: Position) -> str | None:
    """The winner at the end of the last turn, or none for a draw (15.4)."""
    board = position.board
    west, east = _cities(board, GERMAN), _cities(board, SOVIET)
    held = {h for h in west | east | {USIR} if position.controller(h) == SOVIET}
    if east <= held and held & (west | {USIR}):
        return SOVIET
    if not held & (west | {USIR}) and east - held:
        return GERMAN
    return None
