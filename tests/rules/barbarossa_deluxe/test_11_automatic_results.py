"""Results without a die, on the turn in which southern defenders may give way and the turn after.

Odds beyond the table are explained with their one result, before the battle is declared and during
the Soviet decision; the alternative result is explained as a choice only where play offers it.
"""

from __future__ import annotations

import random
from typing import Any

import pytest
from tools.net.battles import declared, differences
from tools.net.lines import FORMS

from eastfront._core import State
from eastfront.analysis import exchange_of

from .board_positions import AE, DE, DR, declare, play
from .test_11_battle_course import NE, SE, SW, E, W, german, soviet

FORM = FORMS["barbarossa-deluxe"]
CORPS = ["4AK", "5AK", "6AK", "7AK", "8AK", "9AK", "10AK", "11AK", "12AK"]
GIVE_WAY = ("BD-13.9a", "the Soviet may make it DR before the die")
SHAPED = "BD-5.16b"

ENDS = [
    # corps of three, defenders of three and four, and the odds
    (7, ["60A"], "7:1", ""),
    (8, ["60A"], "8:1", "DE"),
    (9, ["60A"], "9:1", "DE"),
    (1, ["1G", "2G", "60A", "59A", "61A"], "1:6", ""),
    (1, ["1G", "2G", "60A", "59A", "3T", "61A"], "1:7", "AE"),
]


@pytest.mark.rule("BD-11.10b", "BD-11.10c", "BD-13.9a")
@pytest.mark.parametrize("turn", [9, 10])
@pytest.mark.parametrize(("size", "defenders", "odds", "result"), ENDS, ids=lambda v: str(v))
def test_the_one_result_is_told_and_no_choice_that_nobody_has(
    size: int, defenders: list[str], odds: str, result: str, turn: int
) -> None:
    corps = CORPS[:size]
    state = german({W: corps[:5], SW: corps[5:], "2308": defenders}, turn)
    said = state.battle("2308", corps)
    may = [GIVE_WAY] if turn == 9 else []
    assert said.odds == said.column == odds
    assert sum(said.distribution.values()) == 1
    assert [choice for choice in said.choices if choice[0] != SHAPED] == may
    assert found(state, "attack 2308", bool(result)) == []
    begun = declare(state, "2308", corps)
    if may:
        assert begun.decision == "retreat before battle"
        assert begun.battle().distribution == said.distribution
        assert begun.battle().choices == said.choices
        assert play(begun, "give-way").var("result") == DR
        begun = play(begun, "stand")
    if not result:
        assert begun.to_move == "chance" and len(said.distribution) > 1
        return
    assert said.distribution == {result: 1} and said.choices == tuple(may)
    assert begun.var("result") == {"DE": DE, "AE": AE}[result]
    told = exchange_of(said)
    assert (told.own, told.enemy, told.clears) == ((0, 3, 1) if result == "DE" else (3, 0, 0))


@pytest.mark.rule("BD-11.10b", "BD-11.10c")
@pytest.mark.parametrize("turn", [9, 10])
def test_a_soviet_attack_beyond_the_table_is_nobody_s_choice(turn: int) -> None:
    armies = [f"{n}A" for n in (3, 4, 9, 10, 12, 13, 18, 21, 24, 28, 40, 42)]
    for attackers, defenders, result in (
        (armies, ["4AK"], "DE"),
        (armies[:1], ["4AK", "5AK", "6AK", "7AK", "8AK"], "AE"),
    ):
        from_ = {E: attackers[:5], SE: attackers[5:10], NE: attackers[10:]}
        state = soviet({**from_, "2308": defenders}, turn=turn)
        said = state.battle("2308", attackers)
        assert said.distribution == {result: 1}
        assert said.choices == ()
        assert found(state, "attack 2308", True) == []


def found(state: State, opening: str, sure: bool) -> list[Any]:
    """What is said of the battle by all who may join and is not so, if it is without a die."""
    case = declared(FORM, state, opening, every=True)
    assert (case is not None) == sure
    return [] if case is None else differences(FORM, case, random.Random(0))[0]
