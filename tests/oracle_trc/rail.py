"""Rail movement and its capacity (9.1 to 9.3, 11.2, 20.1.1)."""

from __future__ import annotations

import networkx as nx

from .model import AXIS, Position, Unit
from .zoc import enemy_zone

OFF_BOARD = "off the board"

OWN_EDGES = {AXIS: {"west"}, "russian": {"east", "south"}}


def usable(position: Position, side: str, start: str | None = None) -> set[str]:
    """TRC-9.1a, TRC-9.3.2b, TRC-9.3.2c, TRC-19.2a: friendly rail hexes out of enemy ZOC.

    Countries that may not be entered are left out, but for the one that a unit starts in.
    """
    board, zones = position.board, enemy_zone(position, side)
    shut = position.closed - ({board.region(start)} if start is not None else set())
    return {
        h
        for h in board.rail_hexes
        if position.rail.get(h) == side and h not in zones and board.region(h) not in shut
    }


def network(position: Position, side: str, start: str | None = None) -> nx.Graph:
    """The track that a side may use now, with the way around the board's own edges.

    TRC-8.6a: all track, the piece for rail only too. TRC-9.3.4a to TRC-9.3.4c: own exits are
    joined off the board; each must be as usable as any other hex, and free of anybody's partisans.
    """
    fit = usable(position, side, start)
    graph = nx.Graph()
    graph.add_nodes_from(fit)
    graph.add_edges_from(tuple(sorted(s)) for s in position.board.track if s <= fit)
    lairs = {h for u, h in position.at.items() if position.units[u].kind == "partisan"}
    for name, edge in position.board.exits.items():
        if name in fit - lairs and edge in OWN_EDGES[side]:
            graph.add_edge(name, OFF_BOARD)
    return graph


def rail_refusal(position: Position, unit: Unit) -> str | None:
    """Why a unit may not go by rail at all in this impulse."""
    if position.impulse != 1:
        return "TRC-9.3.1a"
    if unit.kind == "hq":
        return "TRC-11.1d"
    if unit.kind in {"worker", "partisan"}:
        return "TRC-22.2c"
    if unit.id in position.av_now:
        return "TRC-16.2a"
    if unit.id in position.spent:
        return "TRC-9.3.1c"
    return None


def rail_reach(position: Position, unit: Unit, start: str | None = None) -> set[str]:
    """Hexes where a unit may end a rail move; `OFF_BOARD` when it may leave to the off-map box.

    TRC-9.3.2a. ``start`` is an entry hex of an arriving unit, otherwise where it stands. The
    hex it starts in is no move and is left out.
    """
    if rail_refusal(position, unit) is not None:
        return set()
    start = position.at[unit.id] if start is None else start
    graph = network(position, unit.side, start)
    if start not in graph:
        return set()
    return set(nx.node_connected_component(graph, start)) - {start}


def capacity(side: str, weather: str) -> int:
    """TRC-9.2a, TRC-9.2b: units by rail in a game turn."""
    if side == AXIS:
        return 3 if weather == "snow" else 6
    return 5


def counts_against_capacity(*, arrived_this_impulse: bool, came_from: str) -> bool:
    """TRC-9.2c to TRC-9.2e: an arrival is free in the impulse in which it first comes, but not
    when it comes from the off-map box ("omb") or the paratroop reserve ("reserve")."""
    return not (arrived_this_impulse and came_from not in {"omb", "reserve"})
