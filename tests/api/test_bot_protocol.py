"""A bot receives only an observation, and works from its bytes alone."""

from __future__ import annotations

import gc
import pickle
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import eastfront as ef
from eastfront.positions.observation import Observation

from .conftest import reach


def elsewhere(seen: Observation, name: str, seed: int) -> int:
    """What a bot answers in a process that gets the bytes of the observation only."""
    command = [sys.executable, str(Path(__file__).with_name("bot_process.py")), name, str(seed)]
    path = {"PYTHONPATH": str(Path(ef.__file__).parents[1])}
    done = subprocess.run(
        command, input=pickle.dumps(seen), env=path, capture_output=True, check=True, timeout=120
    )
    return int(done.stdout)


@pytest.mark.parametrize("name", ["busy", "greedy"])
def test_a_bot_in_another_process_answers_as_it_does_here(game: ef.Game, name: str) -> None:
    seen = reach(game, "movement", "german").observation("german")
    assert seen.hidden
    action = elsewhere(seen, name, 7)
    assert action == ef.bots.bot(name, 7)(seen)
    assert action in seen.legal_actions


def held(thing: Any) -> Iterator[Any]:
    """Everything that a value refers to, however far, but for modules and types."""
    seen, todo = set(), [thing]
    while todo:
        at = todo.pop()
        if id(at) in seen or isinstance(at, type) or type(at).__name__ == "module":
            continue
        seen.add(id(at))
        yield at
        todo += gc.get_referents(at)


def test_an_observation_holds_no_state(game: ef.Game) -> None:
    state = reach(game, "movement", "german")
    seen = state.observation("german")
    assert seen.labels and seen.key and seen.hex_flags
    assert not any(isinstance(thing, ef.State) for thing in held(seen))


def test_what_is_worked_out_late_does_not_follow_the_game() -> None:
    """The parts worked out when they are asked for come from the observation's own data."""
    game = ef.load("russian-campaign/campaign")
    state = game.new(seed=1)
    early, late = (state.observation(str(state.to_move)) for _ in range(2))
    known = (early.places, early.variables, early.hex_flags, early.labels, early.key)
    for _ in range(30):
        state.push(state.legal_actions[0])
    assert (late.places, late.variables, late.hex_flags, late.labels, late.key) == known
    assert late == early
    assert late != state.observation(str(state.to_move))


@pytest.mark.parametrize(
    "name",
    ["barbarossa-deluxe/blue-kremlin", "russian-campaign/campaign", "barbarossa-1971/zitadelle"],
)
def test_an_observation_survives_pickling(name: str) -> None:
    game = ef.load(name)
    state = game.new(seed=4)
    for _ in range(12):
        state.push(state.legal_actions[0])
    seen = state.observation(str(state.to_move))
    again, twice = (pickle.loads(pickle.dumps(seen)) for _ in range(2))
    assert again == seen
    assert again.game is twice.game
    assert again.labels == seen.labels and again.passes == seen.passes
    assert again.key == seen.key and again.places == seen.places
    samples = [o.sample(random.Random(3)) for o in (seen, again)]
    assert bytes(samples[0]) == bytes(samples[1])
    assert not samples[0].self_rolling


def test_no_generator_reaches_a_bot() -> None:
    """Two games that differ in their dice to come only look the same."""
    game = ef.load("russian-campaign/campaign")
    one, two = (game.new(seed=seed) for seed in (1, 2))
    assert bytes(one) != bytes(two)
    assert one.observation("russian") == two.observation("russian")
