"""Variable situation 4: the invasion begins in May."""

from __future__ import annotations

import pytest

from ...situation_positions import IN_1941, changed
from ...war_positions import SECOND, at, begin, forces, situations, usual, walk


@pytest.mark.rule("SPI-WHATIF-0")
@pytest.mark.parametrize("scenario", IN_1941)
def test_the_order_of_battle_stays(scenario: str) -> None:
    assert changed(scenario, 4) == {}


@pytest.mark.rule("SPI-WHATIF-4", "SPI-LEN-A")
@pytest.mark.parametrize(("scenario", "last"), [("barbarossa", 8), ("campaign", 45)])
def test_the_invasion_begins_in_may_and_the_game_ends_when_it_does(
    scenario: str, last: int
) -> None:
    state = begin(scenario, situations(4))
    assert state.turn == 0
    assert max(state.reach("1PzA").values()) == 8  # no mud in May
    turns = set()
    before = forces(state)
    while not state.is_over:
        turns.add(state.turn)
        if state.turn < 2 and state.decision == "movement":
            assert forces(state) == before  # nobody arrives in June either
        state.push(usual(state, {}))
    # without anybody who fights the campaign is won by the twelfth turn
    assert turns == set(range(0, last + 1)) if scenario == "barbarossa" else min(turns) == 0
    assert begin(scenario, situations(4), "SPI-WHATIF-4").turn == 1


@pytest.mark.rule("SPI-WHATIF-4", "SPI-CVIC-A2", "SPI-CAMP-RB1")
def test_may_counts_as_a_turn_for_what_lasts_turns() -> None:
    state = at("axis", SECOND, turn=0, options=situations(4))
    over = walk(state, "never")
    assert over.outcome == ("axis", 1, "SPI-CVIC-A2") and over.turn == 11
    lost = at("axis", SECOND, turn=0, options=situations(4), variables={"DE:ina lost": 1})
    assert walk(lost, "replacement").turn == 3
