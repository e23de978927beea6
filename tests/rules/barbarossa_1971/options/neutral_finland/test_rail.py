"""Trains beside neutral Finland."""

from __future__ import annotations

import pytest

from ...movement_positions import at, stops, trod


@pytest.mark.rule("SPI-RAIL-M9", "SPI-WHATIF-1B")
def test_no_enemy_comes_round_through_neutral_finland() -> None:
    """A corps west of Leningrad seals what lies between it and the Finnish border."""
    units = {"0417": "1InC", "0618": "2InC"}
    state = at("axis rail", units, options=("situation-1",), more=trod("axis", ["0417"]))
    assert {"0317", "0416"} <= stops(state, "1InC")
