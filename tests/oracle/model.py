"""Map, units and positions for the oracle, written from the rulebook of Barbarossa Deluxe.

Hex ids are `RRCC`: rows run from north to south, columns from east to west, and even rows lie
half a hex east of odd rows.  Nothing here is fast; everything is meant to be obvious.
"""

from __future__ import annotations

import csv
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import Any

import eastfront

from .terms import BLUE_KREMLIN, TERMS, Terms

DATA = Path(eastfront.__file__).parent / "scenarios" / "barbarossa-deluxe"

GERMAN = "german"
SOVIET = "soviet"

LENINGRAD = "1011"
MOSCOW = "1606"
STALINGRAD = "2501"
DNEPROPETROVSK = "2607"
ROSTOV = "2804"
SEVASTOPOL = "3108"
KERCH_EAST = "3105"
KERCH_WEST = "3106"
KERCH_COMMAND = "DE:ksc"
BALTIC_CORPS = "DE:ssinf:6"
BALTIC = frozenset({"lithuania", "latvia", "estonia"})
SIVASH_NORTH = "2907"
SIVASH_SOUTH = "3008"

# Clockwise, so that two directions are opposite when they are three places apart.
RING = ("NE", "E", "SE", "SW", "W", "NW")

_EVEN_ROW = {"E": (0, -1), "W": (0, 1), "NE": (-1, -1), "NW": (-1, 0), "SE": (1, -1), "SW": (1, 0)}
_ODD_ROW = {"E": (0, -1), "W": (0, 1), "NE": (-1, 0), "NW": (-1, 1), "SE": (1, 0), "SW": (1, 1)}

SINGLE_MONTH_TURNS = frozenset({1, 2, 3, 4, 9, 10, 11, 12, 17, 18, 19, 20, 25, 26, 27, 28})

STACK_LIMIT = 5  # 6.3


def enemy_of(side: str) -> str:
    """The other side."""
    return SOVIET if side == GERMAN else GERMAN


@cache
def step(hex_id: str, direction: str) -> str:
    """The id one hex away in a grid direction, whether or not that hex is on the map."""
    row, column = int(hex_id[:2]), int(hex_id[2:])
    d_row, d_column = (_EVEN_ROW if row % 2 == 0 else _ODD_ROW)[direction]
    return f"{row + d_row:02d}{column + d_column:02d}"


def direction_to(from_hex: str, to_hex: str) -> str | None:
    """The grid direction of an adjacent hex, or None when the two are not adjacent."""
    for direction in RING:
        if step(from_hex, direction) == to_hex:
            return direction
    return None


def _axial(hex_id: str) -> tuple[int, int]:
    row, column = int(hex_id[:2]), int(hex_id[2:])
    return -column - (row + row % 2) // 2, row


def distance(a: str, b: str) -> int:
    """Hexes from a to b: the start does not count, the end does (7.11)."""
    (qa, ra), (qb, rb) = _axial(a), _axial(b)
    dq, dr = qb - qa, rb - ra
    return max(abs(dq), abs(dr), abs(dq + dr))


@dataclass(frozen=True)
class Hex:
    """One printed hex."""

    id: str
    terrain: str
    area: str
    zone: str
    features: frozenset[str]
    name: str


@dataclass(frozen=True)
class Unit:
    """One ground unit counter."""

    id: str
    side: str
    nation: str
    kind: str
    mobility: str
    attack: int
    defence: int

    @property
    def mech(self) -> bool:
        return self.mobility == "mech"

    @property
    def static(self) -> bool:
        return self.mobility == "static"

    @property
    def walks(self) -> bool:
        """Whether it has points to spend; the coastal army goes between its ports (10.34)."""
        return not self.static and self.kind != "coastal"

    @property
    def rides(self) -> bool:
        """Whether it is on a corps or an army and never alone (8.31, 8.32)."""
        return self.kind in ("tiger", "cavalry-mech")

    @property
    def axis_satellite(self) -> bool:
        return self.kind == "satellite"

    @property
    def satellite(self) -> bool:
        return self.kind in ("satellite", "communist-satellite")


