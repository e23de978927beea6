"""Variable situation 5: the Soviets deploy in depth."""

from __future__ import annotations

import pytest

from ...deployment_positions import free, placed_at_random, uncovered
from ...situation_positions import IN_1941, changed
from ...war_positions import area, game, names, placed, situations


@pytest.mark.rule("SPI-WHATIF-0")
@pytest.mark.parametrize("scenario", IN_1941)
def test_the_order_of_battle_stays(scenario: str) -> None:
    assert changed(scenario, 5) == {}


@pytest.mark.rule("SPI-WHATIF-5A", "SPI-WHATIF-5B")
@pytest.mark.parametrize("scenario", IN_1941)
def test_the_soviets_deploy_anywhere_and_need_not_cover_the_frontier(scenario: str) -> None:
    state = free(scenario, "soviet", situations(5))
    inside = area("ussr", "estonia", "latvia", "lithuania")
    while state.decision == "placement" and state.to_move == "soviet":
        offered = names(state, "set-up")
        assert offered <= inside
        assert inside - offered <= set(placed(state).values())  # full ones
        state.push("set-up 2040" if "2040" in offered else f"set-up {max(offered)}")
    assert uncovered(state, "soviet", "barbarossa")
    covered = game(scenario, situations(5), "SPI-WHATIF-5B").new(seed=1)
    assert not uncovered(placed_at_random(covered, 1), "soviet", "barbarossa")


@pytest.mark.rule("SPI-WHATIF-5B", "SPI-DEPLOY-D")
def test_the_axis_covers_its_front_all_the_same() -> None:
    state = placed_at_random(game("barbarossa", situations(5)).new(seed=2), 2)
    assert uncovered(state, "soviet", "barbarossa")
    assert not uncovered(state, "axis", "barbarossa")
