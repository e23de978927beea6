"""Copies share a position until one of them is played on; actions on one change no other."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import eastfront as ef
from eastfront import _core


@pytest.fixture(scope="module")
def game() -> Any:
    return ef.load("barbarossa-deluxe/blue-kremlin")


def _action(state: Any) -> Any:
    return state.legal_actions[0]


def _push(state: Any) -> None:
    state.push(_action(state))


def _refused(state: Any) -> None:
    illegal = next(a for a in range(10**6) if a not in state.legal_actions)
    with pytest.raises(ef.IllegalAction):
        state.push(illegal)


def _play_on(state: Any) -> None:
    _core.play_on(state, ["busy"] * len(state.game.sides), 5)


CHANGES: dict[str, Callable[[Any], Any]] = {
    "push": _push,
    "pop": lambda state: state.pop(),
    "reseed": lambda state: state.reseed(99),
    "play on": _play_on,
    "refusal": _refused,
    "edit": lambda state: state.edited(variables=[("turn", 10)]),
}


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("first", [True, False])
def test_what_is_done_to_one_is_not_done_to_its_copy(game: Any, change: str, first: bool) -> None:
    state = game.new(1)
    _push(state)  # so that there is an action to take back
    state.push(_action(state))
    copy = state.copy()
    changed, kept = (state, copy) if first else (copy, state)
    if change == "pop" and not first:
        _push(copy)
    before, legal = bytes(kept), kept.legal_actions.list()
    CHANGES[change](changed)
    assert bytes(kept) == before and kept.legal_actions.list() == legal
    assert kept.audit() is None


def test_a_copy_outlives_what_it_was_copied_from(game: Any) -> None:
    """Memory of states that are gone is used again, but never while a copy holds it."""
    kept = []
    for n in range(80):
        state = game.new(n)
        _push(state)
        copy = state.copy()
        kept.append((copy, bytes(copy)))
        del state
    others = [copy.copy() for copy, _ in kept]
    for other in others:
        for _ in range(3):
            _push(other)
    assert all(bytes(copy) == before for copy, before in kept)


def test_equal_positions_are_equal_however_they_came_about(game: Any) -> None:
    state = game.new(1)
    _push(state)
    apart = game.state_from_bytes(bytes(state))
    assert state == state.copy() == apart
    apart.reseed(7)
    state.reseed(8)
    assert state == apart, "the generator is no part of the position"
    assert bytes(state) != bytes(apart)
    _push(apart)
    assert state != apart
