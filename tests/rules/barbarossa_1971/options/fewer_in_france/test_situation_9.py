"""Variable situation 9: France is held with smaller forces."""

from __future__ import annotations

import pytest

from ...campaign_positions import due, next_turn
from ...situation_positions import IN_1941, changed
from ...war_positions import begin, situations


@pytest.mark.rule("SPI-WHATIF-9")
@pytest.mark.parametrize("scenario", IN_1941)
def test_there_is_a_german_army_more(scenario: str) -> None:
    assert changed(scenario, 9) == {"DE:ina": 1}


@pytest.mark.rule("SPI-WHATIF-9")
def test_left_out_the_order_of_battle_stays() -> None:
    assert changed("barbarossa", 9, "SPI-WHATIF-9") == {}


@pytest.mark.rule("SPI-WHATIF-9", "SPI-CAMP-R0")
def test_a_unit_more_is_replaced_as_others_are() -> None:
    assert due(ina=1).decision == "replacement"
    assert next_turn(begin("campaign", situations(9)), "soviet").turn == 1
