"""Every answer is about one position, even while another thread plays the state.

A thread moves back and forth between two positions of one state; each answer must be that of one of
the two, or a `BusyError`.
"""

from __future__ import annotations

import ast
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

import eastfront as ef

from . import questions

PACKAGE = Path(ef.__file__).parent
ASKED = 12
"""How often each question is asked; without copies a few in a thousand answers mix the two."""


@pytest.fixture
def often_switched() -> Iterator[None]:
    """Threads take turns some thousand times a second."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    yield
    sys.setswitchinterval(usual)


def test_all_answers_are_of_one_of_two_positions(often_switched: None) -> None:
    state = questions.position()
    there = state.copy()
    there.push(there.nth_legal(0))
    allowed = {
        name: [question(board) for board in (state.copy(), there)]
        for name, question in questions.reading.items()
    }
    allowed["State.can_undo"] = [False, True]
    assert sum(one != other for one, other in allowed.values()) > 20
    stop, mixed = threading.Event(), []

    def to_and_fro() -> None:
        action = state.nth_legal(0)
        while not stop.is_set():
            state.push(action)
            state.pop()

    player = threading.Thread(target=to_and_fro)
    player.start()
    try:
        for name, question in questions.reading.items():
            for _ in range(ASKED):
                try:
                    answer = question(state)
                except ef.BusyError:
                    continue
                if answer not in allowed[name]:
                    mixed.append(name)
    finally:
        stop.set()
        player.join()
    assert mixed == []


def test_an_order_is_taken_whole(often_switched: None) -> None:
    """Nobody sees the positions between its actions."""
    start = questions.position()
    order = ef.parse(start, "14Pz 2407-2406")
    assert len(order) > 1
    there = start.copy()
    there.push(order)
    boards, seen, stop = [start.copy()], set(), threading.Event()

    def look() -> None:
        while not stop.is_set():
            seen.add(bytes(boards[-1]))

    watcher = threading.Thread(target=look)
    watcher.start()
    for _ in range(500):
        boards.append(start.copy())
        boards[-1].push(order)
    stop.set()
    watcher.join()
    assert seen <= {bytes(start), bytes(there)}


# -- who takes a state -------------------------------------------------------------------------

CHANGES = {"positions.set_ups.set_up", "positions.orders.Order.push", "record.Recorder.push"}
"""What plays the state that it is given."""
ONCE = {
    "cli.invariants.invariants",
    "questions.battle.moving",
    "questions.battle.attacking_side",
    "questions.battle.refuse",
    "questions.battle.planned",
    "questions.battle.in_progress",
    "questions.drawn.is_draw",
    "questions.drawn.every_draw",
    "questions.drawn.with_draws",
    "questions.state.side_of",
    "questions.state.zoc",
    "questions.state.sources",
    "questions.state.line",
    "questions.state.crossings",
    "interop.spaces.picture",
    "interop.vector.vector",
    "record.label_of",
}
"""What reads the state once, or is given the copy of another function."""
OWN = (
    "serve",
    "cli",
    "games",
    "systems",
    "matches",
    "interop.openspiel",
    "interop.gymnasium",
    "states",
    "search.roots",
    "render.scene",
    "positions.set_ups",
)
"""Modules whose states are their own, or the copies that others have taken."""


def test_functions_that_are_given_a_state_work_on_a_copy() -> None:
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        module = ".".join(path.relative_to(PACKAGE).with_suffix("").parts)
        module = module.removesuffix(".__init__")
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and node.name[0] != "_" and _takes_state(node):
                decorated = any(ast.unparse(d) == "of_one_position" for d in node.decorator_list)
                found[f"{module}.{node.name}"] = decorated
    assert sum(found.values()) > 30
    bare = {name for name, decorated in found.items() if not decorated} - CHANGES - ONCE
    assert {name for name in bare if not name.startswith(OWN)} == set()


def _takes_state(node: ast.FunctionDef) -> bool:
    kinds = (a.annotation for a in (*node.args.args, *node.args.kwonlyargs) if a.annotation)
    return any("State" in ast.unparse(kind).split(" | ") for kind in kinds)
