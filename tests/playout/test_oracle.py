"""Games and mixed positions agree with the oracle of Barbarossa Deluxe.

Every decision of a few games is compared with the rulebook, with the history from the oracle's own
ledger; `python -m tools.oracle_play` does so for any number of games. The comparison itself is
tested too: it distinguishes an engine with one rule left out from the right one, for each of many
rules.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import pytest

from .compare import odds_differences, reach_differences, supply_differences
from .followed import Told, mixture, play
from .games import contact, load
from .scatter import scattered, scattered_position, transplant

FEW = {"mixed": 1, "crimea": 3, "expedition": 10, "reserve": 5}
"""A game of each kind of start, by its seed."""


def test_games_agree_with_the_oracle() -> None:
    told = Told()
    for kind, seed in FEW.items():
        told.add(play(seed, kind=kind, full=kind == "mixed"))
    assert not told.found, told.found[:5]
    count = Counter({k.removeprefix("asked: "): n for k, n in told.count.items()})
    assert count["positions"] >= 1500 and count["battles"] >= 150 and count["boundaries"] >= 100
    assert count["positions in contact"] >= 500 and count["in full"] >= 20
    for kind in (
        "replacements", "entry", "reinforcements", "conversion", "rvgk", "rvgk entry",
        "emergency", "expedition", "the box", "supply in the Crimea", "crimea list", "bloodbath",
        "bloodbaths settled", "air armies", "aerial supply", "supports", "targets", "attackers",
        "legs of german", "legs of soviet", "strategic movement", "retreats", "advances",
    ):  # fmt: skip
        assert count[kind] >= 1, kind


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 148))
def test_many_games_agree_with_the_oracle(seed: int) -> None:
    assert not play(seed).found


@pytest.mark.parametrize("seed", range(12))
def test_mixtures_agree_with_the_oracle(seed: int) -> None:
    told = mixture(seed)
    assert told.count["positions in contact"] == 1
    assert not told.found


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 200))
def test_many_mixtures_agree_with_the_oracle(seed: int) -> None:
    assert not mixture(seed, 1.0, 40).found


def test_a_position_put_into_its_own_game_is_the_same() -> None:
    state = transplant(scattered(3), load())
    assert contact(state) > 1 / 3
    pos, rng = scattered_position(state), random.Random(3)
    assert not supply_differences(state, pos)
    assert not reach_differences(state, pos, rng, 0.1)
    assert not odds_differences(state, pos, rng)


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


def _caught(rule: str, differences: Callable[[Any, Any, int], list[str]]) -> bool:
    broken = load((rule,))
    for seed in range(POSITIONS):
        state = transplant(_mixture(seed), broken)
        if differences(state, scattered_position(state), seed):
            return True
    return False


@pytest.mark.parametrize("rule", SUPPLY)
def test_a_planted_error_in_supply_is_caught(rule: str) -> None:
    assert _caught(rule, lambda state, pos, _: supply_differences(state, pos))


@pytest.mark.parametrize("rule", REACH)
def test_a_planted_error_in_reach_is_caught(rule: str) -> None:
    assert _caught(
        rule, lambda state, pos, seed: reach_differences(state, pos, random.Random(seed), 0.4)
    )


@pytest.mark.parametrize("rule", ODDS)
def test_a_planted_error_in_odds_is_caught(rule: str) -> None:
    assert _caught(
        rule, lambda state, pos, seed: odds_differences(state, pos, random.Random(seed), 25)
    )
