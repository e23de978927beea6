"""Movement on the ground, over the Kerch Straits and off the map, and overruns (MOVE, ZOC, OVR)."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Mapping
from itertools import combinations

from . import charts
from .battle import defence
from .board import Unit, enemy_of
from .model import ACROSS, COMBAT, READY, Position, enemies, zone
from .stacks import fits
from .supply import is_supplied

OVERRUN_COST = 3


def allowance(pos: Position, unit: Unit) -> int:
    """Movement points of a phase (MUD-B, WINTER-D, WHATIF-8, R43, R52)."""
    points = unit.movement
    if unit.nation != "german" or unit.is_support:
        return points
    if unit.unit_class == "infantry" and 8 in pos.situations:
        points = 8
    if pos.weather != charts.NORMAL:
        points = min(points, 5 if unit.is_motorized else 2)
    return points


def terrain_cost(pos: Position, hex_: str) -> int:
    """Points to enter a hex for its terrain; a frozen lake is clear (WINTER-A2)."""
    return 2 if pos.board.terrain[hex_] == "rough" else 1


def entry_cost(pos: Position, unit: Unit, a: str, b: str) -> int:
    """Points to go from a hex to the next: terrain, river, leaving and entering zones (MOVE-J)."""
    control = zone(pos, enemy_of(unit.side))
    cost = terrain_cost(pos, b) + pos.river(a, b)
    if a in control:
        cost += 1
    if b in control:
        cost += 1 if unit.unit_class == "infantry" else 2
    return cost


def may_set_out(pos: Position, unit: Unit) -> bool:
    """Whether a unit may begin a move now, apart from the hexes that it can reach.

    Supply is required when a move begins (SUPPLY-B1, B2); a unit that crossed the straits in the
    last Movement Phase may not move (MOVE-L3).
    """
    if unit.side != pos.side or pos.phase == COMBAT or unit.id in pos.overrun:
        return False
    if unit.id in pos.moved or pos.kerch.get(unit.id) == ACROSS:
        return False
    return unit.id in pos.left or is_supplied(pos, unit)


def may_enter(pos: Position, unit: Unit, hex_: str) -> bool:
    """Whether a unit may go into a hex (MOVE-G, MOVE-K, WHATIF-1B)."""
    return pos.may_stand(unit, hex_) and hex_ not in enemies(pos, unit.side)


def reach(pos: Position, unit: Unit, points: int | None = None) -> dict[str, int]:
    """The hexes that a unit can come to by ground, and the least points spent (MOVE, ZOC).

    A unit that has not yet moved may go one hex whatever the cost, and then stops (MOVE-N); one
    under way has the points that are left to it.
    """
    if not may_set_out(pos, unit):
        return {}
    here = pos.at[unit.id]
    fresh = unit.id not in pos.left and points is None
    most = allowance(pos, unit) if fresh else pos.left.get(unit.id, 0) if points is None else points
    found, heap = {here: 0}, [(0, here)]
    while heap:
        spent, h = heapq.heappop(heap)
        if spent > found[h]:
            continue
        for n in pos.neighbours[h]:
            cost = spent + entry_cost(pos, unit, h, n)
            guaranteed = fresh and h == here
            if not may_enter(pos, unit, n) or (cost > most and not guaranteed):
                continue
            if cost < found.get(n, 9999):
                found[n] = cost
                heapq.heappush(heap, (cost, n))
    del found[here]
    return found


def least_paid(pos: Position, unit: Unit, found: Mapping[str, int], to: str) -> int:
    """The points left after going to a hex of `reach` in the cheapest way, never below none."""
    have = pos.left.get(unit.id, allowance(pos, unit))
    return max(0, have - found[to])


# ---- the Kerch Straits


def crossing(pos: Position, unit: Unit) -> str | None:
    """MOVE-L1 to L4, R26: where a unit may go over the straits now."""
    if not may_set_out(pos, unit) or unit.id in pos.left or pos.kerch.get(unit.id) != READY:
        return None
    for n in pos.over_strait(pos.at[unit.id]):
        if may_enter(pos, unit, n):
            return n
    return None


def kerch_after_phase(
    pos: Position, side: str, crossed: Iterable[str] = (), went: Iterable[str] | None = None
) -> dict[str, str]:
    """The waits of a side's units when its Movement Phase ends.

    Units that were at the straits through the phase may cross in the next; units that crossed in it
    must rest in the next. ``went`` are those that have left a hex, if they are not all whose move
    is over.
    """
    gone = set(pos.moved) | set(pos.left) if went is None else set(went)
    found = {}
    for unit in pos.on_map(side):
        if pos.at[unit.id] not in pos.board.strait:
            continue
        if unit.id in set(crossed):
            found[unit.id] = ACROSS
        elif unit.id not in gone:
            found[unit.id] = READY
    return found


# ---- off the map


def exit_cost(pos: Position, unit: Unit) -> int | None:
    """R44: points for a unit to leave by the west edge from where it is; campaign only.

    The Axis may leave as well: MVIC-8 forbids it in the modified game alone.
    """
    here = pos.at[unit.id]
    if pos.game != "campaign" or here not in west_edge(pos):
        return None
    return 1 + (here in zone(pos, enemy_of(unit.side)))


def west_edge(pos: Position) -> frozenset[str]:
    """The hexes of the west edge, those of Finland among them (3.4)."""
    return pos.board.where("edge-west") | pos.board.where("edge-west-finland")


# ---- overruns


def overrun_cost(pos: Position, unit: Unit, a: str, b: str) -> int:
    """OVR-D, R12: the cost of entering the hex, and three more."""
    return entry_cost(pos, unit, a, b) + OVERRUN_COST


def may_overrun(pos: Position, group: Mapping[str, str], target: str) -> bool:
    """Whether units, each from the hex it is named with, may together overrun a hex.

    Motorized units only (OVR-A1), nine to one on the sums (OVR-GEN2) after terrain (OVR-F), within
    the limit of stacking (OVR-B). What each must pay is another question.
    """
    units = [pos.units[u] for u in group]
    side = units[0].side
    if not pos.stack(target, enemy_of(side)) or pos.stack(target, side):
        return False
    if any(not u.is_motorized or not pos.may_stand(u, target) for u in units):
        return False
    if any(target not in pos.neighbours[h] for h in group.values()) or not fits(pos, side, units):
        return False
    strength = sum(u.attack for u in units)
    return strength >= 9 * defence(pos, target, list(group.values()), everybody=True)


def joint_overruns(
    pos: Position, target: str, ready: Mapping[str, int], largest: int = 3
) -> list[tuple[str, ...]]:
    """All groups that may overrun a hex from their hexes, with the points of each."""
    able = {
        name: pos.at[name]
        for name, points in sorted(ready.items())
        if target in pos.neighbours[pos.at[name]]
        and overrun_cost(pos, pos.units[name], pos.at[name], target) <= points
    }
    return [
        group
        for size in range(1, largest + 1)
        for group in combinations(able, size)
        if may_overrun(pos, {u: able[u] for u in group}, target)
    ]


def points_for_overrun(pos: Position, unit: Unit) -> int:
    """The points that a unit has for an overrun: all, those left to it, or none."""
    if not may_set_out(pos, unit) or not unit.is_motorized:
        return -1
    return pos.left.get(unit.id, allowance(pos, unit))


def overruns_from_here(pos: Position) -> dict[str, list[tuple[str, ...]]]:
    """For each hex that can be overrun from the neighbouring hexes: by which groups."""
    ready = {u.id: points_for_overrun(pos, u) for u in pos.on_map(pos.side)}
    ready = {u: points for u, points in ready.items() if points >= 0}
    found = {h: joint_overruns(pos, h, ready) for h in sorted(enemies(pos, pos.side))}
    return {h: groups for h, groups in found.items() if groups}


def overruns_alone(pos: Position, unit: Unit) -> dict[str, int]:
    """The hexes that a unit can overrun by itself in this phase, moving up first: least points."""
    points = points_for_overrun(pos, unit)
    if points < 0:
        return {}
    ways = {pos.at[unit.id]: 0} | {h: c for h, c in reach(pos, unit).items() if c <= points}
    found: dict[str, int] = {}
    for h, spent in ways.items():
        for target in pos.neighbours[h]:
            if not may_overrun(pos, {unit.id: h}, target):
                continue
            cost = spent + overrun_cost(pos, unit, h, target)
            if cost <= points and cost < found.get(target, 9999):
                found[target] = cost
    return found


def can_overrun(pos: Position, target: str) -> bool:
    """Whether any group can overrun a hex in this phase, its units moving up one by one.

    Each unit needs the points for its way and the entry; the way of one is not closed by another.
    """
    able: list[tuple[str, str]] = []
    for unit in pos.on_map(pos.side):
        points = points_for_overrun(pos, unit)
        if points < 0:
            continue
        ways = {pos.at[unit.id]: 0} | reach(pos, unit)
        able += [
            (unit.id, h)
            for h, spent in ways.items()
            if target in pos.neighbours[h] and spent + overrun_cost(pos, unit, h, target) <= points
        ]
    return any(
        may_overrun(pos, dict(group), target)
        for size in (1, 2, 3)
        for group in combinations(able, size)
        if len(dict(group)) == size
    )
