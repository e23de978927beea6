"""Variable situation 15: the troops of the Bulge offensive fight in the east."""

from __future__ import annotations

import pytest

from ...situation_positions import changed
from ...war_positions import SECOND, at, begin, forces, on, situations, walk


@pytest.mark.rule("SPI-WHATIF-15A")
def test_there_are_two_panzer_armies_and_an_army_more() -> None:
    # the supply unit of the first turn has come already
    assert changed("berlin", 15) == {"DE:ina": 1, "DE:pza": 2, "AX:sup": 1}


@pytest.mark.rule("SPI-WHATIF-15A")
def test_left_out_the_order_of_battle_stays() -> None:
    assert changed("berlin", 15, "SPI-WHATIF-15A SPI-WHATIF-15B") == {}


@pytest.mark.rule("SPI-WHATIF-15B", "SPI-SEQ-H")
def test_a_supply_unit_comes_each_turn_in_place_of_the_record_or_besides_by_r64() -> None:
    record = {38: 0, 39: 1, 40: 0, 41: 1, 42: 0}
    for turn, usual_ in record.items():
        for options, without, number in (
            ((), "", usual_),
            (situations(15), "", 1),
            ((*situations(15), "R64"), "", usual_ + 1),
            (situations(15), "SPI-WHATIF-15B", usual_),
        ):
            state = at("soviet", SECOND, turn=turn - 1, scenario="berlin", options=options,
                       without=without)  # fmt: skip
            axis = on(state, "movement", "axis")
            assert forces(axis)["AX:sup"] - 1 == number, (turn, options)
    soviet = walk(axis, "movement", "soviet")
    assert forces(soviet)["SU:sup"] > 1  # theirs come as ever


@pytest.mark.rule("SPI-WHATIF-15B")
def test_the_first_turn_has_one_too() -> None:
    plain, more = begin("berlin"), begin("berlin", situations(15))
    assert forces(more)["AX:sup"] == forces(plain)["AX:sup"] + 1
