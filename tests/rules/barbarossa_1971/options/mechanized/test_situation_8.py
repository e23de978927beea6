"""Variable situation 8: the German infantry is mechanized."""

from __future__ import annotations

import pytest

from ...situation_positions import changed
from ...war_positions import FIRST, GAMES, at, situations


@pytest.mark.rule("SPI-WHATIF-0")
@pytest.mark.parametrize("scenario", GAMES)
def test_the_order_of_battle_stays(scenario: str) -> None:
    assert changed(scenario, 8) == {}


@pytest.mark.rule("SPI-WHATIF-8", "SPI-MUD-B2", "SPI-WINTER-D2")
@pytest.mark.parametrize(
    ("turn", "army", "rumanian"), [(14, 8, 2), (17, 2, 2), (19, 2, 2), (22, 2, 2), (23, 8, 2)]
)
@pytest.mark.parametrize("unit", ["1InA", "1InC"])
def test_german_infantry_has_eight_points_but_two_in_mud_and_winter(
    turn: int, army: int, rumanian: int, unit: str
) -> None:
    where = {unit: "2136", "1AxSup": "2136", "1RumC": "2138", "2AxSup": "2138"}
    state = at("axis", FIRST, where=where, turn=turn, options=situations(8))
    assert max(state.reach(unit).values()) == army
    assert max(state.reach("1RumC").values()) == rumanian
    plain = at("axis", FIRST, where=where, turn=14)
    assert max(plain.reach(unit).values()) == 3
    off = at("axis", FIRST, where=where, turn=14, options=situations(8), without="SPI-WHATIF-8")
    assert max(off.reach(unit).values()) == 3


@pytest.mark.rule("SPI-WHATIF-8", "SPI-ZOC-A2", "SPI-OVR-A1")
def test_it_stays_infantry_for_zones_and_overruns() -> None:
    where = {"1InA": "2134", "1AxSup": "2134", "1TkC": "2137"}
    state = at("axis", FIRST, where=where, turn=14, options=situations(8))
    reach = state.reach("1InA")
    assert reach["2135"] == 1 and reach["2136"] == 3  # one more to enter, not two
    where = {"1InA": "2136", "2InA": "2136", "1AxSup": "2136", "1SovSup": "2137"}
    state = at("axis", FIRST, where=where, turn=14, options=situations(8))
    assert not [a for a in state.legal_actions.names() if a.startswith("overrun")]
