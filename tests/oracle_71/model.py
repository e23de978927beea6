"""A position: the place of each unit, the time, and facts about the past.

A position is never changed; `with_` returns another. All rules are computed from it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from . import charts
from .board import AXIS, SOVIET, Board, Unit, counters, enemy_of, the_map

FIRST, COMBAT, SECOND = "first movement", "combat", "second movement"
MOVEMENT = (FIRST, SECOND)
GROUND, RAIL, DRIVEN = "ground", "rail", "driven"
"""How a unit passed a hex: by ground movement, by rail, or by a result or the enemy."""

READY, ACROSS = "ready", "across"
"""A unit has stood for a Movement Phase at the Kerch Straits, or has crossed in the last one."""


@dataclass(frozen=True)
class Position:
    """Everything that the rules of one moment depend on."""

    at: Mapping[str, str]
    board: Board = field(default_factory=the_map)
    units: Mapping[str, Unit] = field(default_factory=counters)
    game: str = "barbarossa"
    situations: frozenset[int] = frozenset()
    turn: int = 1
    side: str = AXIS
    phase: str = FIRST
    #: the last side to pass each hex, and how (R3); no unit has passed the hexes left out
    traveller: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    #: units whose move of this Movement Phase is over, and those of them that went by rail
    moved: frozenset[str] = frozenset()
    railed: frozenset[str] = frozenset()
    #: units that were to go by rail in this Movement Phase, and stay where they are
    stayed: frozenset[str] = frozenset()
    #: movement points left to units under way
    left: Mapping[str, int] = field(default_factory=dict)
    #: units overrun in this phase, which lie where they were until it ends
    overrun: frozenset[str] = frozenset()
    #: units that were out of General Supply when this Player-Turn began, and those in it since
    isolated: frozenset[str] = frozenset()
    safe: frozenset[str] = frozenset()
    kerch: Mapping[str, str] = field(default_factory=dict)
    #: units that have attacked in this Combat Phase, and that have been attacked in it
    attackers: frozenset[str] = frozenset()
    attacked: frozenset[str] = frozenset()
    #: Luftwaffe units that have helped in this phase
    flown: frozenset[str] = frozenset()

    # ---- time

    @property
    def weather(self) -> str:
        """Normal, mud or winter."""
        return charts.weather(self.turn)

    @property
    def winter(self) -> bool:
        """Whether rivers and lakes are frozen (WINTER-A)."""
        return self.weather == charts.WINTER

    # ---- places of units

    @cached_property
    def stacks(self) -> dict[str, list[Unit]]:
        """The units in each hex, without those that were overrun (R15)."""
        found: dict[str, list[Unit]] = {}
        for name in sorted(self.at):
            if name not in self.overrun:
                found.setdefault(self.at[name], []).append(self.units[name])
        return found

    def stack(self, hex_: str, side: str | None = None) -> list[Unit]:
        """The units in a hex, of one side or of both."""
        return [u for u in self.stacks.get(hex_, ()) if side in (None, u.side)]

    def on_map(self, side: str) -> list[Unit]:
        """The units of a side on the map."""
        return [u for units in self.stacks.values() for u in units if u.side == side]

    @cached_property
    def held(self) -> dict[str, frozenset[str]]:
        """The hexes in which each side has a unit."""
        return {
            side: frozenset(h for h, units in self.stacks.items() if units[0].side == side)
            for side in (AXIS, SOVIET)
        }

    @cached_property
    def fronts(self) -> dict[str, frozenset[str]]:
        """The hexes in which each side has a combat unit."""
        return {
            side: frozenset(h for h in hexes if any(not u.is_support for u in self.stacks[h]))
            for side, hexes in self.held.items()
        }

    # ---- ground

    @cached_property
    def closed_area(self) -> frozenset[str]:
        """WHATIF-1B: neutral Finland, which no unit enters."""
        return self.board.finland if 1 in self.situations else frozenset()

    @cached_property
    def ground(self) -> frozenset[str]:
        """The hexes that may be entered this month: no sea, lakes only when frozen."""
        kinds = {"clear", "rough", "lake"} if self.winter else {"clear", "rough"}
        return frozenset(
            h
            for h, kind in self.board.terrain.items()
            if kind in kinds and h not in self.closed_area
        )

    @cached_property
    def neighbours(self) -> dict[str, tuple[str, ...]]:
        """The hexes to which one may go from a hex, with no look at units; not over the straits."""
        return self.board.ways(self.ground, self.winter)

    def over_strait(self, hex_: str) -> tuple[str, ...]:
        """The hex on the other side of the Kerch Straits."""
        return self.board.over_strait.get(hex_, ())

    def river(self, a: str, b: str) -> bool:
        """Whether a river runs between two hexes and is not frozen."""
        return not self.winter and {a, b} in self.board.rivers

    def may_stand(self, unit: Unit, hex_: str) -> bool:
        """Whether a unit may be in a hex at all, with no look at units (MOVE-K, R40)."""
        if unit.nation == "finnish" and hex_ not in self.board.near_finland:
            return False
        return hex_ in self.ground

    # ---- others like it

    def with_(self, **changes: Any) -> Position:
        """A copy with some fields changed."""
        return replace(self, **changes)

    def moved_to(self, unit: str, hex_: str) -> Position:
        """A copy with one unit in another hex."""
        return self.with_(at={**self.at, unit: hex_})

    def without(self, *units: str) -> Position:
        """A copy with some units off the map."""
        return self.with_(at={u: h for u, h in self.at.items() if u not in units})


def enemies(pos: Position, side: str) -> frozenset[str]:
    """The hexes with a unit of the other side."""
    return pos.held[enemy_of(side)]


# ---- zones of control


def zone(pos: Position, side: str) -> frozenset[str]:
    """The hexes that a side's units control for movement (ZOC-GEN1, ZOC-F1, ZOC-G1).

    It reaches into hexes with units of either side, but not over closed hexsides (3.3, R36).
    """
    known = pos.__dict__.setdefault("zones", {})
    if side not in known:
        known[side] = frozenset(n for h in pos.fronts[side] for n in pos.neighbours[h])
    found: frozenset[str] = known[side]
    return found


def supply_zone(pos: Position, side: str) -> frozenset[str]:
    """The hexes that enemy zones close to a side's supply lines (ZOC-F2, F3, F5, F6, SUPPLY-I, J).

    Soviet zones close nothing. Axis zones close the hexes without a Soviet unit.
    """
    return frozenset() if side == AXIS else zone(pos, AXIS) - pos.held[SOVIET]


def retreat_zone(pos: Position, side: str) -> frozenset[str]:
    """The hexes that enemy zones close to a side's retreats (ZOC-F4, F7, F8)."""
    return frozenset() if side == AXIS else zone(pos, AXIS) - pos.held[SOVIET]
