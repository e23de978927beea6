"""The map: measured layers, then rule facts over them."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from shapely.geometry import Point
from tools.bdmap import facts, grid
from tools.bdmap.anchors import ANCHORS
from tools.bdmap.courses import COURSES
from tools.bdmap.georef import Georeference
from tools.hexmap.lattice import Hex, Side, Vertex, hex_id, parse
from tools.hexmap.layers import Layers
from tools.hexmap.rivers import Network

SEA_SHARE, LAKE_SHARE, ROUGH_SHARE, MARSH_SHARE, WET_SIDE = 0.3, 0.65, 0.5, 0.3, 0.85
COAST_SHARE = 0.03
GONE = ("neutral", "finland")


@dataclass
class HexRecord:
    """One row of map.csv."""

    terrain: str
    area: str
    zone: str
    features: list[str] = field(default_factory=list)
    name: str = ""
    provenance: str = "reconstructed"


@dataclass
class BoardMap:
    """The finished map and its source layers."""

    hexes: dict[Hex, HexRecord]
    sides: dict[Side, tuple[str, str, str]]
    parted: dict[Side, tuple[Hex, Hex]]
    layers: Layers

    def land(self, h: Hex) -> bool:
        """Whether ground units may stand there."""
        return h in self.hexes and self.hexes[h].terrain not in ("sea", "lake")


def _terrain(layers: Layers, h: Hex, area: str) -> tuple[str, str]:
    name = hex_id(h)
    for terrain, listed in (
        ("marsh", facts.MARSH),
        ("steppe", facts.STEPPE),
        ("rough", facts.ROUGH),
    ):
        if name in listed:
            return terrain, "rulebook"
    if name not in facts.LAND and layers.share(h, layers.land) < SEA_SHARE:
        return "sea", "reconstructed"
    if area in GONE:
        return "sea", "reconstructed"  # neutral ground, out of play
    if layers.share(h, layers.lakes) > LAKE_SHARE:
        return "lake", "reconstructed"
    if name in facts.ROUGH_CHOICES:
        return "rough", "reconstructed"
    if layers.share(h, layers.rough) > ROUGH_SHARE:
        return "rough", "reconstructed"
    if layers.share(h, layers.marshes) > MARSH_SHARE:
        return "marsh", "reconstructed"
    return "clear", "reconstructed"


def _area(layers: Layers, h: Hex) -> str:
    known = {**facts.AREA_CHOICES, **facts.AREA_FACTS}
    return known.get(hex_id(h)) or layers.area_of(h)


def _nearest(layers: Layers, hexes: dict[Hex, HexRecord], place: tuple[float, float]) -> Hex:
    spot = Point(layers.ref.point(*place))
    return min(hexes, key=lambda h: spot.distance(Point(grid.centre(h))))


def _forts(layers: Layers, hexes: dict[Hex, HexRecord]) -> None:
    for tag, places in (("soviet-fort", facts.SOVIET_FORTS), ("german-fort", facts.GERMAN_FORTS)):
        for place in places.values():
            record = hexes[_nearest(layers, hexes, place)]
            if tag not in record.features:
                record.features.append(tag)


def _cities(layers: Layers, hexes: dict[Hex, HexRecord]) -> None:
    placed: dict[str, str] = {}
    for name, place in facts.PLACED_CITIES.items():
        near = _nearest(layers, hexes, place)
        placed[facts.CITY_HEX.get(name, hex_id(near))] = name
    for ident, name in {**placed, **facts.RULE_CITIES}.items():
        record = hexes[parse(ident)]
        record.terrain, record.name = "clear", name
        record.features += ["city", "vp"]
        record.provenance = "rulebook" if ident in facts.RULE_CITIES else "reconstructed"
        if name in facts.BALTIC_PORT_CITIES:
            record.features.append("port-baltic")
    for ident, name in {**facts.VP_NOT_CITIES, **facts.OTHER_NAMES}.items():
        record = hexes[parse(ident)]
        record.name, record.provenance = name, "rulebook"
        if ident in facts.VP_NOT_CITIES:
            record.features.append("vp")


def _tags(hexes: dict[Hex, HexRecord]) -> None:
    listed = [
        ("oil", facts.OIL),
        ("dp", [*facts.DP_AREA, *facts.ROSTOV_AREA, *facts.CRIMEA]),
        ("rostov", facts.ROSTOV_AREA),
        ("crimea", facts.CRIMEA_SUPPLY),
        ("german-source", facts.GERMAN_SOURCES),
        ("soviet-source", facts.SOVIET_SOURCES),
        ("rvgk-edge", facts.RVGK_EDGE),
        ("caucasus-exit", facts.CAUCASUS_EXIT),
    ]
    for h, record in hexes.items():
        if record.terrain in ("sea", "lake"):
            continue
        record.features += [tag for tag, idents in listed if hex_id(h) in idents]
        if hex_id(h) in facts.PORTS:
            record.features.append(facts.PORTS[hex_id(h)])


def _coasts(board: BoardMap) -> None:
    """A coastal hex contains open sea, or has a sea hex or sea hexside beside it."""
    seas = {h for h, r in board.hexes.items() if r.terrain == "sea"}
    for h, record in board.hexes.items():
        if not board.land(h):
            continue
        water = 1 - board.layers.share(h, board.layers.land) > COAST_SHARE
        beside = any(n in seas for n in grid.neighbours(h))
        if not (water or beside or hex_id(h) in facts.COAST_EXTRA):
            continue
        tag = "coast-baltic" if h[0] < 22 else "coast-black"
        if hex_id(h) in facts.AZOV:
            tag = "coast-azov"
        if hex_id(h) not in facts.NO_COAST:
            record.features.append(tag)
        if hex_id(h) in facts.BOTH_SEAS:
            record.features.append("coast-black")


def _hexsides(board: BoardMap) -> None:
    layers, parted = board.layers, board.parted

    def between(s: Side) -> bool:
        a, b = parted[s]
        return board.land(a) and board.land(b)

    def set_side(text: str, feature: str, name: str, source: str) -> None:
        board.sides[grid.LATTICE.side_named(text)] = (feature, name, source)

    dry = {grid.LATTICE.side_named(t) for t in facts.DRY_SIDES}
    for s in parted:
        if between(s) and s not in dry and layers.wetness(s) > WET_SIDE:
            (ax, ay), (bx, by) = s
            middle = Point((ax + bx) / 2000, (ay + by) / 2000)
            inland = layers.lakes.distance(middle) < 0.05 and layers.land.contains(middle)
            board.sides[s] = ("lake" if inland else "sea", "", "reconstructed")
    for text, (feature, name) in facts.WET_SIDES.items():
        set_side(text, feature, name, "reconstructed")
    for text, feature in facts.SPECIAL_SIDES.items():
        set_side(text, feature, facts.SPECIAL_NAMES[feature], "rulebook")
    network = Network(
        layers,
        list(board.hexes),
        lambda s: not between(s) and any(h in board.hexes and not board.land(h) for h in parted[s]),
    )
    laid: dict[str, set[Vertex]] = {}
    for name, joins, way in COURSES:
        path = network.lay(name, way, laid.get(joins, set()))
        laid[name] = {v for s in path for v in s}
        for s in path:
            if between(s) and s not in board.sides:
                source = "rulebook" if name == "Dnepr" and parted[s] == ((28, 9), (29, 8)) else ""
                board.sides[s] = ("river", name, source or "reconstructed")


def build(geodata: Path) -> BoardMap:
    """Measure every hex and hexside, then lay the rule facts over them."""
    layers = Layers(geodata, Georeference(ANCHORS), grid.LATTICE)
    hexes: dict[Hex, HexRecord] = {}
    for h in grid.outline():
        area = _area(layers, h)
        terrain, source = _terrain(layers, h, area)
        if terrain in ("sea", "lake"):
            area = "none"
        zone = "south" if h[0] >= facts.FIRST_SOUTHERN_ROW else "north"
        hexes[h] = HexRecord(terrain, area, zone, provenance=source)
    board = BoardMap(hexes, {}, grid.sides(list(hexes)), layers)
    _cities(layers, hexes)
    _tags(hexes)
    _forts(layers, hexes)
    _hexsides(board)
    _coasts(board)
    for h, record in hexes.items():
        frontier = any(n in hexes and hexes[n].area in facts.WEST for n in grid.neighbours(h))
        if record.area in facts.SOVIET_1941 and frontier:
            record.features.append("start-east")
    return board
