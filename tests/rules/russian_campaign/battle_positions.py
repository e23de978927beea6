"""Positions of The Russian Campaign for the tests of movement and battles.

A battle is declared by its targets and attackers; a decision with one action is taken
automatically, so a requested action may have been taken already.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from eastfront._core import State

from .turn_positions import at, data, names, on, play, refused, walk

__all__ = [
    "around",
    "at",
    "combat",
    "engage",
    "fight",
    "go",
    "may",
    "names",
    "odds",
    "on",
    "overrun",
    "play",
    "reach",
    "refused",
    "result",
    "strengths",
    "walk",
]


@lru_cache
def around(hex_: str) -> frozenset[str]:
    """The hexes next to a hex."""
    m = data().map
    near = (m.neighbor(m.index[hex_], way) for way in range(6))
    return frozenset(row.name for h in near if h is not None and (row := m.hexes[h]) is not None)


def reach(state: State, unit: str) -> set[str]:
    """The hexes to which a unit can go in one leg."""
    return names(play(state, f"move {unit}"), "to")


def go(state: State, unit: str, *hexes: str) -> State:
    """A move of a unit by legs, with a stop if it could go on."""
    out = play(state, f"move {unit}")
    for hex_ in hexes:
        out = play(out, f"to {hex_}")
    return play(out, "stop") if out.decision == "leg" else out


def combat(side: str, units: Mapping[str, str], impulse: int = 1, **more: Any) -> State:
    """The combat phase with units that have not moved."""
    return play(at(side, impulse, units=units, **more), "end-movement")


def _named(state: State) -> set[str]:
    return set(state.legal_actions.names())


def may(state: State, words: str) -> bool:
    """Whether an action is legal, by the names on the counters."""
    return words in _named(state)


def _take(state: State, words: str, done: Iterable[str]) -> State:
    """Takes an action, unless it was taken automatically."""
    return state if words.partition(" ")[2] in done else play(state, words)


def engage(
    state: State, targets: str | Sequence[str], forces: Iterable[str], air: Iterable[str] = ()
) -> State:
    """A declared battle, up to the announcement of odds, or the die if there is no choice of odds.

    ``air`` is a headquarters for a Stuka, or any word for a Sturmovik.
    """
    wanted = [targets] if isinstance(targets, str) else list(targets)
    out = state.copy()
    if out.decision == "battle":
        out = _take(out, f"attack {wanted[0]}", out.hexes_with("beset"))
    for hex_ in wanted[1:]:
        out = _take(out, f"with {hex_}", out.hexes_with("beset"))
    for unit in forces:
        out = _take(out, f"join {unit}", out.units_with("engaged"))
    for base in air:
        out = play(out, f"stuka {base}" if base.startswith("HQ") else "sturmovik")
    return play(out, "fight") if out.decision == "forces" else out


class Odds(NamedTuple):
    """The strengths and odds of a battle, which a failing test prints in words."""

    attack: int
    defence: int
    odds: int
    """2 is 2-1, -2 is 1-2."""


def strengths(state: State) -> Odds:
    """Attack, defence and odds of the battle at hand."""
    return Odds(state.var("attack total"), state.var("defence total"), state.var("odds"))


def odds(
    state: State, targets: str | Sequence[str], forces: Iterable[str], air: Iterable[str] = ()
) -> Odds:
    """Attack, defence and odds of a battle."""
    return strengths(engage(state, targets, forces, air))


def result(state: State, die: int, announced: int | None = None) -> State:
    """A declared battle continued: odds announced (the best), and the die rolled."""
    out = state.copy()
    if out.decision == "odds":
        best = max(int(n) for n in names(out, "odds"))
        out.push(f"odds {best if announced is None else announced}")
    if out.decision == "combat":
        out.push(f"roll {die}")
    return out


def fight(
    state: State,
    targets: str | Sequence[str],
    forces: Iterable[str],
    die: int,
    announced: int | None = None,
    air: Iterable[str] = (),
) -> State:
    """A battle up to the first decision about its result."""
    return result(engage(state, targets, forces, air), die, announced)


def overrun(
    state: State, targets: str | Sequence[str], forces: Iterable[str], air: Iterable[str] = ()
) -> State:
    """An automatic victory by the forces named, in the order of their counters."""
    wanted = [targets] if isinstance(targets, str) else list(targets)
    out = play(state, f"overrun {wanted[0]}")
    for hex_ in wanted[1:]:
        out = _take(out, f"with {hex_}", out.hexes_with("beset"))
    for unit in forces:
        if out.decision == "automatic victory":
            out = _take(out, f"join {unit}", out.units_with("engaged"))
    for base in air:
        if out.decision == "automatic victory":
            out = play(out, f"stuka {base}" if base.startswith("HQ") else "sturmovik")
    return play(out, "strike") if out.decision == "automatic victory" else out
