"""The end of a player turn (4.1.6, 4.2.5): rail, then supply, then their consequences."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from .control import refreshed
from .conversion import Visit, after_conversion
from .model import RUSSIAN, Position
from .supply import lost_for_supply
from .victory import minors_surrendering


@dataclass(frozen=True)
class EndPhase:
    """The effects of a side's end phase."""

    position: Position
    #: units without general supply, and (Russian end phase only) minor allies that give up
    eliminated: tuple[str, ...]
    surrendering: frozenset[str]


def end_phase(position: Position, visits: Iterable[Visit], already: Iterable[str] = ()) -> EndPhase:
    """TRC-4.1.6a, TRC-4.2.5a: the phase of the side to move.

    The rail net is converted first, so that it can supply at once. Who is out of supply is found
    for all units before any goes. Allies give up after that, by what is left (TRC-24.2a).
    """
    side = position.side
    converted = after_conversion(position, side, visits)
    lost = lost_for_supply(converted, side)
    left = refreshed(converted.without(lost))
    gone: set[str] = set()
    if side == RUSSIAN:
        gone = minors_surrendering(left, already)
        surrendered = [u for u in left.at if left.units[u].nation in gone]
        left = refreshed(left.without(surrendered))
    return EndPhase(left, tuple(lost), frozenset(gone))
