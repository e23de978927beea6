"""The set-up and the winner of Manstein's Gambit, written from 14.9 and 14.10 of the rulebook."""

from __future__ import annotations

from functools import lru_cache

from .citadel import SOVIET_AT_START, cities
from .model import GERMAN, LENINGRAD, MOSCOW, SOVIET, Board, Position
from .supply import overland_hexes

LINE = (
    "1011", "1110", "1210", "1310", "1411", "1510", "1610", "1609", "1708", "1808", "1807", "1906",
    "2006", "2106", "2107", "2207", "2208", "2307", "2306", "2305", "2405", "2404", "2503", "2603",
    "2702", "2803", "2804",
)  # fmt: skip
"""The hexes of the Soviet set-up of 14.6 from Leningrad to Rostov."""
UNITS_A_CITY = 5
PARATROOPS = "DE:para:2"
FIRST_TURN = 18
DROPPED = 6
"""The factors that the paratroops add to the attack for which they drop (4.17)."""


def places(position: Position, unit: str) -> set[str]:
    """The hexes in which a unit of the fourth or fifth step may be set up, by control markers.

    The German sets up next to the Soviet front line, the Soviet on it or behind it, not in
    Leningrad, whose units the first step places.
    """
    side, board = position.unit(unit).side, position.board
    return {h for h in (german(position) if side == GERMAN else soviet(position))
            if board.hexes[h].terrain not in ("sea", "lake")
            and position.fits([unit], h)}  # fmt: skip


def german(position: Position) -> set[str]:
    """The German hexes next to the Soviet front line."""
    return {n for h in LINE for n in position.board.neighbours(h)
            if position.controller(n) == GERMAN}  # fmt: skip


def soviet(position: Position) -> set[str]:
    """The Soviet hexes from the front line on, without Leningrad."""
    return {
        h for h, x in position.board.hexes.items()
        if position.controller(h) == SOVIET and h != LENINGRAD
        and x.area not in ("bulgaria", "none")
    }  # fmt: skip


def may_land(position: Position, side: str, target: str, kind: str) -> bool:
    """Whether paratroops in hand may drop for an attack: on the first turn, and in a mobile assault
    if the hex will hold them beside the attackers, whom the caller has put there (4.17)."""
    if side != GERMAN or position.turn != FIRST_TURN:
        return False
    return kind == "prepared" or position.fits([PARATROOPS], target)


@lru_cache(maxsize=4)
def german_at_start(board: Board) -> frozenset[str]:
    """The cities on the German side of the front line."""
    return cities(board) - SOVIET_AT_START


def at_once(position: Position) -> str | None:
    """The German wins by Leningrad or Moscow, whatever their supply."""
    taken = any(position.controller(h) == GERMAN for h in (LENINGRAD, MOSCOW))
    return GERMAN if taken else None


def at_the_end(position: Position, unsupplied: int) -> str:
    """The winner at the end of the last turn, by the Soviet units eliminated out of supply."""
    supplied = overland_hexes(position, GERMAN)
    held = {h for h in cities(position.board)
            if position.controller(h) == GERMAN and h in supplied}  # fmt: skip
    gains = len(held & SOVIET_AT_START) + unsupplied // UNITS_A_CITY
    return GERMAN if held >= german_at_start(position.board) and gains else SOVIET
