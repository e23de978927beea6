"""Positions of Barbarossa (1971) for the tests of set-ups, of turns and of victory.

A position is a phase with only the units named by a test on the map; units have the names on their
counters. A rule that ``EASTFRONT_WITHOUT`` names is left out.
"""

from __future__ import annotations

import os
import random
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import Any

import pytest

import eastfront as ef
from eastfront._core import Game, IllegalAction, State
from eastfront.packs import pack
from eastfront.scenario import load_scenario
from eastfront.scenario.model import ScenarioData, UnitRow

STANDARD = ("barbarossa", "stalingrad", "zitadelle", "berlin")
GAMES = (*STANDARD, "campaign")
ALL_SITUATIONS = {
    "barbarossa": (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11),
    "stalingrad": (1, 8, 12),
    "zitadelle": (1, 8, 13, 14),
    "berlin": (1, 8, 15),
    "campaign": (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11),
}
"""The situations that a game can be played with (acceptance of the charts, 3.9)."""

MODULES = {
    1: "neutral_finland", 2: "no_rumania", 3: "hungary", 4: "early_start", 5: "in_depth",
    6: "fortified", 7: "reorganized", 8: "mechanized", 9: "fewer_in_france", 10: "fewer_in_the_air",
    11: "more_tanks", 12: "mobile_defence", 13: "caught_at_rostov", 14: "sixth_army", 15: "bulge",
}  # fmt: skip
"""The modules of the situations."""

LONGEST_WALK = 5_000
FIRST, SECOND = 1, 2

REAR = {"6AxSup": "2001", "4SovSup": "2042"}
"""A unit of each side at its own edge of the map, so that its phases occur."""

Choices = Mapping[str, str | Sequence[str]]
"""By decisions, the action that a walk takes; of several the first that is legal."""


@lru_cache(maxsize=24)
def game(scenario: str = "campaign", options: tuple[str, ...] = (), without: str = "") -> Game:
    """A game with options; ``without`` lists rules to leave out, with spaces between."""
    off = f"{os.environ.get('EASTFRONT_WITHOUT', '').replace(',', ' ')} {without}".split()
    found = ef.load(f"barbarossa-1971/{scenario}", options=options)
    off = [rule for rule in off if rule in found.rules]
    return ef.without(found, *off) if off else found


def situations(*numbers: int) -> tuple[str, ...]:
    """The options of some situations."""
    return tuple(f"situation-{n}" for n in numbers)


def each_situation() -> list[Any]:
    """The situations by their numbers, each to be left out without its module."""
    return [pytest.param(n, marks=pytest.mark.option(name)) for n, name in MODULES.items()]


def known(scenario: str) -> tuple[int, ...]:
    """The situations that fit a game, except those whose modules are missing."""
    options = known_options()
    return tuple(n for n in ALL_SITUATIONS[scenario] if f"situation-{n}" in options)


def known_options() -> Collection[str]:
    """The options of the game."""
    options: Collection[str] = pack("barbarossa-1971").rules().known_options
    return options


@lru_cache(maxsize=5)
def data(scenario: str = "campaign") -> ScenarioData:
    """The map, the units and the charts of a game."""
    return load_scenario("barbarossa-1971", scenario)


@lru_cache(maxsize=1)
def units() -> Mapping[str, UnitRow]:
    """The units by their names."""
    return {u.name: u for u in data().units}


def hexes_with(feature: str) -> set[str]:
    """The hexes with a feature of the map file."""
    return {h.name for h in data().map.hexes if h is not None and feature in h.features}


def area(*names: str) -> set[str]:
    """The land hexes of political areas."""
    return {
        h.name
        for h in data().map.hexes
        if h is not None and h.area in names and h.terrain not in ("sea", "lake")
    }


def near(hex_: str) -> set[str]:
    """The hexes beside one over hexsides that a zone of control crosses in summer."""
    m = data().map
    found = set()
    for way in range(6):
        at = m.neighbor(m.index[hex_], way)
        row = None if at is None else m.hexes[at]
        if at is None or row is None or row.terrain in ("sea", "lake"):
            continue
        sides = m.hexsides.get(
            (m.index[hex_], at), m.hexsides.get((at, m.index[hex_]), frozenset())
        )
        if not sides & {"sea", "lake", "kerch"}:
            found.add(row.name)
    return found


def usual(state: State, choices: Choices) -> int | str:
    """The action of a walk: the one chosen for the decision, else a pass, else the first."""
    if state.to_move == "chance":
        return state.legal_actions.list()[0]
    wanted = choices.get(state.decision or "", ())
    legal = set(state.legal_actions.names()) if wanted else set()
    for action in (wanted,) if isinstance(wanted, str) else wanted:
        if action in legal:
            return action
    if state.decision == "deployment" and "automatic" in state.legal_actions.names():
        return "automatic"
    actions = state.legal_actions.list()
    return next((a for a in actions if state.is_pass(a)), actions[0])


