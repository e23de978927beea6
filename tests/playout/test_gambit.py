"""Games, set-ups and mixed positions of Citadel and Manstein's Gambit agree with the oracle.

As in `test_oracle`, every decision is compared with the rulebook: the fortified area, the East
Wall, artillery corps, three supply markers, Tiger battalions, the drawn factor of the counter-fire
corps, groups, late panzer corps and the winner besides the rules of 1942.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

import pytest

from eastfront._core import Game
from oracle.terms import CITADEL, GAMBIT

from . import placed_gambit
from .followed import Told, first_differences, mixture, play
from .games import load

FEW = {
    GAMBIT.name: {"mixed": 3, "leningrad": 4, "held": 1},
    CITADEL.name: {"setup": 2, "leningrad": 4},
}
"""A game of each kind of start, by its seed."""
BOTH = (
    "artillery", "withdrawals", "transfers", "attachments", "bloodbath", "phase orders",
    "legs of german", "legs of soviet", "supports", "advances", "targets", "drawn factors", "ends",
)  # fmt: skip


UNITS = 111
"""The decisions of the Gambit's set-up: 47 units and three battalions, 60 armies and the area."""


@lru_cache(maxsize=2)
def game(scenario: str = GAMBIT.name) -> Game:
    return load((), scenario)


@pytest.mark.parametrize("scenario", FEW)
def test_games_agree_with_the_oracle(scenario: str) -> None:
    told = Told()
    for kind, seed in FEW[scenario].items():
        told.add(play(seed, game(scenario), kind=kind, full=kind == "leningrad"))
    assert not told.found, told.found[:5]
    count = Counter({k.removeprefix("asked: "): n for k, n in told.count.items()})
    assert count["battles"] >= 50 and count["positions in contact"] >= 200
    own = (
        ("East Wall", "paratroops", "games won by soviet")
        if scenario == GAMBIT.name
        else ("reinforcements",)
    )
    for kind in (*BOTH, *own, "games won by german"):
        assert count[kind] >= 1, kind


@pytest.mark.rule("BD-14.9e", "BD-14.9f")
@pytest.mark.parametrize("seed", range(2))
def test_set_ups_of_the_gambit_agree_with_the_oracle(seed: int) -> None:
    state, found, count = placed_gambit.placed(game(), seed)
    assert not found and count == UNITS
    assert state.decision == "crimea supply"


@pytest.mark.parametrize("scenario", [GAMBIT.name, CITADEL.name])
@pytest.mark.parametrize("seed", range(40))
def test_mixtures_agree_with_the_oracle(seed: int, scenario: str) -> None:
    told = mixture(seed, game=game(scenario))
    assert told.count["positions in contact"] == 1
    assert not told.found


@pytest.mark.slow
@pytest.mark.parametrize("scenario", [GAMBIT.name, CITADEL.name])
@pytest.mark.parametrize("seed", range(100, 130))
def test_many_games_agree_with_the_oracle(seed: int, scenario: str) -> None:
    assert not play(seed, game(scenario)).found


@pytest.mark.slow
@pytest.mark.parametrize("scenario", [GAMBIT.name, CITADEL.name])
@pytest.mark.parametrize("seed", range(100, 300))
def test_many_mixtures_agree_with_the_oracle(seed: int, scenario: str) -> None:
    assert not mixture(seed, 1.0, 40, game(scenario)).found


PLANTED = [
    ("BD-4.17e", "held", 1, "supports: air drop"),
    ("BD-4.17f", "held", 2, "paratroops"),
    ("BD-4.17g", "held", 1, "paratroops"),
    ("BD-8.35c", "leningrad", 0, "drawn factors"),
    ("BD-8.35d", "leningrad", 2, "targets"),
    ("BD-14.10a", "leningrad", 1, "ends"),
    ("BD-14.10b", "held", 1, "ends"),
    ("BD-14.10d", "leningrad", 0, "ends"),
]
"""The rule left out, the kind of start and its seed, how the difference begins."""
LONGEST = 400


@pytest.mark.parametrize(("rule", "kind", "seed", "question"), PLANTED)
def test_a_planted_error_is_caught(rule: str, kind: str, seed: int, question: str) -> None:
    found = first_differences(kind, seed, load((rule,), GAMBIT.name), LONGEST)
    assert any(text.startswith(question) for text in found), found
