"""Laws of actions: each one offered can be taken, completed, undone, written and recorded."""

from __future__ import annotations

import random
from typing import Any

import pytest

from eastfront._core import IllegalAction, rollout
from playout.games import busy_play, load

from .positions import play_on, states

UNIT_FLAGS = (
    "moved", "moving", "paused", "halved", "attacking", "fought", "defended", "retreated",
    "may not attack", "made a mobile assault", "air army", "crimea supply", "retreating",
)  # fmt: skip
HEX_FLAGS = ("german", "hero city", "fortress city", "destroyed fort")
VARIABLES = ("turn", "side", "sequence", "spent", "target", "attack", "defence", "column", "result",
             "luftwaffe", "kerch used", "victory points", "emergency used",
             "stack split")  # fmt: skip


def test_every_action_offered_can_be_taken_and_completed() -> None:
    """Each leads to a state with an action, or to the end, and on to the next phase."""
    rng = random.Random(0)
    for state in states(1, every=150):
        actions = state.legal_actions.list()
        for action in rng.sample(actions, min(12, len(actions))):
            after = state.copy()
            after.push(action)
            assert after.is_over or len(after.legal_actions) >= 1
            assert play_on(after, rng, 60).audit() is None


def test_what_is_not_offered_is_refused_and_changes_nothing() -> None:
    game, rng = load(), random.Random(0)
    for state in states(2, every=60):
        before, legal = bytes(state), set(state.legal_actions.list())
        for _ in range(40):
            action = game.action_of(rng.randrange(game.num_actions))
            if action in legal:
                continue
            assert action not in state.legal_actions
            with pytest.raises(IllegalAction):
                state.push(action)
        assert bytes(state) == before and not state.can_undo


def test_undo_gives_the_same_bytes() -> None:
    rng = random.Random(3)
    for state in states(3, every=60):
        trail = [bytes(state)]
        for _ in range(25):
            if state.is_over:
                break
            state.push(rng.choice(state.legal_actions.list()))
            trail.append(bytes(state))
        for earlier in reversed(trail[:-1]):
            state.pop()
            assert bytes(state) == earlier and state.audit() is None
        assert not state.can_undo


def test_actions_and_their_notation_name_each_other() -> None:
    game = load()
    for state in states(4, every=30):
        actions, names = state.legal_actions.list(), state.legal_actions.names()
        assert len(set(names)) == len(names) == len(set(actions)) == len(state.legal_actions)
        for action, name in zip(actions, names, strict=True):
            assert game.parse(name) == action and game.notation(action) == name
            assert game.action_of(game.action_id(action)) == action
        mask = state.legal_actions.mask()
        assert sorted(map(int, mask.nonzero()[0])) == sorted(map(game.action_id, actions))
        assert [state.nth_legal(i) for i in range(len(actions))] == actions


def picture(state: Any) -> dict[tuple[str, ...], Any]:
    """What effects may speak of."""
    found: dict[tuple[str, ...], Any] = {("placed", u): p for u, p in state.places().items()}
    for f in UNIT_FLAGS:
        found |= {("unit", u, f): True for u in state.units_with(f)}
    for f in HEX_FLAGS:
        found |= {("hex", h, f): True for h in state.hexes_with(f)}
    return found | {("var", v): state.var(v) for v in VARIABLES}


def replayed(before: dict[tuple[str, ...], Any], effects: list[Any]) -> dict[tuple[str, ...], Any]:
    """The picture after the effects, taken one by one; each must start from what was there."""
    now = dict(before)
    for effect in effects:
        kind, *rest = effect
        if kind == "placed":
            unit, came, went, _ = rest
            assert now["placed", unit] == came
            now["placed", unit] = went
        elif kind in ("unit", "hex"):
            thing, flag, on, _ = rest
            key = (kind, thing, flag)
            known = UNIT_FLAGS if kind == "unit" else HEX_FLAGS
            if flag in known:
                assert now.get(key, False) != on
                now.pop(key, None)
                if on:
                    now[key] = True
        elif kind == "var" and rest[0] in VARIABLES:
            name, was, value, _ = rest
            assert now["var", name] == was
            now["var", name] = value
    return now


def test_effects_are_the_difference_of_states() -> None:
    for seed in (21, 22):
        rng = random.Random(seed)
        for i, state in enumerate(busy_play(load(), seed)):
            if i % 4:
                continue
            after = state.copy()
            action = rng.choice(state.legal_actions.list())
            effects = after.push(action, effects=True)
            assert replayed(picture(state), effects) == picture(after), (state.decision, effects)


def test_any_number_of_threads_gives_the_same_games() -> None:
    state = load().new()
    for policy in ("random", "busy"):
        one, two, five = (rollout(state, 24, threads=t, seed=9, policy=policy) for t in (1, 2, 5))
        for key in ("winners", "lengths", "decisions", "forced", "chance"):
            assert one[key] == two[key] == five[key]
        assert rollout(state, 24, seed=10, policy=policy)["lengths"] != one["lengths"]


def test_a_seed_rolls_the_same_dice() -> None:
    for seed in range(3):
        games = []
        for _ in range(2):
            rng, state = random.Random(1), load().new(seed)
            for _ in range(300):
                assert state.to_move != "chance"
                state.push(rng.choice(state.legal_actions.list()))
            games.append(bytes(state))
        assert games[0] == games[1]
