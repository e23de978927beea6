"""Variable situation 12: a mobile defence in the winter of 1941."""

from __future__ import annotations

import pytest

from ...situation_positions import changed


@pytest.mark.rule("SPI-WHATIF-12")
def test_there_is_a_german_army_more() -> None:
    assert changed("stalingrad", 12) == {"DE:ina": 1}


@pytest.mark.rule("SPI-WHATIF-12")
def test_left_out_the_order_of_battle_stays() -> None:
    assert changed("stalingrad", 12, "SPI-WHATIF-12") == {}
