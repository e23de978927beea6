"""The winner of Operation Citadel, written from 14.4 of the rulebook."""

from __future__ import annotations

from functools import lru_cache

from .model import GERMAN, LENINGRAD, SOVIET, Board, Position
from .supply import german_states, overland_hexes

KIEV = "2311"
GOTENKOPF = "3105"
GAINS = 7
SOVIET_AT_START = frozenset(
    {"1011", "1304", "1402", "1606", "1806", "2100", "2205", "2501", "2804"}
)
"""The cities on the Soviet front line of 14.6 and east of it."""


@lru_cache(maxsize=4)
def cities(board: Board) -> frozenset[str]:
    """All cities of the map."""
    return frozenset(h for h, x in board.hexes.items() if "city" in x.features)


@lru_cache(maxsize=4)
def lower_dnepr(board: Board) -> frozenset[str]:
    """The hexes next to the Dnepr south of Kiev, without those that touch Kiev's hex."""
    near = {KIEV, *board.neighbours(KIEV)}
    return frozenset(
        h for side, name in board.names.items() if name == "Dnepr"
        for h in side if h not in near and h[:2] > KIEV[:2]
    )  # fmt: skip


def gains(position: Position) -> int:
    """The cities that the Soviet has gained, with the two places that count as one each."""
    board = position.board
    held = {h for h in cities(board) if position.controller(h) == SOVIET}
    states = german_states(position)
    river = any(
        states[u] == "overland" for h in lower_dnepr(board) for u in position.occupants(h, GERMAN)
    )
    return len(held - SOVIET_AT_START) + (not river) + (not position.occupants(GOTENKOPF, GERMAN))


def at_the_end(position: Position) -> str:
    """The winner at the end of the last turn."""
    board = position.board
    supplied = overland_hexes(position, SOVIET)
    kept = all(position.controller(h) == SOVIET and h in supplied for h in SOVIET_AT_START)
    near = any(position.occupants(h, GERMAN) for h in board.neighbours(LENINGRAD))
    return SOVIET if kept and gains(position) >= GAINS and not near else GERMAN
