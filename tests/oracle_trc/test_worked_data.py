"""The tables that the adapter reads agree with the rulebook's words on map and counters."""

from __future__ import annotations

import networkx as nx

from . import conversion, scenario, supply
from .grid import pair
from .model import AXIS, RUSSIAN, Position
from .odds import level, ratio


def test_the_map_is_as_the_text_says() -> None:
    board = scenario.board()
    places = {"T14": "Bryansk", "AA29": "Ploesti", "F17": "Riga", "O8": "Kalinin", "R9": "Moscow"}
    assert {h: board.names[h] for h in places} == places
    assert pair("F17", "F18") in board.prohibited and pair("JJ17", "KK17") in board.prohibited
    assert board.strait == {pair("KK19", "KK20")}
    assert pair("GG19", "HH21") in board.rail_only & board.track
    assert "S11" in board.junctions and "S12" not in board.junctions
    assert {"T13", "S12", "S11", "V11", "W13", "W14"} <= board.rail_hexes
    assert all(board.terrain[h] == "mountain" for h in ("T24", "T25", "U24"))
    assert board.exits["QQ12"] == "south" and board.cities["L26"] == "major"
    assert {h for h, sea in board.ports.items() if sea == "black"} == {"DD24", "JJ23", "II14"}
    assert {h for h, sea in board.ports.items() if sea == "baltic"} == {"F17", "D15", "B14", "E10"}
    assert {"Y22", "Z22"} <= board.rivers.keys() and "FF21" not in board.rivers
    assert any(board.seas.get(h) == "black" for h in ("GG20",))


def test_the_counters_are_as_the_text_says() -> None:
    units, turns = scenario.counters(), scenario.arrival_turns()
    assert (units["RO:inf:3"].combat, turns["RO:inf:3"]) == (2, 9)
    assert ratio(level(20, units["SU:tkc:6"].combat)) == "10-1"
    assert units["SS:inf:res"].no_stacking
    assert sum(u.kind == "hq" and u.side == "axis" for u in units.values()) == 3
    assert sum(u.kind == "paratroop" for u in units.values()) == 3
    assert sum(u.kind == "partisan" for u in units.values()) == 3
    workers = sum(u.combat for u in units.values() if u.kind == "worker" and turns[u.id] <= 4)
    assert workers == 12
    assert {f"{u.combat}-{u.movement}" for u in units.values() if u.ss and u.kind == "armor"} >= {
        "10-8",
        "9-8",
        "7-7",
    }


def test_allowances_keep_what_the_text_fixes() -> None:
    chart = scenario.allowances()
    kinds = {key[0] for key in chart}
    walking = kinds - {"hq", "leader", "mobile-leader", "static"}
    assert all(chart[kind, "clear", 1] == "full" for kind in walking)
    assert all(chart[kind, "mud", 2] == "none" for kind in walking)
    assert all(chart["russian-infantry", weather, 2] == "none" for weather in ("clear", "snow"))
    assert chart["russian-infantry", "mud", 1] == chart["russian-infantry", "snow", 1] == "half-up"


def test_the_start_line_is_at_rest() -> None:
    board = scenario.board()
    west = {"germany", "east-prussia", "poland", "hungary", "rumania", "finland", "bulgaria"}

    def side(name: str) -> str:
        return AXIS if board.region(name) in west else RUSSIAN

    position = Position(
        board=board,
        units=scenario.counters(),
        at={},
        control={h: side(h) for h in board.held},
        rail={h: side(h) for h in board.rail_hexes},
    )
    for player in (AXIS, RUSSIAN):
        after = conversion.after_conversion(position, player, [])
        assert after.rail == position.rail, "no line joins two cities through the other's land"
        own = {h for h in board.rail_hexes if position.rail[h] == player}
        assert supply.live_rail(position, player, "QQ10") == own
    graph = nx.Graph(tuple(piece) for piece in board.track)
    assert nx.is_connected(graph)
    assert {h for h, pieces in graph.degree if pieces > 2} <= board.nodes
