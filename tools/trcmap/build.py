"""The lists of the printed map combined: the contents of every hex and every hexside."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import pairwise

from tools.trcmap import grid, ground, lines, places

WATER = ("sea", "lake")

SEAS = {
    "baltic": ("E17", "D12"),
    "black-sea": ("KK25", "II16"),
    "white-sea": ("A2",),
    "caspian": ("QQ2",),
}
"""A hex of each piece; the Gulf of Finland is Baltic, the Sea of Azov Black Sea (10.2)."""

COASTS = {"baltic": "coast-baltic", "black-sea": "coast-black"}
"""The navigable seas, and the feature of a land hex beside one."""

COUNTRIES = {
    "germany": "E31",
    "east-prussia": "H23",
    "poland": "L26",
    "hungary": "S30",
    "rumania": "BB30",
    "bulgaria": "FF31",
    "turkey": "OO28",
    "finland": "B14",
    "russia": "R9",
}
"""A hex of each country, the start of a fill up to its frontiers."""

FINLAND = "A15 A14 A13 A12 A11 A10 A9 A8 A7 B15 B14 B13 B12 B11"
"""Finland (reconstructed): the frontier after the Winter War.

Drawn relative to the cities around it: it leaves the coast just west of Viborg (C10 and
B10 Russian), passes Imatra on the Vuoksi, north of Lake Ladoga and by Ilomantsi.  So A14 with its
track is Finnish, the isthmus and both shores of the lake are Russian, and the Leningrad district
between this line and the printed one is a strip one or two hexes wide, as the other districts are.
"""

DISTRICTS = {
    "baltic": "F19",
    "western": "O22",
    "kiev": "S25",
    "odessa": "AA24",
    "leningrad": "D10",
}
"""A hex of each military district.  Lvov, S25, lies in the Kiev district."""

NAMED = (
    "F18 G17 I16 I18 J15 J16 J17 K15 R12 S11 S12 T13 T14 T24 T25 U24 V11 W13 W14 Y22 Z22 EE20 FF20 "
    "EE21 FF21 FF22 GG21 GG19 HH21 JJ17 KK17 JJ22 KK19 KK20 AA29 QQ12"
)
"""Hexes named and described in the rulebook."""


@dataclass
class Cell:
    """One hex."""

    terrain: str
    area: str = ""
    zone: str = "none"
    features: list[str] = field(default_factory=list)
    rivers: list[str] = field(default_factory=list)
    name: str = ""
    provenance: str = "published"


@dataclass
class Side:
    """One hexside: its features, and the river across it."""

    features: list[str] = field(default_factory=list)
    river: str = ""


@dataclass
class Board:
    """The map: hexes and hexsides by printed ids."""

    cells: dict[str, Cell]
    sides: dict[tuple[str, str], Side]

    def land(self, hex_: str) -> bool:
        """Whether units may stand in a hex."""
        return self.cells[hex_].terrain not in WATER


def build() -> Board:
    """The whole map."""
    board = Board({h: Cell("clear") for h in grid.every()}, {})
    for terrain, hexes in ground.TERRAIN.items():
        for h in hexes.split():
            board.cells[h].terrain = terrain
    _countries(board)
    _districts(board)
    _seas(board)
    _rails(board)
    _places(board)
    _rivers(board)
    for text in ground.PROHIBITED.split():
        _side(board, *grid.hexside(text)).features.append("prohibited")
    _side(board, *grid.hexside(ground.STRAIT)).features.append("strait")
    for h in NAMED.split():
        board.cells[h].provenance = "rulebook"
    return board


def _side(board: Board, a: str, b: str) -> Side:
    return board.sides.setdefault(grid.pair(a, b), Side())


def _fill(board: Board, start: str, walls: set[tuple[str, str]], land: bool = True) -> set[str]:
    """The connected hexes of one kind, without crossing a wall."""
    found, ahead = {start}, [start]
    while ahead:
        a = ahead.pop()
        for b in grid.around(a):
            if b not in found and grid.pair(a, b) not in walls and board.land(b) == land:
                found.add(b)
                ahead.append(b)
    return found


def _hexsides(text: str) -> set[tuple[str, str]]:
    return {grid.hexside(word) for word in text.split()}


def _around(hexes: Iterable[str]) -> set[tuple[str, str]]:
    """The outline of some hexes."""
    inside = set(hexes)
    return {grid.pair(a, b) for a in inside for b in grid.around(a) if b not in inside}


def _countries(board: Board) -> None:
    walls = _hexsides(ground.BORDERS) | _around(FINLAND.split())
    for country, start in COUNTRIES.items():
        for h in _fill(board, start, walls):
            board.cells[h].area = country
    for h, cell in board.cells.items():
        if cell.area == "russia" and grid.read(h)[0] < 4 and grid.read(h)[1] <= 10:
            cell.area = "karelia"
        if not cell.area and board.land(h):
            cell.area = "island"
        if cell.area in ("finland", "karelia"):
            cell.provenance = "reconstructed"


def _districts(board: Board) -> None:
    walls = _hexsides(ground.DISTRICTS) | _hexsides(ground.BORDERS) | _around(FINLAND.split())
    for district, start in DISTRICTS.items():
        for h in _fill(board, start, walls):
            board.cells[h].zone = district
            if district == "leningrad":
                board.cells[h].provenance = "reconstructed"


def _seas(board: Board) -> None:
    for sea, starts in SEAS.items():
        for start in starts:
            for h in _fill(board, start, set(), land=False):
                board.cells[h].area = sea
    for h, cell in board.cells.items():
        if cell.terrain == "lake":
            cell.area = "lake"
        elif board.land(h):
            shores = {board.cells[b].area for b in grid.around(h) if not board.land(b)}
            cell.features += [coast for sea, coast in COASTS.items() if sea in shores]


def _rails(board: Board) -> None:
    for line in lines.RAILS:
        for a, b in pairwise(line.split()):
            found = _side(board, a, b).features
            if "rail" not in found:
                found.append("rail")


def _places(board: Board) -> None:
    tracks: dict[str, int] = dict.fromkeys(lines.RAIL_LINK, 1)
    for (a, b), side in board.sides.items():
        if "rail" in side.features:
            for h in (a, b):
                tracks[h] = tracks.get(h, 0) + 1
    for h, (name, kind) in places.PLACES.items():
        board.cells[h].name = name
        board.cells[h].features.append(kind)
    for h, count in tracks.items():
        cell = board.cells[h]
        cell.features.append("rail")
        if count > 2 and not {"city-major", "city-minor"} & set(cell.features):
            cell.features.append("junction")
    for table in (places.PORTS, places.EXITS):
        for feature, hexes in table.items():
            for h in hexes.split():
                board.cells[h].features.append(feature)
    for h, cell in board.cells.items():
        row, n = grid.read(h)
        if board.land(h) and cell.area not in ("turkey", "island"):
            if n == grid.COLUMNS:
                cell.features.append("edge-west")
            if n == 1:
                cell.features.append("edge-east")
            if row == len(grid.LETTERS) - 1 and 5 <= n <= 16:
                cell.features.append("entry-south")


def _rivers(board: Board) -> None:
    for river, course in lines.RIVERS:
        hexes = course.split()
        for h in hexes:
            if board.land(h) and river not in board.cells[h].rivers:
                board.cells[h].rivers.append(river)
        for a, b in pairwise(hexes):
            if board.land(a) and board.land(b):
                side = _side(board, a, b)
                if side.river:
                    raise ValueError(f"{side.river} and {river} both cross {a}-{b}")
                side.features.append("river")
                side.river = river
