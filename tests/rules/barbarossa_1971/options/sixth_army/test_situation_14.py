"""Variable situation 14: Sixth Army withdraws from Stalingrad."""

from __future__ import annotations

import pytest

from ...situation_positions import changed


@pytest.mark.rule("SPI-WHATIF-14")
def test_there_is_a_german_army_more() -> None:
    assert changed("zitadelle", 14) == {"DE:ina": 1}


@pytest.mark.rule("SPI-WHATIF-14")
def test_left_out_the_order_of_battle_stays() -> None:
    assert changed("zitadelle", 14, "SPI-WHATIF-14") == {}
