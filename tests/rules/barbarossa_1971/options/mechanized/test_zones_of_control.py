"""Mechanized infantry in zones of control."""

from __future__ import annotations

import pytest

from ...movement_positions import at, names, play, spent_by


@pytest.mark.rule("SPI-ZOC-C2")
def test_infantry_on_wheels_shows_the_points() -> None:
    """Situation 8: eight points, so two steps from zone to zone for six, and two are left."""
    state = at(
        "axis move",
        {"0530": "1InC", "0531": "1Inf", "0528": "2Inf"},
        options=("situation-8",),
    )
    for to, spent in (("0430", 3), ("0530", 6)):
        state = play(state if state.decision == "leg" else play(state, "move 1InC"), f"to {to}")
        assert spent_by(state, "1InC") == spent
    assert names(state, "to") == {"0429", "0629"}
