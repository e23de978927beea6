"""Values that are not actions or not numbers, and references that keep no object alive."""

from __future__ import annotations

import gc
import weakref
from typing import Any

import numpy as np
import pytest

import eastfront as ef
from eastfront import _core

from .conftest import SCENARIO


class Raising:
    """An object of which nothing can be asked."""

    def _raise(self, *_: object) -> Any:
        raise RuntimeError("do not ask")

    __index__ = __int__ = __float__ = __str__ = __repr__ = __eq__ = __len__ = _raise  # type: ignore
    __iter__ = __bool__ = __fspath__ = __getattr__ = __call__ = _raise
    __hash__ = None  # type: ignore[assignment]


FOREIGN: list[Any] = [
    None, True, False, -1, 2**31, 2**70, 10**5000, 1.5, float("nan"), "", "zz", "\0", "\ud800",
    "x" * 100_000, b"x", [], {}, set(), (1, 2), object(), Raising(), np.float64(3), np.bool_(True),
    np.array([1, 2]), np.int64(-3),
]  # fmt: skip


@pytest.fixture
def state(game: ef.Game) -> ef.State:
    state = game.new(seed=1)
    state.push("automatic")
    return state


@pytest.mark.parametrize("value", FOREIGN, ids=lambda v: str(type(v).__name__))
def test_what_is_no_action_is_not_legal(state: ef.State, value: Any) -> None:
    assert value not in state.legal_actions


def test_actions_are_legal_by_number_and_by_notation(state: ef.State) -> None:
    legal = state.legal_actions
    for action in legal:
        assert action in legal and np.int64(action) in legal
        assert state.game.notation(action) in legal
    assert "end-movement" not in legal


@pytest.mark.parametrize("value", FOREIGN, ids=lambda v: str(type(v).__name__))
def test_what_is_no_action_is_refused_and_changes_nothing(state: ef.State, value: Any) -> None:
    before, undo = bytes(state), state.can_undo
    calls = [
        lambda: state.push(value),
        lambda: state.is_pass(value),
        lambda: state.begin("sequence of play", value),
        lambda: state.ask("value", value),
        lambda: state.place(value),
        lambda: state.reseed(value) if value is not None else state.push(None),  # type: ignore
        lambda: state.legal_actions[value],
    ]
    for number, call in enumerate(calls):
        if number == 6 and isinstance(value, (int, np.integer)) and value in (-1, -3):
            continue  # from the end
        if number == 5 and (isinstance(value, int) and 0 <= value < 2**64):
            if not isinstance(value, bool):
                continue
        with pytest.raises(ef.EastfrontError) as told:
            call()
        assert isinstance(told.value, (ValueError, TypeError, IndexError))
        assert len(str(told.value)) < 500
    assert bytes(state) == before and state.can_undo == undo


@pytest.mark.parametrize("value", [True, False, np.bool_(True)])
def test_truth_values_are_no_numbers(state: ef.State, value: Any) -> None:
    for call in (
        lambda: state.game.new(seed=value),
        lambda: state.push(value),
        lambda: ef.perft(state, value),
        lambda: ef.rollout(state, n=value),
        lambda: ef.rollout(state, seed=value),
        lambda: ef.vector(state.game, value),
        lambda: ef.search.mcts(state, simulations=value),
        lambda: ef.Recorder(state, seed=value),
    ):
        with pytest.raises(ef.ArgumentTypeError):
            call()


def test_a_bad_action_of_a_vector_is_told_as_such(game: ef.Game) -> None:
    games = ef.vector(game, 3)
    _, masks, _ = games.reset(seed=1)
    actions = masks.argmax(axis=1)
    last = game.num_actions - 1
    for bad in (-812, game.num_actions, 2**40, -(2**63)):
        wrong = actions.copy()
        wrong[1] = bad
        with pytest.raises(ef.ArgumentError) as told:
            games.step(wrong)
        assert str(told.value) == f"game 1: action {bad}, expected an id from 0 to {last}"
    with pytest.raises(ef.ArgumentError, match=f"game 2: action {2**63 + 5}, expected an id from"):
        games.step(np.array([*actions[:2], 2**63 + 5], np.uint64))
    games.step(actions)


def test_legal_actions_are_an_array(state: ef.State) -> None:
    legal = state.legal_actions
    array = np.array(legal)
    assert array.shape == (len(legal),) and array.dtype == np.int64
    assert array.tolist() == legal.list()
    assert np.asarray(legal, np.int32).dtype == np.int32
    assert np.isin(array[0], legal)
    over = ef.concede(state, "german")
    assert np.array(over.legal_actions).shape == (0,)


def test_objects_take_weak_references(game: ef.Game) -> None:
    own = ef.Game.from_bytes(game.to_bytes())
    map_ = _core.KernelMap(4, 4, bytes(96))
    hexes = map_.hexes([1])
    things: list[Any] = [
        own, own.new(), own.new().legal_actions, map_, hexes, map_.hexsides(bytes(16)),
        _core.MoveRules(), _core.SupplyStage(hexes), _core.Planes(own, []), ef.vector(own, 1),
        own.new().observation("german"), ef.Recorder(own),
    ]  # fmt: skip
    made = [weakref.ref(thing) for thing in things]
    assert all(ref() is thing for ref, thing in zip(made, things, strict=True))
    native = {thing for name in _core.__all__ if isinstance(thing := getattr(_core, name), type)}
    native = {thing for thing in native if not issubclass(thing, Exception)}
    native -= {_core.Vector}
    assert native <= {type(thing) for thing in things}
    kept = weakref.WeakKeyDictionary({own: SCENARIO})
    assert kept[own] == SCENARIO
    state = own.new()
    last = weakref.ref(state)
    del state
    gc.collect()
    assert last() is None
    weakref.ref(ef.vector(own, 1)._core)
