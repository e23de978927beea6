"""General and Attack Supply (SUPPLY-*), and units lost by isolation."""

from __future__ import annotations

from collections.abc import Iterable

from . import charts
from .board import AXIS, SOVIET, Unit
from .model import Position, enemies, supply_zone


def open_hexes(pos: Position, side: str) -> frozenset[str]:
    """The hexes through which a side may trace (R27)."""
    known: dict[str, frozenset[str]] = pos.__dict__.setdefault("open", {})
    if side not in known:
        known[side] = pos.ground - enemies(pos, side) - supply_zone(pos, side)
    return known[side]


def lines(
    pos: Position, side: str, start: str, longest: int = 9999, to: frozenset[str] = frozenset()
) -> dict[str, int]:
    """The hexes to which a line from a hex may be traced, and the length of the shortest; none
    beyond the nearest of the hexes ``to``.

    The first hex never blocks. Lines pass over frozen lakes and the Kerch Straits (SUPPLY-E).
    """
    may = open_hexes(pos, side)
    found, edge = {start: 0}, [start]
    while edge and to.isdisjoint(edge):
        later = []
        for h in edge:
            for n in (*pos.neighbours[h], *pos.over_strait(h)):
                if n in may and n not in found and found[h] < longest:
                    found[n] = found[h] + 1
                    later.append(n)
        edge = later
    return found


def supply_units(pos: Position, side: str) -> list[Unit]:
    """The supply units of a side on the map."""
    return [u for u in pos.on_map(side) if u.is_supply]


def sources(pos: Position, unit: Unit) -> frozenset[str]:
    """The hexes to which a unit traces General Supply (SUPPLY-P1 to P3)."""
    held = frozenset(pos.at[u.id] for u in supply_units(pos, unit.side))
    if unit.side == SOVIET:
        return held | pos.board.where("edge-east")
    if unit.nation == "finnish":
        return held | {charts.HELSINKI}
    return held | pos.board.where("edge-west")


def is_supplied(pos: Position, unit: Unit) -> bool:
    """General Supply; a supply unit has it from itself (R28)."""
    to = sources(pos, unit)
    return not to.isdisjoint(lines(pos, unit.side, pos.at[unit.id], to=to))


def supply_range(pos: Position, side: str) -> int:
    """SUPPLY-P4, P5, MUD-A1, WINTER-B1: the range of Attack Supply in hexes."""
    if pos.weather == charts.MUD or (pos.weather == charts.WINTER and side == AXIS):
        return 1
    return 6 if side == AXIS else 3


def attack_suppliers(pos: Position, unit: Unit) -> frozenset[str]:
    """The supply units that can supply an attack by a unit (CBT-I, SUPPLY-P4, P5, H2)."""
    near = lines(pos, unit.side, pos.at[unit.id], supply_range(pos, unit.side))
    return frozenset(u.id for u in supply_units(pos, unit.side) if pos.at[u.id] in near)


def in_attack_supply(pos: Position, unit: Unit) -> bool:
    """Attack Supply, at this instant (SUPPLY-C2)."""
    return bool(attack_suppliers(pos, unit))


def isolated_now(pos: Position, side: str) -> frozenset[str]:
    """The units of a side that are out of General Supply."""
    return frozenset(u.id for u in pos.on_map(side) if not is_supplied(pos, u))


def starved(pos: Position) -> frozenset[str]:
    """SUPPLY-A1 to A4, R29: who dies as the phasing side's Second Movement Phase ends.

    Those that were isolated when the Player-Turn began, are so now, and never were in supply
    between.
    """
    now = isolated_now(pos, pos.side)
    return (pos.isolated - pos.safe) & now


def merged_isolation(parts: Iterable[str], pos: Position) -> bool:
    """An army put together counts as isolated if any part did."""
    return any(part in pos.isolated for part in parts)
