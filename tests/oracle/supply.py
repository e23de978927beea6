"""Supply states for turns 9 to 13, written from the rulebook of Barbarossa Deluxe, section 7.

When several states are open to a German-side unit it takes the most useful one, in this order:
overland, crimea, garrison, coastal, aerial, oos.  Overland comes first because only it lets a
mountain corps or a panzer corps use every special ability; crimea and garrison are full supply;
coastal and aerial count for defence only.  A Soviet unit takes overland, then garrison, then oos.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass
from functools import lru_cache

from .model import (
    DNEPROPETROVSK,
    GERMAN,
    KERCH_EAST,
    KERCH_WEST,
    ROSTOV,
    SEVASTOPOL,
    SOVIET,
    Board,
    Position,
    distance,
)

FULL_GERMAN = frozenset({"overland", "crimea", "garrison"})
MARKER_RANGE = {"A": 4, "B": 3, "C": 2}  # 7.10
GARRISON_AREAS = frozenset({"greater-germany", "general-government", "hungary"})  # 7.6
GERMAN_LAKE_AREAS = frozenset({"greater-germany", "hungary"})  # 7.14
SOVIET_LAKE_AREAS = frozenset({"ussr", "lithuania", "latvia", "estonia", "baltic"})  # 7.14

GERMAN_SOURCES = frozenset(f"{row}24" for row in range(17, 30))  # 7.3
SOVIET_SOURCES = frozenset(f"{row}00" for row in range(10, 33)) - {  # 7.9
    "2700",
    "2800",
    "2900",
    "3000",
}


def _node_open(position: Position, side: str, hex_id: str) -> bool:
    """Whether a supply line of this side may enter the hex at all."""
    place = position.board.hexes[hex_id]
    if place.terrain == "sea":
        return False
    lake_areas = GERMAN_LAKE_AREAS if side == GERMAN else SOVIET_LAKE_AREAS
    if place.terrain == "lake" and place.area not in lake_areas:
        return False
    holder = position.controller(hex_id)
    if side == GERMAN:
        if position.occupants(hex_id, SOVIET):
            return False
        fortified = position.fortified(hex_id, SOVIET) or position.in_area(hex_id)
        return not (holder == SOVIET and fortified)  # 7.20
    if position.occupants(hex_id, GERMAN):
        return False
    # A German line once entered by the Soviets is destroyed (11.21), so a Soviet-held one is open.
    return not (holder == GERMAN and position.fortified(hex_id, GERMAN))  # 7.20


def _edge_open(board: Board, side: str, a: str, b: str, kerch: bool) -> bool:
    """Whether a supply line of this side may cross the hexside between two open hexes."""
    first, second = board.hexes[a], board.hexes[b]
    if first.zone != second.zone:  # 7.15
        return False
    side_features = board.hexside(a, b)
    if "kerch" in side_features:  # 7.4, 7.14, 10.14
        return side == SOVIET or kerch
    if "sivash" in side_features:  # 7.14
        return side == SOVIET
    if "sea" in side_features:
        return False
    if "lake" in side_features:
        lake_areas = GERMAN_LAKE_AREAS if side == GERMAN else SOVIET_LAKE_AREAS
        return first.area in lake_areas and second.area in lake_areas
    return True


@lru_cache(maxsize=8)
def _crossings(board: Board, side: str, kerch: bool) -> dict[str, list[str]]:
    """For each hex of the map those next to it that a supply line of this side may cross to."""
    return {
        hex_id: [n for n in board.neighbours(hex_id) if _edge_open(board, side, hex_id, n, kerch)]
        for hex_id in board.hexes
    }


@dataclass(frozen=True)
class Lines:
    """The hexes that a side's supply lines may use, and where they may go on from each."""

    usable: frozenset[str]
    crossings: Mapping[str, list[str]]

    def joined(self, hex_id: str) -> set[str]:
        """All hexes that a line can reach from a hex, itself among them."""
        if hex_id not in self.usable:
            return set()
        found, frontier = {hex_id}, [hex_id]
        while frontier:
            for other in self.crossings[frontier.pop()]:
                if other in self.usable and other not in found:
                    found.add(other)
                    frontier.append(other)
        return found


def supply_lines(position: Position, side: str, kerch: bool = False) -> Lines:
    """The hexes and hexsides that a side's supply lines may use.

    `kerch` opens the Kerch Strait to the German side, which only Crimea supply may use.
    """
    usable = frozenset(h for h in position.board.hexes if _node_open(position, side, h))
    return Lines(usable, _crossings(position.board, side, kerch))


@lru_cache(maxsize=64)
def overland_hexes(position: Position, side: str) -> frozenset[str]:
    """Every hex from which a unit of this side would have regular overland supply.

    A unit in the DP area needs a line to Dnepropetrovsk and a line from there to a source; one in
    the R area needs a line to Rostov as well (7.4).  A junction works only for its owner.
    """
    lines = supply_lines(position, side)
    sources = GERMAN_SOURCES if side == GERMAN else SOVIET_SOURCES
    supplied: set[str] = set()
    for source in sources:
        if source not in supplied:
            supplied |= lines.joined(source)
    if side == SOVIET:
        return frozenset(supplied)
    board = position.board
    from_dnepropetrovsk: set[str] = set()
    if position.controller(DNEPROPETROVSK) == GERMAN and DNEPROPETROVSK in supplied:
        from_dnepropetrovsk = lines.joined(DNEPROPETROVSK)
    from_rostov: set[str] = set()
    if position.controller(ROSTOV) == GERMAN and ROSTOV in from_dnepropetrovsk:
        from_rostov = lines.joined(ROSTOV)
    answer: set[str] = set()
    for hex_id in supplied:
        if board.has(hex_id, "rostov"):
            if hex_id in from_rostov:
                answer.add(hex_id)
        elif board.has(hex_id, "dp"):
            if hex_id in from_dnepropetrovsk:
                answer.add(hex_id)
        else:
            answer.add(hex_id)
    return frozenset(answer)


