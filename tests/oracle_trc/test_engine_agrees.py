"""The engine agrees with this oracle, on generated positions and in games of scenarios.

Games are followed action by action. This is a sample; ``python -m tools.trc_oracle_play`` compares
thousands of positions.
"""

from __future__ import annotations

import random

import pytest

from .engine import Table, load
from .side_by_side import Tally, compare_game, compare_generated


@pytest.mark.parametrize("first", [0, 13])
def test_games_from_generated_positions_agree(first: int) -> None:
    tally = Tally()
    for seed in range(first, first + 4):
        compare_generated(load(), seed, tally, share=0.2, most=3)
    assert tally.found == []
    assert tally.count["in contact"] >= 15
    for subject in ("supply", "moves", "rail", "sea", "surrenders", "facts", "track", "ends"):
        assert tally.count[subject] >= 1, subject


@pytest.mark.parametrize(("scenario", "turns"), [("campaign", 6), ("zitadelle", 4)])
def test_games_of_scenarios_agree(scenario: str, turns: int) -> None:
    tally, rng = Tally(), random.Random(scenario)
    compare_game(Table.new(load(scenario)), scenario, rng, tally, share=0.15, most=3, turns=turns)
    assert tally.found == []
    for subject in ("board", "moves", "entry", "due", "facts", "track", "ends"):
        assert tally.count[subject] >= 3, subject
