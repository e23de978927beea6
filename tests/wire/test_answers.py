"""`wire.encode` writes the answer of a query as JSON; any JSON writer can write a battle."""

from __future__ import annotations

import dataclasses
import json
from fractions import Fraction
from typing import Any

import pytest

import eastfront as ef
from eastfront import wire
from eastfront.matches import wilson

ID = "barbarossa-deluxe/blue-kremlin"


@pytest.fixture(scope="module")
def state() -> ef.State:
    state = ef.load(ID).new(seed=41)
    for action in ("automatic", "coastal-supply", "end-replacements", "south", "move-fight"):
        state.push(action)
    for action in ("end-strategic", "ask-never", "ask-never"):
        state.push(action)
    return state


def test_every_answer_is_json(state: ef.State) -> None:
    battle = state.battle(target="1708", attackers=["9AK"])
    answers: list[Any] = [
        battle, state.supply("3Pz"), state.reach("57Pz"), state.control, state.obligations,
        state.outcome, state.returns(), state.chance_outcomes(), state.zoc("german"),
        ef.rollout(state, n=1), ef.search.mcts(state, simulations=5, cut="phase"),
        ef.analysis.attacks(state)[:1], ef.analysis.exchange_of(battle), ef.analysis.front(state),
        ef.analysis.cuts(state, "3Pz"), ef.rule("BD-7.4b"), wilson(1, 2),
        state.legal_actions.mask(),
    ]  # fmt: skip
    for answer in answers:
        json.loads(wire.encode(answer))
    found = json.loads(wire.encode(battle))
    assert {n: Fraction(c) for n, c in found["chances"].items()} == dict(battle.distribution)
    assert json.loads(wire.encode(state.supply("3Pz")))["unit"] == "3Pz"


def test_a_battle_is_plain_values(state: ef.State) -> None:
    battle = state.battle(target="1708", attackers=["9AK"])
    found = json.loads(json.dumps(dataclasses.asdict(battle)))
    assert sum(map(Fraction, found["chances"].values())) == 1
    assert [Fraction(o["share"]) for o in found["outcomes"]] == [o.chance for o in battle.outcomes]


def test_what_is_no_answer_is_told() -> None:
    for thing in (object(), {1: object()}, ef.load):
        with pytest.raises(ef.ArgumentTypeError, match="document="):
            wire.encode(thing)
