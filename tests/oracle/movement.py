"""Regular, mobile assault and strategic movement, written from the rulebook of Barbarossa Deluxe.

Sections 8.6-8.7 and 10.  A stack that moves together has the allowance of its slowest unit (10.7)
and pays, for each hex, what its most burdened unit pays.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import cache

from .charts import movement_factor
from .model import GERMAN, SOVIET, Position, direction_to, enemy_of
from .supply import may_mobile_assault, movement_halved, overland_hexes

TERRAIN_COST = {  # foot, mech (10.10, 10.11, 10.12)
    "clear": (1, 1),
    "rough": (1, 2),
    "marsh": (1, 3),
    "steppe": (1, 1),
}
RIVER_COST = (1, 2)  # foot, mech (10.18)
SOVIET_MARSH_TURN = 13  # 10.12
SIVASH_TURN = 7  # 10.15
STRATEGIC_MOVES = 8  # 8.7


def _terrain_cost(position: Position, unit: str, hex_id: str) -> int | None:
    place = position.board.hexes[hex_id]
    who = position.unit(unit)
    terrain = "clear" if "city" in place.features else place.terrain  # 10.10
    soviet_mech = who.mech and who.side == SOVIET
    if terrain == "marsh" and soviet_mech and position.turn >= SOVIET_MARSH_TURN:
        terrain = "clear"
    pair = TERRAIN_COST.get(terrain)
    return None if pair is None else pair[1 if who.mech else 0]


def terrain_cost(position: Position, unit: str, hex_id: str) -> int:
    """The cost of a hex's terrain for a unit that enters the map there (8.1)."""
    return _terrain_cost(position, unit, hex_id) or 0


def _hexside_cost(position: Position, unit: str, a: str, b: str) -> int | None:
    features = position.board.hexside(a, b)
    who = position.unit(unit)
    if "kerch" in features:  # 10.14
        return 0
    if "sivash" in features:  # 10.15
        if who.side == GERMAN or who.mech or position.turn < SIVASH_TURN:
            return None
        return RIVER_COST[0]
    if features & {"sea", "lake"}:  # 10.13
        return None
    return RIVER_COST[1 if who.mech else 0] if "river" in features else 0


def _unit_cost(position: Position, unit: str, from_hex: str, to_hex: str) -> int | None:
    """Terrain and water cost for one unit, whatever units are in the hex; None when impassable."""
    if not position.unit(unit).walks or to_hex not in position.board.hexes:
        return None
    if to_hex not in position.board.neighbours(from_hex) or position.barred(unit, to_hex):
        return None
    terrain = _terrain_cost(position, unit, to_hex)
    water = _hexside_cost(position, unit, from_hex, to_hex)
    return None if terrain is None or water is None else terrain + water


def _stack_cost(
    position: Position, units: Collection[str], from_hex: str, to_hex: str
) -> int | None:
    costs = [_unit_cost(position, u, from_hex, to_hex) for u in units]
    numbers = [c for c in costs if c is not None]
    return max(numbers) if numbers and len(numbers) == len(costs) else None


def _side(position: Position, units: Collection[str]) -> str:
    sides = {position.unit(u).side for u in units}
    if len(sides) != 1:
        raise ValueError("a stack has units of exactly one side")
    return sides.pop()


def entry_cost(
    position: Position, units: Collection[str], from_hex: str, to_hex: str
) -> int | None:
    """Movement points to enter an adjacent hex by regular movement, or None when forbidden.

    The Kerch Strait costs no surcharge; that the crossing is a whole move is `reach`'s business.
    """
    cost = _stack_cost(position, units, from_hex, to_hex)
    if cost is None or position.occupants(to_hex, enemy_of(_side(position, units))):  # 10.4
        return None
    return cost


def allowance(position: Position, unit: str, oos_at_start: bool) -> int:
    """Movement points of a unit this phase; `oos_at_start` also covers coastal and aerial."""
    who = position.unit(unit)
    if not who.walks:
        return 0
    if who.side in position.terms.movement:
        full = position.terms.movement[who.side][0 if who.mech else 1]
    else:
        full = movement_factor(position.turn, who.side, who.mech)
    return full // 2 if oos_at_start else full


def stack_allowance(position: Position, units: Collection[str]) -> int:
    """The allowance of the slowest unit, each checked for supply in its hex (7.17, 10.7)."""
    return min(allowance(position, u, movement_halved(position, u)) for u in units)


def can_stop(position: Position, units: Collection[str], hex_id: str) -> bool:
    """Whether the stack may stay in a hex under the stacking rules."""
    return position.fits(units, hex_id)


