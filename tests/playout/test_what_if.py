"""Games, mixed positions and set-ups of 1942, What If? agree with the oracle of Barbarossa Deluxe.

As in `test_oracle`, every decision is compared with the rulebook; the oracle takes what section 15
changes from `oracle.terms`. `python -m tools.oracle_play --scenario what-if` compares more.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

import pytest

from eastfront._core import Game
from oracle.terms import WHAT_IF

from .followed import Told, first_differences, mixture, play
from .games import load
from .placed import placed

FEW = {"setup": 5, "free": 3, "tigers": 0}
"""A game of some kinds of start, by its seed."""
UNITS = 111
"""The units that are set up one by one, but for those whose place is forced."""


@lru_cache(maxsize=32)
def game(*without: str) -> Game:
    return load(without, WHAT_IF.name)


def test_games_agree_with_the_oracle() -> None:
    told = Told()
    for kind, seed in FEW.items():
        told.add(play(seed, game(), kind=kind, full=kind == "tigers"))
    assert not told.found, told.found[:5]
    count = Counter({k.removeprefix("asked: "): n for k, n in told.count.items()})
    assert count["positions"] >= 1000 and count["positions in contact"] >= 500
    assert count["battles"] >= 100 and count["results"] >= 100 and count["in full"] >= 20
    for kind in (
        "replacements", "entry", "reinforcements", "conversion", "rvgk", "rvgk entry",
        "emergency", "bloodbath", "bloodbaths settled", "air armies", "supports", "targets",
        "attackers", "legs of german", "legs of soviet", "mobile assaults",
        "strategic movement", "retreats", "advances", "second advances", "phase orders",
        "coastal army", "transfers", "attachments", "ends", "battles that end",
    ):  # fmt: skip
        assert count[kind] >= 1, kind


@pytest.mark.parametrize("seed", range(60))
def test_mixtures_agree_with_the_oracle(seed: int) -> None:
    told = mixture(seed, game=game())
    assert told.count["positions in contact"] == 1
    assert not told.found


@pytest.mark.rule("BD-15.3c", "BD-15.3d")
@pytest.mark.parametrize(("seed", "behind"), [(0, 0.2), (1, 0.6), (2, 1.0)])
def test_free_set_ups_agree_with_the_oracle(seed: int, behind: float) -> None:
    state, found, count = placed(game(), seed, behind)
    assert not found and count >= UNITS
    assert state.decision == "phase order"


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 156))
def test_many_games_agree_with_the_oracle(seed: int) -> None:
    assert not play(seed, game()).found


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 400))
def test_many_mixtures_agree_with_the_oracle(seed: int) -> None:
    assert not mixture(seed, 1.0, 40, game()).found


PLANTED = [
    ("BD-8.31d", "tigers", 5, "transfers"),
    ("BD-8.31e", "tigers", 0, "battles"),
    ("BD-8.31f", "tigers", 0, "ledger"),
    ("BD-10.34a", "setup", 0, "rvgk"),
    ("BD-15.3b", "setup", 0, "phase orders"),
    ("BD-15.5b", "mixed", 0, "ends"),
    ("BD-15.6a", "mixed", 1, "replacements"),
    ("BD-15.6b", "setup", 0, "legs of soviet"),
    ("BD-15.8i", "setup", 0, "battles"),
    ("BD-11.32a", "setup", 0, "second advances"),
    ("BD-5.16b", "setup", 0, "results"),
    ("BD-10.22a", "setup", 0, "strategic movement"),
    ("BD-5.6c", "setup", 0, "battles"),
]
"""The rule left out, the kind of start and its seed, how the difference begins."""
LATE = [
    ("BD-8.31c", "setup", 0, "attachments"),
    ("BD-15.4b", "setup", 2, "ends"),
    ("BD-15.7a", "setup", 0, "supports"),
    ("BD-15.8e", "setup", 0, "supports"),
]
"""The same where it takes a game to find it."""
LONGEST = 1400


@pytest.mark.parametrize(
    ("rule", "kind", "seed", "question"),
    [*PLANTED, *(pytest.param(*late, marks=pytest.mark.slow) for late in LATE)],
)
def test_a_planted_error_is_caught(rule: str, kind: str, seed: int, question: str) -> None:
    found = first_differences(kind, seed, game(rule), LONGEST)
    assert any(text.startswith(question) for text in found), found
