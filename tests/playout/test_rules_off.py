"""Games from which a rule is left out go on to their end all the same."""

from __future__ import annotations

import pytest

import eastfront as ef


@pytest.mark.parametrize("rule", ["BD-7.4f", "BD-11.1a", "BD-11.12a", "BD-13.4c"])
def test_a_game_without_a_rule_is_played_to_its_end(rule: str) -> None:
    game = ef.load("barbarossa-deluxe/blue-kremlin", without=[rule])
    assert len(ef.rollout(game.new(), n=200, seed=1, scores=False)["results"]) == 200
