"""The same two tasks with other libraries, each as its users would write them.

A peer is made for a map and answers ``field(start, number)`` and ``supply(number)``; ``number``
selects the set of blocked hexes. Slow preparations that depend on the set alone (a filtered matrix,
a subgraph) are made beforehand if that is to the peer's advantage.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .taskmap import FORBIDDEN, TaskMap

BUDGET = 12


class NetworkX:
    """Dijkstra with a cutoff; descendants in a subgraph without the blocked hexes."""

    def __init__(self, task: TaskMap) -> None:
        import networkx as nx

        self.nx = nx
        self.graph = nx.DiGraph()
        self.graph.add_nodes_from(range(task.width * task.height))
        self.graph.add_weighted_edges_from(task.edges())
        self.blocked = [frozenset(blocked) for blocked in task.blocked]
        self.sources = task.sources
        self.open: dict[int, Any] = {}

    def field(self, start: int, number: int) -> dict[int, int]:
        """The cost of every hex reached."""
        blocked = self.blocked[number]

        def cost(_: int, to: int, data: dict[str, int]) -> int | None:
            return None if to in blocked else data["weight"]

        found = self.nx.single_source_dijkstra_path_length(
            self.graph, start, cutoff=BUDGET, weight=cost
        )
        del found[start]
        return dict(found)

    def prepare(self, number: int) -> None:
        """Prepare the data that depend on a blocked set alone."""
        graph = self.graph.copy()
        graph.remove_nodes_from(self.blocked[number])
        self.open[number] = graph

    def supply(self, number: int) -> set[int]:
        """The hexes supplied."""
        graph = self.open[number]
        sources = [source for source in self.sources if source in graph]
        layers = self.nx.bfs_layers(graph, sources)
        return {hex_ for layer in layers for hex_ in layer}


class RustworkX:
    """A Dijkstra search with a visitor that prunes; descendants in a subgraph."""

    def __init__(self, task: TaskMap) -> None:
        import rustworkx as rx

        self.rx = rx
        self.graph = rx.PyDiGraph()
        self.graph.add_nodes_from(range(task.width * task.height))
        self.graph.add_edges_from(task.edges())
        self.blocked = [frozenset(blocked) for blocked in task.blocked]
        self.sources = task.sources
        self.open: dict[int, Any] = {}

    def field(self, start: int, number: int) -> dict[int, int]:
        """The cost of every hex reached."""
        rx, blocked, found = self.rx, self.blocked[number], {}

        class Visitor(rx.visit.DijkstraVisitor):  # type: ignore[name-defined, misc]
            def discover_vertex(self, hex_: int, cost: float) -> None:
                """Record a hex and its cost."""
                if cost > BUDGET:
                    raise rx.visit.StopSearch
                found[hex_] = int(cost)

            def examine_edge(self, edge: tuple[int, int, int]) -> None:
                """Skip blocked hexes."""
                if edge[1] in blocked:
                    raise rx.visit.PruneSearch

        rx.dijkstra_search(self.graph, [start], float, Visitor())
        del found[start]
        return found

    def prepare(self, number: int) -> None:
        """Prepare the data that depend on a blocked set alone."""
        graph = self.graph.copy()
        graph.remove_nodes_from(list(self.blocked[number]))
        hub = graph.add_node(None)
        graph.add_edges_from(
            [(hub, hex_, 1) for hex_ in self.sources if hex_ not in self.blocked[number]]
        )
        self.open[number] = (graph, hub)

    def supply(self, number: int) -> set[int]:
        """The hexes supplied."""
        graph, hub = self.open[number]
        return set(self.rx.descendants(graph, hub))


class SciPy:
    """``csgraph.dijkstra`` with a limit; ``breadth_first_order`` from a hub."""

    def __init__(self, task: TaskMap) -> None:
        import numpy as np
        from scipy.sparse import csgraph, csr_matrix

        self.np, self.csgraph = np, csgraph
        count = task.width * task.height
        self.count = count
        edges = np.array(task.edges())
        self.open: dict[int, Any] = {}

        def matrix(number: int) -> Any:
            shut = np.zeros(count, dtype=bool)
            shut[task.blocked[number]] = True
            kept = edges[~shut[edges[:, 1]]]
            hub = [(count, hex_, 1) for hex_ in task.sources if not shut[hex_]]
            rows = np.concatenate([kept, np.array(hub)])
            return csr_matrix(
                (rows[:, 2].astype(float), (rows[:, 0], rows[:, 1])), (count + 1, count + 1)
            )

        self.matrix = matrix

    def prepare(self, number: int) -> None:
        """Prepare the data that depend on a blocked set alone."""
        self.open[number] = self.matrix(number)

    def field(self, start: int, number: int) -> dict[int, int]:
        """The cost of every hex reached."""
        return self.as_dict(self.field_array(start, number), start)

    def field_array(self, start: int, number: int) -> Any:
        """The field in the library's own form."""
        return self.csgraph.dijkstra(self.open[number], indices=start, limit=BUDGET)

    def as_dict(self, costs: Any, start: int) -> dict[int, int]:
        """Costs of the hexes reached, by hex."""
        hexes = self.np.flatnonzero(self.np.isfinite(costs))
        return {int(hex_): int(costs[hex_]) for hex_ in hexes if hex_ != start}

    def supply(self, number: int) -> set[int]:
        """The hexes supplied."""
        return set(self.supply_array(number).tolist()) - {self.count}

    def supply_array(self, number: int) -> Any:
        """The supply in the library's own form."""
        return self.csgraph.breadth_first_order(
            self.open[number], self.count, return_predecessors=False
        )


