"""Section 28.7: the chit of heavy bombers that reach the factories of Russia."""

from __future__ import annotations

from typing import Any

import pytest

from ...turn_positions import CLEAR, LIGHT_MUD, MUD, SNOW, before, play, walk

BOMBERS, DRAWN = ("chit-german=2",), ("chits",)
SEP_41, NOV_41, JAN_42, MAR_42, NOV_42, JAN_43, JAN_44, JAN_45 = 3, 4, 5, 6, 10, 11, 17, 23
MAY_42, JUL_43 = 7, 14


def points(die: int, turn: int = MAY_42, weather: int = CLEAR) -> int:
    """The points that bombs of a die leave the Russian, who has four at least."""
    workers = {"Moscow Worker": "R9", "Leningrad Worker": "E10", "16 A": "pool", "11 A": "pool"}
    start = before("russian", turn=turn, units=workers, options=BOMBERS, weather=weather)
    begun = play(start, "end-movement")
    shop = walk(begun, "replacements", "russian", bombers=die, Archangel=6)
    return int(shop.ask("replacement points"))


@pytest.mark.rule("TRC-28.7.G2a", "TRC-28.7a")
def test_bombs_cost_points_fewer_each_year_and_in_bad_weather() -> None:
    for turn, year in ((MAY_42, 2), (JUL_43, 3)):
        none = points(1, turn)
        assert [none - points(die, turn) for die in range(1, 7)] == [
            max(die - year, 0) for die in range(1, 7)
        ]
    snow = points(1, weather=SNOW)
    assert [snow - points(die, weather=SNOW) for die in (3, 4, 6)] == [0, 1, 3]


def bombed(turn: int, die: int, weather: int, workers: dict[str, str], **how: Any) -> list[int]:
    """The Russian's points before bombs and after them, or only what he has without any."""
    units = {**workers, "16 A": "pool", "11 A": "pool"}
    state = play(before("russian", turn=turn, units=units, weather=weather, **how), "end-movement")
    out = []
    while (state.decision, state.to_move) != ("movement", "russian"):
        if state.decision == "bombers":
            assert len(state.chance_outcomes()) == 6
            out.append(int(state.var("replacement points")))
            state.push(f"roll {die}")
            out.append(int(state.var("replacement points")))
        elif state.to_move == "chance":
            state.push("roll 3")
        else:
            legal = state.legal_actions.list()
            state.push(next((a for a in legal if state.is_pass(a)), legal[0]))
    return out


WORKERS = {"Moscow Worker": "R9", "Leningrad Worker": "E10", "Kharkov Worker": "AA14"}
"""Workers of seven points in all."""


@pytest.mark.rule("TRC-28.7.G2a")
@pytest.mark.parametrize(
    ("turn", "year"),
    [(SEP_41, 1), (NOV_41, 1), (JAN_42, 2), (MAR_42, 2), (NOV_42, 2), (JAN_43, 3), (JAN_44, 4)],
)
def test_a_die_less_the_year_and_one_in_bad_weather(turn: int, year: int) -> None:
    for weather in (CLEAR, LIGHT_MUD, MUD, SNOW):
        for die in range(1, 7):
            had, left = bombed(turn, die, weather, WORKERS, options=BOMBERS)
            assert had >= 7
            assert had - left == max(die - year - (weather != CLEAR), 0), (weather, die)


@pytest.mark.rule("TRC-28.7.G2a")
def test_bombs_take_no_more_than_there_is() -> None:
    # a worker of one point, in 1941
    assert bombed(NOV_41, 6, CLEAR, {"Worker 1": "R9"}, options=BOMBERS) == [1, 0]
    assert bombed(NOV_41, 2, CLEAR, {"Worker 1": "R9"}, options=BOMBERS) == [1, 0]
    assert bombed(NOV_41, 1, CLEAR, {"Worker 1": "R9"}, options=BOMBERS) == [1, 1]
    assert bombed(NOV_41, 4, CLEAR, {"Moscow Worker": "R9"}, options=BOMBERS) == [3, 0]
    # in 1945 a die of six is one in clear weather
    assert bombed(JAN_45, 6, SNOW, {"Worker 1": "R9"}, options=BOMBERS)[1] > 0


@pytest.mark.option("chit_draw")
@pytest.mark.rule("TRC-28.7.G2a")
def test_no_other_chit_sends_bombers() -> None:
    shown = bombed(NOV_41, 5, CLEAR, WORKERS, options=DRAWN, chits=(2, 1))
    assert shown == [7, 3]
    for german in (1, 3, 5, 6):
        assert not bombed(NOV_41, 5, CLEAR, WORKERS, options=DRAWN, chits=(german, 2))
    # nor do they fly when the Axis turn begins, or the second impulse
    for side, impulse in (("axis", 1), ("axis", 2), ("russian", 2)):
        start = before(side, impulse, turn=NOV_41 + 4, units=WORKERS, options=BOMBERS)
        state = play(start, "end-movement")
        while (state.decision, state.to_move) != ("movement", side):
            assert state.decision != "bombers"
            legal = state.legal_actions.list()
            chance = state.to_move == "chance"
            passes = (a for a in legal if state.is_pass(a))
            state.push("roll 1" if chance else next(passes, legal[0]))
