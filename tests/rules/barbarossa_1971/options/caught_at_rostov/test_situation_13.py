"""Variable situation 13: First Panzer Army is lost in the Caucasus."""

from __future__ import annotations

import pytest

from ...situation_positions import changed


@pytest.mark.rule("SPI-WHATIF-13")
def test_there_is_a_panzer_army_less() -> None:
    assert changed("zitadelle", 13) == {"DE:pza": -1}


@pytest.mark.rule("SPI-WHATIF-13")
def test_left_out_the_order_of_battle_stays() -> None:
    assert changed("zitadelle", 13, "SPI-WHATIF-13") == {}
