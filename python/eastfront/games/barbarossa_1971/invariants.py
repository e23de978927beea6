"""Barbarossa (1971): invariants of every position, checked from the position alone."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from eastfront._core import Game, State
from eastfront.positions.document import document
from eastfront.scenario import load_scenario
from eastfront.systems.invariants import Invariants

INVARIANTS = Invariants()

AXIS, SOVIET = 0, 1
ROOM = 3
"""The largest number of Axis corps in a hex, and also the number of corps as which a German army
counts against that limit (SPI-STACK-GEN1)."""
ALLIED = 2
"""The number of corps as which these checks count an army of a German ally: two, as by the option
R16. In play without the option such an army counts as three."""
THAWING = {"red air force", "thaw", "shore"}
"""The decisions at the beginning of a March turn, in which units can still be on thawed lakes."""
MOVING = {"movement", "leg", "overrun", "reorganization", "part"}
"""The decisions of a Movement Phase, in which overrun units can still be on the board."""
NEW_ARMIES = ("SU:shk", "SU:tka")


def _stacks(state: State) -> dict[str, list[int]]:
    """The indices of the units in each hex, by the name of the hex."""
    boxes = set(state.game.boxes)
    out: dict[str, list[int]] = {}
    for unit, place in enumerate(state.places().values()):
        if place not in boxes:
            out.setdefault(place, []).append(unit)
    return out


@lru_cache(maxsize=64)
def _members(game: Game, name: str) -> frozenset[int]:
    """The indices of the units of a named set, such as a kind."""
    sets = document(game)["unit_sets"]
    return frozenset(next(s["members"] for s in sets if s["name"] == name))


@lru_cache(maxsize=8)
def _setup(game: str) -> dict[str, Any]:
    """The keys and values of a scenario's file, by the scenario's id."""
    return dict(load_scenario(*game.split("/")).setup)


@INVARIANTS.holds("no hex holds units of both sides", "SPI-MOVE-G", "SPI-OVR-GEN6")
def _one_side(state: State) -> str | None:
    """Reports a hex that holds units of both sides, since no unit enters a hex with enemies
    (MOVE-G), and overrun units do not count as being in their hex (OVR-GEN6); None if there is no
    such hex."""
    side = document(state.game)["units"]["side"]
    for hex_, units in _stacks(state).items():
        if len({side[u] for u in units}) > 1:
            return f"both sides are in {hex_}: {_named(state, units)}"
    return None


@INVARIANTS.holds(
    "no unit in the sea, or on a lake outside winter", "SPI-WINTER-A2", "SPI-WINTER-E"
)
def _dry(state: State) -> str | None:
    """Reports a unit in the sea, or on a lake that is not frozen; None if there is no such unit.
    Lakes are frozen in winter (WINTER-A2), and units can be on them until the thaw has been played
    (WINTER-E)."""
    facts = document(state.game)
    fact = dict(zip(facts["hex_names"], facts["hex_facts"], strict=True))
    table = next(t for t in facts["tables"] if t["name"] == "weather")
    winter = table["cells"][state.turn - table["low"][0]] == 2 or state.decision in THAWING
    for hex_, units in _stacks(state).items():
        kind = fact[hex_].split()[0]
        if kind == "sea" or (kind == "lake" and not winter):
            return f"{hex_} is {fact[hex_]} and holds {_named(state, units)}"
    return None


@INVARIANTS.holds(
    "no hex exceeds its stacking limit after a side's Movement Phase",
    # stacking limits apply at the end of a Movement Phase
    "SPI-STACK-A",
    # a hex holds three Axis corps or one army
    "SPI-STACK-GEN1",
    # two Soviet units in the Barbarossa and Stalingrad Games
    "SPI-STACK-GEN2",
    # three Soviet units in the Zitadelle and Berlin Games
    "SPI-STACK-GEN3",
    # in the Campaign Game two Soviet units, from June 1943 on three
    "SPI-STACK-GEN4",
)
def _stacking(state: State) -> str | None:
    """Reports a hex above the stacking limit of a side that has ended a Movement Phase, support
    units not counted; None if there is no such hex.

    A hex holds three Axis corps or one army (GEN1); two Soviet units in the Barbarossa and
    Stalingrad Games (GEN2), three in the Zitadelle and Berlin Games (GEN3), and in the Campaign
    Game two, from June 1943 on three (GEN4).
    """
    side = _has_moved(state)
    if side is None:
        return None
    facts, support = document(state.game)["units"], _members(state.game, "support")
    for hex_, units in _stacks(state).items():
        counted = [u for u in units if u not in support]
        if facts["side"][units[0]] == side and _room(state, side, counted) > _limit(state, side):
            return f"{hex_} holds {_named(state, units)}"
    return None


def _has_moved(state: State) -> int | None:
    """The side that has just ended a Movement Phase, with no unit attacked since; None in any other
    position."""
    acting = state.var("phasing side")
    if state.decision == "attacks" and not state.units_with("was attacked"):
        return acting
    trains = any(frame.endswith("rail movement 1") for frame in state.stack)
    return 1 - acting if state.decision == "arrival" or trains else None


def _room(state: State, side: int, units: list[int]) -> int:
    """The number of units as which ``units`` of a side count against the stacking limit of the
    side."""
    if side == SOVIET:
        return len(units)
    armies, germans = _members(state.game, "armies"), _members(state.game, "german")
    return sum((ROOM if u in germans else ALLIED) if u in armies else 1 for u in units)


def _limit(state: State, side: int) -> int:
    """The largest number of Axis corps, or of Soviet units, that the stacking limit allows in a hex
    in the turn of a position."""
    if side == AXIS:
        return ROOM
    steps = {int(turn): int(n) for turn, n in _setup(state.game.id)["soviet_stacking"].items()}
    return steps[max((turn for turn in steps if turn <= state.turn), default=min(steps))]


@INVARIANTS.holds("overrun units are removed when the phase ends", "SPI-OVR-GEN5")
def _overrun(state: State) -> str | None:
    """Reports overrun units that are still on the board after the Movement Phase of the overrun,
    since they are destroyed as that phase ends (OVR-GEN5); None if there are none."""
    if state.is_over or state.decision in MOVING:
        return None
    lying = [u for u, place in state.places().items() if place == "overrun"]
    return f"overrun and not removed: {', '.join(lying)}" if lying else None


@INVARIANTS.holds(
    "units that wait at the Kerch Straits are there after their side's Movement Phase",
    # a unit rests beside the straits for a Movement Phase before it crosses
    "SPI-MOVE-L2",
    # and for the next one after it has crossed
    "SPI-MOVE-L3",
)
def _waiting(state: State) -> str | None:
    """Reports a unit that is marked as ready to cross the Kerch Straits (MOVE-L2), or as resting
    after the crossing (MOVE-L3), but is not beside the straits as its side ends a Movement Phase;
    None if there is no such unit."""
    side = _has_moved(state)
    if side is None:
        return None
    facts = document(state.game)
    numbers = next(s["members"] for s in facts["hex_sets"] if s["name"] == "Kerch hexes")
    straits = {facts["hex_names"][h] for h in numbers}
    sides = dict(zip(state.game.units, facts["units"]["side"], strict=True))
    for flag in ("waited at Kerch", "crossed Kerch"):
        for unit in state.units_with(flag):
            if sides[unit] == side and state.place(unit) not in straits:
                return f"{unit} is in {state.place(unit)}"
    return None


@INVARIANTS.holds(
    "one side passed last through a hex, and any unit there is of that side",
    # no rail move enters a hex that an enemy unit was the last to pass through
    "SPI-RAIL-M11",
    # a city that has changed hands belongs to the last side to pass through it
    "SPI-CTRL-4",
)
def _passed(state: State) -> str | None:
    """Reports a hex recorded as last passed by both sides, or a hex with units whose side is not
    recorded as the last to pass; None if there is no such hex. The last side to pass decides on
    rail moves through a hex (RAIL-M11) and on the control of a city (CTRL-4)."""
    last = [set(state.hexes_with(f"{name} passed last")) for name in state.game.sides]
    if both := last[AXIS] & last[SOVIET]:
        return f"both sides were the last in {min(both)}"
    side = document(state.game)["units"]["side"]
    for hex_, units in _stacks(state).items():
        if hex_ not in last[side[units[0]]]:
            return f"{hex_} holds {_named(state, units)}, who did not pass there last"
    return None


@INVARIANTS.holds("no Soviet army is formed too early", "SPI-BREAK-S1", "SPI-BREAK-S3")
def _formed(state: State) -> str | None:
    """Reports Soviet 5-9-3 and 6-5-5 armies on the map before the Soviets may form them: never in
    the Barbarossa Game (BREAK-S1), from October 1942 on in the Campaign Game (BREAK-S3). None if
    there are no such armies, or with situation 7, in which the Soviets may begin with some."""
    first = _setup(state.game.id)["combining_from"]
    exchanged = "SPI-WHATIF-7A" in state.game.rules
    if exchanged or (first is not None and state.turn >= int(first)):
        return None
    armies = [u for kind in NEW_ARMIES for u in _members(state.game, kind)]
    hexes = set(state.game.hexes)
    early = [state.game.units[u] for u in armies if state.place(state.game.units[u]) in hexes]
    return f"formed already: {', '.join(early)}" if early else None


def _named(state: State, units: list[int]) -> str:
    return ", ".join(state.game.units[u] for u in units)
