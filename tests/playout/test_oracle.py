"""Busy games against the oracle: supply, reach, mobile assaults, odds and retreats agree.

Then the comparison itself is put to the test: an engine with one rule left out is told from the
right one, for each of many rules.
"""

from __future__ import annotations

import random
from collections import Counter
from functools import lru_cache
from typing import Any

import pytest

from .compare import (
    leg_differences,
    odds_differences,
    reach_differences,
    retreat_differences,
    roll_differences,
    supply_differences,
)
from .games import busy_play, contact, load
from .scatter import scattered, transplant

GAMES = 2
EVERY = 50


def everything(state: Any, rng: random.Random, share: float = 0.3, battles: int = 8) -> list[str]:
    """All that can be asked of any position."""
    found = supply_differences(state) + reach_differences(state, rng, share)
    return found + odds_differences(state, rng, battles)


def play_differences(seed: int, counts: Counter[str]) -> list[str]:
    """One busy game: each die and retreat, some mobile assaults, one state in fifty in full."""
    rng, found = random.Random(seed), []
    for i, state in enumerate(busy_play(load(), seed)):
        found += roll_differences(state) + retreat_differences(state)
        counts[str(state.decision)] += 1
        if state.decision == "leg" and state.to_move == "german" and rng.random() < 0.2:
            found += leg_differences(state)
            counts["assaults"] += 1
        if i % EVERY == 0 and not state.units_with("moving"):
            found += everything(state, rng, 0.2)
            counts["in full"] += 1
            counts["in contact"] += contact(state) > 1 / 3
        if found:
            break
    return found


def test_busy_games_agree_with_the_oracle() -> None:
    counts: Counter[str] = Counter()
    for seed in range(GAMES):
        assert not play_differences(seed, counts), seed
    assert counts["in full"] >= 15 and counts["in contact"] >= 5
    assert counts["combat"] >= 60 and counts["assaults"] >= 20
    assert counts["retreat"] + counts["retreat unit"] >= 10


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 22))
def test_many_busy_games_agree_with_the_oracle(seed: int) -> None:
    assert not play_differences(seed, Counter())


@pytest.mark.parametrize("seed", range(12))
def test_scattered_positions_agree_with_the_oracle(seed: int) -> None:
    state = scattered(seed)
    assert contact(state) > 1 / 3
    assert not everything(state, random.Random(seed))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 200))
def test_many_scattered_positions_agree_with_the_oracle(seed: int) -> None:
    assert not everything(scattered(seed), random.Random(seed), 1.0, 40)


def test_a_position_put_into_its_own_game_is_the_same() -> None:
    state = scattered(3)
    assert not everything(transplant(state, load()), random.Random(3), 0.1)


# -- planted errors -------------------------------------------------------------------------

SUPPLY = ("BD-7.4a", "BD-7.4c", "BD-7.14d", "BD-7.15a", "BD-7.20a", "BD-7.5c")
REACH = (
    "BD-10.3a", "BD-10.4a", "BD-10.11a", "BD-10.12a", "BD-10.12b", "BD-10.13a", "BD-10.18a",
    "BD-10.22a", "BD-6.2a", "BD-6.4a", "BD-7.16b",
)  # fmt: skip
ODDS = (
    "BD-11.9a", "BD-11.14a", "BD-11.15a", "BD-11.15b", "BD-11.16a", "BD-11.16b", "BD-11.20a",
    "BD-11.20c", "BD-11.24a", "BD-9.6a", "BD-10.32a", "BD-5.6c", "BD-5.7a", "BD-5.7b",
)  # fmt: skip
POSITIONS = 40


@lru_cache(maxsize=POSITIONS)
def _mixture(seed: int) -> Any:
    return scattered(seed)


def _caught(rule: str, differences: Any) -> bool:
    broken = load((rule,))
    return any(differences(transplant(_mixture(seed), broken), seed) for seed in range(POSITIONS))


@pytest.mark.parametrize("rule", SUPPLY)
def test_a_planted_error_in_supply_is_caught(rule: str) -> None:
    assert _caught(rule, lambda state, _: supply_differences(state))


@pytest.mark.parametrize("rule", REACH)
def test_a_planted_error_in_reach_is_caught(rule: str) -> None:
    assert _caught(rule, lambda state, seed: reach_differences(state, random.Random(seed), 0.4))


@pytest.mark.parametrize("rule", ODDS)
def test_a_planted_error_in_odds_is_caught(rule: str) -> None:
    assert _caught(rule, lambda state, seed: odds_differences(state, random.Random(seed), 25))
