"""Variable situation 7: the Soviet army is reorganized."""

from __future__ import annotations

import pytest

from eastfront._core import State

from ...deployment_positions import placed_at_random, uncovered
from ...situation_positions import IN_1941, changed
from ...war_positions import forces, game, names, play, situations, usual

BASE = {"SU:inf": 22, "SU:tkc": 10, "SU:mec": 5, "SU:sup": 1}


def exchange(*wanted: str, without: str = "", scenario: str = "barbarossa") -> State:
    """The exchanges of situation 7 made, by the first letters of the army taken."""
    state = play(game(scenario, situations(7), without).new(seed=1), "free")
    for letters in wanted:
        unit = next(u for u in sorted(names(state, "exchange-for")) if letters in u)
        state = play(state, f"exchange-for {unit}")
    return state


def soviets(state: State) -> dict[str, int]:
    """The Soviet order of battle once the exchanges are over and all are placed."""
    out = state.copy()
    while out.to_move == "soviet" and out.phase == "set-up":
        out.push(usual(out, {}))
    return {k: n for k, n in forces(out).items() if k.startswith("SU:")}


@pytest.mark.rule("SPI-WHATIF-7A", "SPI-WHATIF-7B", "SPI-WHATIF-7C")
@pytest.mark.parametrize("scenario", IN_1941)
def test_old_units_may_be_exchanged_for_new_armies(scenario: str) -> None:
    assert soviets(exchange(scenario=scenario)) == BASE
    one = soviets(exchange("Shk", scenario=scenario))
    assert one == {**BASE, "SU:inf": 20, "SU:shk": 1}
    tank = soviets(exchange("TkA", scenario=scenario))
    assert tank == {**BASE, "SU:tkc": 8, "SU:mec": 4, "SU:tka": 1}
    both = soviets(exchange("Shk", "Shk", "TkA", scenario=scenario))
    assert both == {"SU:inf": 18, "SU:tkc": 8, "SU:mec": 4, "SU:sup": 1, "SU:shk": 2, "SU:tka": 1}


@pytest.mark.rule("SPI-WHATIF-7B", "SPI-WHATIF-7C")
def test_all_tank_corps_may_go_but_no_more_than_there_are() -> None:
    state = exchange(*["TkA"] * 5)
    assert not [u for u in names(state, "exchange-for") if "TkA" in u]
    assert soviets(state) == {"SU:inf": 22, "SU:sup": 1, "SU:tka": 5}


@pytest.mark.rule("SPI-WHATIF-7A", "SPI-WHATIF-7C", "SPI-DEPLOY-C")
def test_infantry_is_exchanged_while_the_front_can_be_covered() -> None:
    state = exchange()
    done = 0
    while more := [u for u in names(state, "exchange-for") if "Shk" in u]:
        state = play(state, f"exchange-for {more[0]}")
        done += 1
    assert done >= 5 and soviets(state)["SU:shk"] == done
    assert not uncovered(placed_at_random(state, 1), "soviet", "barbarossa")


@pytest.mark.option("in_depth")
@pytest.mark.rule("SPI-WHATIF-7A", "SPI-WHATIF-7C", "SPI-DEPLOY-C")
def test_with_nothing_to_cover_all_infantry_may_go() -> None:
    state = play(game("barbarossa", situations(5, 7)).new(seed=1), "free")
    for _ in range(11):
        unit = next(u for u in names(state, "exchange-for") if "Shk" in u)
        state = play(state, f"exchange-for {unit}")
    assert not [u for u in names(state, "exchange-for") if "Shk" in u]


@pytest.mark.rule("SPI-WHATIF-7C")
def test_left_out_all_that_can_be_are_exchanged() -> None:
    state = exchange(without="SPI-WHATIF-7C")
    while state.decision == "exchange":
        assert "end-exchange" not in state.legal_actions.names()
        state.push(state.legal_actions.list()[0])
    there = soviets(state)
    assert there["SU:tka"] == 5 and "SU:tkc" not in there
    assert there["SU:shk"] >= 5 and there["SU:inf"] == 22 - 2 * there["SU:shk"]


@pytest.mark.rule("SPI-WHATIF-7A", "SPI-WHATIF-7B")
def test_left_out_one_of_the_exchanges_is_not_offered() -> None:
    for rule, letters in (("SPI-WHATIF-7A", "TkA"), ("SPI-WHATIF-7B", "Shk")):
        offered = names(exchange(without=rule), "exchange-for")
        assert offered and all(letters in u for u in offered)


@pytest.mark.rule("SPI-WHATIF-0")
@pytest.mark.parametrize("scenario", IN_1941)
def test_the_order_of_battle_stays(scenario: str) -> None:
    assert changed(scenario, 7) == {}
