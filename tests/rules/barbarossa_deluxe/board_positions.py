"""Positions of Barbarossa Deluxe for tests: any decision, any units, any flags, in one call.

`at` plays the scenario with passes up to a decision and then edits the position: units that are not
named are off the map, so a test shows every unit that matters to it. A rule that
``EASTFRONT_WITHOUT`` names is turned off, for runs that determine which test notices it.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

import pytest

import eastfront as ef
from eastfront._core import Game, IllegalAction, State
from eastfront.scenario import load_scenario
from eastfront.scenario.model import ScenarioData

OOS, AERIAL, COASTAL, GARRISON, CRIMEA, OVERLAND, OFFENSIVE = range(7)
MOBILE, PREPARED = 1, 2
AE, AS, BB, DR, DE = range(5)

LONGEST_WALK = 5_000

Choices = Mapping[str, str | Sequence[str]]
"""For a decision, by name, the action that a walk takes; of several the first that is legal."""

Units = Mapping[str, str | Iterable[str]]
"""Units by place, or places by unit: ``{"1904": ["3Pz", "4AK"]}`` or ``{"3Pz": "1904"}``."""


@lru_cache(maxsize=8)
def game(without: str | None = None, options: tuple[str, ...] = ()) -> Game:
    """Operations Blue & Kremlin; ``without`` lists rules to turn off, with spaces between."""
    words = os.environ.get("EASTFRONT_WITHOUT", "") if without is None else without
    off = words.replace(",", " ").split()
    return ef.load("barbarossa-deluxe/blue-kremlin", options=options, without=off)


def without() -> list[str]:
    """The rules that ``EASTFRONT_WITHOUT`` turns off."""
    return os.environ.get("EASTFRONT_WITHOUT", "").replace(",", " ").split()


def names(state: State, verb: str = "") -> set[str]:
    """The legal actions in notation; with a verb only the names offered with it."""
    found = state.legal_actions.names()
    if not verb:
        return set(found)
    return {n.removeprefix(f"{verb} ") for n in found if n.split()[0] == verb}


def play(state: State, *actions: str) -> State:
    """Takes actions on a copy."""
    out = state.copy()
    for action in actions:
        out.push(action)
    return out


def usual(state: State, choices: Choices) -> int | str:
    """The action of a walk: the one named for the decision, else a pass, else the first."""
    wanted = choices.get(state.decision or "", ())
    legal = set(state.legal_actions.names()) if wanted else set()
    for action in (wanted,) if isinstance(wanted, str) else wanted:
        if action in legal:
            return action
    actions = state.legal_actions.list()
    return next((a for a in actions if state.is_pass(a)), actions[0])


def walk(
    state: State, decision: str, side: str | None = None, choices: Choices | None = None
) -> State:
    """A copy played on to the next decision of a name (and a side)."""
    out = state.copy()
    for _ in range(LONGEST_WALK):
        if out.is_over:
            break
        if out.decision == decision and side in (None, out.to_move):
            return out
        out.push(usual(out, choices or {}))
    raise LookupError(f"no decision `{decision}` of {side or 'any side'} is met")


def on(state: State, choices: Choices | None = None) -> State:
    """A copy with the present decision answered as a walk would."""
    out = state.copy()
    out.push(usual(out, choices or {}))
    return out


def start(options: tuple[str, ...] = ()) -> State:
    """The ready set-up, as the first game turn begins."""
    return play(game(options=options).new(), "automatic")


def reach(
    decision: str,
    side: str | None = None,
    choices: Choices | None = None,
    on_turn: int | None = None,
    options: tuple[str, ...] = (),
) -> State:
    """A decision of the scenario as it is played with passes, on a turn when one is named."""
    opened = {"logistics zone": "south", **(choices or {})}
    chosen = ((key, v if isinstance(v, str) else tuple(v)) for key, v in opened.items())
    return _reached(decision, side, tuple(sorted(chosen)), on_turn, options).copy()


@lru_cache(maxsize=64)
def _reached(
    decision: str,
    side: str | None,
    chosen: tuple[tuple[str, str | tuple[str, ...]], ...],
    on_turn: int | None,
    options: tuple[str, ...],
) -> State:
    opened = dict(chosen)
    state = walk(start(options), decision, side, opened)
    while on_turn is not None and state.var("turn") < on_turn:
        state = walk(on(state, opened), decision, side, opened)
    return state


@lru_cache(maxsize=1)
def whole() -> ScenarioData:
    """The scenario's map, and all units of the order of battle."""
    return load_scenario("barbarossa-deluxe", "blue-kremlin")


@lru_cache(maxsize=1)
def data() -> ScenarioData:
    """The scenario's map and the units that take part in it."""
    return replace(whole(), units=tuple(whole().taking_part()))


@lru_cache(maxsize=256)
def side_of(unit: str) -> str:
    """The side of a unit."""
    return next(u.side for u in whole().units if u.name == unit)


def number(hex_: str) -> int:
    """The number of a hex, as in variables."""
    return data().map.index[hex_]


def around(hex_: str) -> list[str]:
    """The hexes next to one, clockwise; two are opposite when three places apart."""
    m = data().map
    ring = (m.neighbor(number(hex_), d) for d in range(6))
    return [m.hexes[h].name for h in ring if h is not None]


