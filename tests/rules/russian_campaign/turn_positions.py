"""Positions of The Russian Campaign for the tests of turns: arrivals, withdrawals, victory.

A position is a movement phase with only the units named by a test and a distant bystander of each
side on the map. Dice are rolled by hand, so a test determines their faces. A rule that
``EASTFRONT_WITHOUT`` names is turned off.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from typing import TYPE_CHECKING

import pytest

import eastfront as ef
from eastfront._core import Game, IllegalAction, State
from eastfront.scenario import load_scenario
from eastfront.scenario.model import ScenarioData, UnitRow

if TYPE_CHECKING:
    from eastfront.games.russian_campaign.units import Counter

CLEAR, LIGHT_MUD, MUD, SNOW = range(4)
LONGEST_WALK = 3_000

BYSTANDERS = {"28 Inf": "D30", "12 TkC": "DD3"}
"""Units with legal actions, so that each side's phases occur."""

OWNED = frozenset({"city-major", "city-minor", "oil", "junction"})
"""Features of hexes with an owner."""

MAY_42, JAN_43, MAY_43, JAN_44, MAY_44 = 7, 11, 13, 17, 19
"""Turns by their first month."""

Rolls = Mapping[str, int]
"""The face of each named die; all others show one."""


@lru_cache(maxsize=4)
def data(scenario: str = "campaign") -> ScenarioData:
    """The map and units of a scenario."""
    return load_scenario("russian-campaign", scenario)


@lru_cache(maxsize=8)
def game(scenario: str = "campaign", options: tuple[str, ...] = ()) -> Game:
    """A scenario with the options named."""
    off = os.environ.get("EASTFRONT_WITHOUT", "").replace(",", " ").split()
    found = ef.load(f"russian-campaign/{scenario}", options=options)
    # a rule of one scenario, or of an option, does not stand in the others
    off = [rule for rule in off if rule in found.rules]
    return ef.without(found, *off) if off else found


@lru_cache(maxsize=1)
def ids() -> Mapping[str, str]:
    """The ids of units by name."""
    return {u.name: u.id for u in data().units}


def counter(unit: UnitRow) -> Counter:
    """A unit's counter.

    The rules are imported at each call: a wrong rule may have been planted there meanwhile.
    """
    from eastfront.games.russian_campaign.units import counter as counter_of

    return counter_of(unit)


def names(state: State, verb: str) -> set[str]:
    """The names offered with a verb; an empty name for a plain verb."""
    found = state.legal_actions.names()
    return {n.removeprefix(verb).strip() for n in found if n.split()[0] == verb}


def play(state: State, *actions: str) -> State:
    """Takes actions on a copy; units are named as on their counters."""
    out = state.copy()
    for words in actions:
        verb, _, thing = words.partition(" ")
        out.push(f"{verb} {ids().get(thing, thing)}".strip())
    return out


def _usual(state: State, rolls: Rolls) -> int | str:
    if state.decision == "chit":
        return state.legal_actions.list()[rolls.get("chit", 1) - 1]
    if state.to_move == "chance":
        return f"roll {rolls.get(state.decision or '', 1)}"
    legal = state.legal_actions.list()
    return next((a for a in legal if state.is_pass(a)), legal[0])


def walk(
    state: State,
    decision: str,
    side: str | None = None,
    impulse: int | None = None,
    **rolls: int,
) -> State:
    """A copy played on with passes, or first actions, to the next such decision or to the end."""
    out = state.copy()
    for _ in range(LONGEST_WALK):
        if out.is_over:
            return out
        here = out.decision == decision and side in (None, out.to_move)
        if here and impulse in (None, out.var("impulse")):
            return out
        out.push(_usual(out, rolls))
    raise LookupError(f"no decision `{decision}` of {side or 'any side'} is met")


def on(state: State, decision: str, side: str | None = None, **rolls: int) -> State:
    """The same, but the present decision is answered first."""
    out = state.copy()
    out.push(_usual(out, rolls))
    return walk(out, decision, side, **rolls)


@lru_cache(maxsize=16)
def _reached(
    side: str, impulse: int, scenario: str, options: tuple[str, ...], chits: tuple[int, ...]
) -> State:
    dealt = play(game(scenario, options).new(), *(f"draw CHIT:{n}" for n in chits))
    state = walk(dealt, "movement", "axis", 1)
    # aircraft are beside the map
    gone = [
        (u, "removed")
        for u in ids()
        if u not in BYSTANDERS and not u.startswith(("Stuka", "Sturmovik"))
    ]
    state = state._supposed(places=gone + list(BYSTANDERS.items()))
    return walk(state, "movement", side, impulse)


