"""The map: measured layers, overlaid with requirements of the rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

from shapely import prepare
from shapely.geometry import Point, Polygon
from tools.hexmap.lattice import Hex, Side, Vertex, hex_id, parse
from tools.hexmap.layers import Layers
from tools.hexmap.rivers import Network
from tools.spimap import grid, places
from tools.spimap.courses import COURSES, SURVEYED
from tools.spimap.lines import LINES, VICTORY, Line

SEA_SHARE, LAKE_SHARE, ROUGH_SHARE, WET_SIDE = 0.3, 0.6, 0.5, 0.8
STEPS = 10
"""The number of parts of each leg of a line, which is straight in latitude and longitude."""
GAMES = ("barbarossa", *LINES)
NEUTRAL = "neutral"


@dataclass
class Cell:
    """One row of map.csv."""

    terrain: str
    area: str
    features: list[str] = field(default_factory=list)
    name: str = ""


@dataclass
class Board:
    """The finished map and its source layers."""

    hexes: dict[Hex, Cell]
    parted: dict[Side, tuple[Hex, Hex]]
    layers: Layers
    sides: dict[Side, tuple[str, str]] = field(default_factory=dict)
    """The features of a hexside, and the river's name."""

    def land(self, h: Hex) -> bool:
        """Whether a hex is land."""
        return h in self.hexes and self.hexes[h].terrain in ("clear", "rough")

    def between(self, s: Side) -> bool:
        """Whether a hexside separates land hexes."""
        return all(self.land(h) for h in self.parted[s])

    def facing(self) -> Iterator[tuple[Hex, Hex]]:
        """Neighbouring land hexes with no water between, in both orders."""
        for s, (a, b) in self.parted.items():
            if self.between(s) and self.sides.get(s, ("", ""))[0] not in ("sea", "lake"):
                yield a, b
                yield b, a


def _terrain(layers: Layers, h: Hex, area: str) -> str:
    name = hex_id(h)
    sweden = h[0] <= places.SWEDEN[0] and h[1] <= places.SWEDEN[1]
    if area == NEUTRAL or sweden or name in places.ISLANDS:
        return "sea"
    if name not in places.LAND and layers.share(h, layers.land) < SEA_SHARE:
        return "sea"
    if layers.share(h, layers.lakes) > LAKE_SHARE:
        return "lake"
    broken = max(layers.share(h, layers.rough), layers.share(h, layers.marshes))
    return "rough" if broken > ROUGH_SHARE else "clear"


def _west_of(line: Line) -> Polygon:
    """All that lies on the western side of a line, to the edges of the map."""
    place = grid.Projection().point
    legs = [
        place(a[0] + (b[0] - a[0]) * i / STEPS, a[1] + (b[1] - a[1]) * i / STEPS)
        for a, b in pairwise(line)
        for i in range(STEPS)
    ] + [place(*line[-1])]
    west, south = -50.0, -100.0
    ends = [(legs[-1][0], south), (west, south), (west, legs[0][1])]
    out = Polygon([*legs, *ends]).buffer(0)
    prepare(out)
    return out


def _names(board: Board) -> None:
    def nearest(name: str, place: tuple[float, float]) -> Hex:
        if name in places.CITY_HEX:
            return parse(places.CITY_HEX[name])
        x, y = board.layers.ref.point(*place)

        def off(h: Hex) -> float:
            cx, cy = grid.LATTICE.centre(h)
            return (cx - x) ** 2 + (cy - y) ** 2

        return min(board.hexes, key=off)

    for name, place in (places.CITIES | places.TOWNS).items():
        cell = board.hexes[nearest(name, place)]
        cell.name = name
        if name in places.CITIES:
            cell.features.append("city")


def _hexsides(board: Board) -> None:
    """Water first, then rivers elsewhere, and the Kerch Straits over all."""
    layers, parted = board.layers, board.parted
    lake, dry = ({grid.LATTICE.side_named(t) for t in ids}
                 for ids in (places.LAKE_SIDES, places.DRY_SIDES))  # fmt: skip
    for s in parted:
        if board.between(s) and s not in dry and layers.wetness(s) > WET_SIDE:
            board.sides[s] = ("lake" if s in lake else "sea", "")
    for name, whole in SURVEYED.items():
        layers.rivers[name] = layers.rivers[whole]
    network = Network(
        layers,
        list(board.hexes),
        lambda s: any(h in board.hexes and not board.land(h) for h in parted[s]),
    )
    laid: dict[str, set[Vertex]] = {}
    for name, joins, way in COURSES:
        path = network.lay(name, way, laid.get(joins, set()))
        laid[name] = {v for s in path for v in s}
        for s in path:
            if board.between(s):
                board.sides.setdefault(s, ("river", name))
    board.sides[grid.LATTICE.side_named(places.KERCH)] = ("kerch", "Kerch Straits")


def _sides_of_lines(board: Board) -> None:
    """The side of a hex by each line; Finland is Axis in every game."""
    west = {name: _west_of(line) for name, line in LINES.items()}
    victory = _west_of(VICTORY)
    for h, cell in board.hexes.items():
        if not board.land(h):
            continue
        middle, finland = Point(grid.LATTICE.centre(h)), cell.area == "finland"
        if cell.area in places.AXIS_AREAS:
            cell.features.append("axis-barbarossa")
        cell.features += [f"axis-{n}" for n, p in west.items() if finland or p.contains(middle)]
        if finland or victory.contains(middle):
            cell.features.append("west-of-victory-line")


def _edges(board: Board) -> None:
    for h, cell in board.hexes.items():
        if not board.land(h):
            continue
        cut_off = h[0] <= places.CORNER[0] and cell.area == "finland"
        tags = {
            "edge-west": h[1] == places.WEST_EDGE,
            "edge-west-finland": h[1] == places.FINNISH_EDGE and cut_off,
            "edge-east": h[1] == places.EAST_EDGE,
            "helsinki": cell.name == "Helsinki",
            "lake-shore": any(
                n in board.hexes and board.hexes[n].terrain == "lake"
                for n in grid.LATTICE.neighbours(h)
            ),
        }
        cell.features += [tag for tag, there in tags.items() if there]


def _fronts(board: Board) -> None:
    """The hexes along each start line (SPI-DEPLOY-C, SPI-DEPLOY-D)."""
    facing = list(board.facing())
    for game in GAMES:
        axis = {h for h, cell in board.hexes.items() if f"axis-{game}" in cell.features}
        front = {(a, b) for a, b in facing if a in axis and b not in axis}
        for side, hexes in (("axis", {a for a, _ in front}), ("soviet", {b for _, b in front})):
            for h in hexes:
                board.hexes[h].features.append(f"{side}-front-{game}")
    for cell in board.hexes.values():
        if cell.area == "hungary" and "axis-front-barbarossa" in cell.features:
            cell.features.append("hungary-front")


def build(geodata: Path) -> Board:
    """Measure every hex and hexside, then apply the requirements of the rules."""
    layers = Layers(geodata, grid.Projection(), grid.LATTICE)
    hexes: dict[Hex, Cell] = {}
    for h in grid.outline():
        measured = layers.area_of(h)
        terrain = _terrain(layers, h, measured)
        area = "none" if terrain == "sea" else places.AREAS.get(measured, measured)
        hexes[h] = Cell(terrain, area)
    board = Board(hexes, grid.LATTICE.sides(list(hexes)), layers)
    _names(board)
    _sides_of_lines(board)
    _edges(board)
    _hexsides(board)
    _fronts(board)
    return board
