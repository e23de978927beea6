"""Map, railways and supply as networkx graphs.

    from eastfront.interop import graphs

    board = graphs.map_graph(game)
    board.nodes["1606"]["terrain"], board.edges["1606", "1607"]["features"]
    ways = graphs.map_graph(game, cost="german mech")  # a number on each edge, for any library
    lines = graphs.supply_graph(state, "german")

Nodes are printed hex ids. Needs the extra ``graphs``.
"""

from __future__ import annotations

import json
import re
from math import inf
from typing import TYPE_CHECKING, Any

from eastfront._core import ArgumentError, ArgumentTypeError, Game, State
from eastfront.arguments import checked, of_one_position, one_of, shown
from eastfront.positions.layout import Layout, layout_of
from eastfront.questions.state import crossings

from .extras import need

if TYPE_CHECKING:
    import networkx as nx

__all__ = [
    "Costs",
    "map_graph",
    "plain",
    "rail_graph",
    "supply_graph",
]

FORBIDDEN = 255
"""The value in a cost table that forbids a step."""


class Costs(dict[str, float]):
    """The costs of a step: movement points, by the name of the cost table.

    As a number the object is the minimum over the tables, and infinite if no table allows the step.
    So a library that sums weights computes a lower bound of the cost of a path for any unit.
    """

    def __float__(self) -> float:
        return float(min(self.values(), default=inf))

    def __add__(self, other: float) -> float:
        return float(self) + other

    __radd__ = __add__

    def __lt__(self, other: float) -> bool:
        return float(self) < other

    def __gt__(self, other: float) -> bool:
        return float(self) > other


@checked
def map_graph(game: Game, cost: str | None = None) -> nx.DiGraph[str]:
    """Returns the map as a directed graph, with an edge each way between neighbouring hexes.

    Graph: ``game``, ``width``, ``height``. Nodes, by printed id: ``index`` (the engine's number),
    ``row``, ``column``, ``facts`` (a few words, such as ``clear city (Vilna)``), ``terrain`` and
    ``area`` (names that the drawing of the map uses), ``sets`` (names of the fixed sets that
    contain the hex) and the printed values of the hex, by name. Edges: ``direction`` (clockwise
    from 0, up and towards higher columns), ``features`` (names of features of the hexside, such as
    ``river``, and of the movement open across it, such as ``ground`` or ``rail``), ``cost``
    (`Costs`: movement points by cost table, without tables that forbid the step).

    With ``cost``, the name of a cost table, edges have a ``weight`` instead, the points of that
    table, and forbidden steps have no edge. All attributes are then converted by `plain`, so that
    other libraries and file formats accept the graph.

    Raises ValueError for an unknown cost table.
    """
    nx = need("networkx")
    layout, drawing = layout_of(game), layout_of(game).document.get("drawing", {})
    d = layout.document
    if cost is not None:
        one_of("cost", cost, [table["name"] for table in d["costs"]])
    graph = nx.DiGraph(game=game.id, width=layout.width, height=layout.height)
    sets: dict[int, set[str]] = {}
    for entry in d["hex_sets"]:
        for h in entry["members"]:
            sets.setdefault(h, set()).add(entry["name"])
    for h, name in enumerate(layout.hex_names):
        if not name:
            continue
        graph.add_node(
            name,
            index=h,
            row=h // layout.width,
            column=h % layout.width,
            facts=d["hex_facts"][h],
            terrain=_drawn(drawing, "terrain", h),
            area=_drawn(drawing, "area", h),
            sets=tuple(sorted(sets.get(h, ()))),
            **{column["name"]: column["values"][h] for column in d["hex_attrs"]},
        )
    sides = [*d["edge_features"], *d["edge_masks"]]
    for a, b, direction in _steps(layout):
        here = tuple(sorted({s["name"] for s in sides if s["masks"][a] >> direction & 1}))
        costs = Costs(
            (table["name"], layout.points(table["step"][6 * a + direction]))
            for table in d["costs"]
            if table["step"][6 * a + direction] != FORBIDDEN
        )
        if cost is None or cost in costs:
            step = {"cost": costs} if cost is None else {"weight": costs[cost]}
            names = layout.hex_names[a], layout.hex_names[b]
            graph.add_edge(*names, direction=direction, features=here, **step)
    return graph if cost is None else plain(graph)


def plain(graph: nx.Graph[str]) -> Any:
    """Returns a copy of a graph whose attributes are strings and numbers only, as all file formats
    require.

    In the names of attributes, characters other than letters and digits become underscores
    (``city_value``). A list of words becomes a string separated by semicolons (``city; land``), a
    dictionary becomes JSON, and booleans become 1 and 0 (findings/networkx-attributes.sh). Raises
    TypeError for a value that is not a graph of networkx.
    """
    if not hasattr(type(graph), "add_edges_from"):
        raise ArgumentTypeError(f"graph={shown(graph)}, expected a graph of networkx")
    made = graph.__class__(**_plain(graph.graph))
    made.add_nodes_from((node, _plain(found)) for node, found in graph.nodes(data=True))
    made.add_edges_from((a, b, _plain(found)) for a, b, found in graph.edges(data=True))
    return made


def _plain(attributes: dict[str, Any]) -> dict[str, Any]:
    def value(found: Any) -> Any:
        if isinstance(found, bool):
            return int(found)
        if isinstance(found, dict):
            return json.dumps(found)
        return "; ".join(found) if isinstance(found, tuple) else found

    return {re.sub("[^A-Za-z0-9]", "_", name): value(found) for name, found in attributes.items()}


