"""Mechanized infantry does not overrun."""

from __future__ import annotations

import pytest

from ...movement_positions import at, names


@pytest.mark.rule("SPI-OVR-A1", "SPI-WHATIF-8")
def test_infantry_on_wheels_overruns_nobody() -> None:
    """Situation 8 gives points and no more (R34)."""
    state = at(
        "axis move", {"0530": "1InA", "0430": "2InA", "0531": "1TkC"}, options=("situation-8",)
    )
    assert not names(state, "overrun")
