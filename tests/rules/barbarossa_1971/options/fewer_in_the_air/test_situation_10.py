"""Variable situation 10: a smaller air force is kept in the west."""

from __future__ import annotations

import pytest

from ...situation_positions import IN_1941, changed


@pytest.mark.rule("SPI-WHATIF-10")
@pytest.mark.parametrize("scenario", IN_1941)
def test_there_is_a_luftwaffe_unit_more(scenario: str) -> None:
    assert changed(scenario, 10) == {"DE:air": 1}


@pytest.mark.rule("SPI-WHATIF-10")
def test_left_out_the_order_of_battle_stays() -> None:
    assert changed("barbarossa", 10, "SPI-WHATIF-10") == {}
