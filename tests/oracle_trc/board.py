"""The map as plain facts. This module only builds `Board`s; it knows no rule.

A hex of the board is in `terrain`; whatever is not there is off the map. Hexsides and pieces of
track are unordered pairs.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise

import networkx as nx

from .grid import adjacent, around, beside, box, pair

WATER = frozenset({"sea", "lake"})
Hexside = frozenset[str]


@dataclass(frozen=True)
class Board:
    """Terrain, places, lines and regions of one map."""

    terrain: Mapping[str, str]
    #: hexsides with white dots: no movement, no retreat, no ZOC, no attack, no supply line
    prohibited: frozenset[Hexside] = frozenset()
    #: the Kerch Strait
    strait: frozenset[Hexside] = frozenset()
    #: pairs of rail hexes joined by track
    track: frozenset[Hexside] = frozenset()
    #: pieces of track that only rail movement may use (8.6)
    rail_only: frozenset[Hexside] = frozenset()
    #: river names of each land hex that a river runs through
    rivers: Mapping[str, frozenset[str]] = field(default_factory=dict)
    #: hexsides that a river crosses
    river_crossings: frozenset[Hexside] = frozenset()
    #: city hexes: "major" or "minor"
    cities: Mapping[str, str] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)
    wells: frozenset[str] = frozenset()
    #: port hexes and the sea area that each lies on
    ports: Mapping[str, str] = field(default_factory=dict)
    #: sea hexes and their area: "black" (with Azov), "baltic" (with the Gulf), or another
    seas: Mapping[str, str] = field(default_factory=dict)
    #: rail hexes where a line leaves the map, and over which edge
    exits: Mapping[str, str] = field(default_factory=dict)
    #: non-city hexes where lines intersect
    junctions: frozenset[str] = frozenset()
    #: country, district or other region of a land hex; hexes left out are plain Russia
    regions: Mapping[str, str] = field(default_factory=dict)
    #: hexes of the board's own edges, for entry and exit without rail
    edges: Mapping[str, frozenset[str]] = field(default_factory=dict)

    @cached_property
    def rail_hexes(self) -> frozenset[str]:
        """Hexes that carry track."""
        return frozenset(h for side in self.track for h in side) | frozenset(self.exits)

    @cached_property
    def nodes(self) -> frozenset[str]:
        """Cities and junctions: what rail control is assessed by (9.4.2)."""
        return frozenset(self.cities) | self.junctions

    @cached_property
    def held(self) -> frozenset[str]:
        """Hexes whose control is kept: cities, oil wells and junctions."""
        return self.nodes | self.wells

    @cached_property
    def river_systems(self) -> dict[str, int]:
        """TRC-14.1.1b: the number of the connected river that each river hex belongs to."""
        graph = nx.Graph()
        graph.add_nodes_from(self.rivers)
        graph.add_edges_from(tuple(sorted(s)) for s in self.river_crossings)
        parts = sorted(nx.connected_components(graph), key=min)
        return {name: number for number, part in enumerate(parts) for name in part}

    def is_land(self, name: str) -> bool:
        """Whether a hex is on the map and not water."""
        return name in self.terrain and self.terrain[name] not in WATER

    @cached_property
    def _land_rings(self) -> dict[str, list[str]]:
        return {h: [o for o in around(h) if self.is_land(o)] for h in self.terrain}

    @cached_property
    def _open_rings(self) -> dict[str, list[str]]:
        rings = self._land_rings
        return {h: [o for o in rings[h] if pair(h, o) not in self.prohibited] for h in rings}

    def land_around(self, name: str) -> list[str]:
        """Adjacent land hexes, whatever the hexside between."""
        return self._land_rings[name]

    def open_sides(self, name: str) -> list[str]:
        """Adjacent land hexes not behind a prohibited hexside; the strait counts as open."""
        return self._open_rings[name]

    def where(self, city: str) -> str:
        """The hex of a named place."""
        return next(h for h, name in self.names.items() if name == city)

    def region(self, name: str) -> str:
        """The region of a land hex."""
        return self.regions.get(name, "russia")

    def in_russia(self, name: str) -> bool:
        """Whether a hex lies in Russia: Karelia and the five districts are part of it (3.5)."""
        region = self.region(name)
        return region in {"russia", "karelia"} or region.endswith("-md")


def small_board(
    *corners: tuple[str, str],
    terrain: Mapping[str, str] | None = None,
    rails: Iterable[str] = (),
    rivers: Mapping[str, str] | None = None,
    prohibited: Iterable[str] = (),
    junctions: Iterable[str] = (),
    cities: Mapping[str, str] | None = None,
    **more: object,
) -> Board:
    """A board of one or more rectangles, clear but for what is said.

    ``terrain`` maps a terrain to a list of hexes in one string; ``rails`` and ``rivers`` are
    chains of hexes; ``prohibited`` are names such as ``F18:e``; ``cities`` maps "hex major" or
    "hex minor" to a name.
    """
    hexes = {h: "clear" for corner in corners for h in box(*corner)}
    for kind, listed in (terrain or {}).items():
        hexes |= {h: kind for h in listed.split() if h in hexes}
    places = [(key.split(), name) for key, name in (cities or {}).items()]
    river_names, crossings = river_facts(rivers or {}, hexes)
    return Board(
        terrain=hexes,
        prohibited=frozenset(hexside(text) for text in prohibited),
        track=frozenset(s for chain in rails for s in steps_of(chain)),
        rivers=river_names,
        river_crossings=crossings,
        cities={h: size for (h, size), _ in places},
        names={h: name for (h, _), name in places},
        junctions=frozenset(junctions),
        **more,  # type: ignore[arg-type]
    )


def hexside(text: str) -> Hexside:
    """A hexside from ``F18:e``."""
    name, side = text.split(":")
    other = beside(name, side)
    if other is None:
        raise ValueError(f"{text} is the edge of the sheet")
    return pair(name, other)


def steps_of(chain: str) -> list[Hexside]:
    """The consecutive pairs of a chain of hexes."""
    hexes = chain.split()
    return [pair(a, b) for a, b in pairwise(hexes)]


def river_facts(
    chains: Mapping[str, str], hexes: Mapping[str, str]
) -> tuple[dict[str, frozenset[str]], frozenset[Hexside]]:
    """River names of each land hex, and the hexsides between land hexes that rivers cross.

    Mouths lie in sea or lake hexes: those are no river hexes, and join nothing.
    """
    names: dict[str, frozenset[str]] = {}
    crossings: set[Hexside] = set()
    for river, chain in chains.items():
        land = [h for h in chain.split() if hexes.get(h, "sea") not in WATER]
        for h in land:
            names[h] = names.get(h, frozenset()) | {river}
        crossings |= {s for s in steps_of(chain) if s <= set(land)}
    if not all(adjacent(*sorted(s)) for s in crossings):
        raise ValueError("a river jumps")
    return names, frozenset(crossings)
