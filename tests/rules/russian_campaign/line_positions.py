"""Positions of The Russian Campaign for the tests of rail, sea and supply.

A position is a movement phase of the campaign with only the units named by a test (and a distant
bystander of each side) on the map, no owned track except the given one, and any flags and
variables. A rule that ``EASTFRONT_WITHOUT`` names is turned off.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache

import pytest

import eastfront as ef
from eastfront._core import Game, IllegalAction, State
from eastfront.scenario import load_scenario
from eastfront.scenario.model import ScenarioData

CLEAR, LIGHT_MUD, MUD, SNOW = range(4)
OUT, DRY, SUPPLIED = range(3)
LONGEST_WALK = 2_000

BYSTANDERS = {"28 Inf": "D30", "3 CavC": "DD3"}
"""Units with legal actions, so that each side's phases occur."""


@lru_cache(maxsize=1)
def data() -> ScenarioData:
    """The campaign's map and units."""
    return load_scenario("russian-campaign", "campaign")


@lru_cache(maxsize=4)
def game(*options: str) -> Game:
    """The campaign with the options named."""
    off = os.environ.get("EASTFRONT_WITHOUT", "").replace(",", " ").split()
    return ef.load("russian-campaign/campaign", options=options, without=off)


@lru_cache(maxsize=1)
def ids() -> Mapping[str, str]:
    """The ids of units by name."""
    return {u.name: u.id for u in data().units}


def names(state: State, verb: str) -> set[str]:
    """The names offered with a verb; an empty name for a plain verb."""
    found = state.legal_actions.names()
    return {n.removeprefix(verb).strip() for n in found if n.split()[0] == verb}


def action(words: str) -> str:
    """An action by the name of its unit, which may have spaces in it, in a form that parses."""
    verb, _, thing = words.partition(" ")
    return f"{verb} {ids().get(thing, thing)}".strip()


def play(state: State, *actions: str) -> State:
    """Takes actions on a copy; decisions with one action are taken automatically."""
    out = state.copy()
    for words in actions:
        out.push(action(words))
    return out


def walk(state: State, decision: str, side: str, impulse: int) -> State:
    """A copy played on with passes, or first actions, to the next such decision."""
    out = state.copy()
    for _ in range(LONGEST_WALK):
        if (out.decision, out.to_move, out.var("impulse")) == (decision, side, impulse):
            return out
        out.push(_usual(out, 4))
    raise LookupError(f"no decision `{decision}` of {side} is met")


@lru_cache(maxsize=16)
def _reached(side: str, impulse: int, options: tuple[str, ...]) -> State:
    state = walk(game(*options).new(), "movement", "axis", 1)
    gone = [(u, "removed") for u in ids() if u not in BYSTANDERS]
    state = state._supposed(places=gone + list(BYSTANDERS.items()))
    return walk(state, "movement", side, impulse)


def movement(side: str, impulse: int, options: tuple[str, ...] = ()) -> State:
    """The first movement phase of a side in an impulse, with the bystanders alone on the map."""
    return _reached(side, impulse, options).copy()


def at(
    side: str,
    units: Mapping[str, str],
    *,
    impulse: int = 1,
    turn: int = 8,
    weather: int = CLEAR,
    axis: Iterable[str] = (),
    russian: Iterable[str] = (),
    nobody: Iterable[str] = (),
    rail: Iterable[str] = (),
    crossed: Iterable[str] = (),
    flags: Mapping[str, Iterable[str]] | None = None,
    variables: Mapping[str, int] | None = None,
    options: tuple[str, ...] = (),
) -> State:
    """A movement phase with units, owners of cities and junctions, and Axis track.

    Places that are not named as Axis or neutral are Russian, as is unnamed track; but the Axis
    holds Berlin, without which the game is over.
    """
    state = movement(side, impulse, options)
    held = set(axis)
    free = set(nobody) - held
    owned = [h.name for h in data().map.hexes if h is not None and h.features & OWNED]
    ours = {h for u, h in {**BYSTANDERS, **units}.items() if side_of(u) == "axis"}
    theirs = {
        h
        for u, h in {**BYSTANDERS, **units}.items()
        if side_of(u) == "russian" and not u.startswith("Partisan")
    }
    held = (held | ours | {"E31"}) - theirs - set(russian)
    track = set(rail)
    every = all_track()
    return state._supposed(
        places=[*((u, "removed") for u in BYSTANDERS if u in units), *units.items()],
        unit_flags=[(u, f, True) for f, us in (flags or {}).items() for u in us],
        hex_flags=[(h, "axis control", h in held) for h in owned]
        + [(h, "russian control", h not in held and h not in free) for h in owned]
        + [(h, "axis rail", h in track) for h in every]
        + [(h, "crossed", h in set(crossed)) for h in every],
        variables=[("turn", turn), ("weather", weather), *(variables or {}).items()],
    )


@lru_cache(maxsize=1)
def all_track() -> list[str]:
    """Every hex with track."""
    return [h.name for h in data().map.hexes if h is not None and "rail" in h.features]


OWNED = frozenset({"city-major", "city-minor", "oil", "junction"})
"""Features of hexes with an owner."""


@lru_cache(maxsize=1)
def _sides() -> Mapping[str, str]:
    return {u.name: u.side for u in data().units}


def side_of(unit: str) -> str:
    """The side of a unit."""
    return _sides()[unit]


def end_phase(state: State, die: int = 4) -> State:
    """The position after the end phase of the side to move, passes taken until then.

    Dice show ``die``; a four is contact at even odds.
    """
    side = state.to_move
    out = state.copy()
    for _ in range(LONGEST_WALK):
        if out.is_over or (out.decision == "movement" and out.to_move != side):
            return out
        out.push(_usual(out, die))
    raise LookupError("the other side's movement is not met")


def _usual(state: State, die: int) -> int | str:
    """The requested die roll, the best odds, else a pass, else the first action."""
    legal = state.legal_actions.list()
    if state.to_move == "chance":
        return f"roll {die}"
    if state.decision == "odds":
        return legal[-1]
    return next((a for a in legal if state.is_pass(a)), legal[0])


@contextmanager
def refused(rule: str) -> Iterator[None]:
    """Asserts that the block is refused by a rule."""
    with pytest.raises(IllegalAction) as caught:
        yield
    assert caught.value.rule == rule, caught.value
