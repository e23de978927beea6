"""Two bots compared in one seat, on the same dice."""

from __future__ import annotations

import pytest
from tools.seats import compare

SCENARIO = "barbarossa-deluxe/blue-kremlin"


def test_a_bot_is_no_better_off_in_its_own_place() -> None:
    found = compare(SCENARIO, "german", "busy", "busy", games=3)
    assert found["better off"] == {"estimate": 0.0, "low": 0.0, "high": 0.0}


@pytest.mark.parametrize("side", ["german", "soviet"])
def test_each_seat_is_told_from_its_own_view(side: str) -> None:
    found = compare(SCENARIO, side, "greedy", "busy", games=6)
    assert found["better off"]["low"] > 0, found
    assert found["games"] == 6 and found["bot"]["wins"] >= found["than"]["wins"]


def test_what_cannot_be_compared() -> None:
    with pytest.raises(ValueError, match="0 games: expected at least 1"):
        compare(SCENARIO, "german", "busy", "random", games=0)
    with pytest.raises(ValueError, match="no side `axis`: expected one of german, soviet"):
        compare(SCENARIO, "axis", "busy", "random", games=1)
