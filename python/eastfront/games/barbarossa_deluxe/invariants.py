"""Barbarossa Deluxe: invariants of every position, checked from the position alone."""

from __future__ import annotations

from eastfront._core import State
from eastfront.positions.document import document
from eastfront.systems.invariants import Invariants

INVARIANTS = Invariants()

STACK = 5
"""The largest number of units of a side that stack in a hex (BD-6.3a)."""


def _stacks(state: State) -> dict[str, list[int]]:
    """The indices of the units in each hex, by the name of the hex."""
    boxes = set(state.game.boxes)
    out: dict[str, list[int]] = {}
    for unit, place in enumerate(state.places().values()):
        if place not in boxes:
            out.setdefault(place, []).append(unit)
    return out


@INVARIANTS.holds("no hex holds units of both sides", "BD-10.4a")
def _one_side(state: State) -> str | None:
    """Reports a hex that holds units of both sides, since no unit enters a hex with enemies
    (10.4a); None if there is no such hex."""
    side = document(state.game)["units"]["side"]
    for hex_, units in _stacks(state).items():
        if len({side[u] for u in units}) > 1:
            return f"both sides are in {hex_}: {_named(state, units)}"
    return None


@INVARIANTS.holds("at most five units of a side in a hex", "BD-6.2a", "BD-6.3a", "BD-6.5b")
def _stacking(state: State) -> str | None:
    """Reports a hex with more than five units of a side (6.3a), static units not counted (6.5b);
    None if there is no such hex. The limit holds at every instant of a turn (6.2a)."""
    uncounted = set(document(state.game)["units"]["uncounted"])
    for hex_, units in _stacks(state).items():
        if sum(u not in uncounted for u in units) > STACK:
            return f"{hex_} holds {_named(state, units)}"
    return None


@INVARIANTS.holds("at most one satellite army in a hex", "BD-6.4a")
def _satellites(state: State) -> str | None:
    """Reports a hex with more than one satellite army (6.4a); None if there is no such hex."""
    members = next(
        set(s["members"])
        for s in document(state.game)["unit_sets"]
        if s["name"] == "axis satellite armies"
    )
    for hex_, units in _stacks(state).items():
        if sum(u in members for u in units) > 1:
            return f"{hex_} holds {_named(state, units)}"
    return None


@INVARIANTS.holds("no unit in a water hex", "BD-10.13a")
def _dry(state: State) -> str | None:
    """Reports a unit in an all-sea or all-lake hex, which no unit may enter (10.13a); None if there
    is no such unit."""
    document_ = document(state.game)
    fact = dict(zip(document_["hex_names"], document_["hex_facts"], strict=True))
    for hex_, units in _stacks(state).items():
        if fact[hex_].split()[0] in ("sea", "lake"):
            return f"{hex_} is {fact[hex_]} and holds {_named(state, units)}"
    return None


@INVARIANTS.holds("no unit stands in a hex of the other side", "BD-3.6a", "BD-3.6d")
def _control(state: State) -> str | None:
    """Reports a hex that holds units but is controlled by the other side; None if there is no such
    hex. Each land hex is controlled by one side (3.6a), that of the last unit to enter the hex
    (3.6d)."""
    side = document(state.game)["units"]["side"]
    held = [set(state.ask("control", number)) for number in range(len(state.game.sides))]
    for hex_, units in _stacks(state).items():
        if hex_ in held[1 - side[units[0]]]:
            return f"{hex_} holds {_named(state, units)} and is the other side's"
    return None


def _named(state: State, units: list[int]) -> str:
    return ", ".join(state.game.units[u] for u in units)
