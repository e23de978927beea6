"""Odds pipelines, columns and distributions against the oracle."""

from __future__ import annotations

import random

import pytest

from eastfront import _core
from oracle_kernels import odds as oracle

STAGES = ["add", "times", "over down", "over up", "over nearest", "floor", "cap"]


@pytest.mark.parametrize("seed", range(200))
def test_pipeline_is_the_oracles(seed: int) -> None:
    rng = random.Random(seed)
    stages = [(rng.choice(STAGES), rng.randrange(1, 9)) for _ in range(rng.randrange(8))]
    strength = rng.randrange(-30, 90)
    assert _core.odds_pipeline(strength, stages) == oracle.pipeline(strength, stages)


def test_odds_are_the_oracles() -> None:
    columns = [(1, 3), (1, 2), (2, 3), (1, 1), (3, 2), (2, 1), (3, 1), (10, 1)]
    for attack in range(1, 40):
        for defence in range(1, 40):
            assert _core.odds_ratio(attack, defence) == oracle.ratio(attack, defence)
            found = _core.odds_column(attack, defence, columns)
            assert found == oracle.column(attack, defence, columns)


@pytest.mark.parametrize("seed", range(100))
def test_distribution_is_the_oracles(seed: int) -> None:
    rng = random.Random(seed)
    columns, rows = rng.randrange(1, 9), rng.randrange(1, 13)
    results = [rng.randrange(9) for _ in range(columns * rows)]
    column, first, modifier = rng.randrange(columns), rng.randrange(-1, 4), rng.randrange(-3, 4)
    dice = rng.choice([(1, 6), (2, 6), (1, 10), (3, 4)])
    weights, total = _core.odds_distribution(
        results, columns, column, first=first, dice=dice, modifier=modifier
    )
    wanted = oracle.distribution(results, columns, column, first, dice, modifier)
    assert {n: weight for n, weight in enumerate(weights) if weight} == dict(wanted)
    assert total == sum(wanted.values())


def test_shifts() -> None:
    assert _core.odds_shift(3, 10, before=4, cap=(0, 5), after=-1) == 4
    assert _core.odds_shift(3, 10, before=-9) == 0
    assert _core.odds_shift(3, 10, after=20) == 9


def test_bad_odds_are_refused() -> None:
    with pytest.raises(ValueError, match="above 0"):
        _core.odds_ratio(0, 3)
    with pytest.raises(ValueError, match="no stage"):
        _core.odds_pipeline(1, [("treble", 3)])
    with pytest.raises(ValueError, match="leaves the range of 64 bits"):
        _core.odds_pipeline(1, [("over up", 0)])
