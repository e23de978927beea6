"""2.4 to 2.6, with the option `mobile_leaders`."""

from __future__ import annotations

import pytest

from ...battle_positions import at, names, play
from ...test_2_optional_counters import HERE
from ...turn_positions import CLEAR, LIGHT_MUD, MUD, SNOW, distance, side_of


@pytest.mark.rule("TRC-2.5a", "TRC-5.4b", "TRC-26.16b")
@pytest.mark.parametrize("weather", [CLEAR, LIGHT_MUD, MUD, SNOW])
def test_how_far_headquarters_and_mobile_leaders_go(weather: int) -> None:
    """Seven hexes and eight, in the second impulse alone and in any weather (11.1, 26.16)."""
    options = ("mobile-leaders",)
    far = {"HQ North": 7, "OKH": 7, "Stavka": 7, "Hitler (mobile)": 8, "Stalin (mobile)": 8}
    for unit, hexes in far.items():
        side, units = side_of(unit), {unit: HERE}
        second = at(side, 2, units=units, weather=weather, options=options)
        found = names(play(second, f"move {unit}"), "to")
        assert max(distance(HERE, h) for h in found) == hexes, unit
        first = at(side, 1, units=units, weather=weather, options=options)
        assert unit not in names(first, "move")
