"""The game files of the Rust tests equal those that the rules write."""

from __future__ import annotations

import pytest
from tools.gamefile import SCENARIOS, game_file, stored


@pytest.mark.checkout
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_stored_game_file_is_fresh_and_writing_it_is_repeatable(scenario: str) -> None:
    first = game_file(scenario)
    assert first == game_file(scenario)
    assert first == stored(scenario).read_bytes(), "run `python -m tools.gamefile`"