def _movement(
    side: str, impulse: int, scenario: str, options: tuple[str, ...], chits: tuple[int, ...] = ()
) -> State:
    """The first movement phase of a side in an impulse, with the bystanders alone in play."""
    return _reached(side, impulse, scenario, options, chits).copy()


def at(
    side: str,
    impulse: int = 1,
    *,
    turn: int = 8,
    units: Mapping[str, str] | None = None,
    weather: int = CLEAR,
    axis: Iterable[str] = (),
    russian: Iterable[str] = (),
    nobody: Iterable[str] = (),
    rail: Iterable[str] = (),
    flags: Mapping[str, Iterable[str]] | None = None,
    hex_flags: Mapping[str, Iterable[str]] | None = None,
    variables: Mapping[str, int] | None = None,
    scenario: str = "campaign",
    options: tuple[str, ...] = (),
    chits: tuple[int, ...] = (),
) -> State:
    """A movement phase of the turn named, with units in hexes or boxes.

    Places that are not named belong to their owners at the start; a unit holds the hex in which it
    is. ``chits`` are those drawn by the Axis and the Russian.
    """
    where = dict(units or {})
    ours = [h for u, h in where.items() if side_of(u) == "axis"]
    theirs = [h for u, h in where.items() if side_of(u) == "russian"]
    held = {h: "axis" for h in (*axis, *ours)} | {h: "russian" for h in (*russian, *theirs)}
    held |= dict.fromkeys(nobody, "")
    owned = {h.name for h in data().map.hexes if h is not None and h.features & OWNED}
    control = [
        (h, f"{name} control", owner == name)
        for h, owner in held.items()
        if h in owned
        for name in ("axis", "russian")
    ]
    return _movement(side, impulse, scenario, options, chits)._supposed(
        places=list(where.items()),
        unit_flags=[(u, f, True) for f, us in (flags or {}).items() for u in us],
        hex_flags=[(h, f, True) for f, hs in (hex_flags or {}).items() for h in hs]
        + control
        + [(h, "axis rail", True) for h in rail],
        variables=[("turn", turn), ("weather", weather), *(variables or {}).items()],
    )


def before(side: str, impulse: int = 1, *, turn: int = 8, **more: object) -> State:
    """The movement phase before an impulse of a turn, whose edits are in force when that begins.

    When a year ends before it, Leningrad and Breslau belong to neither side, so that no side wins.
    """
    if impulse == 2:
        return at(side, 1, turn=turn, **more)  # type: ignore[arg-type]
    if side == "russian":
        return at("axis", 2, turn=turn, **more)  # type: ignore[arg-type]
    calm = {"nobody": ("E10", "K30")} if turn % 6 == 0 else {}
    return at("russian", 2, turn=turn - 1, **{**calm, **more})  # type: ignore[arg-type]


def impulse_of(
    side: str, impulse: int = 1, *, turn: int = 8, die: int = 1, **more: object
) -> State:
    """The movement phase of an impulse that began with the edited position."""
    state = before(side, impulse, turn=turn, **more)
    rolls = dict.fromkeys(("weather", "Archangel"), die)
    state.push("end-movement")
    return walk(state, "movement", side, impulse, **rolls)


@lru_cache(maxsize=1)
def _sides() -> Mapping[str, str]:
    return {u.name: u.side for u in data().units}


def side_of(unit: str) -> str:
    """The side of a unit."""
    return _sides()[unit]


def distance(a: str, b: str) -> int:
    """The distance between two hexes."""
    m = data().map
    goal, edge, steps = m.index[b], {m.index[a]}, 0
    seen = set(edge)
    while goal not in edge:
        edge = {n for h in edge for way in range(6) if (n := m.neighbor(h, way)) is not None}
        edge -= seen
        seen |= edge
        steps += 1
    return steps


@contextmanager
def refused(rule: str) -> Iterator[None]:
    """Asserts that the block is refused by a rule."""
    with pytest.raises(IllegalAction) as caught:
        yield
    assert caught.value.rule == rule, caught.value
