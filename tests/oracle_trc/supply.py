"""General supply (17.2) and combat supply (17.3)."""

from __future__ import annotations

import networkx as nx

from .grid import around, pair
from .model import AXIS, Position, Unit, enemy_of
from .rail import OWN_EDGES
from .zoc import enemy_zone

FIRST_WINTER = {4, 5, 6}
SECOND_WINTER = {10, 11, 12}

END = "city or edge"


def line_length(weather: str) -> int:
    """TRC-17.2a: hexes from a unit to a source, the source counted."""
    return 4 if weather == "snow" else 8


def closed_to_lines(position: Position, side: str) -> frozenset[str]:
    """TRC-17.2.3a: hexes that a line may not pass: enemy ZOC and enemy controlled cities."""
    hostile = {h for h in position.board.cities if position.control.get(h) == enemy_of(side)}
    return enemy_zone(position, side) | hostile


def own_cities(position: Position, side: str) -> set[str]:
    """TRC-17.2.1a, TRC-19.2e: controlled cities, whatever ZOC or partisan is there."""
    return {h for h in position.board.cities if position.control.get(h) == side}


def own_rail(position: Position, side: str) -> set[str]:
    """Friendly rail hexes, without those in closed countries."""
    board = position.board
    return {
        h
        for h in board.rail_hexes
        if position.rail.get(h) == side and board.region(h) not in position.closed
    }


def rail_ends(position: Position, side: str) -> set[str]:
    """TRC-17.2.2a, TRC-17.2.2b: rail hexes in own cities and on own edges: where a chain ends.

    An own city ends it even if its rail hex is still of the other gauge (by reading).
    """
    board, own = position.board, own_rail(position, side)
    edges = {h for h, edge in board.exits.items() if edge in OWN_EDGES[side]} & own
    cities = own_cities(position, side) & board.rail_hexes
    if not position.readings.unconverted_city_ends_rail:
        return edges | (cities & own)
    return edges | {h for h in cities if board.region(h) not in position.closed}


def own_track(position: Position, side: str) -> list[list[str]]:
    """The track joining two friendly rail hexes, or one with an end of chains."""
    own = own_rail(position, side) | rail_ends(position, side)
    return [sorted(piece) for piece in position.board.track if piece <= own]


def live_rail(position: Position, side: str, unit_hex: str) -> set[str]:
    """Friendly rail hexes that can provide supply to a unit in a hex (TRC-17.2.2a).

    The whole line from unit to city or edge is one: all its hexes but the unit's own and the last
    are out of enemy ZOC and no enemy city (TRC-17.2.3a, TRC-19.2e).
    """
    shut = closed_to_lines(position, side)
    cut = shut - {unit_hex} if position.readings.zoc_cuts_rail_supply else frozenset()
    facts = (tuple(position.control.items()), tuple(position.rail.items()), position.closed)
    key = ("live rail", side, cut, position.readings, hash(facts))
    if key not in position.known:
        position.known[key] = _live_rail(position, side, cut)
    found: set[str] = position.known[key]
    return found


def _live_rail(position: Position, side: str, cut: frozenset[str]) -> set[str]:
    ends = rail_ends(position, side)
    graph = nx.DiGraph()
    graph.add_node(END)
    for a, b in own_track(position, side):
        graph.add_edges_from((h, o) for h, o in ((a, b), (b, a)) if h not in cut)
    graph.add_edges_from((end, END) for end in ends)
    return set(nx.ancestors(graph, END)) & own_rail(position, side)


def onward(position: Position, name: str) -> list[str]:
    """The hexes to which a line may go on from a hex, whatever units are there.

    TRC-8.5.3a: it may cross the strait. TRC-8.6c: not the track that is for rail only. Prohibited
    hexsides and closed countries are closed to it as to units.
    """
    board = position.board
    return [
        to
        for to in board.open_sides(name)
        if board.region(to) not in position.closed and pair(name, to) not in board.rail_only
    ]


def lines(position: Position, side: str, unit_hex: str) -> dict[str, list[str]]:
    """A shortest line from a unit's hex to every hex within reach of supply.

    A line may enter a closed hex (to end there) and not leave it, unless it is the unit's own.
    """
    shut = closed_to_lines(position, side) - {unit_hex}
    found = {unit_hex: [unit_hex]}
    ring = [unit_hex]
    for _ in range(line_length(position.weather)):
        farther = []
        for name in ring:
            for to in onward(position, name) if name not in shut else ():
                if to not in found:
                    found[to] = [*found[name], to]
                    farther.append(to)
        ring = farther
    return found


def sources(position: Position, side: str, unit_hex: str) -> set[str]:
    """All hexes that can provide general supply to a unit in a hex."""
    return own_cities(position, side) | live_rail(position, side, unit_hex)


def supply_path(position: Position, side: str, unit_hex: str) -> list[str] | None:
    """A shortest line from a hex to a source, or None when there is none short enough."""
    reached = lines(position, side, unit_hex)
    found = [reached[s] for s in sorted(sources(position, side, unit_hex)) if s in reached]
    return min(found, key=len, default=None)


def exempt(position: Position, unit: Unit) -> bool:
    """TRC-17.2c, TRC-18.4a, TRC-10.3.2e: paratroops, partisans and this turn's invaders."""
    return unit.kind in {"paratroop", "partisan"} or unit.id in position.invaded_turn


def in_general_supply(position: Position, unit: Unit) -> bool:
    """TRC-17.2a, TRC-17.2d: whether a unit has a line to a source."""
    if exempt(position, unit):
        return True
    return supply_path(position, unit.side, position.at[unit.id]) is not None


def lost_for_supply(position: Position, side: str) -> list[str]:
    """TRC-17.2b: the units that die in the end phase of their owner."""
    return [u.id for u in position.on_map(side) if not in_general_supply(position, u)]


# ---- combat supply


def beside_axis_city(position: Position, name: str) -> bool:
    """Whether a hex is adjacent to an Axis controlled city."""
    return any(position.control.get(h) == AXIS for h in around(name) if h in position.board.cities)


def in_combat_supply(position: Position, unit: Unit) -> bool:
    """TRC-17.3a to TRC-17.3.3b: whether a unit fights with its whole factor at this moment."""
    name = position.at[unit.id]
    if unit.side != AXIS or unit.nation == "finnish" or unit.id in position.invaded_turn:
        return True
    if position.weather != "snow" or not position.board.in_russia(name):
        return True
    if position.turn not in FIRST_WINTER | SECOND_WINTER:
        return True
    if name in position.board.cities or beside_axis_city(position, name):
        return True
    if position.turn in SECOND_WINTER:
        zones = enemy_zone(position, AXIS)
        return any(
            beside_axis_city(position, h) and h not in zones
            for h in around(name)
            if position.board.is_land(h) or position.readings.water_leads_on
        )
    return False


def combat_factor(position: Position, unit: Unit) -> int:
    """TRC-17.3.1a: the factor, halved and rounded up for each unit without combat supply."""
    if in_combat_supply(position, unit):
        return unit.combat
    return (unit.combat + 1) // 2
