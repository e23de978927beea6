"""Second readings of ambiguous passages, with the option `first_winter`."""

from __future__ import annotations

from ...test_readings import both
from ...turn_positions import SNOW, at


def test_whether_zones_of_control_count_for_the_ready() -> None:
    """The German chit of winter: two hexes from a city, whoever is near, or not."""
    found = []
    for reading in both("D-95"):
        units = {"1 Inf": "X15", "16 A": "Y14"}
        options = ("chit-german=3", *reading)
        state = at("axis", units=units, axis=["X13"], turn=5, weather=SNOW, options=options)
        found.append(int(state.ask("supply", "1 Inf")))
    assert found == [2, 1]
