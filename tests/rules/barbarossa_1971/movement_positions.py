"""Positions of Barbarossa (1971) for the tests of movement, rail, zones, stacking and overruns.

A position is typed as text: only the units that a test names are on the map. Most stand in the
plain of the north-east, rows 01 to 08 from column 24 on, which is clear, without rivers and far
from every border; on a row of odd number the neighbours of column c lie in columns c - 1 and c of
the rows beside it. A rule that ``EASTFRONT_WITHOUT`` names is left out.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache

import pytest

import eastfront as ef
from eastfront._core import Game, IllegalAction, State
from eastfront.scenario import load_scenario
from eastfront.scenario.model import ScenarioData, UnitRow

MAY_42, JUNE_42, MAY_43, JUNE_43 = 12, 13, 24, 25
AUGUST, OCTOBER, NOVEMBER, DECEMBER, JANUARY, FEBRUARY, MARCH, APRIL = 3, 5, 6, 7, 8, 9, 10, 11
"""Turns of the campaign by their months, from August 1941 on unless a year is named."""

WAITS = {
    "break": "reorganization, 1, reorganization",
    "rail": "rail movement 1, rail movement",
    "rail 2": "rail movement 2, rail movement",
    "move": "movement, movement",
    "fight": "combat phase, attacks",
}
"""The decision at which a position waits, by the word used in tests."""

LONGEST_WALK = 400

UNIT = re.compile(r"[ ,\[]")
"""The characters after the name of a unit."""

REAR = {"6AxSup": "1801", "4SovSup": "2142"}
"""A unit of each side at its own edge, which always can move, so that no phase ends by itself."""
PASSENGERS = {"8FinC": "0111", "100Inf": "0142"}
"""The same for the rail movement of combat units."""
IDLE = REAR.keys() | PASSENGERS.keys()


@lru_cache(maxsize=24)
def game(scenario: str = "campaign", options: tuple[str, ...] = (), without: str = "") -> Game:
    """A game with options; ``without`` lists rules to leave out, with spaces between."""
    off = f"{os.environ.get('EASTFRONT_WITHOUT', '').replace(',', ' ')} {without}".split()
    found = ef.load(f"barbarossa-1971/{scenario}", options=options)
    off = [rule for rule in off if rule in found.rules]
    return ef.without(found, *off) if off else found


@lru_cache(maxsize=1)
def data() -> ScenarioData:
    """The map and the units."""
    return load_scenario("barbarossa-1971", "campaign")


@lru_cache(maxsize=1)
def counters() -> Mapping[str, UnitRow]:
    """The units by their names."""
    return {u.name: u for u in data().units}


def around(hex_: str) -> list[str]:
    """The hexes beside one, clockwise."""
    m = data().map
    ring = (m.neighbor(m.index[hex_], way) for way in range(6))
    return [row.name for h in ring if h is not None and (row := m.hexes[h]) is not None]


def at(
    wait: str,
    units: Mapping[str, str],
    turn: int = AUGUST,
    *,
    scenario: str = "campaign",
    options: tuple[str, ...] = (),
    without: str = "",
    more: str = "",
) -> State:
    """A position that waits for a side's decision, such as ``axis move``, with units by hex.

    ``axis move 2`` is the Second Movement Phase, ``axis rail 2`` the rail movement with which it
    begins.
    """
    side, word, *second = wait.split()
    rear = REAR | (PASSENGERS if word == "rail" and not second else {})
    board, there = game(scenario, options, without), ", ".join(units.values()).split(", ")
    lines = [
        f"game: {board.id}",
        f"wait: {side} {WAITS['rail 2' if second else word]}",
        f"turn: {turn}",
        "set phasing side: 1" if side == "soviet" else "",
        *standing({**units, **{hex_: unit for unit, hex_ in rear.items() if unit not in there}}),
        more,
        *(f"{hex_}: {units_}" for hex_, units_ in units.items()),
        *(f"{hex_}: {unit}" for unit, hex_ in rear.items() if unit not in there),
    ]
    state = ef.position("\n".join(line for line in lines if line) + "\n", board)
    if not second:
        return state
    return state if word == "rail" else play(state, "end-rail")


def standing(units: Mapping[str, str]) -> Iterator[str]:
    """Lines with the last side in the hexes of units (SPI-RAIL-M11)."""
    for side in ("axis", "soviet"):
        theirs = [
            hex_
            for hex_, names_ in units.items()
            if hex_ in data().map.index and counters()[UNIT.split(names_)[0]].side == side
        ]
        if theirs:
            yield f"hexes {side} passed last: {' '.join(f'+{hex_}' for hex_ in theirs)}"


def play(state: State, *actions: str) -> State:
    """Takes actions on a copy."""
    out = state.copy()
    for action in actions:
        out.push(action)
    return out


def names(state: State, verb: str) -> set[str]:
    """The names offered with a verb, except idle units; an empty name for a plain verb."""
    found = state.legal_actions.names()
    return {n.removeprefix(verb).strip() for n in found if n.split()[0] == verb} - IDLE


def passed(state: State) -> int | str:
    """The passing action of a decision, or its first action."""
    legal = state.legal_actions.list()
    return next((a for a in legal if state.is_pass(a)), legal[0])


def walk(state: State, decision: str, side: str | None = None) -> State:
    """A copy played on with passes, or first actions, to such a decision or to the end."""
    out = state.copy()
    for _ in range(LONGEST_WALK):
        if out.is_over or (out.decision == decision and side in (None, out.to_move)):
            return out
        out.push(passed(out))
    raise LookupError(f"no decision `{decision}` of {side or 'any side'} is met")


def on(state: State, decision: str, side: str | None = None) -> State:
    """The same, but the present decision is answered first."""
    out = state.copy()
    out.push(passed(out))
    return walk(out, decision, side)


def goes(state: State, unit: str, *ways: str) -> State:
    """A unit moved by legs, and stopped if it could go on."""
    out = play(state, f"move {unit}", *(f"to {hex_}" for hex_ in ways))
    return play(out, "stop") if out.decision == "leg" else out


def spent_by(state: State, unit: str) -> int:
    """The points that a unit has spent in this phase, while it can spend more."""
    line = next(x for x in state.text().splitlines() if f"{unit} " in x and x[:1].isdigit())
    marks = line.split(f"{unit} ")[1].split("]")[0]
    return int(marks.split("points spent=")[1].split(",")[0])


def legs(state: State, unit: str) -> set[str]:
    """The hexes to which a unit can move in one leg."""
    return names(play(state, f"move {unit}"), "to") if unit in names(state, "move") else set()


def stops(state: State, unit: str) -> set[str]:
    """The hexes to which a unit can go by rail; none if it cannot be chosen."""
    if unit not in names(state, "entrain"):
        return set()
    return names(play(state, f"entrain {unit}"), "detrain")


def trod(side: str, hexes: Iterable[str], *, ground: bool = True) -> str:
    """Lines with the side that passed some hexes last, and whether on the ground."""
    marked = " ".join(f"+{h}" for h in hexes)
    lines = [f"hexes {side} passed last: {marked}"]
    return "\n".join([*lines, f"hexes trodden: {marked}"] if ground else lines)


@contextmanager
def refused(rule: str, words: str = "") -> Iterator[None]:
    """Asserts that the block is refused by a rule, with a message that contains the text."""
    with pytest.raises(IllegalAction) as caught:
        yield
    assert caught.value.rule == rule, caught.value
    assert words in str(caught.value)
