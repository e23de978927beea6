"""Options in combination: the rows that cover every pair, and games with some of them."""

from __future__ import annotations

from itertools import combinations, product

import pytest
from tools.pairwise import covering, options_of, play


@pytest.mark.parametrize("count", [2, 5, 17])
def test_every_two_switches_meet_in_all_four_ways(count: int) -> None:
    rows = covering(count)
    for a, b in combinations(range(count), 2):
        assert {(row[a], row[b]) for row in rows} == set(product((False, True), repeat=2))
    assert len(rows) < 4 * count + 4


def test_games_with_many_options_at_once_come_to_their_end() -> None:
    names = options_of("russian-campaign")
    assert len(names) > 30
    for row in covering(len(names))[1:4]:
        options = [name for name, on in zip(names, row, strict=True) if on]
        played = play("russian-campaign/breaking-storm", options, 4, "busy")
        assert played["games"] == 4
        assert played["decisions"] > 1000
