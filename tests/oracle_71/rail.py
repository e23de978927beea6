"""Movement by rail (MOVE-M, MOVE-O, R3 to R6)."""

from __future__ import annotations

from .board import AXIS, Unit, enemy_of
from .charts import GAMES
from .model import ACROSS, FIRST, GROUND, SECOND, Position, enemies, zone
from .supply import is_supplied

RAIL_HEXES = 12
ALL_WAYS = "abc"


def sealed(pos: Position, side: str) -> frozenset[str]:
    """R3 (c): the hexes that no enemy can reach but through another hex held or controlled.

    The enemy comes from where his units are and from his edge of the map, over all that can be
    entered this month, and over the Kerch Straits, which units cross as well (MOVE-L).
    """
    stop = pos.fronts[side] | zone(pos, side)
    edge = pos.board.where("edge-east" if side == AXIS else "edge-west")
    reached = set(enemies(pos, side)) | (edge & pos.ground)
    spreading = [h for h in reached if h in enemies(pos, side) or h not in stop]
    while spreading:
        h = spreading.pop()
        for n in (*pos.neighbours[h], *pos.over_strait(h)):
            if n not in reached:
                reached.add(n)
                if n not in stop:
                    spreading.append(n)
    return pos.ground - reached


def rail_hexes(pos: Position, side: str, ways: str = ALL_WAYS) -> frozenset[str]:
    """The hexes that a side may rail through (R3)."""
    enemy = enemy_of(side)
    line = GAMES[pos.game].line
    behind = sealed(pos, side) if "c" in ways else frozenset[str]()
    found = set()
    for h in pos.ground - enemies(pos, side) - zone(pos, enemy):
        who, how = pos.traveller.get(h, (None, None))
        if who == enemy:
            continue
        own = "a" in ways and pos.board.side_of_line(h, line) == side
        walked = "b" in ways and (who, how) == (side, GROUND)
        if own or walked or h in behind:
            found.add(h)
    return frozenset(found)


def may_rail(pos: Position, unit: Unit) -> bool:
    """Whether a unit may set out by rail now, wherever to.

    Combat units at the beginning of the First Movement Phase, support units of the Second; before
    any ordinary move (R5); in General Supply, and not from an enemy zone (RAIL-M2, M3, O1 to O3).
    Who has said that he stays does not set out after all, but marches as he likes (RAIL-M6).
    """
    if unit.side != pos.side or pos.phase != (SECOND if unit.is_support else FIRST):
        return False
    walked = pos.moved - pos.railed
    if walked or pos.left or pos.overrun or unit.id in pos.moved:
        return False
    if pos.kerch.get(unit.id) == ACROSS or unit.id in pos.stayed:
        return False
    return pos.at[unit.id] not in zone(pos, enemy_of(unit.side)) and is_supplied(pos, unit)


def rail_reach(pos: Position, unit: Unit, ways: str = ALL_WAYS) -> frozenset[str]:
    """The hexes to which a unit may go by rail: at most twelve hexes, whatever the ground."""
    if not may_rail(pos, unit):
        return frozenset()
    may = {h for h in rail_hexes(pos, unit.side, ways) if pos.may_stand(unit, h)}
    here = pos.at[unit.id]
    found, edge = {here}, [here]
    for _ in range(RAIL_HEXES):
        edge = [
            n for n in {n for h in edge for n in pos.neighbours[h]} if n in may and n not in found
        ]
        found |= set(edge)
    return frozenset(found - {here})