def crimea_hexes(position: Position) -> set[str]:
    """Every hex of the Crimea supply area that can trace to a German Sevastopol (7.4)."""
    if position.crimea != "on" or position.controller(SEVASTOPOL) != GERMAN:
        return set()
    reach = supply_lines(position, GERMAN, kerch=True).joined(SEVASTOPOL)
    return {h for h in reach if position.board.has(h, "crimea")}


def coastal_hexes(position: Position) -> set[str]:
    """Every hex that gives German units coastal supply (7.5, 7.4)."""
    southern = position.crimea != "on"
    azov = southern and all(position.controller(h) == GERMAN for h in (KERCH_EAST, KERCH_WEST))
    answer: set[str] = set()
    for hex_id, place in position.board.hexes.items():
        if (
            "coast-baltic" in place.features
            or (southern and "coast-black" in place.features)
            or (azov and "coast-azov" in place.features)
        ):
            answer.add(hex_id)
    return answer


def _german_state(
    position: Position, unit: str, overland: Set[str], crimea: Set[str], coastal: Set[str]
) -> str:
    hex_id = position.where(unit)
    place = position.board.hexes[hex_id]
    in_the_north = position.unit(unit).axis_satellite and position.barred(unit, hex_id)
    if hex_id in overland and not in_the_north:  # 10.22: no tracing there
        return "overland"
    if unit in position.crimea_units and hex_id in crimea:
        return "crimea"
    if hex_id in position.fortress and place.area in GARRISON_AREAS:
        return "garrison"
    if position.unit(unit).nation == "german" and hex_id in coastal:  # units of Germany alone, 1.5
        return "coastal"
    if position.aerial == hex_id:
        return "aerial"
    return "oos"


def german_states(position: Position) -> dict[str, str]:
    """The supply state of every German-side unit on the map."""
    return dict(_german_states(position))


@lru_cache(maxsize=32)
def _german_states(position: Position) -> dict[str, str]:
    overland = overland_hexes(position, GERMAN)
    crimea = crimea_hexes(position)
    coastal = coastal_hexes(position)
    return {
        unit: _german_state(position, unit, overland, crimea, coastal)
        for unit, place in position.units.items()
        if place in position.board.hexes and position.unit(unit).side == GERMAN
    }


def german_state(position: Position, unit: str) -> str:
    """One of overland, crimea, garrison, coastal, aerial, oos."""
    return german_states(position)[unit]


def soviet_states(position: Position) -> dict[str, str]:
    """The supply state of every Soviet-side unit on the map."""
    return dict(_soviet_states(position))


@lru_cache(maxsize=32)
def _soviet_states(position: Position) -> dict[str, str]:
    overland = overland_hexes(position, SOVIET)
    answer: dict[str, str] = {}
    for unit, place in position.units.items():
        if place not in position.board.hexes or position.unit(unit).side != SOVIET:
            continue
        if place in overland or position.unit(unit).kind == "coastal":  # 10.34
            answer[unit] = "overland"
        elif place in position.hero:  # 7.13, 9.4
            answer[unit] = "garrison"
        else:
            answer[unit] = "oos"
    return answer


def soviet_state(position: Position, unit: str) -> str:
    """One of overland, garrison, oos."""
    return soviet_states(position)[unit]


def in_marker_range(position: Position, hex_id: str) -> bool:
    """Whether a hex lies within the radius of a deployed offensive supply marker (7.10, 7.11)."""
    return any(
        distance(hex_id, place) <= MARKER_RANGE[name]
        for name, place in position.supply_markers.items()
    )


@lru_cache(maxsize=32)
def offensive_units(position: Position) -> Mapping[str, bool]:
    """For every Soviet unit on the map, whether it has offensive supply (7.9, 7.10).

    Where the rule is not in effect, regular overland supply is enough (7.9, 15.8).
    """
    unneeded = position.turn < 7 or not position.terms.offensive_supply
    return {
        unit: state == "overland" and (unneeded or in_marker_range(position, position.where(unit)))
        for unit, state in soviet_states(position).items()
    }


def offensive(position: Position, unit: str) -> bool:
    """Whether a Soviet unit has offensive supply in its hex."""
    return offensive_units(position)[unit]


def states(position: Position, side: str) -> dict[str, str]:
    """All states of one side."""
    return german_states(position) if side == GERMAN else soviet_states(position)


def movement_halved(position: Position, unit: str) -> bool:
    """Whether a unit that starts its move now moves at half allowance (7.5, 7.7, 7.16)."""
    side = position.unit(unit).side
    return states(position, side)[unit] in ("coastal", "aerial", "oos")


def may_mobile_assault(position: Position, unit: str) -> bool:
    """Whether a unit's supply lets it mobile assault from its hex (10.26, 7.4)."""
    side = position.unit(unit).side
    return states(position, side)[unit] in FULL_GERMAN
