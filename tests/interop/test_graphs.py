"""Graphs of map, railways and supply, against the engine and the data."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from typing import Any

import igraph
import networkx as nx
import numpy as np
import pytest
import rustworkx
from scipy.sparse import csgraph

import eastfront as ef
from eastfront.interop import graphs
from eastfront.positions.layout import layout_of

from .play import CAMPAIGN, GAMES, KREMLIN, ZITADELLE, game, positions


@pytest.mark.parametrize("name", GAMES)
def test_the_map(name: str) -> None:
    board, layout = graphs.map_graph(game(name)), layout_of(game(name))
    assert set(board) == set(game(name).hexes)
    for one, other, edge in board.edges(data=True):
        back = board.edges[other, one]
        assert (edge["direction"] + 3) % 6 == back["direction"]
        a, d = board.nodes[one]["index"], edge["direction"]
        assert layout.neighbor(a, d) == board.nodes[other]["index"]
    land = {h for h in board if "land" in board.nodes[h]["sets"]}
    walked = {other for _, other, cost in board.edges(data="cost") if cost}
    # lakes bear units when they are frozen
    lakes = {h for h in board if "lakes" in board.nodes[h]["sets"]}
    assert walked - lakes <= land and len(walked - lakes) > 0.95 * len(land)


def test_known_places_of_blue_kremlin() -> None:
    board = graphs.map_graph(game(KREMLIN))
    moscow = board.nodes["1606"]
    assert "city" in moscow["facts"] and {"city", "land"} <= set(moscow["sets"])
    assert moscow["terrain"] == "clear"
    tables = {table for _, _, cost in board.edges(data="cost") for table in cost}
    assert tables == {t["name"] for t in layout_of(game(KREMLIN)).document["costs"]}


def test_costs_are_those_of_movement() -> None:
    """The cheapest way over the graph costs what the engine's reach does, over open country."""
    start = game(KREMLIN).new()
    start.push("automatic")
    unit = "3Pz"
    # alone on the map, so that nobody stands in the way
    others = [(u, "removed") for u in start.game.units if u != unit]
    ways = graphs.map_graph(game(KREMLIN), cost="german mech")
    alone = start._supposed(places=others)
    reach = alone.reach(unit, full=True)
    far = nx.single_source_dijkstra_path_length(ways, alone.place(unit))
    near = {h: c for h, c in reach.items() if h != alone.place(unit)}
    assert len(near) > 10
    assert all(far[h] == c for h, c in near.items())


def finite(far: dict[str, float]) -> dict[str, float]:
    return {h: cost for h, cost in far.items() if cost < float("inf")}


@pytest.mark.lowest
@pytest.mark.parametrize("name", GAMES)
def test_without_a_table_a_step_weighs_the_fewest_points_of_any(name: str) -> None:
    """What networkx adds up is then no more than the way costs by any table."""
    board = graphs.map_graph(game(name))
    plain = nx.DiGraph()
    for one, other, costs in board.edges(data="cost"):
        plain.add_edge(one, other, weight=min(costs.values(), default=float("inf")))
    start = next(h for h in board if any(c for _, _, c in board.out_edges(h, "cost")))
    least = finite(nx.single_source_dijkstra_path_length(board, start, weight="cost"))
    assert least == finite(nx.single_source_dijkstra_path_length(plain, start))
    assert least == finite(nx.single_source_bellman_ford_path_length(board, start, weight="cost"))
    other = max(least, key=lambda h: least[h])
    assert nx.shortest_path_length(board, start, other, weight="cost") == least[other]
    matrix = nx.to_scipy_sparse_array(board, weight="cost", dtype=float)
    assert matrix.sum() == sum(edge[2] for edge in plain.edges(data="weight"))
    for table in tables(name):
        ways = graphs.map_graph(game(name), cost=table)
        far = nx.single_source_dijkstra_path_length(ways, start) if start in ways else {}
        assert all(least[h] <= cost for h, cost in far.items())


def tables(name: str) -> list[str]:
    return [table["name"] for table in layout_of(game(name)).document["costs"]]


@pytest.mark.lowest
@pytest.mark.parametrize("name", GAMES)
def test_a_cost_table_is_a_weight_on_each_step_that_it_allows(name: str) -> None:
    board = graphs.map_graph(game(name))
    for table in tables(name):
        ways = graphs.map_graph(game(name), cost=table)
        assert list(ways) == list(board)
        weights = {(a, b): cost[table] for a, b, cost in board.edges(data="cost") if table in cost}
        assert {(a, b): weight for a, b, weight in ways.edges(data="weight")} == weights
        assert all(type(weight) is int and 0 < weight < 10 for weight in weights.values())
        one, other = next(iter(weights))
        assert ways.edges[one, other]["features"].split("; ") == list(
            board.edges[one, other]["features"]
        )
        assert ways.nodes[one]["sets"].split("; ") == list(board.nodes[one]["sets"])


