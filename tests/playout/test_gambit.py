"""Games of Manstein's Gambit and mixed positions of it and Operation Citadel agree with the oracle.

As in `test_oracle`, every decision is compared with the rulebook: the fortified area, the East
Wall, artillery corps, three supply markers and Tiger battalions besides the rules of 1942.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

import pytest

from eastfront._core import Game
from oracle.terms import CITADEL, GAMBIT

from .followed import Told, mixture, play
from .games import load

FEW = {"setup": 4, "mixed": 3}
"""A game of each kind of start, by its seed."""


@lru_cache(maxsize=2)
def game(scenario: str = GAMBIT.name) -> Game:
    return load((), scenario)


def test_games_agree_with_the_oracle() -> None:
    told = Told()
    for kind, seed in FEW.items():
        told.add(play(seed, game(), kind=kind, full=kind == "mixed"))
    assert not told.found, told.found[:5]
    count = Counter({k.removeprefix("asked: "): n for k, n in told.count.items()})
    assert count["battles"] >= 50 and count["positions in contact"] >= 200
    for kind in (
        "artillery", "East Wall", "withdrawals", "transfers", "attachments", "bloodbath",
        "phase orders", "legs of german", "legs of soviet", "supports", "advances", "targets",
    ):  # fmt: skip
        assert count[kind] >= 1, kind


@pytest.mark.parametrize("scenario", [GAMBIT.name, CITADEL.name])
@pytest.mark.parametrize("seed", range(40))
def test_mixtures_agree_with_the_oracle(seed: int, scenario: str) -> None:
    told = mixture(seed, game=game(scenario))
    assert told.count["positions in contact"] == 1
    assert not told.found


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 140))
def test_many_games_agree_with_the_oracle(seed: int) -> None:
    assert not play(seed, game()).found


@pytest.mark.slow
@pytest.mark.parametrize("scenario", [GAMBIT.name, CITADEL.name])
@pytest.mark.parametrize("seed", range(100, 300))
def test_many_mixtures_agree_with_the_oracle(seed: int, scenario: str) -> None:
    assert not mixture(seed, 1.0, 40, game(scenario)).found
