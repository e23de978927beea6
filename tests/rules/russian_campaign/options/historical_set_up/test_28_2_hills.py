"""Section 28.2: the hills south-east of Lvov as clear land."""

from __future__ import annotations

import pytest

from ...hill_positions import (
    each_of_the_three_hills_is_clear,
    other_mountains_are_as_they_were,
    the_hills_do_not_double_their_defenders,
    the_hills_do_not_stop_a_move,
)


@pytest.mark.rule("TRC-28.2b", "TRC-14.1a", "TRC-8.2c")
def test_the_hills_do_not_stop_a_move() -> None:
    the_hills_do_not_stop_a_move("historical-set-up")


@pytest.mark.rule("TRC-28.2b", "TRC-14.1a", "TRC-8.2c")
def test_the_hills_do_not_double_their_defenders() -> None:
    the_hills_do_not_double_their_defenders("historical-set-up")


@pytest.mark.rule("TRC-28.2b", "TRC-14.1a", "TRC-8.2c")
def test_other_mountains_are_as_they_were() -> None:
    other_mountains_are_as_they_were("historical-set-up")


@pytest.mark.rule("TRC-28.2b", "TRC-14.1a", "TRC-8.2c")
@pytest.mark.parametrize(("hill", "start"), [("T24", "S23"), ("T25", "S24"), ("U24", "V24")])
def test_each_of_the_three_hills_is_clear(hill: str, start: str) -> None:
    each_of_the_three_hills_is_clear("historical-set-up", hill, start)
