"""The engine and this oracle agree: on busy games, and on positions that the oracle makes.

This is a sample; ``python -m tools.trc_oracle_play`` compares thousands of positions.
"""

from __future__ import annotations

import random

import pytest

from eastfront import _core

from .engine import load
from .side_by_side import Tally, compare_generated, compare_state

EVERY = 120
BATTLES = 0.06
"""The part of the decisions of battles that is compared."""


@pytest.mark.parametrize("first", [0, 10])
def test_generated_positions_agree(first: int) -> None:
    tally = Tally()
    for seed in range(first, first + 10):
        compare_generated(load(), seed, tally, most=3)
    assert tally.found == []
    assert tally.count["in contact"] >= 10
    for subject in ("supply", "moves", "rail", "sea", "ends", "surrenders", "battles", "odds"):
        assert tally.count[subject] >= 4, subject


def test_ships_to_closed_country_agree() -> None:
    # Finland is closed there, and units stand on the coast of its sea
    tally = Tally()
    compare_generated(load(), 352, tally)
    assert tally.found == []
    assert tally.count["sea"] > 0


@pytest.mark.parametrize("scenario", ["campaign", "fall-blau"])
def test_busy_games_agree(scenario: str) -> None:
    game, tally = load(scenario), Tally()
    played = _core.rollout_checked(
        game.new(), 1, first=3, policy="busy", sample=EVERY, decisions=["battle", "combat"]
    )
    for index, action, data in played["samples"]:
        rng = random.Random(1_000_000 * index + action)
        state = game.state_from_bytes(data, False)
        if not state.is_over and (action % EVERY == 0 or rng.random() < BATTLES):
            compare_state(state, f"action {action}", rng, tally, 4)
    assert tally.found == []
    assert tally.count["positions"] >= 3 and tally.count["supply"] >= 2
