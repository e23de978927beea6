"""Lines of supply, zones and networks as graphs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import networkx as nx

from .maps import Map

Hexsides = list[set[int]] | None


@dataclass
class Stage:
    """A stage of a line; see ``SupplyStage`` in the engine for the meaning of the parts."""

    open: set[int]
    area: set[int] | None = None
    hexsides: Hexsides = None
    limits: list[tuple[int | None, set[int] | None]] = field(default_factory=list)
    gates: list[int] = field(default_factory=list)
    own_hex: bool = False

    def passable(self, avoid: set[int] | None = None) -> set[int]:
        hexes = set(self.open)
        if self.area is not None:
            hexes &= self.area
        return hexes - (avoid or set())


def steps_graph(board: Map, sides: Hexsides) -> nx.DiGraph:
    """All steps over hexsides that are open."""
    steps = nx.DiGraph()
    steps.add_nodes_from(board.hexes)
    for here in board.hexes:
        for way, there in board.ring(here):
            if sides is None or way in sides[here]:
                steps.add_edge(here, there)
    return steps


def lengths(steps: nx.DiGraph, starts: Iterable[int], passable: set[int]) -> dict[int, int]:
    """The least number of steps to each passable hex from the starts that are passable."""
    inside = nx.DiGraph(steps.subgraph(passable))
    begun = [hex_ for hex_ in starts if hex_ in passable]
    if not begun:
        return {}
    layers = nx.bfs_layers(inside, begun)
    return {hex_: steps for steps, layer in enumerate(layers) for hex_ in layer}


def line_lengths(
    board: Map, sources: set[int], stage: Stage, avoid: set[int] | None
) -> dict[int, int]:
    """The least number of steps of a line to each hex that has one, whatever the limits."""
    steps = steps_graph(board, stage.hexsides)
    passable = stage.passable(avoid)
    starts, before = sources, 0
    for gate in stage.gates:
        found = lengths(steps, starts, passable)
        if gate not in found:
            return {}
        before += found[gate]
        starts = {gate}
    found = lengths(steps, starts, passable)
    least = {}
    for unit in board.hexes:
        if unit not in stage.passable() and not stage.own_hex:
            continue
        last = [found[hex_] + 1 for hex_ in steps.predecessors(unit) if hex_ in found]
        if unit in starts:
            least[unit] = before
        elif last:
            least[unit] = before + min(last)
    return least


def supplied_by_stage(board: Map, sources: set[int], stage: Stage) -> set[int]:
    """The hexes with a line of one stage."""
    found = set()
    for length, avoid in stage.limits or [(None, None)]:
        for unit, least in line_lengths(board, sources, stage, avoid).items():
            if length is None or least <= length:
                found.add(unit)
    return found


def supplied(board: Map, sources: set[int], stages: list[Stage]) -> set[int]:
    """The hexes with a line through the stages, each starting from all before it."""
    found: set[int] = set()
    for stage in stages:
        found |= supplied_by_stage(board, sources | found, stage)
    return found


def zone(
    board: Map,
    units: set[int],
    *,
    own: bool = True,
    adjacent: bool = True,
    across: Hexsides = None,
    into: set[int] | None = None,
    always_into: set[int] | None = None,
) -> set[int]:
    """The hexes that units control."""
    found = set(units) if own else set()
    for unit in units if adjacent else ():
        for way, there in board.ring(unit):
            passes = (across is None or way in across[unit]) and (into is None or there in into)
            if passes or (always_into is not None and there in always_into):
                found.add(there)
    return found
