"""Effects of actions have the form of their type, and become JSON as they are."""

from __future__ import annotations

import json
from typing import Any, Literal, get_args, get_origin

import pytest

import eastfront as ef
from eastfront.positions.effects import Effect

FORMS = [
    (kinds, rest)
    for one in get_args(Effect)
    for kinds, *rest in [get_args(one)]
    if get_origin(kinds) is Literal
]
GAMES = (
    "barbarossa-1971/zitadelle",
    "barbarossa-deluxe/blue-kremlin",
    "russian-campaign/zitadelle",
)


def fits(value: object, form: Any) -> bool:
    """Whether a value has exactly a type, or is a list of such values."""
    if get_origin(form) is list:
        return type(value) is list and all(fits(one, get_args(form)[0]) for one in value)
    return type(value) is form


@pytest.mark.parametrize("name", GAMES)
def test_each_effect_has_the_form_of_its_kind(name: str) -> None:
    state = ef.load(name).new(seed=1)
    if "automatic" in state.legal_actions:
        state.push("automatic")
    else:
        ef.set_up(state)
    bots = {side: ef.bots.bot("busy", seed=1) for side in state.game.sides}
    kinds = set()
    for _ in range(400):
        assert state.to_move is not None
        action = bots[state.to_move](state.observation(state.to_move))
        effects = state.push(action, effects=True, applied=True)
        for kind, *values in effects:
            kinds.add(kind)
            [rest] = [rest for known, rest in FORMS if kind in get_args(known)]
            assert len(values) == len(rest) and all(map(fits, values, rest)), (kind, values)
        assert [tuple(one) for one in json.loads(json.dumps(effects))] == effects
    assert kinds >= {"placed", "unit", "var", "forced"}
