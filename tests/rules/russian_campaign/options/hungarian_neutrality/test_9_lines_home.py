"""Sections 8.6 and 9, with the option `hungarian_neutrality`."""

from __future__ import annotations

import pytest

from ...line_positions import at, names, play, refused


@pytest.mark.rule("TRC-9.3.1b", "TRC-26.11d", "TRC-9.3.4b")
def test_a_train_over_the_edge_does_not_enter_neutral_rumania() -> None:
    track = ["E31", "E32", "E33", "BB33", "BB32"]
    for turn in (1, 2):
        state = at(
            "axis", {"1 Inf": "E32"}, turn=turn, rail=track, options=("hungarian-neutrality",)
        )  # fmt: skip
        riding = play(state, "rail 1 Inf")
        if turn == 1:
            assert names(riding, "rail-to") == {"E31", "E33"}
            with refused("TRC-26.11d"):
                play(riding, "rail-to BB33")
        else:
            assert names(riding, "rail-to") == {"E31", "E33", "BB33", "BB32"}
    # nor where the exit is not its own
    state = at("axis", {"1 Inf": "E32"}, turn=2, rail=[*track[:3], "BB32"],
               options=("hungarian-neutrality",))  # fmt: skip
    assert names(play(state, "rail 1 Inf"), "rail-to") == {"E31", "E33"}
