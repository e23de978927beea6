"""Movement fields as shortest paths in an explicit graph.

A mover in a hex is one of three nodes: it may leave anyhow ("full"), it came at a road's rate and
may leave only along the road ("road"), or its move is over ("end").
"""

from __future__ import annotations

from dataclasses import dataclass, field

import networkx as nx

from .maps import FORBIDDEN, Map

Node = tuple[str, int]


@dataclass
class Question:
    """The input; sets that do not apply are None."""

    board: Map
    start: int
    budget: int
    blocked: set[int] = field(default_factory=set)
    area: set[int] | None = None
    stop: set[int] = field(default_factory=set)
    surcharge: tuple[set[int], int] | None = None
    #: The zone; tolls to enter, to leave, between; whether entering stops.
    zone: tuple[set[int], tuple[int, int, int, bool]] | None = None
    #: Costs along the road, and in full, both by hex and direction.
    road: tuple[list[list[int]], list[list[int]]] | None = None
    due: int = 0
    assault: tuple[set[int], int] | None = None
    minimum_one: bool = False


def toll(ask: Question, here: int, there: int) -> tuple[int, bool] | None:
    """The additional cost of entering a hex, and whether it ends the move; None when forbidden."""
    extra, ends = 0, there in ask.stop
    if there in ask.blocked:
        if ask.assault is None or there not in ask.assault[0]:
            return None
        extra, ends = ask.assault[1], True
    if ask.area is not None and there not in ask.area:
        return None
    if ask.surcharge is not None and there in ask.surcharge[0]:
        extra += ask.surcharge[1]
    if ask.zone is not None:
        zone, (enter, leave, between, stops) = ask.zone
        kind = (here in zone, there in zone)
        more = {(False, False): 0, (False, True): enter, (True, False): leave}.get(kind, between)
        if more == FORBIDDEN:
            return None
        extra += more
        ends = ends or (there in zone and stops)
    return extra, ends


def graph(ask: Question) -> nx.DiGraph:
    """All steps that the rules allow, with their costs."""
    steps = nx.DiGraph()

    def join(a: Node, b: Node, cost: int) -> None:
        if not steps.has_edge(a, b) or steps[a][b]["weight"] > cost:
            steps.add_edge(a, b, weight=cost)

    for here in ask.board.hexes:
        for way, there in ask.board.ring(here):
            asked = toll(ask, here, there)
            if asked is None:
                continue
            extra, ends = asked

            def enter(
                before: str, kind: str, price: int,
                here: int = here, there: int = there, extra: int = extra, ends: bool = ends,
            ) -> None:  # fmt: skip
                if price != FORBIDDEN:
                    join((before, here), ("end" if ends else kind, there), price + extra)

            enter("full", "full", ask.board.steps[here][way])
            if ask.road is not None and ask.road[0][here][way] != FORBIDDEN:
                for before in ("full", "road"):
                    enter(before, "road", ask.road[0][here][way])
                    enter(before, "full", ask.road[1][here][way])
    steps.add_edge("start", ("road", ask.start), weight=0)
    steps.add_edge("start", ("full", ask.start), weight=ask.due)
    return steps


def field_of(ask: Question) -> dict[int, int]:
    """The least cost of every hex that can be reached, without the start."""
    costs: dict[int, int] = {}
    found = nx.single_source_dijkstra_path_length(graph(ask), "start", cutoff=ask.budget)
    for node, cost in found.items():
        if node != "start":
            costs[node[1]] = min(cost, costs.get(node[1], cost))
    del costs[ask.start]
    if ask.minimum_one:
        for way, there in ask.board.ring(ask.start):
            road = ask.road is not None and ask.road[0][ask.start][way] != FORBIDDEN
            if ask.board.steps[ask.start][way] == FORBIDDEN and not road:
                continue
            if there not in ask.blocked and toll(ask, ask.start, there) is not None:
                costs.setdefault(there, ask.budget)
    return costs


def canonical_path(ask: Question, to: int) -> list[int]:
    """The path that, read backward, enters each hex in the lowest direction; without roads."""
    costs = field_of(ask)
    costs[ask.start] = 0
    path = [to]
    while True:
        here = path[-1]
        for way in range(6):
            before = ask.board.neighbor(here, (way + 3) % 6)
            if before is None or before not in costs:
                continue
            asked = toll(ask, before, here)
            price = ask.board.steps[before][way]
            if asked is None or price == FORBIDDEN:
                continue
            goes_on = before == ask.start or not ends_at(ask, before)
            if goes_on and costs[before] + price + asked[0] == costs[here]:
                break
        else:
            before = ask.start
        if before == ask.start:
            return path[::-1]
        path.append(before)


def ends_at(ask: Question, hex_: int) -> bool:
    """Whether entering a hex ends the move, from wherever it is entered."""
    zone = ask.zone is not None and hex_ in ask.zone[0] and ask.zone[1][3]
    return hex_ in ask.stop or hex_ in ask.blocked or zone
