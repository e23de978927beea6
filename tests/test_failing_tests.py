"""A failing test shows its positions, and odds by their names."""

from __future__ import annotations

import pytest

import eastfront as ef
from conftest import positions
from rules.russian_campaign.battle_positions import Odds


def test_the_positions_of_a_failing_test_are_told_as_text() -> None:
    def failing() -> None:
        state = ef.load("barbarossa-deluxe/blue-kremlin").new()
        after = state.copy()
        after.push("automatic")
        same = state.copy()
        assert (after.turn, same.turn) == (0, 0)

    with pytest.raises(AssertionError) as caught:
        failing()
    told = positions(caught)
    # the same position is told once
    assert [name for name, _ in told] == ["same", "after"]
    assert "game: barbarossa-deluxe/blue-kremlin" in told[0][1]
    assert ef.position(told[1][1]).units_at("1806") == ["64A"]


def test_odds_are_told_by_name() -> None:
    assert repr(Odds(13, 5, 2)) == "Odds(attack=13, defence=5, odds=2)"
    assert Odds(13, 5, 2) == (13, 5, 2)