@pytest.mark.lowest
@pytest.mark.parametrize("name", GAMES)
def test_libraries_of_graphs_find_the_same_shortest_ways(name: str) -> None:
    """networkx, scipy, rustworkx and igraph, from some hexes to all that can be reached."""
    for table in tables(name):
        ways = graphs.map_graph(game(name), cost=table)
        nodes = list(ways)
        matrix = nx.to_scipy_sparse_array(ways)
        there, here = rustworkx.networkx_converter(ways), igraph.Graph.from_networkx(ways)
        for start in range(7, len(nodes), len(nodes) // 3):
            length = nx.single_source_dijkstra_path_length(ways, nodes[start])
            wanted = np.array([length.get(node, np.inf) for node in nodes])
            assert (csgraph.dijkstra(matrix, indices=start) == wanted).all()
            found = rustworkx.dijkstra_shortest_path_lengths(
                there, start, lambda edge: float(edge["weight"])
            )
            assert {nodes[n] for n in found} | {nodes[start]} == set(length)
            assert all(wanted[n] == cost for n, cost in found.items() if n != start)
            assert (np.array(here.distances(start, weights="weight")[0]) == wanted).all()


def written(write: Callable[..., None], read: Callable[..., Any], graph: Any) -> Any:
    file = io.BytesIO()
    write(graph, file)
    file.seek(0)
    return read(file)


FILES = {
    "GraphML": lambda graph: written(nx.write_graphml, nx.read_graphml, graph),
    "GML": lambda graph: written(nx.write_gml, nx.read_gml, graph),
    "JSON": lambda graph: nx.node_link_graph(json.loads(json.dumps(nx.node_link_data(graph)))),
}


def same(one: Any, other: Any) -> bool:
    """Whether two graphs have equal parts and attributes; nodes in order, with equal types."""
    for noted in ("node_default", "edge_default"):  # by the reader of GraphML, of its file
        other.graph.pop(noted, None)
    nodes = repr(one.nodes(data=True)) == repr(other.nodes(data=True))
    return nodes and nx.utils.graphs_equal(one, other)


@pytest.mark.lowest
@pytest.mark.parametrize("file", FILES)
@pytest.mark.parametrize("name", GAMES)
def test_files_of_graphs_hold_it(name: str, file: str) -> None:
    for table in tables(name)[:1]:
        ways = graphs.map_graph(game(name), cost=table)
        assert same(ways, FILES[file](ways))


@pytest.mark.parametrize("file", FILES)
def test_files_of_graphs_hold_the_other_graphs_once_they_are_plain(file: str) -> None:
    state = game(CAMPAIGN).new(seed=1)
    rails, lines = graphs.rail_graph(state), graphs.supply_graph(state, "russian")
    for graph in (rails, lines, graphs.map_graph(game(CAMPAIGN))):
        made = graphs.plain(graph)
        assert same(made, FILES[file](made))
    place = next(h for h, units in lines.nodes(data="units") if units)
    units = json.loads(graphs.plain(lines).nodes[place]["units"])
    assert {unit: found["level"] for unit, found in units.items()} == {
        unit: found["level"] for unit, found in lines.nodes[place]["units"].items()
    }


def test_what_is_no_cost_table() -> None:
    with pytest.raises(ef.ArgumentError, match="cost='mud', expected ground or ground, Finland"):
        graphs.map_graph(game(CAMPAIGN), cost="mud")


def test_the_railways_of_the_campaign() -> None:
    rails = graphs.rail_graph(game(CAMPAIGN))
    track = {h for h in rails}
    layout = layout_of(game(CAMPAIGN))
    assert track == {layout.hex_names[h] for h in layout.hex_set("track")}
    # 822 hexsides bear track, each told from both its hexes
    assert sum(rails.edges[e]["neighbours"] for e in rails.edges) == 822 // 2
    ends = {h for h in rails if rails.degree(h) == 1}
    assert {layout.hex_names[h] for h in layout.hex_set("ends of track")} <= ends
    start = game(CAMPAIGN).new()
    now = graphs.rail_graph(start)
    axis = {h for h in now if "axis rail" in now.nodes[h]["flags"]}
    assert axis == track & set(start.hexes_with("axis rail")) and axis
    with pytest.raises(ValueError, match="has no railways"):
        graphs.rail_graph(game(KREMLIN))


@pytest.mark.parametrize("name", GAMES)
def test_lines_of_supply(name: str) -> None:
    """A unit has a line when the engine says so; every line is a path of the graph."""
    lines, without = 0, 0
    for data in positions(name)[5 :: 30 if name == ZITADELLE else 10]:
        state = game(name).state_from_bytes(data)
        for side in state.game.sides:
            graph = graphs.supply_graph(state, side)
            for place, units in graph.nodes(data="units"):
                for unit, supply in units.items():
                    assert state.place(unit) == place
                    found = state.supply(unit)
                    assert (supply["level"], supply["path"]) == (found.level, found.path)
                    path = supply["path"]
                    lines, without = lines + bool(path), without + (not path)
                    if len(path) > 1:
                        assert path[0] == place and nx.is_path(graph, path)
                        assert all(unit in graph.edges[e]["lines"] for e in nx.utils.pairwise(path))
    assert lines > 50 and (without > 0 or name != CAMPAIGN)


def test_what_has_no_graph() -> None:
    with pytest.raises(ValueError, match="no side `finnish`; the sides are german, soviet"):
        graphs.supply_graph(game(KREMLIN).new(), "finnish")
