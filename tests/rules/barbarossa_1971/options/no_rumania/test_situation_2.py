"""Variable situation 2: Rumania is overrun."""

from __future__ import annotations

import pytest

from ...deployment_positions import LINE, at_placement_of, free, placed_at_random, uncovered
from ...situation_positions import IN_1941, changed
from ...war_positions import area, game, names, placed, situations


@pytest.mark.rule("SPI-WHATIF-2A")
@pytest.mark.parametrize("scenario", IN_1941)
def test_there_are_no_rumanians(scenario: str) -> None:
    assert changed(scenario, 2) == {"RU:ina": -2}


@pytest.mark.rule("SPI-WHATIF-2A")
def test_left_out_the_order_of_battle_stays() -> None:
    assert changed("barbarossa", 2, "SPI-WHATIF-2A") == {}


@pytest.mark.rule("SPI-WHATIF-2B", "SPI-WHATIF-2A")
@pytest.mark.parametrize("scenario", IN_1941)
def test_germans_may_deploy_in_rumania(scenario: str) -> None:
    state = at_placement_of(free(scenario, "axis", situations(2)), "DE:")
    assert names(state, "set-up") & area("rumania")
    final = placed_at_random(game(scenario, situations(2)).new(seed=1), 1)
    assert not placed(final, ["RU:"])
    assert not uncovered(final, "axis", LINE[scenario])
