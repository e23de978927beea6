"""Retreats of Ar, Dr and Dr2 (3.2, R24, ZOC-F4, ZOC-F7, ZOC-F8, CBT-L)."""

from __future__ import annotations

from collections.abc import Iterator

from .board import AXIS, Unit, distance
from .model import Position, enemies, retreat_zone
from .movement import west_edge

LENGTHS = {"Ar": 1, "Dr": 1, "Dr2": 2}
OFF = "off the map"


def may_retreat_into(pos: Position, unit: Unit, hex_: str) -> bool:
    """Whether a retreating unit may enter a hex; the way there is another question."""
    if not pos.may_stand(unit, hex_) or hex_ in enemies(pos, unit.side):
        return False
    return hex_ not in retreat_zone(pos, unit.side)


def ways(pos: Position, unit: Unit, length: int) -> Iterator[tuple[str, ...]]:
    """The ways of so many hexes, none of them twice, that end so far from the start."""
    start = pos.at[unit.id]

    def onward(way: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        if len(way) > length:
            if distance(start, way[-1]) == length:
                yield way[1:]
            return
        for n in pos.neighbours[way[-1]]:
            if n not in way and may_retreat_into(pos, unit, n):
                yield from onward((*way, n))

    return onward((start,))


def retreats(pos: Position, unit: Unit, result: str) -> frozenset[str]:
    """The hexes in which a unit may end its retreat; none means that it is eliminated.

    It retreats the whole length if possible, else as far as it can. An Axis unit on the west edge
    without another retreat leaves the map. Support units do not retreat.
    """
    if unit.is_support:
        return frozenset()
    for length in range(LENGTHS[result], 0, -1):
        ends = frozenset(way[-1] for way in ways(pos, unit, length))
        if ends:
            return ends
    if unit.side == AXIS and pos.at[unit.id] in west_edge(pos):
        return frozenset({OFF})
    return frozenset()
