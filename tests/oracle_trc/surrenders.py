"""The units that may surrender when no legal plan exists (12.5, 16.3), on a front of any length.

Units that bear on the same enemies are one cluster, and each cluster is solved by itself with the
sweep of `battles_frontier`. `battles.smallest_surrenders` solves the whole board at once by
exhaustive search, for a few units.
"""

from __future__ import annotations

from itertools import combinations

import networkx as nx

from .battles import components, pressed, targets_of
from .battles_frontier import plan_of
from .model import Position
from .odds import defenders
from .zoc import crossable_by_zoc


def clusters(position: Position) -> list[tuple[frozenset[str], frozenset[str]]]:
    """Pressed units, AV units among them, with the enemy hexes that they and their helpers face."""
    board = position.board
    own = position.on_map(position.side)
    graph = nx.Graph()
    for unit in own:
        graph.add_edges_from((unit.id, target) for target in targets_of(position, unit))
    for unit in pressed(position):
        here = position.at[unit.id]
        facing = [t for t in board.open_sides(here) if crossable_by_zoc(board, here, t)]
        graph.add_edges_from((unit.id, t) for t in facing if defenders(position, t))
    bound = {u.id for u in pressed(position)}
    parts = sorted(nx.connected_components(graph), key=min)
    split = [(frozenset(part & bound), frozenset(part - set(position.units))) for part in parts]
    return [(units, hexes) for units, hexes in split if units]


def settled(position: Position, units: frozenset[str], hexes: frozenset[str]) -> bool:
    """Whether the battles over some enemy hexes are all legal, and some bound units all have one.

    A unit that may attack no enemy (3.7) has none.
    """
    return all(
        plan_of(position, part) is not None
        for part in components(position)
        if (part.must | part.may) & hexes or units & set(part.bound)
    )


def choices(position: Position, most: int = 4) -> list[list[frozenset[str]]]:
    """TRC-12.5c, TRC-12.5d, TRC-16.3c: for each cluster without a plan, the sets of units of which
    one is given up.

    Each set makes a plan possible and no proper subset of it does. A cluster for which more than
    ``most`` units would be needed gets an empty list.
    """
    found = []
    for units, hexes in clusters(position):
        if settled(position, units, hexes):
            continue
        sets: list[frozenset[str]] = []
        for size in range(1, most + 1):
            for chosen in map(frozenset, combinations(sorted(units), size)):
                if any(smaller <= chosen for smaller in sets):
                    continue
                if settled(position.without(chosen), units, hexes):
                    sets.append(chosen)
        found.append(sets)
    return found


def is_minimal(position: Position, given_up: frozenset[str]) -> bool:
    """Whether a surrender is one of the choices: enough, and not one unit more than enough."""
    if not given_up <= {u.id for u in pressed(position)}:
        return False

    def enough(chosen: frozenset[str]) -> bool:
        left = position.without(chosen)
        return all(plan_of(left, part) is not None for part in components(left))

    smaller = (
        frozenset(some)
        for size in range(len(given_up))
        for some in combinations(sorted(given_up), size)
    )
    return enough(given_up) and not any(enough(some) for some in smaller)