def surround(hex_: str, units: Iterable[str], leave: Iterable[str] = ()) -> dict[str, str]:
    """Units, one in each adjacent hex that a unit could occupy, except hexes to leave empty."""
    rows = data().map.hexes
    land = [
        h for h in around(hex_) if (row := rows[number(h)]) and row.terrain not in ("sea", "lake")
    ]
    return dict(zip(units, (h for h in land if h not in set(leave)), strict=False))


def marker(hex_: str) -> dict[str, int]:
    """The offensive supply marker in a hex, as variables."""
    return {"supply marker A": number(hex_)}


def placed(units: Units, of: Game | None = None) -> dict[str, str]:
    """Places by unit, from either form."""
    found: dict[str, str] = {}
    of = of or game()
    for key, value in units.items():
        if key in of.hexes or key in of.boxes:
            members = value.split() if isinstance(value, str) else value
            found.update(dict.fromkeys(members, key))
        elif isinstance(value, str):
            found[key] = value
        else:
            raise TypeError(f"{key}: one place expected")
    return found


def edit(
    state: State,
    units: Units | None = None,
    *,
    clear: bool = False,
    flags: Mapping[str, Iterable[str]] | None = None,
    hex_flags: Mapping[str, Iterable[str]] | None = None,
    not_hex_flags: Mapping[str, Iterable[str]] | None = None,
    german: Iterable[str] = (),
    soviet: Iterable[str] = (),
    variables: Mapping[str, int] | None = None,
) -> State:
    """A copy with units, unit flags, hex flags, control and variables set.

    With ``clear`` every unit that is not named goes to the box ``removed``. A named unit controls
    the hex in which it is.
    """
    where = placed(units or {}, state.game)
    places = list(where.items())
    if clear:
        places = [(u, "removed") for u in state.game.units if u not in where] + places
    held = {h: side_of(u) == "german" for u, h in where.items() if h in state.game.hexes}
    held |= dict.fromkeys(german, True) | dict.fromkeys(soviet, False)
    control = [(h, "german", on) for h, on in held.items()]
    return state._supposed(
        places=places,
        unit_flags=[(u, f, True) for f, us in (flags or {}).items() for u in us],
        hex_flags=[(h, f, True) for f, hs in (hex_flags or {}).items() for h in hs]
        + [(h, f, False) for f, hs in (not_hex_flags or {}).items() for h in hs]
        + control,
        variables=list((variables or {}).items()),
    )


def at(
    decision: str,
    side: str | None = None,
    *,
    turn: int = 9,
    units: Units | None = None,
    clear: bool = True,
    sequence: str | None = None,
    zone: str = "south",
    flags: Mapping[str, Iterable[str]] | None = None,
    hex_flags: Mapping[str, Iterable[str]] | None = None,
    not_hex_flags: Mapping[str, Iterable[str]] | None = None,
    german: Iterable[str] = (),
    soviet: Iterable[str] = (),
    variables: Mapping[str, int] | None = None,
    choices: Choices | None = None,
    options: tuple[str, ...] = (),
) -> State:
    """A position that waits for a decision, with the units, control, flags and variables named.

    ``turn`` is set by hand, so that everything that depends on it is computed for that turn;
    ``sequence`` and ``zone`` are declared on the way; ``german`` and ``soviet`` name hexes whose
    control differs from the set-up; ``options`` are second readings of the game.
    """
    wanted: dict[str, str | Sequence[str]] = {"logistics zone": zone, **(choices or {})}
    if sequence is not None:
        wanted["phase order"] = (sequence, "move-fight")
    return edit(
        reach(decision, side, wanted, options=options),
        units,
        clear=clear,
        flags=flags,
        hex_flags=hex_flags,
        not_hex_flags=not_hex_flags,
        german=german,
        soviet=soviet,
        variables={"turn": turn, **(variables or {})},
    )


def declare(state: State, target: str, attackers: Iterable[str]) -> State:
    """A prepared assault declared with its attackers, at the next decision."""
    out = play(state, f"attack {target}")
    for unit in sorted(attackers, key=state.game.units.index):
        # the first is taken automatically if there is no choice
        if out.decision == "attackers" and unit not in out.units_with("attacking"):
            out.push(f"with {unit}")
    if out.decision == "attackers":
        out.push("fight")
    return out


def fight(
    state: State,
    target: str,
    attackers: Iterable[str],
    *,
    die: int | None = None,
    choices: Choices | None = None,
    until: str = "combat",
) -> State:
    """A prepared assault up to its die, or, when one is given, the same with the die rolled.

    Supports and reactions on the way are declined unless ``choices`` names them.
    """
    out = walk(declare(state, target, attackers), until, choices=choices)
    return out if die is None else play(out, f"roll {die}")


class Odds(NamedTuple):
    """The strengths and column of a battle, which a failing test prints in words."""

    attack: int
    defence: int
    odds: int
    column: int
    """1 is 1:1, 0 is 1:2, and so on."""


def odds(
    state: State, side: str, target: str, attackers: Iterable[str], kind: int = PREPARED
) -> Odds:
    """The odds of a planned battle."""
    marks = {"target": number(target), "battle kind": kind}
    staged = edit(state, flags={"attacking": attackers}, variables=marks)
    fought, _ = staged.begin(f"{side} battle reckoned")
    return Odds(*(fought.var(name) for name in ("attack", "defence", "odds", "column")))


@contextmanager
def refused(rule: str) -> Iterator[None]:
    """Asserts that the block is refused by a rule."""
    with pytest.raises(IllegalAction) as caught:
        yield
    assert caught.value.rule == rule, caught.value
