"""Laws of copies: bytes and pickles round-trip, keys tell positions apart, bad bytes fail."""

from __future__ import annotations

import copy
import pickle
import random
import struct
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from eastfront._core import Game, InternalError
from eastfront.positions.layout import layout_of
from playout.games import busy_play, load

from .positions import sample, states

TURNS = range(9, 14)
HEADER = 12
"""The mark of the format and the digest of the game file."""


def test_bytes_pickles_and_copies_come_back() -> None:
    game = load()
    for state in states(5, every=30):
        data = bytes(state)
        for twin in (
            game.state_from_bytes(data),
            pickle.loads(pickle.dumps(state)),
            state.copy(),
            copy.copy(state),
            copy.deepcopy(state),
        ):
            assert twin == state and bytes(twin) == data and twin.key == state.key
            assert twin.legal_actions.list() == state.legal_actions.list()
            assert (twin.to_move, twin.decision, twin.stack) == (
                state.to_move, state.decision, state.stack,
            )  # fmt: skip
            assert twin.self_rolling == state.self_rolling


def test_the_game_file_comes_back() -> None:
    game = load()
    twin = Game.from_bytes(game.to_bytes())
    assert twin == game and twin.digest == game.digest and hash(twin) == hash(game)
    assert pickle.loads(pickle.dumps(game)) == game
    assert load(("BD-10.32a",)) != game


def test_a_pickled_game_rolls_on_as_it_would_have() -> None:
    state = load().new(7)
    rng = random.Random(7)
    for _ in range(120):
        state.push(rng.choice(state.legal_actions.list()))
    twin = pickle.loads(pickle.dumps(state))
    for _ in range(200):
        action = rng.choice(state.legal_actions.list())
        state.push(action)
        twin.push(action)
    assert bytes(twin) == bytes(state)


def without_generator(data: bytes) -> bytes:
    """The position alone: the generator is written last."""
    return data[:-8]


def test_equal_bytes_have_equal_keys_and_unequal_positions_unequal_keys() -> None:
    """Exchanged equal counters are the same position to the key, not to the bytes."""
    keys: dict[int, Any] = {}
    game = load()
    classes = _classes(game)
    for seed in (31, 32, 33):
        for state in busy_play(game, seed):
            data = without_generator(bytes(state))
            known = keys.setdefault(state.key, (data, state.copy()))
            if known[0] != data:
                assert _picture(known[1], classes) == _picture(state, classes)
    assert len(keys) > 1000


def _classes(game: Game) -> dict[str, tuple[str, ...]]:
    from oracle.model import load_board

    units = load_board().units
    return {
        n: (u.side, u.nation, u.kind, u.mobility, str(u.attack), str(u.defence))
        for n, i in zip(game.units, game.unit_ids, strict=True)
        for u in [units[i]]
    }


FLAGS = ("moved", "moving", "paused", "fought", "attacking", "halved")


def _picture(state: Any, classes: dict[str, tuple[str, ...]]) -> Any:
    flags: dict[str, set[str]] = {}
    for f in (*FLAGS, "crimea supply", "defended"):
        for u in state.units_with(f):
            flags.setdefault(u, set()).add(f)
    stacks = sorted(
        (classes[u], place, sorted(flags.get(u, ()))) for u, place in state.places().items()
    )
    return stacks, sorted(state.hexes_with("german")), state.decision, state.var("turn")


def test_equal_counters_may_be_exchanged_under_the_same_key() -> None:
    state = load().new()
    state.push("automatic")
    a, b = state.place("3A"), state.place("5A")
    assert a != b
    twin = state._supposed([("3A", b), ("5A", a)])
    assert twin.key == state.key and bytes(twin) != bytes(state)
    moved = state._supposed([("3A", b)])
    assert moved.key != state.key


NOTICED: list[bytes] = []
"""Bytes that passed for a position and were found out in play."""


def survives(data: bytes, rng: random.Random) -> bool:
    """Whether bytes give a state that is playable for fifty random actions."""
    game = load()
    try:
        state = game.state_from_bytes(data)
    except ValueError:
        return False
    # what nothing reads any more is forgotten, so the bytes may differ, but only once
    again = bytes(state)
    assert state.audit() is None and bytes(game.state_from_bytes(again)) == again
    if state.var("turn") not in TURNS:
        return False
    for _ in range(50):
        if state.is_over:
            break
        actions = state.legal_actions.list()
        assert actions
        before = bytes(state)
        try:
            state.push(rng.choice(actions))
        except InternalError:
            # a number that no play leads to, noticed where it is used; the position is as it was
            assert bytes(state) == before
            NOTICED.append(data)
            return False
    return True


@settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_mutated_bytes_give_a_valid_state_or_an_error(data: st.DataObject) -> None:
    pool = sample(6, 60)
    raw = bytearray(pool[data.draw(st.integers(0, len(pool) - 1))])
    for _ in range(data.draw(st.integers(1, 6))):
        at = data.draw(st.integers(HEADER, len(raw) - 1))
        raw[at] = data.draw(st.integers(0, 255))
    survives(bytes(raw), random.Random(len(raw)))


def test_many_mutations_of_every_part_of_the_bytes() -> None:
    """Small changes of two-byte words, where values stay plausible, as well as of any byte."""
    rng, kept = random.Random(0), 0
    pool = sample(6, 60)
    NOTICED.clear()
    for _ in range(3000):
        raw = bytearray(rng.choice(pool))
        for _ in range(rng.randint(1, 3)):
            at = rng.randrange(HEADER, len(raw) - 2)
            if rng.random() < 0.5:
                raw[at] ^= 1 << rng.randrange(8)
            else:
                (value,) = struct.unpack_from("<H", raw, at)
                struct.pack_into("<H", raw, at, (value + rng.randint(-3, 3)) & 0xFFFF)
        kept += survives(bytes(raw), rng)
    assert kept > 300 and not NOTICED


def test_a_turn_off_the_turn_track_is_refused() -> None:
    state = load().new()
    state.push("automatic")
    game = load()
    with pytest.raises(ValueError, match=r".+"):
        game.state_from_bytes(bytes(state._supposed(variables=[("turn", 300)])))


def test_cut_and_lengthened_bytes_are_refused() -> None:
    game = load()
    data = sample(6, 60)[0]
    for n in (0, 3, 4, 11, 12, 100, len(data) - 1):
        with pytest.raises(ValueError, match=r".+"):
            game.state_from_bytes(data[:n])
    for bad in (data + b"\0", b"XXXX" + data[4:], data[:4] + bytes(8) + data[12:]):
        with pytest.raises(ValueError, match=r".+"):
            game.state_from_bytes(bad)


def test_a_state_of_another_game_file_is_refused() -> None:
    with pytest.raises(ValueError, match="another game file"):
        load(("BD-10.32a",)).state_from_bytes(sample(6, 60)[0])
    with pytest.raises(ValueError, match="another game file"):
        layout_of(load(("BD-10.32a",))).canon(load().new())
