"""Variable situation 11: tank production is raised earlier."""

from __future__ import annotations

import pytest

from ...situation_positions import IN_1941, changed


@pytest.mark.rule("SPI-WHATIF-11")
@pytest.mark.parametrize("scenario", IN_1941)
def test_there_is_a_panzer_army_more(scenario: str) -> None:
    assert changed(scenario, 11) == {"DE:pza": 1}


@pytest.mark.rule("SPI-WHATIF-11")
def test_left_out_the_order_of_battle_stays() -> None:
    assert changed("barbarossa", 11, "SPI-WHATIF-11") == {}
