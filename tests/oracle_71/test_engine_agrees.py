"""The engine agrees with this oracle, on generated positions and in games of scenarios.

Games are followed action by action. This is a sample; ``python -m tools.spi_oracle_play`` compares
thousands of positions.
"""

from __future__ import annotations

import pytest

from .side_by_side import Tally, compare_generated, compare_played


def test_games_from_generated_positions_agree() -> None:
    tally = Tally()
    for seed in (1, 2, 4, 8, 9, 11):
        compare_generated(seed, tally, share=0.15, most=2)
    # rail from an edge in a zone, and round neutral Finland
    for seed in (148, 200):
        compare_generated(seed, tally)
    assert tally.found == []
    assert tally.count["in contact"] >= 15
    for subject in (
        *("zones", "supply", "control", "moves", "legs", "rail", "full hexes", "end of movement"),
        *("attacks", "record"),
    ):
        assert tally.count[subject] >= 1, subject


@pytest.mark.parametrize("scenario", ["zitadelle"])
def test_games_of_scenarios_agree(scenario: str) -> None:
    tally = Tally()
    compare_played(scenario, 1, tally, share=0.03, most=2, turns=2)
    assert tally.found == []
    for subject in ("set-up", "supply", "moves", "facts"):
        assert tally.count[subject] >= 1, subject
