"""The invariants of play hold in random games, and each detects a violation."""

from __future__ import annotations

import random

import pytest

import eastfront as ef
from eastfront.cli import invariants as check
from eastfront.positions.document import document

from .conftest import reach


@pytest.mark.parametrize("seed", range(2))
def test_they_hold_in_a_busy_game(game: ef.Game, seed: int) -> None:
    rng, state = random.Random(seed), game.new()
    while not state.is_over:
        assert list(check.violations(state)) == []
        deeds = [a for a in state.legal_actions if not state.is_pass(a)]
        state.push(rng.choice(deeds or state.legal_actions.list()))
    assert list(check.violations(state)) == []


@pytest.mark.parametrize(
    ("places", "rule"),
    [
        ([("3Pz", "1011")], "BD-10.4a"),
        ([(u, "1922") for u in ("3Pz", "14Pz", "24Pz", "39Pz", "40Pz", "41Pz")], "BD-6.3a"),
        ([(u, "1922") for u in ("3Rum", "4Rum")], "BD-6.4a"),
        ([("3Pz", "1000")], "BD-3.6d"),
    ],
)
def test_each_sees_what_is_wrong(game: ef.Game, places: list[tuple[str, str]], rule: str) -> None:
    state = reach(game, "movement", "german")._supposed(places=places)
    found = list(check.violations(state))
    assert any(rule in v.rules for v in found)
    assert all(places[0][0] in str(v) for v in found if rule in v.rules)


def test_water_is_seen(game: ef.Game) -> None:
    facts = zip(*(document(game)[k] for k in ("hex_names", "hex_facts")), strict=True)
    sea = next(name for name, fact in facts if fact.startswith("sea"))
    state = reach(game, "movement", "german")._supposed(places=[("3Pz", sea)])
    assert any("BD-10.13a" in v.rules for v in check.violations(state))


def test_looking_leaves_the_state_as_it_was(game: ef.Game) -> None:
    state = reach(game, "prepared assault", "german")
    before = bytes(state)
    list(check.violations(state))
    assert bytes(state) == before
