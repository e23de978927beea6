"""Laws common to all games, on positions of the games that the other files do not test."""

from __future__ import annotations

import copy
import pickle
import random
import re
import xml.etree.ElementTree as ET
from functools import lru_cache

import pytest
from tools import mangle

import eastfront as ef
from eastfront import _core, record, render
from eastfront._core import choose
from eastfront.positions.layout import layout_of

GAMES = ("russian-campaign/zitadelle", "barbarossa-1971/zitadelle")
SVG = "{http://www.w3.org/2000/svg}"


@lru_cache(maxsize=2)
def sample(name: str) -> tuple[bytes, ...]:
    """Positions of busy games."""
    return tuple(mangle.gather(ef.load(name), 2, 40).states)


def states(name: str) -> list[ef.State]:
    """The same as states."""
    game = ef.load(name)
    return [game.state_from_bytes(data) for data in sample(name)]


@pytest.mark.parametrize("name", GAMES)
def test_positions_come_back_however_they_are_kept(name: str) -> None:
    game, keys = ef.load(name), set[int]()
    for state in states(name)[::3]:
        data = bytes(state)
        keys.add(state.key)
        for twin in (
            game.state_from_bytes(data),
            pickle.loads(pickle.dumps(state)),
            copy.deepcopy(state),
            ef.position(state.text(), game),
        ):
            assert twin == state and twin.key == state.key
            assert twin.legal_actions.list() == state.legal_actions.list()
            assert (twin.to_move, twin.decision, twin.stack) == (
                state.to_move, state.decision, state.stack,
            )  # fmt: skip
    assert len(keys) > 10


@pytest.mark.parametrize("name", GAMES)
def test_what_is_offered_is_named_and_taken_back_and_nothing_else_is_taken(name: str) -> None:
    game, rng, refused = ef.load(name), random.Random(1), 0
    for state in states(name):
        before, actions = bytes(state), state.legal_actions.list()
        for action, text in zip(actions, state.legal_actions.names(), strict=True):
            assert game.parse(text) == action and game.action_of(game.action_id(action)) == action
        for _ in range(20):
            action = game.action_of(rng.randrange(game.num_actions))
            if action not in state.legal_actions:
                with pytest.raises(ef.IllegalAction) as caught:
                    state.push(action)
                refused += bool(caught.value.rule)
        assert bytes(state) == before
        state.reseed(5)
        before = bytes(state)
        for _ in range(12):
            if not state.is_over:
                state.push(rng.choice(state.legal_actions.list()))
        while state.can_undo:
            state.pop()
        assert bytes(state) == before and state.audit() is None
    assert refused > 200


@pytest.mark.parametrize("name", GAMES)
def test_perft_counts_what_pushing_everything_gives(name: str) -> None:
    for state in states(name)[::9]:
        counted = 0
        for action in state.legal_actions.list():
            after = state.copy()
            after.push(action)
            assert after.key != state.key
            counted += 1 if after.is_over else len(after.legal_actions)
        assert _core.perft(state, 2) == counted


@pytest.mark.parametrize("name", GAMES)
def test_a_record_is_played_again(name: str) -> None:
    recorder = ef.Recorder(ef.load(name), seed=6)
    for number in range(300):
        if recorder.state.to_move in recorder.state.game.sides:
            recorder.push(choose(recorder.state, "busy", seed=number))
        else:
            recorder.roll()
    again = record.parse(recorder.record.text())
    assert again == recorder.record and again.replay() == recorder.state


@pytest.mark.parametrize("name", GAMES)
def test_pictures_show_every_unit_of_the_map_where_it_stands(name: str) -> None:
    state = states(name)[7]
    said = [e.text or "" for e in ET.fromstring(render.svg(state)).iter(f"{SVG}title")]
    for unit, place in state.places().items():
        if place in state.game.hexes:
            shown = re.compile(rf"(?<!\w){re.escape(unit)}(?!\w)")
            assert any(shown.search(text) for text in said), unit
    towns = layout_of(state.game).document["drawing"]["labels"].values()
    at = {
        e.text: (float(e.get("x", "0")), float(e.get("y", "0")))
        for e in ET.fromstring(render.svg(state.game)).iter(f"{SVG}text")
        if e.get("class") == "city"
    }
    assert {"Leningrad", "Moscow", "Rostov", "Kiev", "Stalingrad"} <= {*towns}
    assert at["Leningrad"][1] < at["Moscow"][1] < at["Rostov"][1]
    assert at["Kiev"][0] < at["Moscow"][0] and at["Kiev"][0] < at["Stalingrad"][0]
    held = {p for p in state.places().values() if p in state.game.hexes}
    stacks = "".join(side[0] + side[0].upper() for side in state.game.sides)
    board = render.text(state).splitlines()[3 : 3 + layout_of(state.game).height]
    assert sum(len(re.findall(rf"[{stacks}]\d", line)) for line in board) == len(held) > 30
