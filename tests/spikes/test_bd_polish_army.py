"""Spike: the Polish army that appears when a supplied unit comes next to the General Government.

BD-8.24. The oracle follows the hexes entered one by one; the first from which a supplied Soviet
unit is next to the General Government brings in the army there, or, if the stack is too large, in
the nearest supplied hex. Play and counts on a small front, before, on and after turn 13.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from eastfront import _core
from oracle import movement, supply
from oracle.model import SOVIET, Position, distance, load_board
from playout.snapshot import position
from rules.barbarossa_deluxe.board_positions import at, edit, play

ARMY, POLISH = "SU:rifle:60", "PL:army:1"
START = "2213"


def start(turn: int = 13, army: str = START, mates: tuple[str, ...] = (), **more: Any) -> Any:
    """One army, or a stack, about to move not far from the General Government."""
    units: dict[str, list[str]] = {army: ["60A", *mates], "1922": ["4AK"]}
    units.update(more)
    state = at("movement", "soviet", turn=turn, sequence="move-fight", units=units)
    state = edit(state, flags={"moved": mates}, variables={"polish trigger": 0})
    return edit(state, {"Pol": "later"})


def at_the_border() -> set[str]:
    """The hexes of the General Government and next to it."""
    board = load_board()
    inside = {h for h, x in board.hexes.items() if x.area == "general-government"}
    return inside | {n for h in inside for n in board.neighbours(h)}


def called_to(pos: Position, entered: list[str], mover: str) -> str | None:
    """Where the Polish army stands after a unit has entered hexes in order."""
    border, came = at_the_border(), None
    for place in entered:
        here = pos.moved([mover], place)
        if place in border and supply.soviet_state(here, mover) == "overland":
            came = place
            break
    if came is None or pos.turn < 13:
        return None
    here = pos.moved([mover], came)
    if here.fits([POLISH], came):
        return came
    overland = supply.overland_hexes(here, SOVIET)
    force = [h for h in here.occupied(SOVIET) if h in overland and here.fits([POLISH], h)]
    near = min(distance(h, came) for h in force)
    return next(h for h in sorted(force) if distance(h, came) == near)


def entered(effects: list[Any]) -> list[str]:
    """The hexes that the army came into."""
    return [e[3] for e in effects if e[0] == "placed" and e[1] == "60A"]


@pytest.mark.rule("BD-8.24a", "BD-8.24b")
@pytest.mark.parametrize("turn", [11, 12, 13])
def test_the_army_appears_where_the_oracle_says(turn: int) -> None:
    seen = set()
    first = play(start(turn), "move 60A")
    for action in [n for n in first.legal_actions.names() if n.startswith("to ")]:
        state = first.copy()
        pos = position(state)
        way = entered(state.push(action, effects=True))
        expected = called_to(pos, way, ARMY)
        assert state.place("Pol") == (expected or "later"), (action, way)
        assert state.place("60A") == way[-1] == action.split()[1]
        seen.add(expected is not None)
    assert seen == ({True, False} if turn == 13 else {False})


@pytest.mark.rule("BD-8.24a")
def test_who_is_out_of_supply_calls_nobody() -> None:
    ring = {"1001": ["5AK"]}
    state = start(**ring)
    # every source of the southern zone taken: the zone has no line at all
    board = load_board()
    sources = [h for h in sorted(supply.SOVIET_SOURCES) if board.hexes[h].zone == "south"]
    corps = ["6AK", "7AK", "8AK", "9AK", "10AK", "11AK", "12AK", "13AK", "17AK", "20AK", "23AK"]
    assert len(sources) <= len(corps)
    cut = edit(state, dict(zip(corps, sources, strict=False)))
    first = play(cut, "move 60A")
    pos = position(first)
    assert supply.soviet_state(pos, ARMY) == "oos"
    for action in [n for n in first.legal_actions.names() if n.startswith("to ")]:
        state = first.copy()
        way = entered(state.push(action, effects=True))
        assert state.place("Pol") == (called_to(pos, way, ARMY) or "later")


@pytest.mark.rule("BD-8.24b")
def test_a_full_stack_sends_it_to_the_nearest_force() -> None:
    """Five armies come to the border together; another stands a hex behind."""
    mates = ("59A", "54A", "53A", "52A")
    units = {"2214": ["60A", *mates], "1922": ["4AK"], "2210": ["51A"], "2212": ["50A"]}
    state = at("movement", "soviet", turn=13, sequence="move-fight", units=units)
    state = edit(state, {"Pol": "later"}, variables={"polish trigger": 0})
    stack = play(state, "move 52A", "with 53A", "with 54A", "with 59A", "with 60A")
    pos = position(stack)
    moved = 0
    for action in [n for n in stack.legal_actions.names() if n.startswith("to ")]:
        after = stack.copy()
        way = entered(after.push(action, effects=True))
        group = [ARMY, "SU:rifle:59", "SU:rifle:54", "SU:rifle:53", "SU:rifle:52"]
        expected = called_to(pos.moved(group, way[0]), way[:1], ARMY) if len(way) == 1 else None
        if len(way) == 1:
            assert after.place("Pol") == (expected or "later"), action
            moved += expected is not None
    assert moved


@pytest.mark.rule("BD-8.24a")
def test_engine_and_oracle_count_the_legs() -> None:
    """Reach with what is left, leg by leg: the new army changes no count on the way."""
    state = play(start(), "move 60A")
    pos = position(state)
    points = movement.stack_allowance(pos, [ARMY])

    def legs(here: Position, left: int, first: bool, depth: int) -> int:
        found = movement.reach(
            here, [ARMY], passage_stacking=True, points=left, under_way=not first
        )
        found.pop(here.where(ARMY))
        if not found and not first:  # only to stop: forced, and the move is over
            return 0
        if depth == 1:
            return len(found)
        return sum(
            legs(here.moved([ARMY], h), left - cost, False, depth - 1) for h, cost in found.items()
        )

    assert count(state, 1) == legs(pos, points, True, 1)
    assert count(state, 2) == legs(pos, points, True, 2)
    assert count(state, 3) == legs(pos, points, True, 3)
    assert _core.perft(state, 1) == legs(pos, points, True, 1) + 1  # and to stop


def count(state: Any, depth: int) -> int:
    """The engine's chains of so many legs."""
    legs = [a for a in state.legal_actions.names() if a.startswith("to ")]
    if state.decision != "leg" or state.to_move != "soviet":
        return 0
    if depth == 1:
        return len(legs)
    total = 0
    for action in legs:
        state.push(action)
        total += count(state, depth - 1)
        state.pop()
    return total


@pytest.mark.rule("BD-8.24a")
def test_it_comes_once() -> None:
    rng = random.Random(0)
    for _ in range(20):
        state = play(start(), "move 60A")
        calls = 0
        for _ in range(6):
            if state.decision != "leg":
                break
            effects = state.push(rng.choice(state.legal_actions.names()), effects=True)
            calls += sum(1 for e in effects if e[0] == "placed" and e[1] == "Pol")
        assert calls <= 1
