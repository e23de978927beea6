"""Positions of Barbarossa (1971) for the tests of battles, supply, weather and breakdown.

A position is typed as text: only the units that a test names are on the map. Most stand in the
plain of the north-east, rows 01 to 08 from column 24 on, which is clear, without rivers and far
from every border. A rule that ``EASTFRONT_WITHOUT`` names is left out.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from typing import NamedTuple

import pytest

import eastfront as ef
from eastfront._core import Game, IllegalAction, State
from eastfront.scenario import load_scenario
from eastfront.scenario.model import ScenarioData

from .movement_positions import standing

AUGUST, OCTOBER, NOVEMBER, DECEMBER, JANUARY, FEBRUARY, MARCH, APRIL = 3, 5, 6, 7, 8, 9, 10, 11
"""Turns of 1941 and 1942 by their months."""

WAITS = {
    "break": "reorganization, 1, reorganization",
    "rail": "rail movement 1, rail movement",
    "move": "movement, movement",
    "join": "reorganization, 0, reorganization",
    "fight": "combat phase, attacks",
}
"""The decision at which a position waits, by the word used in tests."""

BYSTANDERS = {"1441": "6PzA, 6AxSup", "1442": "24Inf, 4SovSup"}
"""Units far from all others that can attack one another, so that each side's phases occur."""

LONGEST_WALK = 400


@lru_cache(maxsize=24)
def game(scenario: str = "campaign", options: tuple[str, ...] = ()) -> Game:
    """A game with the options named."""
    found = ef.load(f"barbarossa-1971/{scenario}", options=options)
    off = os.environ.get("EASTFRONT_WITHOUT", "").replace(",", " ").split()
    off = [rule for rule in off if rule in found.rules]
    return ef.without(found, *off) if off else found


@lru_cache(maxsize=1)
def data() -> ScenarioData:
    """The map and the units."""
    return load_scenario("barbarossa-1971", "campaign")


def at(
    wait: str,
    units: Mapping[str, str],
    turn: int = AUGUST,
    *,
    scenario: str = "campaign",
    options: tuple[str, ...] = (),
    more: str = "",
    bystanders: bool = True,
) -> State:
    """A position that waits for a side's decision, such as ``axis fight``, with units by hex."""
    side, word = wait.split()
    board = game(scenario, options)
    lines = [
        f"game: {board.id}",
        f"options: {', '.join(options)}" if options else "",
        f"wait: {side} {WAITS[word]}",
        f"turn: {turn}",
        "set phasing side: 1" if side == "soviet" else "",
        *standing({**(BYSTANDERS if bystanders else {}), **units}),
        more,
        *(f"{hex_}: {names}" for hex_, names in units.items()),
        *(f"{hex_}: {names}" for hex_, names in BYSTANDERS.items() if bystanders),
    ]
    return ef.position("\n".join(line for line in lines if line) + "\n", board)


def play(state: State, *actions: str) -> State:
    """Takes actions on a copy."""
    out = state.copy()
    for action in actions:
        out.push(action)
    return out


def names(state: State, verb: str) -> set[str]:
    """The names offered with a verb, except bystanders; an empty name for a plain verb."""
    found = state.legal_actions.names()
    apart = {word for pair in BYSTANDERS.items() for word in ", ".join(pair).split(", ")}
    return {n.removeprefix(verb).strip() for n in found if n.split()[0] == verb} - apart


def gap(a: str, b: str) -> int:
    """The distance of two hexes; those of even rows lie half a hex further east."""
    (r, p), (s, q) = ((int(h[:2]), 2 * int(h[2:]) - int(h[:2]) % 2) for h in (a, b))
    down, across = abs(r - s), abs(p - q)
    return down + max(0, across - down) // 2


def farthest(state: State, unit: str) -> int:
    """The number of hexes of the plain that a unit can move, which is its movement allowance."""
    start = state.place(unit)
    moved = play(state, f"move {unit}")
    return max(gap(start, hex_) for hex_ in names(moved, "to"))


def walk(state: State, decision: str, side: str | None = None) -> State:
    """A copy played on with passes, or first actions, to such a decision or to the end."""
    out = state.copy()
    for _ in range(LONGEST_WALK):
        if out.is_over or (out.decision == decision and side in (None, out.to_move)):
            return out
        out.push(passed(out))
    raise LookupError(f"no decision `{decision}` of {side or 'any side'} is met")


def passed(state: State) -> int | str:
    """The passing action of a decision, or its first action."""
    legal = state.legal_actions.list()
    return next((a for a in legal if state.is_pass(a)), legal[0])


def on(state: State, decision: str, side: str | None = None) -> State:
    """The same, but the present decision is answered first."""
    out = state.copy()
    out.push(passed(out))
    return walk(out, decision, side)


def second(state: State) -> State:
    """A Combat Phase passed on to the Second Movement Phase of the same side."""
    side = state.to_move
    out = walk(state, "attacks", side) if state.decision == "movement" else state.copy()
    if out.decision == "attacks":
        out.push("end-combat")
    return walk(out, "movement", side)


def ended(state: State) -> State:
    """Played on with passes until the Player-Turn of the side to move is over."""
    out, mine = state.copy(), state.stack[1]
    for _ in range(LONGEST_WALK):
        if out.is_over or out.stack[1:2] != [mine]:
            return out
        out.push(passed(out))
    raise LookupError("the Player-Turn does not end")


def declared(
    state: State,
    targets: str,
    attackers: str,
    *,
    air: Mapping[str, str] | None = None,
    draw: Iterable[str] = (),
) -> State:
    """An attack on hexes by units, played up to the choice of the table.

    ``air`` has the hexes that Luftwaffe units assist; ``draw`` the supply units to choose if there
    is a choice, otherwise the first are chosen.
    """
    first, *others = targets.split()
    out = play(state, f"attack {first}", *(f"also {hex_}" for hex_ in others))
    for unit in attackers.split(", "):
        # the first is taken automatically if there is no choice
        if unit not in out.units_with("attacking"):
            out.push(f"with {unit}")
    if out.decision == "force":
        out.push("fight")
    for unit, hex_ in (air or {}).items():
        out.push(f"fly {unit}")
        if out.decision == "assisted hex":
            out.push(f"assist {hex_}")
    if out.decision == "luftwaffe":
        out.push("no-more-air")
    wanted = list(draw)
    while out.decision == "supply":
        out.push(f"draw-on {wanted.pop(0)}" if wanted else out.legal_actions.names()[0])
    return out


class Odds(NamedTuple):
    """The strengths and column of a battle; a column n above 0 is odds of n to 1."""

    attack: int
    defence: int
    column: int


def odds(state: State, targets: str, attackers: str, **more: object) -> Odds:
    """The odds of an attack, known when the defender chooses his table."""
    out = declared(state, targets, attackers, **more)  # type: ignore[arg-type]
    return Odds(*(out.var(name) for name in ("attack", "defence", "column")))


def fought(
    state: State, targets: str, attackers: str, table: str, die: int, **more: object
) -> State:
    """The same, with the table chosen and the die rolled."""
    out = declared(state, targets, attackers, **more)  # type: ignore[arg-type]
    return play(out, table, f"roll {die}")


@contextmanager
def refused(rule: str, words: str = "") -> Iterator[None]:
    """Asserts that the block is refused by a rule, with a message that contains the text."""
    with pytest.raises(IllegalAction) as caught:
        yield
    assert caught.value.rule == rule, caught.value
    assert words in str(caught.value)