def reach(
    position: Position,
    units: Collection[str],
    *,
    kerch_used: bool = False,
    passage_stacking: bool = False,
    points: int | None = None,
    under_way: bool = False,
) -> dict[str, int]:
    """Every hex a stack can enter by regular movement from its hex, with the least cost.

    The start hex is in the answer at cost 0. The minimum move of one hex (10.3) costs the whole
    allowance when the hex alone would cost more. A Kerch crossing is a whole move (10.14): it must
    be the first step, it always costs the whole allowance and nothing follows it.
    `passage_stacking` also forbids passing through a hex in which the stack could not stop, as 6.2
    states; without it stacking is left to `can_stop`. A stack that paused has the given `points`
    left, and is `under_way`: the one-hex guarantee is used up.
    """
    starts = {position.where(u) for u in units}
    if len(starts) != 1:
        raise ValueError("a stack starts in one hex")
    start = starts.pop()
    if not all(position.unit(u).walks for u in units):
        return {start: 0}
    points = stack_allowance(position, units) if points is None else points

    @cache
    def cost(a: str, b: str) -> int | None:
        return entry_cost(position, units, a, b)

    @cache
    def roomy(hex_id: str) -> bool:
        return not passage_stacking or can_stop(position, units, hex_id)

    answer = {start: 0}
    terminal: dict[str, int] = {}
    for other in position.board.neighbours(start):
        price = cost(start, other)
        if price is None:
            continue
        if "kerch" in position.board.hexside(start, other):
            if not kerch_used:
                terminal[other] = points
        elif price > points and not under_way:  # 10.3
            terminal[other] = points
    frontier = {start}
    while frontier:
        following: set[str] = set()
        for hex_id in frontier:
            for other in position.board.neighbours(hex_id):
                if answer[hex_id] + 1 > min(points, answer.get(other, points + 1) - 1):
                    continue  # no hex costs less than one
                if "kerch" in position.board.hexside(hex_id, other):
                    continue
                price = cost(hex_id, other)
                if price is None or answer[hex_id] + price > points or not roomy(other):
                    continue
                if answer[hex_id] + price < answer.get(other, points + 1):
                    answer[other] = answer[hex_id] + price
                    following.add(other)
        frontier = following
    for hex_id, price in terminal.items():
        if roomy(hex_id):
            answer.setdefault(hex_id, price)
    return answer


def stops(
    position: Position,
    units: Collection[str],
    *,
    kerch_used: bool = False,
    passage_stacking: bool = False,
) -> set[str]:
    """The hexes of `reach` in which the stack may also stop."""
    found = reach(position, units, kerch_used=kerch_used, passage_stacking=passage_stacking)
    return {hex_id for hex_id in found if can_stop(position, units, hex_id)}


def mobile_assault_cost(
    position: Position, units: Collection[str], from_hex: str, to_hex: str
) -> int | str:
    """Movement points for a mobile assault from a launch hex, or the id of the rule against it.

    The units may be anywhere in the position: they are judged as if they were in the launch hex.
    The caller compares the cost with their remaining points (10.25).
    """
    side = _side(position, units)
    enemy = enemy_of(side)
    board = position.board
    if any(not position.unit(u).mech for u in units):
        return "BD-10.23a" if side == GERMAN else "BD-10.23b"
    if side == SOVIET and position.turn < 25:
        return "BD-10.23b"
    if side == GERMAN and not position.single_month():
        return "BD-10.23a"
    if to_hex not in board.hexes or direction_to(from_hex, to_hex) is None:
        return "BD-10.24a"
    if not position.occupants(to_hex, enemy):
        return "BD-10.24a"
    place = board.hexes[to_hex]
    city = "city" in place.features
    if not city and place.terrain != "clear":
        return "BD-10.25a"
    if to_hex in position.hero or to_hex in position.fortress or position.in_area(to_hex):
        return "BD-10.25g"
    if board.hexside(from_hex, to_hex) & {"sea", "lake", "kerch", "sivash"}:
        return "BD-10.25b"
    at_launch = position.moved(units, from_hex)
    if not all(may_mobile_assault(at_launch, u) for u in units):
        return "BD-10.26a"
    normal = _stack_cost(position, units, from_hex, to_hex)
    if normal is None:
        return "BD-10.13a"
    fortified = position.fortified(to_hex, enemy)  # 10.19
    return normal + (3 if city or fortified else 2)  # 10.24


def _next_to_enemy(position: Position, side: str, hex_id: str) -> bool:
    enemies = position.occupied(enemy_of(side))
    return any(other in enemies for other in position.board.neighbours(hex_id))


def strategic_cost(position: Position, unit: str) -> int:
    """The number of the eight strategic moves that a unit uses (8.7)."""
    who = position.unit(unit)
    if who.axis_satellite:
        return 4
    return 2 if who.mech else 1


def may_entrain(position: Position, unit: str) -> bool:
    """Whether a unit is, as the phase begins, in a hex where a strategic move may begin (8.7).

    The city must be supplied, not the unit: a satellite army cut off by 10.22 may board there.
    """
    who = position.unit(unit)
    start = position.units.get(unit)
    if start is None or who.side != GERMAN or who.static or not 9 <= position.turn <= 29:
        return False
    if not position.is_city(start) or position.controller(start) != GERMAN:
        return False
    return start in overland_hexes(position, GERMAN)


def strategic_reach(position: Position, unit: str) -> set[str]:
    """Every other hex in which a unit that may begin could end a strategic move (8.7).

    Only the first and the last hex of the move may be next to an enemy unit, and no hex on the way
    may be full (6.2).
    """
    return by_rail(position, unit, position.where(unit), lambda h: can_stop(position, [unit], h))


def by_rail(position: Position, unit: str, start: str, roomy: Callable[[str], bool]) -> set[str]:
    """The hexes of a strategic move from a hex, through and into hexes with room."""
    seen = {start}
    frontier = [start]
    while frontier:
        hex_id = frontier.pop()
        for other in position.board.neighbours(hex_id):
            if other in seen or entry_cost(position, [unit], hex_id, other) is None:
                continue
            if "kerch" in position.board.hexside(hex_id, other):  # 10.14
                continue
            if not roomy(other):
                continue
            seen.add(other)
            if not _next_to_enemy(position, GERMAN, other):
                frontier.append(other)
    return seen - {start}
