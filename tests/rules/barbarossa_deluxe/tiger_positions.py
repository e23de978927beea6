"""Positions with Tiger battalions: the map and units of Operations Blue & Kremlin, to which four
battalions come on game turn 10. The 502nd and 503rd are dotted, the 505th and 509th return."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from eastfront._core import State
from eastfront.loading.game import rules_of

from . import board_positions
from .board_positions import Units, edit, play, walk, whole

TIGERS = ("502TB", "503TB", "505TB", "509TB")
COME = 10
"""The turn on which the battalions arrive."""


@lru_cache(maxsize=1)
def start() -> State:
    """The ready set-up on the first turn."""
    plain = whole()
    units = [replace(u, arrives=COME) if u.name in TIGERS else u for u in plain.units]
    without = board_positions.without()
    made = rules_of("barbarossa-deluxe")(replace(plain, units=tuple(units)), without=without)
    return play(made.compiled().new(), "automatic")


@lru_cache(maxsize=16)
def reached(decision: str, side: str, order: str) -> State:
    """A decision of a side on the first turn."""
    return walk(start(), decision, side, {"phase order": order, "logistics zone": "south"})


def at(
    decision: str,
    side: str,
    units: Units,
    riders: Mapping[str, str],
    *,
    order: str = "fight-move",
    turn: int = 10,
    variables: Mapping[str, int] | None = None,
    **more: Any,
) -> State:
    """A position with the units named, and with each battalion of ``riders`` on its corps."""
    plain = reached(decision, side, order)
    state = edit(plain, units, clear=True, variables={"turn": turn, **(variables or {})}, **more)
    return ridden(state, riders)


def ridden(state: State, riders: Mapping[str, str]) -> State:
    """A copy with battalions on their corps."""
    index = state.game.units.index
    return state._supposed(
        places=[(tb, "riding") for tb in riders],
        unit_flags=[(corps, "with TB", True) for corps in riders.values()],
        variables=[(f"{tb} rides", index(corps)) for tb, corps in riders.items()],
    )


def parents(state: State) -> dict[str, str]:
    """The corps of each battalion that has one, which is marked; no other unit is."""
    found = {tb: state.var(f"{tb} rides") for tb in TIGERS}
    out = {tb: state.game.units[n] for tb, n in found.items() if n >= 0}
    assert set(state.units_with("with TB")) == set(out.values())
    assert all(state.place(tb) == "riding" for tb in out)
    return out


def lawful(state: State) -> State:
    """The position, which obeys all laws."""
    for name in state.game.queries:
        if name.startswith("law "):
            assert state.ask(name), name
    return state