def phase_of(state: State) -> tuple[int, str | None, str | None]:
    """Turn, side and decision."""
    return state.turn, state.to_move, state.decision


def walk(
    state: State,
    decision: str,
    side: str | None = None,
    turn: int | None = None,
    choices: Choices | None = None,
) -> State:
    """A copy played on with passes, or first actions, to such a decision or to the end."""
    out = state.copy()
    for _ in range(LONGEST_WALK):
        if out.is_over:
            return out
        if out.decision == decision and side in (None, out.to_move) and turn in (None, out.turn):
            return out
        out.push(usual(out, choices or {}))
    raise LookupError(f"no decision `{decision}` of {side or 'any side'} is met")


def on(state: State, decision: str, side: str | None = None, **more: Choices) -> State:
    """The same, but the present decision is answered first."""
    out = state.copy()
    out.push(usual(out, more.get("choices", {})))
    return walk(out, decision, side, **more)  # type: ignore[arg-type]


def begin(scenario: str = "campaign", options: tuple[str, ...] = (), without: str = "") -> State:
    """A game in its first First Movement Phase, from its ready set-up or from a free one."""
    return _began(scenario, options, without).copy()


@lru_cache(maxsize=24)
def _began(scenario: str, options: tuple[str, ...], without: str) -> State:
    return walk(game(scenario, options, without).new(seed=1), "movement", "axis")


@lru_cache(maxsize=64)
def _reached(scenario: str, options: tuple[str, ...], without: str, side: str, phase: int) -> State:
    bare = [(u, "pool") for u in units() if u not in REAR]
    state = begin(scenario, options, without)._supposed(places=bare + list(REAR.items()))
    state = walk(state, "movement", side)
    return state if phase == FIRST else on(state, "movement", side)


def at(
    side: str,
    phase: int = FIRST,
    *,
    turn: int = 3,
    where: Mapping[str, str] | None = None,
    scenario: str = "campaign",
    options: tuple[str, ...] = (),
    without: str = "",
    rear: bool = True,
    passed: Mapping[str, Iterable[str]] | None = None,
    variables: Mapping[str, int] | None = None,
) -> State:
    """A Movement Phase of a turn with units in hexes or boxes.

    ``passed`` has the hexes that a side passed last.
    """
    state = _reached(scenario, options, without, side, phase).copy()
    if not rear:
        state = state._supposed(places=[(u, "pool") for u in REAR])
    gone = [
        (h, f"{s} passed last", False)
        for s in ("axis", "soviet")
        for h in state.hexes_with(f"{s} passed last")
    ]
    places = list((where or {}).items())
    flags = [(h, f"{s} passed last", True) for s, hs in (passed or {}).items() for h in hs]
    return state._supposed(hex_flags=gone)._supposed(
        places=places, hex_flags=flags, variables=[("turn", turn), *(variables or {}).items()]
    )


def names(state: State, verb: str) -> set[str]:
    """The names offered with a verb."""
    found = state.legal_actions.names()
    return {n.removeprefix(verb).strip() for n in found if n.split()[0] == verb}


def play(state: State, *actions: str) -> State:
    """Takes actions on a copy."""
    out = state.copy()
    for action in actions:
        out.push(action)
    return out


def placed(state: State, kinds: Iterable[str] = ("",), *, on_map: bool = True) -> dict[str, str]:
    """The units on the map, or elsewhere, of kinds by the first letters of their ids."""
    hexes = set(state.game.hexes)
    return {
        name: place
        for name, place in state.places().items()
        if (place in hexes) == on_map and units()[name].kind.startswith(tuple(kinds))
    }


def forces(state: State) -> dict[str, int]:
    """The number of units of each kind on the map."""
    out: dict[str, int] = {}
    for name in placed(state):
        kind = units()[name].kind
        out[kind] = out.get(kind, 0) + 1
    return out


def at_random(state: State, seed: int, until: str = "", steps: int = LONGEST_WALK) -> State:
    """A copy played on at random, to a decision, to the end or for a number of steps."""
    out, rng = state.copy(), random.Random(seed)
    for _ in range(steps):
        if out.is_over or (until and out.decision == until):
            return out
        out.push(rng.choice(out.legal_actions.list()))
    return out


@contextmanager
def refused(rule: str, words: str = "") -> Iterator[None]:
    """Asserts that the block is refused by a rule, with a message that contains the text."""
    with pytest.raises(IllegalAction) as caught:
        yield
    assert caught.value.rule == rule, caught.value
    assert words in str(caught.value)
