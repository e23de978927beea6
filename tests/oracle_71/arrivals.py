"""Reinforcements and the replacements of the campaign (3.7, UNIT-G, CAMP-R0 to RC, CAMP-D)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from . import charts
from .board import AXIS
from .model import Position, enemies

DELAY = 3
POOLS = {"DE:pzc": 3, "DE:inc": 6}
"""CAMP-RA1, RA2: corps that may come back in a whole campaign; an army counts as three."""
PER_PLAYER_TURN = 3


def entry_hexes(pos: Position, side: str) -> frozenset[str]:
    """The entry hexes of a side's arrivals: its edge, without Finland or enemies (3.7, RB2)."""
    edge = pos.board.where("edge-west" if side == AXIS else "edge-east")
    return (edge & pos.ground) - enemies(pos, side) - pos.board.finland


def arriving(pos: Position, side: str, waiting: Mapping[str, int]) -> dict[str, int]:
    """The number of arrivals of each type: those due and those that wait, limited by counters.

    No more of a type are on the map than the counter mix holds; the others go on waiting.
    """
    due = charts.arrivals(pos.game, pos.turn, side, pos.situations)
    on_map = Counter(pos.units[u].kind for u in pos.at)
    wanted = Counter(waiting) + Counter(due)
    found = {kind: min(n, charts.MIX[kind] - on_map[kind]) for kind, n in wanted.items()}
    return {kind: n for kind, n in found.items() if n > 0}


# ---- replacements


@dataclass(frozen=True)
class Loss:
    """A German counter that was destroyed in a turn and has not come back."""

    kind: str
    turn: int


def corps_of(kind: str) -> tuple[str, int]:
    """The kind of corps that a counter is worth, and how many of them."""
    parts = charts.PARTS.get(kind, (kind,))
    return parts[0], len(parts)


def may_return(
    losses: Iterable[Loss], turn: int, used: Mapping[str, int], brought: Iterable[str] = ()
) -> frozenset[str]:
    """The types that may be brought back now (CAMP-R0 to RC, R47).

    ``used`` counts the corps of each kind that came back in earlier turns and in this one,
    ``brought`` names what came in this Player-Turn.
    """
    came = sum(corps_of(kind)[1] for kind in brought)
    found = set()
    for loss in losses:
        corps, worth = corps_of(loss.kind)
        due = turn >= loss.turn + DELAY
        if due and corps in POOLS and used.get(corps, 0) + worth <= POOLS[corps]:
            if came + worth <= PER_PLAYER_TURN:
                found.add(loss.kind)
    return frozenset(found)


def luftwaffe_goes(pos: Position) -> bool:
    """CAMP-D1, D2: whether the Axis removes a Luftwaffe unit as this turn begins."""
    is_march = charts.month(pos.turn) == "Mar"
    return pos.game == "campaign" and is_march and any(u.is_air for u in pos.on_map(AXIS))


def on_thin_ice(pos: Position) -> frozenset[str]:
    """WINTER-E: the units on all-lake hexes as March begins."""
    return frozenset(
        u for u, h in pos.at.items() if pos.board.terrain[h] == "lake" and not pos.winter
    )


def thaw_hexes(pos: Position, unit: str) -> frozenset[str]:
    """R35: the lake-shore hexes to which the enemy may move a unit caught on the ice."""
    moved = pos.units[unit]
    shores = pos.board.where("lake-shore") & pos.ground
    return frozenset(h for h in shores - enemies(pos, moved.side) if pos.may_stand(moved, h))
