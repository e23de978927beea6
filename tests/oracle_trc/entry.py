"""Where arriving units enter, what calls garrisons, and what leaves over a hostile edge
(5.5, 20.4 to 20.10, 24.5)."""

from __future__ import annotations

from collections.abc import Iterable

from .grid import distance
from .model import AXIS, RUSSIAN, Position, Unit, enemy_of, stack_is_legal, year
from .victory import controls


def edge_hexes(position: Position, edge: str) -> set[str]:
    """Land hexes of an edge without enemy units that a side to move may enter by."""
    enemy = enemy_of(position.side)
    board = position.board
    return {
        h
        for h in board.edges.get(edge, ())
        if board.is_land(h)
        and board.region(h) not in position.closed
        and not position.fighters(h, enemy)
    }


def entry_hexes(
    position: Position,
    unit: Unit,
    city: str | None,
    *,
    enemy_at_start: bool = False,
    south_used: bool = False,
) -> set[str]:
    """TRC-20.2b, TRC-20.4a, TRC-20.4b, TRC-20.5a to TRC-20.5c: where an arriving unit is placed.

    ``city`` is the hex that the order of battle names, if any; ``enemy_at_start`` says that the
    enemy controlled it when the impulse began. Then, and always when the unit would be one too
    many there, it comes in over the board's edge; both are offered, as the owner picks who goes to
    the edge. ``south_used`` says that the one unit of the turn over the south edge has come.
    """
    board = position.board
    if city is not None and not enemy_at_start:
        crowded = not stack_is_legal([*position.stack(city, unit.side), unit])
        return {city} | (edge_of(position, unit, south_used) if crowded else set())
    if unit.nation == "rumanian":
        return {board.where("Bucharest")}
    if unit.nation == "hungarian":
        rails = edge_hexes(position, "west") & set(board.exits)
        return {h for h in rails if board.region(h) == "hungary"}
    return edge_of(position, unit, south_used)


def edge_of(position: Position, unit: Unit, south_used: bool) -> set[str]:
    """TRC-20.5b, TRC-20.5c, TRC-22.6d: the edges of a unit's own side."""
    if unit.side == AXIS:
        return edge_hexes(position, "west")
    south = set() if south_used else edge_hexes(position, "south")
    return edge_hexes(position, "east") | south


def south_edge_is_used(position: Position, *, reinforcement: bool, came: Iterable[str]) -> bool:
    """TRC-20.5c, TRC-22.6d: whether the south edge is shut for one more unit this turn.

    ``came`` holds "reinforcement" and "replacement" for those that have come over it already.
    """
    already = set(came)
    if not position.readings.south_edge_one_each:
        return bool(already)
    return ("reinforcement" if reinforcement else "replacement") in already


def lapland_hexes(position: Position) -> set[str]:
    """TRC-20.6a to TRC-20.6c: north edge rail hexes where Lapland units may appear."""
    board = position.board
    return {
        h
        for h, edge in board.exits.items()
        if edge == "north" and not position.stack(h) and board.region(h) not in position.closed
    }


def fourteenth_army_is_called(position: Position, *, captured: bool) -> bool:
    """TRC-20.6a, TRC-24.5b: Helsinki taken, or (other reading) deemed Russian after a surrender."""
    if captured:
        return True
    deemed = controls(position, RUSSIAN, "Helsinki")
    return position.readings.deemed_helsinki_calls_14th and deemed


# ---- 20.7, 20.8: garrisons


def garrisons_called(position: Position, came_to: Iterable[str]) -> set[str]:
    """TRC-20.7.1a, TRC-20.7.2a, TRC-20.8a: which garrisons a Russian unit calls by moving or
    retreating into some hexes: "bulgaria-1943", "bulgaria-1944" and "warsaw"."""
    board, hexes = position.board, list(came_to)
    bucharest, warsaw = board.where("Bucharest"), board.where("Warsaw")
    called = set()
    if any(distance(h, bucharest) <= 5 for h in hexes):
        if year(position.turn) >= 1943:
            called.add("bulgaria-1943")
        if year(position.turn) >= 1944:
            called.add("bulgaria-1944")
    if year(position.turn) >= 1944 and any(distance(h, warsaw) <= 2 for h in hexes):
        called.add("warsaw")
    return called


def bulgaria_is_open(position: Position, *, called: bool, arrived: bool) -> bool:
    """TRC-5.5a: from the call, or (other reading) from the arrival of the garrison."""
    return called if position.readings.bulgaria_opens_at_trigger else arrived


def finland_is_shut(position: Position, *, surrendered: bool, under_24_5: bool) -> bool:
    """TRC-24.5b: after a surrender under 24.5, or under 24.3 as well."""
    return surrendered and (under_24_5 or position.readings.finland_closes_always)


# ---- 20.10: over a hostile edge


def hostile_edges(position: Position, side: str) -> set[str]:
    """TRC-20.10.1a: edges over which a side's units may leave to threaten the other's rear."""
    if side == RUSSIAN:
        return {"west"}
    return {"east"} if position.readings.axis_exits_east_only else {"east", "south"}


def may_leave_from(position: Position, side: str) -> set[str]:
    """TRC-20.10.1a: hexes from which a walking unit may leave the map with one more hex."""
    if year(position.turn) < 1942:
        return set()
    edges = hostile_edges(position, side)
    return {h for edge in edges for h in position.board.edges.get(edge, ())}


def matched(exited: Iterable[Unit], withdrawn: Iterable[Unit]) -> bool:
    """TRC-20.10.1a: whether withdrawals make up for all combat factors that left."""
    return sum(u.combat for u in withdrawn) >= sum(u.combat for u in exited)


def may_lose_to_withdrawals(armor_on_map: Iterable[Unit]) -> bool:
    """TRC-20.9.2a: fewer than two armor corps on the map in May 1944 loses the game."""
    return len(list(armor_on_map)) < 2


def withdrawals_of_may_1944_legal(chosen: Iterable[Unit], on_map: Iterable[Unit]) -> bool:
    """TRC-20.9.2a, TRC-20.9.2b: two armor corps, of the SS as far as there are any."""
    picked = list(chosen)
    armor = [u for u in on_map if u.kind == "armor" and u.side == AXIS and u.size == "corps"]
    ss_there = sum(u.ss for u in armor)
    return (
        len(picked) == 2
        and all(u in armor for u in picked)
        and sum(u.ss for u in picked) == min(2, ss_there)
    )
