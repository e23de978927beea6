"""Mechanized infantry in mud and winter."""

from __future__ import annotations

import pytest

from ...battle_positions import AUGUST, DECEMBER, OCTOBER, at, farthest


@pytest.mark.rule("SPI-MUD-B2", "SPI-WINTER-D2")
def test_motorized_infantry_is_slowed_as_infantry() -> None:
    """R34: the eight points of situation 8 are two in mud and winter."""
    found = [
        farthest(at("axis move", {"0634": "1InA"}, turn, options=("situation-8",)), "1InA")
        for turn in (AUGUST, OCTOBER, DECEMBER)
    ]
    assert found == [8, 2, 2]
