"""Section 11.24: which of all 63 sets of hexes around a target make an attack concentric."""

from __future__ import annotations

import pytest

from .board_positions import around, at, odds

CORPS = ["4AK", "5AK", "6AK", "7AK", "8AK", "9AK"]


def concentric(places: set[int]) -> bool:
    """Opposite hexes, or three with one between each and the next."""
    opposite = any({k, k + 3} <= places for k in range(3))
    return opposite or {0, 2, 4} <= places or {1, 3, 5} <= places


@pytest.mark.rule("BD-11.24a")
@pytest.mark.parametrize("target", ["2309", "1902"])
def test_every_set_of_hexes_around_a_target(target: str) -> None:
    """There is no river around either; one army of three defends, so that k corps make k:1."""
    ring = around(target)
    for mask in range(1, 64):
        places = {k for k in range(6) if mask >> k & 1}
        group = [CORPS[k] for k in sorted(places)]
        state = at(
            "prepared assault",
            "german",
            turn=10,
            sequence="move-fight",
            units={target: ["60A"], **{CORPS[k]: ring[k] for k in places}},
        )
        found = odds(state, "german", target, group)
        # with enemies all around the army is out of supply, and halved
        assert found.odds == (len(group) if mask != 63 else 18)
        assert found.column == found.odds + concentric(places), sorted(places)