@dataclass(frozen=True, eq=False)
class Board:
    """The printed map, the hexside features and the counters."""

    hexes: Mapping[str, Hex]
    sides: Mapping[frozenset[str], frozenset[str]]
    units: Mapping[str, Unit]
    names: Mapping[frozenset[str], str] = field(default_factory=dict)
    """The names of rivers by hexside."""

    @cached_property
    def _neighbours(self) -> dict[str, list[str]]:
        return {h: [n for d in RING if (n := step(h, d)) in self.hexes] for h in self.hexes}

    def neighbours(self, hex_id: str) -> list[str]:
        """Adjacent hexes that exist on the map, whatever their terrain."""
        return self._neighbours[hex_id]

    def hexside(self, a: str, b: str) -> frozenset[str]:
        """The features printed along the hexside between two adjacent hexes."""
        return self.sides.get(frozenset({a, b}), frozenset())

    def has(self, hex_id: str, feature: str) -> bool:
        return feature in self.hexes[hex_id].features


def _rows(name: str) -> Iterator[dict[str, str]]:
    with (DATA / name).open(encoding="utf-8", newline="") as stream:
        lines = (line for line in stream if line.strip() and not line.startswith("#"))
        for row in csv.DictReader(lines):
            yield {key.strip(): (value or "").strip() for key, value in row.items()}


@lru_cache(maxsize=1)
def load_board() -> Board:
    """Read map.csv, hexsides.csv and units.csv."""
    hexes = {
        row["hex"]: Hex(
            row["hex"],
            row["terrain"],
            row["area"],
            row["zone"],
            frozenset(row["features"].split()),
            row["name"],
        )
        for row in _rows("map.csv")
    }
    sides: dict[frozenset[str], frozenset[str]] = {}
    names: dict[frozenset[str], str] = {}
    for row in _rows("hexsides.csv"):
        key = frozenset({row["a"], row["b"]})
        if row["feature"] == "river":
            names[key] = row["name"]
        sides[key] = sides.get(key, frozenset()) | {row["feature"]}
    units = {
        row["id"]: Unit(
            row["id"],
            row["side"],
            row["nation"],
            row["kind"],
            row["mobility"],
            int(row["attack"] or 0),
            int(row["defence"] or 0),
        )
        for row in _rows("units.csv")
    }
    return Board(hexes, sides, units, names)


