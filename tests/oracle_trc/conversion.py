"""Rail conversion in a side's end phase (9.4).

Each rail hex has one gauge. What a side's units came through during its player turn is kept as a
list of visits, each with the answer to the path test at that moment.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import networkx as nx

from .model import Position, enemy_of
from .rail import OWN_EDGES
from .zoc import enemy_zone

HUB = "any friendly end"


@dataclass(frozen=True)
class Visit:
    """A rail hex that a unit occupied or passed, and whether a path was open at that moment."""

    hex: str
    open_then: bool


def blocked(position: Position, side: str) -> set[str]:
    """Rail hexes that no conversion may touch or pass.

    TRC-9.4.1d: enemy ZOC, except in a friendly controlled city (or, by 9.4.2, junction).
    TRC-9.4.3b, TRC-9.4.4b: enemy controlled cities and junctions. TRC-19.2d: partisans too.
    """
    board, zones = position.board, enemy_zone(position, side)
    own = {h for h in board.cities if position.control.get(h) == side}
    if position.readings.junction_converts_in_zoc:
        own |= {h for h in board.junctions if position.control.get(h) == side}
    hostile = {h for h in board.nodes if position.control.get(h) == enemy_of(side)}
    return {h for h in board.rail_hexes if (h in zones and h not in own) or h in hostile}


def open_track(position: Position, side: str) -> nx.Graph:
    """The track between hexes that conversion may touch, of either gauge."""
    fit = position.board.rail_hexes - blocked(position, side)
    graph = nx.Graph()
    graph.add_nodes_from(fit)
    graph.add_edges_from(tuple(sorted(s)) for s in position.board.track if s <= fit)
    return graph


def friendly_nodes(position: Position, side: str) -> set[str]:
    """Cities and junctions that a side controls, as ends of paths (TRC-9.4.2c)."""
    return {h for h in position.board.nodes if position.control.get(h) == side}


def ends(position: Position, side: str) -> set[str]:
    """TRC-9.4.4b, TRC-9.4.5b: where a path back may end: own cities, junctions and edge exits."""
    edges = {h for h, edge in position.board.exits.items() if edge in OWN_EDGES[side]}
    return friendly_nodes(position, side) | edges


def path_is_open(position: Position, side: str, name: str) -> bool:
    """TRC-9.4.4b, TRC-9.4.5b: whether a path leads from a rail hex back to a friendly end now."""
    return bool(shortest_ways_back(position, side, name))


def shortest_ways_back(position: Position, side: str, name: str) -> list[list[str]]:
    """All shortest open paths along the track from a hex to a friendly end."""
    graph = open_track(position, side)
    if name not in graph:
        return []
    graph.add_edges_from((end, HUB) for end in ends(position, side) if end in graph)
    if HUB not in graph or not nx.has_path(graph, name, HUB):
        return []
    return [path[:-1] for path in nx.all_shortest_paths(graph, name, HUB)]


def visit(position: Position, side: str, name: str) -> Visit:
    """The record of a rail hex that a unit has just entered (TRC-9.4.4c)."""
    return Visit(name, path_is_open(position, side, name))


def nodes_convert(position: Position, side: str) -> set[str]:
    """TRC-9.4.3a: the rail in each controlled city or junction."""
    own = friendly_nodes(position, side) & position.board.rail_hexes
    return own - blocked(position, side)


def links_convert(position: Position, side: str) -> set[str]:
    """TRC-9.4.3b: hexes of open track on a line between two controlled cities or junctions.

    A hex is on such a line when it lies on a simple path from one to another; with all of them
    joined to one hub, that is a cycle through hub and hex.
    """
    graph = open_track(position, side)
    graph.add_edges_from((n, HUB) for n in friendly_nodes(position, side) if n in graph)
    if HUB not in graph:
        return set()
    rings = [ring for ring in nx.biconnected_components(graph) if HUB in ring and len(ring) > 2]
    return set().union(*rings) - {HUB}


def all_ways_back(position: Position, side: str, name: str) -> set[str]:
    """The hexes of all open ways, each without a ring, from a hex to any friendly end.

    A way ends at the first city or junction of the side's, and so at once when the hex is one; all
    of them are joined to one hub. What lies on a way is what lies on a ring with the hex and the
    hub, once these two are joined.
    """
    track, own = open_track(position, side), friendly_nodes(position, side)
    if name not in track or not path_is_open(position, side, name):
        return set()
    if name in own:
        return {name}
    graph = nx.Graph([(name, HUB)])
    graph.add_edges_from(tuple(HUB if h in own else h for h in piece) for piece in track.edges)
    graph.add_edges_from((h, HUB) for h in ends(position, side) - own - {name} if h in track)
    rings = [ring for ring in nx.biconnected_components(graph) if {name, HUB} <= ring]
    return {name}.union(*rings) - {HUB}


def visited_convert(position: Position, side: str, visits: Iterable[Visit]) -> set[str]:
    """TRC-9.4.4a to TRC-9.4.4d, TRC-9.4.5a: visited hexes whose path was open then and is open
    now, with the hexes of the path: of every path, or (other reading) of the shortest."""
    converted: set[str] = set()
    for name in sorted({v.hex for v in visits if v.open_then}):
        if position.readings.all_ways_convert:
            converted |= all_ways_back(position, side, name)
        for path in shortest_ways_back(position, side, name):
            converted |= set(path)
    return converted


def converted(position: Position, side: str, visits: Iterable[Visit]) -> set[str]:
    """All hexes that become friendly in the end phase, those already friendly among them."""
    return (
        nodes_convert(position, side)
        | links_convert(position, side)
        | visited_convert(position, side, visits)
    )


def after_conversion(position: Position, side: str, visits: Iterable[Visit]) -> Position:
    """TRC-9.4.1b, TRC-9.4.1c: the rail net after the end phase of a side: it only gains."""
    gained = {h: side for h in converted(position, side, visits)}
    return position.with_(rail={**position.rail, **gained})
