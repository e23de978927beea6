"""Random games of later turns: conversions, works, entries and supports under the laws."""

from __future__ import annotations

import random

import pytest

from . import late
from .board_positions import play


@pytest.mark.parametrize("turns", [(14, 16), (16, 17), (19, 20), (20, 22), (29, 31)])
def test_random_games_of_later_turns_obey_the_laws(turns: tuple[int, int]) -> None:
    game = late.game(*turns)
    laws = [query for query in game.queries if query.startswith("law ")]
    assert laws
    for seed in range(8):
        state, rng = play(game.new(seed=seed), "automatic"), random.Random(seed)
        moves = 0
        while not state.is_over:
            state.push(rng.choice(state.legal_actions.list()))
            moves += 1
            if moves % 19 == 0:
                assert all(state.ask(law) for law in laws)
        assert state.var("turn") == turns[1]
