"""Section 4.1.1, 15.6, 15.9 and 27.21, with the option `play_on`."""

from __future__ import annotations

import pytest

from ...test_4_weather import STORM, opened
from ...turn_positions import CLEAR, LIGHT_MUD, MUD, SNOW


@pytest.mark.rule("TRC-27.21c")
@pytest.mark.parametrize("die, winter", [(1, LIGHT_MUD), (3, MUD), (4, SNOW)])
def test_later_winters_of_that_scenario_are_rolled_for(die: int, winter: int) -> None:
    """Whoever plays on comes to November 1942."""
    state = opened(10, die, weather=CLEAR, scenario=STORM, options=("play-on",))
    assert (state.turn, state.var("weather")) == (10, winter)
