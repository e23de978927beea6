"""Orders of battle of Barbarossa (1971), for the tests of variable situations."""

from __future__ import annotations

from eastfront._core import State

from .war_positions import begin, data, forces, situations

IN_1941 = ("barbarossa", "campaign")
SIZES = {"DE:pzc": ("DE:pza", 3), "DE:inc": ("DE:ina", 3), "RU:inc": ("RU:ina", 2),
         "HU:inc": ("HU:ina", 2), "IT:inc": ("IT:ina", 2), "FI:inc": ("FI:ina", 2)}  # fmt: skip


def in_armies(state: State) -> dict[str, int]:
    """The forces on the map, with corps of broken-down armies counted as armies."""
    there = forces(state)
    for corps, (army, size) in SIZES.items():
        there[army] = there.get(army, 0) + there.pop(corps, 0) // size
    return {kind: n for kind, n in there.items() if n}


def order_of_battle(scenario: str) -> dict[str, int]:
    """The forces of a game without situations."""
    chart = data(scenario).charts[f"order-of-battle-{scenario}"]
    return {k: n for k, n in {**chart["axis"], **chart["soviet"]}.items() if n}


def changed(scenario: str, number: int, without: str = "") -> dict[str, int]:
    """The changes of a situation to the forces of a game."""
    played = in_armies(begin(scenario, situations(number), without))
    plain = order_of_battle(scenario)
    change = {k: played.get(k, 0) - plain.get(k, 0) for k in {**played, **plain}}
    return {k: n for k, n in change.items() if n}
