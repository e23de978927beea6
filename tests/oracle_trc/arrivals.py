"""Partisans (19), paratroops (18), replacements of both sides (21, 22) and workers (22.3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import networkx as nx

from .grid import distance
from .model import AXIS, RUSSIAN, Position, Unit, period, year
from .zoc import enemy_zone, zone

# ---- 19: partisans


def ss_units(position: Position) -> list[Unit]:
    """SS units that keep partisans away; SS battlegroups do not (TRC-26.4.1c)."""
    return [u for u in position.on_map(AXIS) if u.ss and not u.battlegroup]


def near_ss(position: Position, name: str) -> bool:
    """Within five hexes of an SS unit."""
    return any(distance(position.at[u.id], name) <= 5 for u in ss_units(position))


def partisan_hexes(position: Position) -> set[str]:
    """TRC-19.1a, TRC-19.1b: where a partisan may be placed."""
    board = position.board
    cities = {h for h in board.cities if position.control.get(h) == AXIS}
    rails = {h for h in board.rail_hexes if position.rail.get(h) == AXIS}
    zones = zone(position, AXIS)
    return {
        h
        for h in cities | rails
        if board.in_russia(h) and h not in zones and not near_ss(position, h)
    }


def partisans_removed(position: Position) -> set[str]:
    """TRC-19.3a: partisans that leave the board at the end of an Axis movement phase."""
    zones = zone(position, AXIS)
    own = [u for u in position.on_map(RUSSIAN) if u.kind == "partisan"]
    return {u.id for u in own if position.at[u.id] in zones or near_ss(position, position.at[u.id])}


# ---- 18: paratroops


def drop_hexes(position: Position) -> set[str]:
    """TRC-18.1a, TRC-18.3a, TRC-18.3b: where a corps of the reserve may drop now."""
    stavka = [u for u in position.on_map(RUSSIAN) if u.kind == "hq"]
    if not stavka or position.side != RUSSIAN:
        return set()
    if position.weather != "snow" or position.impulse != 1:
        return set()
    board, zones = position.board, enemy_zone(position, RUSSIAN)
    centre = position.at[stavka[0].id]
    return {
        h
        for h in board.terrain
        if board.is_land(h)
        and board.terrain[h] not in {"woods", "mountain"}
        and distance(centre, h) <= 8
        and h not in zones
        and board.region(h) not in position.closed
    }


# ---- 21: Axis replacements

MINORS = ("finnish", "italian", "rumanian", "hungarian")


def axis_replacement_turn(turn: int) -> bool:
    """TRC-21.2a: May/June of 1942, 1943 and 1944."""
    return period(turn) == "May/Jun" and year(turn) in {1942, 1943, 1944}


def is_line_infantry(unit: Unit, combat: int | None = None) -> bool:
    """A German infantry corps that is neither SS nor Luftwaffe, of one factor or of any."""
    plain = unit.nation == "german" and unit.kind == "infantry" and not unit.ss
    return plain and not unit.battlegroup and combat in (None, unit.combat)


def is_3_4(unit: Unit) -> bool:
    """A German 3-4 infantry corps: what is substituted most."""
    return is_line_infantry(unit, 3)


def always_returns(unit: Unit) -> bool:
    """TRC-21.4b: SS, Luftwaffe ground units and army group HQs."""
    return unit.ss or unit.kind in {"luftwaffe", "hq"}


def axis_slots(pool: Sequence[Unit], wells: int, turn: int) -> list[set[str]]:
    """TRC-21.4a to TRC-21.4e, TRC-21.5a, TRC-21.6a to TRC-21.6e: for each replacement due, the
    pool units that may fill it. The substitutes count only when no unit of the right type is left
    for it."""

    def ids(chosen: Iterable[Unit]) -> set[str]:
        return {u.id for u in chosen}

    german = [u for u in pool if u.nation == "german" and not always_returns(u)]
    three_four = [u for u in german if is_3_4(u)]
    armor = [u for u in german if u.kind == "armor"]
    motorized = [u for u in german if u.kind == "motorized"]
    mountain = [u for u in german if u.kind == "mountain"]
    slots: list[set[str]] = [{u.id} for u in pool if always_returns(u)]
    slots += [ids(armor)] * min(wells, len(armor))
    slots += [ids([*three_four, *motorized])] * max(0, wells - len(armor))
    slots.append(ids(three_four))
    for factor in (4, 5):
        right = [u for u in german if is_line_infantry(u, factor)]
        weaker = [u for u in german if is_line_infantry(u) and u.combat < factor]
        slots.append(ids(right or weaker))
    slots.append(ids(mountain or three_four))
    slots.append(ids(motorized or three_four))
    for nation in MINORS:
        if nation == "italian" and year(turn) > 1942:
            continue
        slots.append(ids(u for u in pool if u.nation == nation))
    return slots


def axis_replacements_legal(
    pool: Sequence[Unit], chosen: Iterable[str], wells: int, turn: int
) -> bool:
    """Whether a set of pool units may be taken: each fills a slot of its own.

    TRC-21.3a: the pool holds eliminated units only. TRC-21.4g: never the German 1st cavalry, nor
    any other unit that has no slot.
    """
    wanted = sorted(set(chosen))
    if not wanted:
        return True
    if not axis_replacement_turn(turn):
        return False
    graph = nx.Graph()
    graph.add_nodes_from(("unit", u) for u in wanted)
    for number, slot in enumerate(axis_slots(pool, wells, turn)):
        graph.add_edges_from((("unit", u), ("slot", number)) for u in wanted if u in slot)
    tops = {("unit", u) for u in wanted}
    matching = nx.bipartite.hopcroft_karp_matching(graph, top_nodes=tops)
    return all(top in matching for top in tops)


# ---- 22: Russian replacements

FIRST_ARCHANGEL_TURN = 5  # Jan/Feb 1942
FIRST_DOUBLED_TURN = 13  # May/Jun 1943
FIRST_TURN_OF_TWO = 17  # Jan/Feb 1944


def archangel(turn: int, die: int, ever_axis: bool) -> int:
    """TRC-22.4a to TRC-22.4c: replacement points of Archangel for a die."""
    if turn < FIRST_ARCHANGEL_TURN or ever_axis:
        return 0
    return die + (1 if year(turn) in {1943, 1944} else 0)


def replacement_points(workers: Iterable[Unit], turn: int, lend_lease: int) -> int:
    """TRC-22.1a to TRC-22.1d, TRC-22.7a: points of a turn; ``workers`` are those on the map."""
    factor = 2 if turn >= FIRST_DOUBLED_TURN else 1
    return factor * sum(u.combat for u in workers) + lend_lease


def price(unit: Unit) -> int:
    """TRC-22.5a, TRC-22.8a, TRC-26.5.2a: points for a unit: its factor, one for artillery."""
    return 1 if unit.kind == "artillery" else unit.combat


def russian_replacements_legal(chosen: Iterable[Unit], points: int, turn: int) -> bool:
    """TRC-22.5a to TRC-22.5c, TRC-18.4b, TRC-22.2e, TRC-22.8a, TRC-26.5.2a: what may
    be taken of the pool.

    Stavka is bought in January/February only and costs one point like its factor; Guards armor
    counts as armor; one artillery corps a turn; paratroops, workers, leaders and partisans never
    come back.
    """
    taken = list(chosen)
    guns = [u for u in taken if u.kind == "artillery"]
    limit = 2 if turn >= FIRST_TURN_OF_TWO else 1
    armor = [u for u in taken if u.kind == "armor"]
    guards = [u for u in taken if u.guards and u.kind != "armor"]
    barred = [u for u in taken if u.kind in {"paratroop", "worker", "leader", "partisan"}]
    stavka_late = [u for u in taken if u.kind == "hq" and period(turn) != "Jan/Feb"]
    return (
        not barred
        and not stavka_late
        and len(armor) <= limit
        and len(guards) <= limit
        and len(guns) <= 1
        and sum(price(u) for u in taken) <= points
    )


def worker_cities(position: Position, held_at_start: Iterable[str]) -> set[str]:
    """TRC-22.3a, TRC-22.3b: cities where a new worker may be placed.

    ``held_at_start`` are cities that the Russian controlled when his player turn began.
    """
    russian = {h for h in held_at_start if position.board.in_russia(h)}
    occupied = {position.at[u.id] for u in position.on_map(RUSSIAN) if u.kind == "worker"}
    return (russian - occupied) or russian


def replacement_cities(position: Position, placed_already: Iterable[str]) -> set[str]:
    """TRC-22.6b, TRC-22.6c: cities with a worker that have had no replacement this turn."""
    with_worker = {position.at[u.id] for u in position.on_map(RUSSIAN) if u.kind == "worker"}
    taken = Counter(placed_already)
    return {h for h in with_worker & set(position.board.cities) if not taken[h]}
