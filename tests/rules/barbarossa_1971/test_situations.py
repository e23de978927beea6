"""Variable Situations together: which fit which game, and requirements of several at once."""

from __future__ import annotations

import pytest

from .deployment_positions import FIGHTERS, INFANTRY, LINE, placed_at_random, uncovered
from .situation_positions import in_armies
from .war_positions import (
    ALL_SITUATIONS,
    GAMES,
    area,
    begin,
    data,
    each_situation,
    game,
    known,
    placed,
    situations,
    units,
)


@pytest.mark.rule("SPI-UNIT-G", "SPI-WHATIF-0")
@pytest.mark.parametrize("scenario", GAMES)
def test_all_situations_of_a_game_together_ask_for_no_more_than_the_counters(scenario: str) -> None:
    mix = data().charts["counter-mix"]["number"]
    numbers = [n for n in known(scenario) if n not in (1, 2, 13)]  # which take away
    for some in (numbers, known(scenario)):
        for kind, n in in_armies(begin(scenario, situations(*some))).items():
            assert n <= mix[kind], kind


@pytest.mark.rule("SPI-WHATIF-0")
@pytest.mark.parametrize("number", each_situation())
def test_a_game_takes_a_situation_that_fits_it_and_no_other(number: int) -> None:
    for scenario in GAMES:
        if number in ALL_SITUATIONS[scenario]:
            assert game(scenario, situations(number)).id == f"barbarossa-1971/{scenario}"
        else:
            with pytest.raises(ValueError, match=f"situation-{number}.*not {scenario}"):
                game(scenario, situations(number))


@pytest.mark.rule("SPI-WHATIF-0", "SPI-DEPLOY-C", "SPI-DEPLOY-D")
@pytest.mark.parametrize("scenario", GAMES)
def test_with_all_its_situations_a_game_is_set_up_by_its_rules(scenario: str) -> None:
    numbers = known(scenario)
    state = placed_at_random(game(scenario, situations(*numbers)).new(seed=4), 4)
    assert bool(placed(state, ["FI:"])) == (1 not in numbers)
    assert {units()[u].mobility for u in placed(state, INFANTRY)} == {"infantry"}
    assert not uncovered(state, "axis", LINE[scenario]) - area("finland")
    assert placed(state, FIGHTERS)
