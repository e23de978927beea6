"""Section 10, with the option `battlegroups`."""

from __future__ import annotations

import pytest

from ...line_positions import at, names, play
from ...test_10_bounds import ODESSA


@pytest.mark.rule("TRC-10.3.2a", "TRC-26.4.1b")
def test_battlegroups_land_in_no_enemy_zone() -> None:
    """Those of the SS do; the army in HH17 reaches HH18 and not FF22."""
    for unit, found in (("Ge BG Inf 1", {"FF22"}), ("SS BG 1", {"FF22", "HH18"})):
        state = at("axis", {unit: ODESSA, "11 A": "HH17"}, options=("battlegroups",))
        assert names(play(state, f"ship-black {unit}"), "invade") & {"FF22", "HH18"} == found