@of_one_position
@checked
def rail_graph(game: Game | State) -> nx.Graph[str]:
    """Returns the railways as an undirected graph, with an edge for each stretch of track between
    two hexes.

    Graph: ``game``. Nodes, by printed hex id: ``index`` (the engine's number), ``facts`` (a few
    words, such as ``clear city (Vilna)``) and, for a state, ``flags``, the flags of the hex about
    rail (such as its gauge). Edges: ``neighbours``, whether the hexes are adjacent; a track may
    join hexes that are not adjacent.

    Raises ValueError for a game whose map has no railways.
    """
    nx = need("networkx")
    state = game if isinstance(game, State) else None
    rules = game.game if isinstance(game, State) else game
    layout = layout_of(rules)
    d = layout.document
    masks = [e["masks"] for e in (*d["edge_masks"], *d["edge_features"]) if e["name"] == "rail"]
    drawn = d.get("drawing", {}).get("through", {}).get("rail", [])
    if not masks and not drawn:
        raise ArgumentError(f"the map of {rules.id} has no railways")
    graph = nx.Graph(game=rules.id)
    pairs = {tuple(sorted(pair)) for pair in drawn}
    touching = {(a, b) for a, b, _ in _steps(layout)}
    if masks:
        pairs |= {(min(a, b), max(a, b)) for a, b, k in _steps(layout) if masks[0][a] >> k & 1}
    for a, b in sorted(pairs):
        for h in (a, b):
            graph.add_node(layout.hex_names[h], index=h, facts=d["hex_facts"][h])
        graph.add_edge(layout.hex_names[a], layout.hex_names[b], neighbours=(a, b) in touching)
    if state is not None:
        for name in graph:
            graph.nodes[name]["flags"] = ()
        for flag in d["hex_flags"]:
            if "rail" in flag:
                for name in set(state.hexes_with(flag)) & set(graph):
                    graph.nodes[name]["flags"] += (flag,)
    return graph


@of_one_position
@checked
def supply_graph(state: State, side: str) -> nx.DiGraph[str]:
    """Returns the supply network of a side: the steps open to its lines of supply now, and the
    lines of its units.

    Graph: ``game``, ``side``. Nodes are the hexes that lines may enter, and the hexes with units of
    the side: ``index``, ``facts``, ``open`` (whether lines may enter) and ``units``, a dictionary
    from each of the side's units there to its supply: ``state`` (the rulebook's name), ``level``
    (higher is better), ``rule`` and ``path`` (the hexes of its line, its own first; empty without a
    line). Edges are the steps open to lines: ``direction`` and ``lines``, the units whose line
    takes the step. A game may restrict lines further, so not every path in the graph is a valid
    line; the lines of units are.

    Raises ValueError for an unknown side, or a game without supply.
    """
    nx = need("networkx")
    game, layout = state.game, layout_of(state.game)
    d = layout.document
    if side not in game.sides:
        raise ArgumentError(f"no side `{side}`; the sides are {', '.join(game.sides)}")
    mask = crossings(state, layout, side)
    query = f"{side} line hexes"
    if mask is None or query not in game.queries or "supply" not in game.queries:
        raise ArgumentError(f"{game.id} has no queries for supply lines of {side}")
    open_ = set(state.ask(query))
    graph = nx.DiGraph(game=game.id, side=side)

    def add(name: str) -> None:
        index = layout.place_index[name]
        facts = d["hex_facts"][index]
        graph.add_node(name, index=index, facts=facts, open=name in open_, units={})

    for name in sorted(open_):
        add(name)
    supplies = {}
    number = game.sides.index(side)
    for u, (unit, place) in enumerate(state.places().items()):
        if layout.unit_side[u] == number and layout.place_index[place] < len(layout.hex_names):
            if place not in graph:
                add(place)
            supplies[unit] = found = state.supply(unit)
            graph.nodes[place]["units"][unit] = {
                "state": found.state,
                "level": found.level,
                "rule": found.rule,
                "path": found.path,
            }
    for a, b, direction in _steps(layout):
        one, other = layout.hex_names[a], layout.hex_names[b]
        if mask[a] >> direction & 1 and one in graph and other in open_:
            graph.add_edge(one, other, direction=direction, lines=())
    ways = {(a, b): k for a, b, k in _steps(layout)}
    for unit, found in supplies.items():
        for one, other in zip(found.path, found.path[1:], strict=False):
            if not graph.has_edge(one, other):
                pair = (layout.place_index[one], layout.place_index[other])
                graph.add_edge(one, other, direction=ways.get(pair, -1), lines=())
            graph.edges[one, other]["lines"] += (unit,)
    return graph


def _steps(layout: Layout) -> list[tuple[int, int, int]]:
    """Returns every step from a hex of the map to a neighbour, as the numbers of the two hexes and
    of the direction."""
    out = []
    for h, name in enumerate(layout.hex_names):
        if name:
            for direction in range(6):
                to = layout.neighbor(h, direction)
                if to is not None:
                    out.append((h, to, direction))
    return out


def _drawn(drawing: dict[str, Any], key: str, h: int) -> str:
    values: list[str] = drawing.get(key, [])
    return values[h] if h < len(values) else ""
