"""Positions of The Russian Campaign for the tests of chits: countries, units and retreats."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from eastfront._core import State

from .battle_positions import engage, result
from .turn_positions import counter, data, names

AR, DR, D1 = 2, 5, 6
"""Results of battles."""


@lru_cache(maxsize=1)
def rows() -> dict[str, Any]:
    """The hexes of the map by name."""
    return {h.name: h for h in data().map.hexes if h is not None}


@lru_cache(maxsize=16)
def area(*areas: str) -> frozenset[str]:
    """The hexes of some countries."""
    return frozenset(h for h, row in rows().items() if row.area in areas)


def crew(**wanted: str) -> list[str]:
    """The units of the campaign with some nation or group, a side and so on."""
    units = [counter(u) for u in data().units]
    return [u.name for u in units if all(getattr(u, k) == v for k, v in wanted.items())]


def sent_back(state: State, target: str, forces: list[str], result_: int = DR) -> list[State]:
    """All retreats of the defenders of a battle, with odds announced and the die rolled."""
    ready = engage(state, target, forces)
    out = []
    for announced in sorted(int(n) for n in names(ready, "odds")):
        for die in range(1, 7):
            end = result(ready, die, announced)
            if end.var("result") == result_:
                out.append(end)
    return out
