"""Variable situation 3: the Hungarians enter the war at once."""

from __future__ import annotations

import pytest

from ...deployment_positions import at_placement_of, free, placed_at_random
from ...situation_positions import IN_1941, changed
from ...war_positions import (
    SECOND,
    area,
    at,
    forces,
    game,
    names,
    on,
    placed,
    play,
    refused,
    situations,
)


@pytest.mark.rule("SPI-WHATIF-3B")
@pytest.mark.parametrize("scenario", IN_1941)
def test_there_is_a_hungarian_army(scenario: str) -> None:
    assert changed(scenario, 3) == {"HU:ina": 1}


@pytest.mark.rule("SPI-WHATIF-3B")
def test_left_out_the_order_of_battle_stays() -> None:
    assert changed("barbarossa", 3, "SPI-WHATIF-3B") == {}


@pytest.mark.rule("SPI-WHATIF-3A", "SPI-WHATIF-3B", "SPI-WHATIF-3C")
@pytest.mark.parametrize("scenario", IN_1941)
def test_germans_may_deploy_in_hungary_and_the_hungarians_must(scenario: str) -> None:
    germans = at_placement_of(free(scenario, "axis", situations(3)), "DE:")
    assert names(germans, "set-up") & area("hungary")
    hungarian = at_placement_of(free(scenario, "axis", situations(3)), "HU:")
    assert names(hungarian, "set-up") and names(hungarian, "set-up") <= area("hungary")
    with refused("SPI-WHATIF-3C"):
        play(hungarian, "set-up 2405")
    germans = at_placement_of(free(scenario, "axis", situations(3), "SPI-WHATIF-3A"), "DE:")
    assert not names(germans, "set-up") & area("hungary")
    for seed in range(2):
        state = placed_at_random(game(scenario, situations(3)).new(seed=seed), seed)
        homes = set(placed(state, ["HU:"]).values())
        assert homes and homes <= area("hungary")


@pytest.mark.rule("SPI-WHATIF-3C")
def test_left_out_the_hungarians_go_where_they_like() -> None:
    met = set()
    for seed in range(4):
        game_ = game("barbarossa", situations(3), "SPI-WHATIF-3C")
        state = placed_at_random(game_.new(seed=seed), seed)
        met |= set(placed(state, ["HU:"]).values())
    assert met - area("hungary")


@pytest.mark.rule("SPI-WHATIF-3C", "SPI-SEQ-H")
def test_hungarians_who_arrive_later_come_as_they_do() -> None:
    state = at("soviet", SECOND, turn=12, options=situations(3))
    assert forces(on(state, "movement", "axis"))["HU:ina"] == 1
