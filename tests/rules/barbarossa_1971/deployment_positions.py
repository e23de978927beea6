"""Set-ups of Barbarossa (1971), and the cover of a front, for the tests of deployment."""

from __future__ import annotations

import random
from functools import cache

from eastfront._core import State

from .war_positions import (
    STANDARD,
    area,
    data,
    game,
    hexes_with,
    names,
    near,
    placed,
    play,
    units,
    walk,
)

LINE = {**{name: name for name in STANDARD}, "campaign": "barbarossa"}
INFANTRY = ("SU:inf", "SU:shk")
FIGHTERS = ("DE:pz", "DE:in", "RU:", "FI:", "HU:", "IT:")
NEEDED = "units needed to cover the front"


def free(scenario: str, side: str, options: tuple[str, ...] = (), without: str = "") -> State:
    """The placement of the first unit of a side, with the other side set up ready or at random."""
    state = game(scenario, options, without).new(seed=3)
    choices = {"deployment": ["free"]}
    if side == "soviet":
        return walk(state, "placement", "soviet", choices=choices)
    while state.to_move != "axis":
        ready = "automatic" in state.legal_actions.names()
        state.push("automatic" if ready else state.legal_actions.list()[-1])
    return walk(state, "placement", "axis", choices=choices)


def at_placement_of(state: State, kind: str) -> State:
    """Played on, with first choices, to the placement of the first unit of a kind."""
    out = state.copy()
    while not (out.decision == "placement" and units_kind(out).startswith(kind)):
        out.push(out.legal_actions.list()[0])
    return out


def units_kind(state: State) -> str:
    """The kind of the unit that is placed."""
    return units()[str(state.subject)].kind


def uncovered(state: State, side: str, line: str) -> set[str]:
    """The front hexes of a side without a covering unit, computed from the map file."""
    front = hexes_with(f"{side}-front-{line}")
    if side == "soviet":
        stands = set(placed(state, INFANTRY).values())
        held = set(stands)
    else:
        front -= area("hungary") if line == "barbarossa" else set()
        stands = set(placed(state, FIGHTERS).values())
        held = {h for u, h in placed(state).items() if units()[u].side == "axis"}
    return front - held - {h for at in stands for h in near(at)}


def placed_at_random(state: State, seed: int) -> State:
    """Both sides have placed their units at random."""
    out, rng = state.copy(), random.Random(seed)
    while out.phase == "set-up":
        free_ = "free" in out.legal_actions.names()
        out.push("free" if free_ else rng.choice(out.legal_actions.list()))
    return out


def beside(hex_: str) -> set[str]:
    """The hexes of the map around one."""
    m = data().map
    around = (m.neighbor(m.index[hex_], way) for way in range(6))
    return {row.name for at in around if at is not None and (row := m.hexes[at]) is not None}


def along(front: set[str]) -> list[str]:
    """The hexes of a front from end to end."""
    left, out = set(front), list[str]()
    while left:
        next_ = beside(out[-1]) & left if out else set()
        wide = {b for a in beside(out[-1]) for b in beside(a)} & left if out else set()
        out.append(min(next_ or wide or left, key=lambda h: (len(beside(h) & left), h)))
        left.discard(out[-1])
    return out


def fewest(front: set[str], stands: set[str], support: int = 0) -> int:
    """The fewest units that cover a front: one covers its hex and the adjacent ones.

    A number of support units help, each of which holds a hex (R38).
    """
    at = {hex_: n for n, hex_ in enumerate(along(front))}
    covered = [frozenset({hex_, *near(hex_)} & front) for hex_ in stands]

    @cache
    def count(left: frozenset[str], helpers: int) -> int:
        if not left:
            return 0
        first = min(left, key=lambda hex_: at[hex_])
        held = [count(left - {first}, helpers - 1)] if helpers and first in stands else []
        return min(held + [1 + count(left - some, helpers) for some in covered if first in some])

    return count(frozenset(front), support)


def supports(state: State) -> int:
    """The number of Axis support units still to be set up."""
    waiting = [u for u, place in state.places().items() if place == "to deploy"]
    return sum(units()[u].kind in ("DE:air", "AX:sup") for u in waiting)


def own_ground(side: str, line: str) -> set[str]:
    """The hexes where a side sets up; for the Axis without Finland and closed Hungary."""
    land = {h.name for h in data().map.hexes if h is not None and h.terrain in ("clear", "rough")}
    west = hexes_with(f"axis-{line}")
    closed = area("hungary") if line == "barbarossa" else set()
    return land & west - area("finland") - closed if side == "axis" else land - west


def reorganizing(scenario: str, options: tuple[str, ...] = (), without: str = "") -> State:
    """The Axis before it sets up."""
    state = game(scenario, options, without).new(seed=1)
    while (state.decision, state.to_move) != ("reorganization", "axis"):
        ready = "automatic" in state.legal_actions.names() and state.to_move == "soviet"
        mine = state.decision == "deployment" and state.to_move == "axis"
        state.push("automatic" if ready else "free" if mine else state.legal_actions.list()[-1])
    return state


def with_armies(state: State, number: int, *more: str) -> set[str]:
    """The legal actions with numbers of waiting German armies, Finns, support units and others."""
    waiting = [u for u, place in state.places().items() if place == "to deploy"]
    german = [u for u in waiting if units()[u].kind in ("DE:pza", "DE:ina")]
    others = ("FI:ina", "DE:air", "AX:sup")
    kept = {*german[:number], *(u for u in waiting if units()[u].kind in others), *more}
    edited = state._supposed(places=[(u, "pool") for u in waiting if u not in kept])
    whole = min(u for u in names(edited, "break") if units()[u].kind == "DE:ina")
    return names(play(edited, f"break {whole}"), "end-reorganization")