@dataclass(frozen=True, eq=False)
class Position:
    """Everything about one moment of play that the oracle needs.

    `phase_index` counts the movement and prepared assault phases of the player turn from 0, so
    the first half of a fight/fight turn has index 0 and the second half index 1.
    """

    turn: int
    side: str
    sequence: str | None = None
    zone: str | None = None
    units: Mapping[str, str | None] = field(default_factory=dict)
    control: Mapping[str, str] = field(default_factory=dict)
    hero: frozenset[str] = frozenset()
    fortress: frozenset[str] = frozenset()
    supply_markers: Mapping[str, str] = field(default_factory=dict)
    aerial: str | None = None
    crimea: str = "off"
    crimea_units: frozenset[str] = frozenset()
    retreated: frozenset[str] = frozenset()
    wrecked: frozenset[str] = frozenset()
    phase_index: int = 0
    area: str | None = None
    """The hex of the Soviet fortified area's marker (8.18)."""
    area_since: int = 0
    """The turn on which it was placed, none for one that was there before."""
    walls: frozenset[str] = frozenset()
    """The hexes with a counter of the East Wall (8.5)."""
    riders: Mapping[str, str] = field(default_factory=dict)
    """The corps of each Tiger battalion in play; a battalion has no place of its own (8.31)."""
    terms: Terms = BLUE_KREMLIN
    board: Board = field(default_factory=load_board)

    @classmethod
    def from_dict(cls, snapshot: Mapping[str, Any], board: Board | None = None) -> Position:
        """Build a position from the engine's plain snapshot; absent keys take the defaults."""
        return cls(
            turn=int(snapshot["turn"]),
            side=str(snapshot["side"]),
            sequence=snapshot.get("sequence"),
            zone=snapshot.get("zone"),
            units=dict(snapshot.get("units") or {}),
            control=dict(snapshot.get("control") or {}),
            hero=frozenset(snapshot.get("hero") or ()),
            fortress=frozenset(snapshot.get("fortress") or ()),
            supply_markers={
                k: v for k, v in (snapshot.get("supply_markers") or {}).items() if v is not None
            },
            aerial=snapshot.get("aerial"),
            crimea=str(snapshot.get("crimea") or "off"),
            crimea_units=frozenset(snapshot.get("crimea_units") or ()),
            retreated=frozenset(snapshot.get("retreated") or ()),
            wrecked=frozenset(snapshot.get("wrecked") or ()),
            phase_index=int(snapshot.get("phase_index") or 0),
            area=snapshot.get("area"),
            area_since=int(snapshot.get("area_since") or 0),
            walls=frozenset(snapshot.get("walls") or ()),
            riders=dict(snapshot.get("riders") or {}),
            terms=TERMS[str(snapshot.get("terms") or BLUE_KREMLIN.name)],
            board=load_board() if board is None else board,
        )

    def unit(self, unit_id: str) -> Unit:
        return self.board.units[unit_id]

    def where(self, unit_id: str) -> str:
        """The hex of a unit that is on the map."""
        place = self.units.get(unit_id)
        if place is None:
            raise ValueError(f"{unit_id} is not on the map")
        return place

    @cached_property
    def _by_hex(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for unit, place in sorted(self.units.items()):
            if place is not None:
                found.setdefault(place, []).append(unit)
        return found

    def occupants(self, hex_id: str, side: str | None = None) -> list[str]:
        """Units in a hex, optionally of one side, in id order."""
        here = self._by_hex.get(hex_id, ())
        return [u for u in here if side is None or self.unit(u).side == side]

    def occupied(self, side: str) -> set[str]:
        """All map hexes that hold a ground unit of a side."""
        return {h for h in self._by_hex if h in self.board.hexes and self.occupants(h, side)}

    def controller(self, hex_id: str) -> str | None:
        """The owner of a hex: the side with units in it, otherwise the recorded owner (3.6)."""
        here = self._by_hex.get(hex_id)
        return self.unit(here[0]).side if here else self.control.get(hex_id)

    def moved(self, units: Collection[str], to_hex: str) -> Position:
        """The same position with some units put into another hex."""
        return replace(self, units={**self.units, **dict.fromkeys(units, to_hex)})

    def without(self, units: Collection[str]) -> Position:
        """The same position with some units lifted off the map."""
        return replace(self, units={**self.units, **dict.fromkeys(units, None)})

    def fortified(self, hex_id: str, owner: str) -> bool:
        """Whether a side's fortified line in a hex stands; German ones fall once (11.21)."""
        if owner == GERMAN and hex_id in self.walls:
            return True
        return self.board.has(hex_id, f"{owner}-fort") and hex_id not in self.wrecked

    def in_area(self, hex_id: str) -> bool:
        """Whether a hex that the Soviet holds is in his fortified area (8.18)."""
        if self.area is None or self.controller(hex_id) != SOVIET:
            return False
        return hex_id == self.area or hex_id in self.board.neighbours(self.area)

    def area_grown(self) -> bool:
        """Whether the fortified area has its full effects: after its turn of placement (8.18)."""
        return self.turn > self.area_since

    def is_city(self, hex_id: str) -> bool:
        return self.board.has(hex_id, "city")

    def single_month(self) -> bool:
        return self.turn in SINGLE_MONTH_TURNS

    def satellites_confined(self) -> bool:
        """Whether 10.22 keeps Axis satellites out of the north.

        Declaring the northern zone suspends 10.22 from turn 9 to the end of turn 12, in the
        scenarios that have this exception.
        """
        freed = self.terms.zone_frees_satellites and 9 <= self.turn <= 12
        return not (self.zone == "north" and freed)

    def barred(self, unit_id: str, hex_id: str) -> bool:
        """Whether 10.22 or 8.3 keeps this unit out of this hex."""
        if unit_id == KERCH_COMMAND and not self.board.has(hex_id, "crimea"):  # 8.3
            return True
        if unit_id == BALTIC_CORPS and self.board.hexes[hex_id].area not in BALTIC:  # 8.3
            return True
        return (
            self.unit(unit_id).axis_satellite
            and self.board.hexes[hex_id].zone == "north"
            and self.satellites_confined()
        )

    def carries(self, unit_id: str) -> bool:
        """Whether a Tiger battalion is on a unit (8.31)."""
        return unit_id in self.riders.values()

    def fits(self, units: Collection[str], hex_id: str) -> bool:
        """Whether these units may stop in a hex beside the friends there (6.3 to 6.5, 8.31)."""
        if not units:
            return True
        side = self.unit(next(iter(units))).side
        together = set(self.occupants(hex_id, side)) | set(units)
        counted = [u for u in together if not self.unit(u).static]
        satellites = [u for u in together if self.unit(u).satellite]
        tigers = [u for u in together if self.carries(u)]
        return len(counted) <= STACK_LIMIT and len(satellites) <= 1 and len(tigers) <= 1
