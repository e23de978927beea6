"""Replacements, reinforcements, conversions, the RVGK box: the units, the hexes and the dates.

Written from sections 8.1 to 8.15, 8.20 and 8.24 of the rulebook.
"""

from __future__ import annotations

import csv
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import lru_cache

from . import gambit
from .charts import load_charts
from .model import BALTIC_CORPS, DATA, GERMAN, SOVIET, STACK_LIMIT, Position, enemy_of
from .supply import (
    GERMAN_SOURCES,
    SOVIET_SOURCES,
    german_states,
    overland_hexes,
    soviet_states,
)
from .terms import BLUE_KREMLIN, Terms

RVGK_MOVES = 5  # 8.9
ROMANIANS = ("RO:army:3", "RO:army:4")  # 8.15
POLES = "PL:army:1"
IN_PLACE = "in-place"
GROUP = "group in "
"""Before a hex in the count of arrivals: the groups that came there (8.2)."""
POLISH_TURN = 13  # 8.24
LAST_RVGK_ROW = 26  # 8.10
RIFLES = ("rifle", "communist-satellite")  # 8.24: the Polish army counts as a rifle army


@dataclass(frozen=True)
class Counter:
    """The printed facts about a unit's arrival and return."""

    replaceable: bool
    arrives: int | None
    entry: str


@lru_cache(maxsize=1)
def counters() -> dict[str, Counter]:
    """The dots and the backs of the counters."""
    with (DATA / "units.csv").open(encoding="utf-8", newline="") as stream:
        return {
            row["id"]: Counter(
                row["replaceable"] == "yes",
                int(row["arrives"]) if row["arrives"] else None,
                row["entry"],
            )
            for row in csv.DictReader(stream)
        }


def allotment(turn: int, side: str, terms: Terms = BLUE_KREMLIN) -> tuple[int, int]:
    """Replacement steps of a turn: mechanised, other (8.12, 15.6)."""
    if turn in terms.bare_turns:
        return 0, 0
    if side in terms.steps:
        return terms.steps[side]
    for box in load_charts()["turn-track"]["turn"]:
        if box["turn"] == turn:
            mech, foot = box[f"{side}_replacements"]
            return int(mech) + terms.more_steps, int(foot) + terms.more_steps
    raise ValueError(f"the turn track has no turn {turn}")


def reclaimable(
    position: Position, units: Mapping[str, str], side: str, used: Mapping[bool, int]
) -> list[str]:
    """The units that may return from the dead pile with the remaining steps (8.12)."""
    mech, foot = allotment(position.turn, side, position.terms)
    spare = foot - used.get(False, 0)
    mech_left = mech - used.get(True, 0)
    if side == SOVIET:
        if mech_left < 0:
            spare += mech_left
        can = {True: mech_left > 0 or spare > 0, False: spare > 0}
    else:
        can = {True: mech_left > 0, False: spare > 0}
    return [
        u
        for u, place in units.items()
        if place == "dead"
        and position.board.units[u].side == side
        and counters()[u].replaceable
        and can[position.board.units[u].mech]
    ]


def _room(position: Position, unit: str, hex_id: str, arrived: Mapping[str, int]) -> bool:
    return position.fits([unit], hex_id) and arrived.get(hex_id, 0) < STACK_LIMIT


def entry_hexes(position: Position, unit: str, arrived: Mapping[str, int]) -> list[str]:
    """Friendly sources and friendly supplied cities with room (8.1, 6.2, 10.22)."""
    side = position.unit(unit).side
    if side == GERMAN and has_own_hexes(unit):
        return _own_hexes(position, unit, arrived)
    sources = GERMAN_SOURCES if side == GERMAN else SOVIET_SOURCES
    supplied = overland_hexes(position, side)
    return [
        h
        for h in position.board.hexes
        if position.controller(h) == side
        and (h in sources or (position.is_city(h) and h in supplied))
        and not position.occupants(h, enemy_of(side))
        and not position.barred(unit, h)
        and _room(position, unit, h, arrived)
    ]


def has_own_hexes(unit: str) -> bool:
    """Whether the back of a counter names a hex, or has it enter where units stand (8.2, 8.3)."""
    entry = counters()[unit].entry
    return entry.isdigit() or entry.startswith(IN_PLACE)


def _own_hexes(position: Position, unit: str, arrived: Mapping[str, int]) -> list[str]:
    """The hexes of German units with an entry of their own: groups and others (8.2, 8.3)."""
    entry, board = counters()[unit].entry, position.board
    if entry.startswith(IN_PLACE):
        zone = entry.removeprefix(IN_PLACE).lstrip("-")
        found = {h for h in position.occupied(GERMAN)
                 if zone in ("", board.hexes[h].zone)
                 and not arrived.get(GROUP + h)}  # fmt: skip
    else:
        supplied = unit != BALTIC_CORPS or entry in overland_hexes(position, GERMAN)
        found = {entry} if position.controller(entry) == GERMAN and supplied else set()
    return [h for h in sorted(found)
            if not position.barred(unit, h) and _room(position, unit, h, arrived)]  # fmt: skip


