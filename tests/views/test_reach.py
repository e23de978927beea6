"""The reach of a unit equals the hexes offered in play, in every game.

Every unit on the map is compared with its moves: it is chosen on a copy, each offered leg is taken,
and its move may end where the leg ends it or allows a stop.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest

import eastfront as ef

SCENARIOS = [
    "barbarossa-deluxe/blue-kremlin",
    "russian-campaign/barbarossa",
    "russian-campaign/zitadelle",
    "barbarossa-1971/barbarossa",
    "barbarossa-1971/stalingrad",
]
SOME, MANY = 14, 200
"""Positions of each scenario in a usual run, and in a long one."""

EVERY = 23
"""One position in so many is compared."""


def positions(scenario: str, count: int) -> Iterator[ef.State]:
    """Positions of games whose players seldom pass, the first of them still to be set up."""
    seed = found = 0
    while True:
        state, rng = ef.load(scenario).new(seed=seed), random.Random(f"{scenario} {seed}")
        ef.set_up(state)
        seed += 1
        for number in range(2500):
            if state.is_over:
                break
            if number % EVERY == 0:
                yield state
                found += 1
                if found == count:
                    return
            actions = state.legal_actions.list()
            active = [a for a in actions if not state.is_pass(a)]
            state.push(rng.choice(active if active and rng.randrange(16) else actions))


def legs(state: ef.State) -> set[str]:
    return {n[3:] for n in state.legal_actions.names() if n.startswith("to ")}


def under_way(state: ef.State) -> list[str | None]:
    """Who has been chosen to move; a stack in the game in which units move together."""
    if state.game.id.startswith("barbarossa-deluxe"):
        return [*state.units_with("moving")]
    return [state.subject]


def ends(state: ef.State, unit: str) -> set[str]:
    """Where the move of a unit may end by the legs that play offers it."""
    board = state.copy()
    if legs(state):
        if unit not in under_way(state):
            return set()
    elif f"move {unit}" in state.legal_actions.names():
        board.push(f"move {unit}")
    else:
        return set()
    found = set()
    for hex_ in legs(board):
        after = board.copy()
        after.push(f"to {hex_}")
        stops = "stop" in after.legal_actions.names()
        if stops or not legs(after) or unit not in under_way(after):
            found.add(hex_)
    return found


def compared(scenario: str, count: int) -> Counter[str]:
    """How many units may move, and how many may not, in so many positions."""
    seen: Counter[str] = Counter()
    for state in positions(scenario, count):
        group = under_way(state) if legs(state) else []
        for unit, place in state.places().items():
            if place not in state.game.hexes or (len(group) > 1 and unit in group):
                continue
            reach, full = state.reach(unit), state.reach(unit, full=True)
            want = ends(state, unit)
            assert set(reach) == want, f"{unit} in {place}, {state.decision}"
            assert reach.items() <= full.items()
            seen["may move" if want else "may not"] += 1
            seen["full reach only"] += len(full) > len(reach)
    return seen


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_reach_is_what_play_offers(scenario: str) -> None:
    seen = compared(scenario, SOME)
    assert seen["may move"] >= 10
    assert seen["may not"] >= 100
    assert seen["full reach only"] >= 100


@pytest.mark.slow
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_reach_is_what_play_offers_in_many_positions(scenario: str) -> None:
    seen = compared(scenario, MANY)
    assert seen["may move"] >= 500


@pytest.mark.rule("BD-10.5a", "BD-10.7a")
def test_the_reach_of_a_stack_is_that_of_its_move() -> None:
    """Two corps, of which one walks, go where the slower one can, and only if both may move."""
    stacks = 0
    for state in positions(SCENARIOS[0], 120):
        names = state.legal_actions.names()
        movable = [n[5:] for n in names if n.startswith("move ")]
        for unit in movable:
            board = state.copy()
            board.push(f"move {unit}")
            mates = [n[5:] for n in board.legal_actions.names() if n.startswith("with ")]
            for mate in mates[:1]:
                board.push(f"with {mate}")
                assert set(state.reach([mate, unit])) == legs(board)
                stacks += 1
    assert stacks >= 20


@pytest.mark.rule("SPI-STACK-GEN1")
def test_a_full_hex_is_reached_by_the_full_allowance_only() -> None:
    """Whoever enters it would have to go on, or somebody to leave it."""
    full_hexes = 0
    for state in positions("barbarossa-1971/barbarossa", 40):
        for unit in {n[5:] for n in state.legal_actions.names() if n.startswith("move ")}:
            more = state.reach(unit, full=True).keys() - state.reach(unit).keys()
            full_hexes += sum(len(state.units_at(hex_)) >= 2 for hex_ in more)
    assert full_hexes >= 5
