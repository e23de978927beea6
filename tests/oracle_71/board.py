"""The map and the counters as plain facts, read from the game's files; this module knows no rule.

A hex is a name of four figures, row and column, both from 01. Rows of even number lie half a hex
to the east. What is not in `Board.terrain` is off the map.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path

import eastfront

FILES = Path(eastfront.__file__).parent / "scenarios" / "barbarossa-1971"

AXIS = "axis"
SOVIET = "soviet"

Hexside = frozenset[str]


def enemy_of(side: str) -> str:
    """The other side."""
    return SOVIET if side == AXIS else AXIS


# ---- the grid


@cache
def split(name: str) -> tuple[int, int]:
    """Row and column of a hex."""
    return int(name[:2]), int(name[2:])


@cache
def around(name: str) -> tuple[str, ...]:
    """The hexes that would lie around a hex on a sheet without end, from the west, clockwise."""
    row, column = split(name)
    west = column if row % 2 == 0 else column - 1  # the column to the north-west
    places = (
        (row, column - 1),
        (row - 1, west),
        (row - 1, west + 1),
        (row, column + 1),
        (row + 1, west + 1),
        (row + 1, west),
    )
    return tuple(f"{r:02}{c:02}" for r, c in places if 0 < r < 100 and 0 < c < 100)


def pair(a: str, b: str) -> Hexside:
    """The hexside between two hexes."""
    return frozenset((a, b))


@cache
def distance(a: str, b: str) -> int:
    """Hexes from a to b, counting the end and not the start, whatever lies between."""
    (row_a, column_a), (row_b, column_b) = split(a), split(b)
    x_a = 2 * column_a + (row_a % 2 == 0)  # in halves of a hex
    x_b = 2 * column_b + (row_b % 2 == 0)
    rows, halves = abs(row_a - row_b), abs(x_a - x_b)
    return rows + max(0, (halves - rows) // 2)


# ---- the map


@dataclass(frozen=True)
class Board:
    """Terrain, areas and hexsides of a map."""

    terrain: Mapping[str, str]
    area: Mapping[str, str] = field(default_factory=dict)
    features: Mapping[str, frozenset[str]] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)
    rivers: frozenset[Hexside] = frozenset()
    sea_sides: frozenset[Hexside] = frozenset()
    lake_sides: frozenset[Hexside] = frozenset()
    kerch: frozenset[Hexside] = frozenset()

    @cached_property
    def beside(self) -> dict[str, tuple[str, ...]]:
        """The hexes of the map around each hex."""
        return {h: tuple(n for n in around(h) if n in self.terrain) for h in self.terrain}

    def ways(self, ground: frozenset[str], frozen: bool) -> dict[str, tuple[str, ...]]:
        """The hexes of ``ground`` to which one may go from each hex; not over the straits, and over
        sides of lakes only when they are frozen."""
        known: dict[object, dict[str, tuple[str, ...]]] = self.__dict__.setdefault("open", {})
        if (ground, frozen) not in known:
            shut = self.sea_sides | self.kerch | (frozenset() if frozen else self.lake_sides)
            known[ground, frozen] = {
                h: tuple(n for n in self.beside[h] if n in ground and {h, n} not in shut)
                for h in self.terrain
            }
        return known[ground, frozen]

    @cached_property
    def over_strait(self) -> dict[str, tuple[str, ...]]:
        """The hex on the other side of the Kerch Straits, for each hex on them."""
        return {h: tuple(n for s in self.kerch if h in s for n in s - {h}) for h in self.strait}

    def where(self, feature: str) -> frozenset[str]:
        """The hexes with a feature."""
        known: dict[str, frozenset[str]] = self.__dict__.setdefault("places", {})
        if feature not in known:
            known[feature] = frozenset(h for h, found in self.features.items() if feature in found)
        return known[feature]

    def lying_in(self, area: str) -> frozenset[str]:
        """The hexes of a political area of June 1941."""
        return frozenset(h for h, found in self.area.items() if found == area)

    @cached_property
    def finland(self) -> frozenset[str]:
        """Finland within its borders of 1941."""
        return self.lying_in("finland")

    @cached_property
    def strait(self) -> frozenset[str]:
        """The hexes on the Kerch Straits."""
        return frozenset(h for side in self.kerch for h in side)

    @cached_property
    def near_finland(self) -> frozenset[str]:
        """The hexes no more than six from Finland (MOVE-K, R40)."""
        return frozenset(h for h in self.terrain if any(distance(h, f) <= 6 for f in self.finland))

    def side_of_line(self, hex_: str, line: str) -> str:
        """On which side of a game's start line, or of the Campaign Victory Line, a hex lies."""
        west = "west-of-victory-line" if line == "campaign-victory" else f"axis-{line}"
        return AXIS if west in self.features[hex_] else SOVIET

    def front(self, line: str) -> dict[str, frozenset[str]]:
        """The land hexes of each side that are next to a start line (3.4).

        Two hexes that a sea or lake hexside parts are not next to it on account of each other;
        the two at Kerch are.
        """
        known: dict[str, dict[str, frozenset[str]]] = self.__dict__.setdefault("fronts", {})
        if line in known:
            return known[line]
        found: dict[str, set[str]] = {AXIS: set(), SOVIET: set()}
        land = {h for h, kind in self.terrain.items() if kind in {"clear", "rough"}}
        for h in land:
            for n in self.beside[h]:
                if n in land and {h, n} not in self.sea_sides | self.lake_sides:
                    a, b = self.side_of_line(h, line), self.side_of_line(n, line)
                    if a != b:
                        found[a].add(h)
        known[line] = {side: frozenset(hexes) for side, hexes in found.items()}
        return known[line]


