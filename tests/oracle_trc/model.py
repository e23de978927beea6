"""Units, positions and stacks: what is on the board at one moment."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from .board import Board
from .readings import DEFAULT, Readings

AXIS = "axis"
RUSSIAN = "russian"

PERIODS = ("Jan/Feb", "Mar/Apr", "May/Jun", "Jul/Aug", "Sep/Oct", "Nov/Dec")


def enemy_of(side: str) -> str:
    """The other side."""
    return RUSSIAN if side == AXIS else AXIS


def year(turn: int) -> int:
    """Calendar year of a game turn; turn 1 is May/June 1941."""
    return 1941 + (turn + 1) // 6


def period(turn: int) -> str:
    """The two months of a game turn."""
    return PERIODS[(turn + 1) % 6]


@dataclass(frozen=True)
class Unit:
    """A counter.

    ``kind`` is one of infantry, armor, motorized, cavalry, mountain, paratroop, luftwaffe,
    artillery, hq, leader, worker, partisan; ``size`` is corps, army, or "-" for what has none.
    """

    id: str
    side: str
    nation: str
    kind: str
    size: str
    combat: int
    movement: int
    guards: bool = False
    ss: bool = False
    battlegroup: bool = False
    #: set-up identifier: N, C, S, R, F, or a district or city
    origin: str = ""
    #: the 2-7 SS Reserve (6.3)
    no_stacking: bool = False
    #: class of the movement allowance chart; the kind where it is left out
    chart: str = ""


@dataclass
class Position:
    """Everything that the rules of one moment depend on."""

    board: Board
    units: dict[str, Unit]
    #: hex of each unit on the map
    at: dict[str, str]
    side: str = AXIS
    turn: int = 2
    impulse: int = 1
    weather: str = "clear"
    #: controller of each city, oil well and junction; None is neither side
    control: dict[str, str | None] = field(default_factory=dict)
    #: the last side that held such a hex alone (read only by one of the readings)
    last_holder: dict[str, str | None] = field(default_factory=dict)
    #: whose gauge each rail hex has; there is no neutral one (9.1)
    rail: dict[str, str] = field(default_factory=dict)
    #: regions that may not be entered (5.5, 24.5)
    closed: frozenset[str] = frozenset()
    #: units in enemy ZOC when the second impulse began (8.4)
    frozen: frozenset[str] = frozenset()
    #: units that made an automatic victory in this impulse, and in the first of this turn
    av_now: frozenset[str] = frozenset()
    av_before: frozenset[str] = frozenset()
    #: units that have fought in this impulse's combat phase, on either side (12.4)
    fought: frozenset[str] = frozenset()
    #: units that have railed, sailed or dropped and so may not walk
    spent: frozenset[str] = frozenset()
    #: units that made a sea invasion this turn, and in this impulse
    invaded_turn: frozenset[str] = frozenset()
    invaded_now: frozenset[str] = frozenset()
    #: nations whose leader was lost before their present impulse (11.3)
    leaderless: frozenset[str] = frozenset()
    readings: Readings = DEFAULT
    #: zones and stacks that have been worked out from `at`; no part of the position. A position is
    #: not changed once it is made: `with_` gives another.
    known: dict[Any, Any] = field(default_factory=dict, compare=False, repr=False)

    def on_map(self, side: str) -> list[Unit]:
        """A side's units on the map, by id."""
        return [self.units[u] for u in sorted(self.at) if self.units[u].side == side]

    @property
    def _stacks(self) -> dict[str, list[Unit]]:
        if "stacks" not in self.known:
            stacks: dict[str, list[Unit]] = {}
            for name in sorted(self.at):
                stacks.setdefault(self.at[name], []).append(self.units[name])
            self.known["stacks"] = stacks
        found: dict[str, list[Unit]] = self.known["stacks"]
        return found

    def stack(self, name: str, side: str | None = None) -> list[Unit]:
        """The units in a hex, of one side or of both."""
        return [u for u in self._stacks.get(name, []) if side in (None, u.side)]

    def fighters(self, name: str, side: str) -> list[Unit]:
        """The units in a hex that fight: all but partisans."""
        return [u for u in self.stack(name, side) if u.kind != "partisan"]

    def with_(self, **changes: Any) -> Position:
        """A copy with some fields changed; the dictionaries are copied too."""
        copied = replace(
            self,
            at=dict(self.at),
            control=dict(self.control),
            last_holder=dict(self.last_holder),
            rail=dict(self.rail),
        )
        if changes.keys() & {"board", "units", "at"}:
            changes.setdefault("known", {})
        return replace(copied, **changes)

    def moved(self, unit: str, to: str) -> Position:
        """A copy with one unit in another hex."""
        return self.with_(at={**self.at, unit: to})

    def without(self, units: Iterable[str]) -> Position:
        """A copy with some units off the map."""
        gone = set(units)
        return self.with_(at={u: h for u, h in self.at.items() if u not in gone})


def as_dict(position: Position) -> dict[str, Any]:
    """A position without its board and counters, as plain values."""
    return {
        "side": position.side,
        "turn": position.turn,
        "impulse": position.impulse,
        "weather": position.weather,
        "at": dict(sorted(position.at.items())),
        "control": dict(sorted(position.control.items())),
        "last_holder": dict(sorted(position.last_holder.items())),
        "rail": dict(sorted(position.rail.items())),
        "closed": sorted(position.closed),
        "frozen": sorted(position.frozen),
        "av_now": sorted(position.av_now),
        "av_before": sorted(position.av_before),
        "fought": sorted(position.fought),
        "spent": sorted(position.spent),
        "invaded_turn": sorted(position.invaded_turn),
        "invaded_now": sorted(position.invaded_now),
        "leaderless": sorted(position.leaderless),
    }


def from_dict(
    board: Board,
    units: Mapping[str, Unit],
    plain: Mapping[str, Any],
    readings: Readings = DEFAULT,
) -> Position:
    """The position that `as_dict` wrote."""
    sets = {name for name in plain if isinstance(plain[name], list)}
    fields: dict[str, Any] = {n: frozenset(v) if n in sets else v for n, v in plain.items()}
    return Position(board=board, units=dict(units), readings=readings, **fields)


# ---- 6: stacking


def has_no_stacking_value(unit: Unit) -> bool:
    """TRC-6.3a, TRC-22.2b: HQs, leaders, workers, the SS Reserve; partisans likewise."""
    return unit.no_stacking or unit.kind in {"hq", "leader", "worker", "partisan"}


def stack_is_legal(stack: Iterable[Unit]) -> bool:
    """TRC-6.1a, TRC-6.1b, TRC-6.1c: two with an army among them, otherwise three corps."""
    counted = [u for u in stack if not has_no_stacking_value(u)]
    if any(u.size == "army" for u in counted):
        return len(counted) <= 2
    return len(counted) <= 3


def overstacked(position: Position, side: str) -> list[str]:
    """TRC-6.2a, TRC-6.2b: hexes that break the limits when they are enforced."""
    hexes = sorted({h for u, h in position.at.items() if position.units[u].side == side})
    return [h for h in hexes if not stack_is_legal(position.stack(h, side))]
