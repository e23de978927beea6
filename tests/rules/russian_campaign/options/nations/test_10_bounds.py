"""Section 10, with the option `nations`."""

from __future__ import annotations

import pytest

from ...line_positions import at, names
from ...test_10_bounds import HELSINKI


@pytest.mark.rule("TRC-10.3d", "TRC-26.6.1b")
def test_who_may_enter_the_only_port_by_no_ship_is_not_shipped() -> None:
    """Armour to Helsinki."""
    units = {"41 Pz": "off-map", "1 Inf": "off-map"}
    state = at("axis", units, axis=[HELSINKI], options=("national-restrictions",))
    assert names(state, "ship-baltic") == {"1 Inf"}