def due(turn: int, side: str, units: Mapping[str, str], returns: Mapping[str, int]) -> list[str]:
    """Reinforcements of a side whose turn it is, but for conversions and triggers (8.1, 8.15)."""
    found = []
    for unit, place in units.items():
        printed = counters()[unit]
        arrives = returns.get(unit, printed.arrives)
        back = unit in returns and printed.entry != "attached"
        entry = "edge-or-city" if back else printed.entry
        own = not back and _of(unit, GERMAN) and has_own_hexes(unit)
        at_once = own or entry in ("edge-or-city", "attached")
        if place == "later" and arrives == turn and at_once and _of(unit, side):
            found.append(unit)
    return found


def held(turn: int, units: Mapping[str, str]) -> list[str]:
    """The paratroops of the Gambit that were not set up, on the turn on which they enter (4.17)."""
    late = turn == gambit.FIRST_TURN and units.get(gambit.PARATROOPS) == "later"
    return [gambit.PARATROOPS] if late else []


def rouses_poles(position: Position, unit: str) -> bool:
    """Whether a unit that moved has come, in overland supply, next to the General Government."""
    here, hexes = position.where(unit), position.board.hexes
    if position.unit(unit).side != SOVIET:
        return False
    near = any(hexes[h].area == "general-government" for h in position.board.neighbours(here))
    return near and here in overland_hexes(position, SOVIET)


def _of(unit: str, side: str) -> bool:
    german = unit.split(":")[0] in ("DE", "RO", "HU", "IT")
    return german == (side == GERMAN)


def converting(turn: int, units: Mapping[str, str]) -> list[str]:
    """Guards and shock armies that come by conversion now: due, or kept waiting (8.20)."""
    return [
        u
        for u, place in units.items()
        if counters()[u].entry == "conversion"
        and not u.startswith(("DE:", "SU:guards-tank:"))  # 8.19, 8.29: they may wait for supply
        and ((place == "later" and counters()[u].arrives == turn) or place == "rvgk-waiting")
    ]


def convertible(position: Position) -> list[str]:
    """The rifle armies that a guards or shock army may replace (8.20)."""
    supplied = overland_hexes(position, SOVIET)
    return [
        u
        for u, h in position.units.items()
        if h is not None and position.unit(u).kind in RIFLES and h in supplied
    ]


def rvgk_left(boxed: Collection[str], deployed: Collection[str]) -> int:
    """The number of units that may still pass the RVGK box (8.9)."""
    return RVGK_MOVES - len(boxed) - len(deployed)


def withdrawable(opening: Position, now: Position, deployed: Collection[str]) -> list[str]:
    """The units that may enter the box: supplied as the phase began, not just deployed (8.9,
    8.10)."""
    supplied = overland_hexes(opening, SOVIET)
    return [
        u
        for u, h in now.units.items()
        if h is not None
        and now.unit(u).side == SOVIET
        and now.unit(u).walks  # 2.9, 10.34
        and opening.units.get(u) in supplied
        and u not in deployed
    ]


def deployment_hexes(
    opening: Position, now: Position, unit: str, arrived: Mapping[str, int]
) -> list[str]:
    """Friendly cities supplied as the phase began, and the eastern sources to 2600 (8.10).

    A source need not be friendly: any that no enemy occupies will do (7.9).
    """
    supplied = overland_hexes(opening, SOVIET)
    return [
        h
        for h in now.board.hexes
        if not now.occupants(h, GERMAN)
        and (
            (h in SOVIET_SOURCES and int(h[:2]) <= LAST_RVGK_ROW)
            or (now.is_city(h) and opening.controller(h) == SOVIET and h in supplied)
        )
        and _room(now, unit, h, arrived)
    ]


def emergency_cities(position: Position, unit: str) -> list[str]:
    """The cities where one unit from the box may appear in a German movement phase (8.11)."""
    supplied = overland_hexes(position, SOVIET)
    return [
        h
        for h in position.board.hexes
        if position.is_city(h)
        and position.controller(h) == SOVIET
        and h in supplied
        and position.fits([unit], h)
    ]


def successor(unit: str) -> str:
    """The counter that takes the place of another: of the guards tank army for a tank army, the
    late one for a panzer corps."""
    return unit.replace(":tank:", ":guards-tank:").replace("DE:pz:", "DE:pz-late:")


def promoted(unit: str, turn: int) -> bool:
    """Whether the counter that takes the place of another may have come (8.19, 8.29)."""
    later = counters().get(successor(unit))
    return successor(unit) != unit and later is not None and (later.arrives or 99) <= turn


def unpromoted(position: Position, units: Mapping[str, str]) -> list[str]:
    """Counters that had to be replaced: in overland supply or in the dead pile (8.19, 8.29)."""
    supply = {**german_states(position), **soviet_states(position)}
    return [
        u for u, place in units.items()
        if promoted(u, position.turn) and (place == "dead" or supply.get(u) == "overland")
    ]  # fmt: skip


def grave(position: Position, unit: str, returned: Collection[str]) -> str:
    """The place of an eliminated unit: the dead pile, the track, or out of the game (8.12,
    8.15)."""
    if unit in ROMANIANS:
        again = unit in returned
        return "later" if not again and german_states(position)[unit] == "overland" else "removed"
    return "dead" if counters()[unit].replaceable else "removed"