class Numba:
    """A bucket queue and a flood written by hand."""

    def __init__(self, task: TaskMap) -> None:
        import numba
        import numpy as np

        count = task.width * task.height
        steps = np.frombuffer(task.steps, dtype=np.uint8).reshape(count, 6)
        around = np.full((count, 6), -1, dtype=np.int32)
        for hex_ in range(count):
            for direction in range(6):
                other = task.neighbor(hex_, direction)
                if other is not None:
                    around[hex_, direction] = other
        blocked = np.zeros((len(task.blocked), count), dtype=np.uint8)
        for number, hexes in enumerate(task.blocked):
            blocked[number, hexes] = 1
        sources = np.array(task.sources, dtype=np.int32)
        self.steps, self.around, self.blocked, self.sources = steps, around, blocked, sources
        self.field_function, self.supply_function = _numba_functions(numba, np)
        self.costs = np.zeros(count, dtype=np.int32)
        self.stamp = np.zeros(count, dtype=np.int32)
        self.buckets = np.zeros((BUDGET + 1, 4096), dtype=np.int32)
        self.reached = np.zeros(count, dtype=np.int32)
        self.epoch = 0

    def prepare(self, number: int) -> None:
        """Nothing to prepare."""

    def field_array(self, start: int, number: int) -> int:
        """The field in the library's own form."""
        self.epoch += 1
        return int(
            self.field_function(
                start, self.steps, self.around, self.blocked[number], self.costs, self.stamp,
                self.epoch, self.buckets, self.reached,
            )
        )  # fmt: skip

    def field(self, start: int, number: int) -> dict[int, int]:
        """The cost of every hex reached."""
        hexes = self.reached[: self.field_array(start, number)]
        return {int(hex_): int(self.costs[hex_]) for hex_ in hexes if hex_ != start}

    def supply_array(self, number: int) -> int:
        """The supply in the library's own form."""
        self.epoch += 1
        return int(
            self.supply_function(
                self.sources, self.steps, self.around, self.blocked[number], self.stamp,
                self.epoch, self.reached,
            )
        )  # fmt: skip

    def supply(self, number: int) -> set[int]:
        """The hexes supplied."""
        return set(self.reached[: self.supply_array(number)].tolist())


def _numba_functions(numba: Any, np: Any) -> tuple[Callable[..., int], Callable[..., int]]:
    @numba.njit
    def field(start, steps, around, blocked, costs, stamp, epoch, buckets, reached):  # type: ignore[no-untyped-def]
        filled = np.zeros(BUDGET + 1, dtype=np.int32)
        costs[start], stamp[start] = 0, epoch
        buckets[0, 0] = start
        filled[0] = 1
        found = 0
        for cost in range(BUDGET + 1):
            at = 0
            while at < filled[cost]:
                hex_ = buckets[cost, at]
                at += 1
                if costs[hex_] != cost:
                    continue
                for direction in range(6):
                    step = steps[hex_, direction]
                    total = cost + step
                    if step == FORBIDDEN or total > BUDGET:
                        continue
                    other = around[hex_, direction]
                    if blocked[other]:
                        continue
                    if stamp[other] != epoch:
                        reached[found] = other
                        found += 1
                    elif costs[other] <= total:
                        continue
                    stamp[other] = epoch
                    costs[other] = total
                    buckets[total, filled[total]] = other
                    filled[total] += 1
        return found

    @numba.njit
    def supply(sources, steps, around, blocked, stamp, epoch, reached):  # type: ignore[no-untyped-def]
        found = 0
        for source in sources:
            if not blocked[source]:
                stamp[source] = epoch
                reached[found] = source
                found += 1
        at = 0
        while at < found:
            hex_ = reached[at]
            at += 1
            for direction in range(6):
                if steps[hex_, direction] == FORBIDDEN:
                    continue
                other = around[hex_, direction]
                if stamp[other] != epoch and not blocked[other]:
                    stamp[other] = epoch
                    reached[found] = other
                    found += 1
        return found

    return field, supply
