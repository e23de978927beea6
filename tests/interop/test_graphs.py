"""Graphs of map, railways and supply, held against the engine and the data."""

from __future__ import annotations

import networkx as nx
import pytest

from eastfront.interop import graphs
from eastfront.layout import layout_of

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
    board = graphs.map_graph(game(KREMLIN))
    alone = start.edited(places=others)
    reach = alone.reach(unit)
    ways = nx.DiGraph()
    for one, other, cost in board.edges(data="cost"):
        if "german mech" in cost:
            ways.add_edge(one, other, weight=cost["german mech"])
    far = nx.single_source_dijkstra_path_length(ways, alone.place(unit))
    near = {h: c for h, c in reach.items() if h != alone.place(unit)}
    assert len(near) > 10
    assert all(far[h] == c for h, c in near.items())


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
