"""Hexes whose loss cuts a line of supply, against edited positions and a plain search."""

from __future__ import annotations

import networkx as nx
import pytest

import eastfront as ef
from eastfront.analysis import cuts
from eastfront.positions.layout import layout_of

from .positions import BARBAROSSA, BLUE, DECISIONS, GAMES, at


def positions(name: str) -> ef.State:
    return at(name, DECISIONS[name])


def lined(state: ef.State) -> list[str]:
    """Units of the map that draw supply along a line."""
    on_map = [u for u in state.game.units if state.place(u) in state.game.hexes]
    return [u for u in on_map if state.supply(u).path and state.supply(u).level]


@pytest.mark.parametrize("name", GAMES)
def test_what_every_line_passes_lowers_supply_when_it_is_taken(name: str) -> None:
    state = positions(name)
    both = 0
    for unit in lined(state)[::4]:
        found = cuts(state, unit)
        taken = {cut.hex for cut in found.occupied}
        sources = set(found.supply.path[-1:])
        assert set(found.closed) - sources <= taken
        assert state.place(unit) not in taken | set(found.closed)
        assert all(cut.level < found.supply.level for cut in found.occupied)
        both += bool(found.closed)
    assert both >= 1


def test_closed_hexes_are_the_cut_vertices_of_the_lines() -> None:
    """The lines of a game whose supply passes no special cities, as a plain graph."""
    state = positions(BARBAROSSA)
    layout = layout_of(state.game)
    compared = 0
    for unit in lined(state)[::9]:
        found = cuts(state, unit)
        side = "axis" if layout.unit_side[layout.unit_index[unit]] == 0 else "russian"
        here = state.place(unit)
        masks = next(
            e["masks"] for e in layout.document["edge_masks"] if e["name"] == f"{side} supply"
        )
        free = set(state.ask(f"{side} line hexes")) & set(state.ask(f"{side} line area", here))
        ends = set(state.ask(f"{side} line ends", here))
        graph = nx.Graph()
        graph.add_nodes_from(free)
        for h in free:
            at_ = layout.place_index[h]
            for d in range(6):
                to = layout.neighbor(at_, d) if masks[at_] >> d & 1 else None
                if to is not None and layout.hex_names[to] in free:
                    graph.add_edge(h, layout.hex_names[to])
        wanted = {
            h
            for h in free - {here}
            if not any(
                e in free and e != h and nx.has_path(without(graph, h), here, e) for e in ends
            )
        }
        assert set(found.closed) == wanted
        compared += 1
    assert compared > 4


def without(graph: nx.Graph, node: str) -> nx.Graph:
    return graph.subgraph(set(graph) - {node})


@pytest.mark.rule("BD-7.4a")
def test_a_city_that_the_line_must_pass_cuts_it() -> None:
    state = positions(BLUE)._supposed(places=[("17AK", "2805")])
    found = cuts(state, "17AK")
    assert "2607" in found.closed
    assert {cut.hex for cut in found.occupied} >= {"2607"}
    assert "2607: out of supply" in str(found)
    lost = state._supposed(hex_flags=[("2607", "german", False)])
    assert not cuts(lost, "17AK").closed


def test_the_enemy_that_takes_a_hex_may_be_named() -> None:
    state = positions(BLUE)
    assert cuts(state, "3Pz", "40A").intruder == "40A"
    assert state.place(cuts(state, "3Pz").intruder) in state.game.boxes
    with pytest.raises(ValueError, match="35AK is of the german side itself"):
        cuts(state, "3Pz", "35AK")
    with pytest.raises(ValueError, match="no unit `Nobody`"):
        cuts(state, "Nobody")


def test_the_position_stays_as_it_is() -> None:
    state = positions(BLUE)
    before = bytes(state)
    cuts(state, "3Pz")
    assert bytes(state) == before