@cache
def the_map() -> Board:
    """The map of the game."""
    terrain, area, features, names = {}, {}, {}, {}
    with (FILES / "map.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            hex_ = row["hex"]
            terrain[hex_], area[hex_] = row["terrain"], row["area"]
            features[hex_] = frozenset(row["features"].split())
            names[hex_] = row["name"]
    sides: dict[str, set[Hexside]] = {}
    with (FILES / "hexsides.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            sides.setdefault(row["feature"], set()).add(pair(row["a"], row["b"]))
    return Board(
        terrain,
        area,
        features,
        names,
        rivers=frozenset(sides["river"]),
        sea_sides=frozenset(sides["sea"]),
        lake_sides=frozenset(sides["lake"]),
        kerch=frozenset(sides["kerch"]),
    )


def field_of(
    *rows: str,
    first: int = 1,
    rivers: Iterable[str] = (),
    areas: Mapping[str, str] | None = None,
    features: Mapping[str, str] | None = None,
) -> Board:
    """A small map as a drawing: a line a row, a letter a hex, beginning in column 01.

    ``.`` clear, ``^`` rough, ``l`` lake, ``~`` sea, a blank no hex. A river hexside is two names
    with a stroke between them.
    """
    kinds = {".": "clear", "^": "rough", "l": "lake", "~": "sea"}
    terrain = {
        f"{r:02}{c:02}": kinds[letter]
        for r, row in enumerate(rows, first)
        for c, letter in enumerate(row, 1)
        if letter != " "
    }
    given = features or {}
    return Board(
        terrain,
        dict.fromkeys(terrain, "ussr") | dict(areas or {}),
        {h: frozenset(given.get(h, "").split()) for h in terrain},
        rivers=frozenset(pair(*text.split("/")) for text in rivers),
    )


# ---- the counters


@dataclass(frozen=True)
class Unit:
    """A counter; ``kind`` names its type (DE:pza), ``id`` which one it is (DE:pza:1)."""

    id: str
    side: str
    nation: str
    kind: str
    #: motorized, infantry (all that is not motorized) or support
    unit_class: str
    #: army, corps or none
    size: str
    attack: int
    defence: int
    movement: int
    #: points for the Soviets when it is eliminated
    points: int

    @property
    def is_support(self) -> bool:
        """UNIT-D: supply and air units."""
        return self.unit_class == "support"

    @property
    def is_motorized(self) -> bool:
        """UNIT-B: armor and armored infantry."""
        return self.unit_class == "motorized"

    @property
    def is_supply(self) -> bool:
        """Whether it is a supply unit."""
        return self.kind in {"AX:sup", "SU:sup"}

    @property
    def is_air(self) -> bool:
        """Whether it is a Luftwaffe unit."""
        return self.kind == "DE:air"


@cache
def counters() -> dict[str, Unit]:
    """Every counter by its id."""
    found = {}
    with (FILES / "units.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            found[row["id"]] = Unit(
                row["id"],
                row["side"],
                row["nation"],
                row["kind"],
                row["class"],
                row["size"],
                int(row["attack"]),
                int(row["defence"]),
                int(row["movement"]),
                int(row["points"] or 0),
            )
    return found


def counters_of(kind: str) -> list[Unit]:
    """The counters of a type."""
    return [u for u in counters().values() if u.kind == kind]
