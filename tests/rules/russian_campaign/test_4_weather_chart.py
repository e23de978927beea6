"""The charts of 4.1.1, 15.6 and 15.9, row by row."""

from __future__ import annotations

import pytest

from eastfront._core import State

from .turn_positions import CLEAR, LIGHT_MUD, MUD, SNOW, before, game, walk

MAR, SEP, NOV = 6, 9, 10
"""Turns of 1942."""

COLUMNS = {
    MAR: [(CLEAR, 3), *[(LIGHT_MUD, 2)] * 4, *[(MUD, -3)] * 2, (SNOW, -6)],
    SEP: [*[(CLEAR, 1)] * 4, *[(LIGHT_MUD, 0)] * 3, (MUD, -3)],
    NOV: [*[(LIGHT_MUD, 4)] * 3, (MUD, -2), *[(SNOW, -3)] * 4],
}
"""The weather and the change of the modifier, for adjusted dice of 0 to 7."""


def opened(turn: int, die: int, modifier: int) -> State:
    """A turn whose weather has been determined, all aircraft left from the turn before."""
    variables = {"weather modifier": modifier, "stukas": 3, "sturmoviks": 3}
    state = before("axis", 1, turn=turn, units={"1 Inf": "D29"}, variables=variables)
    state.push("end-movement")
    return walk(state, "movement", "axis", 1, weather=die)


def check(turn: int, die: int, modifier: int) -> None:
    """The weather of a turn is what its column says, with the ends for rolls beyond them."""
    found = opened(turn, die, modifier)
    weather, change = COLUMNS[turn][min(max(die + modifier, 0), 7)]
    assert (found.var("weather"), found.var("weather modifier")) == (weather, modifier + change)


@pytest.mark.rule("TRC-4.1.1f", "TRC-4.1.1c", "TRC-4.1.1e")
@pytest.mark.parametrize("roll", range(8))
def test_every_row_of_march(roll: int) -> None:
    check(MAR, min(max(roll, 1), 6), roll - min(max(roll, 1), 6))


@pytest.mark.rule("TRC-4.1.1g", "TRC-4.1.1c", "TRC-4.1.1e")
@pytest.mark.parametrize("roll", range(8))
def test_every_row_of_september(roll: int) -> None:
    check(SEP, min(max(roll, 1), 6), roll - min(max(roll, 1), 6))


@pytest.mark.rule("TRC-4.1.1h")
@pytest.mark.parametrize("roll", range(8))
def test_every_row_of_november(roll: int) -> None:
    check(NOV, min(max(roll, 1), 6), roll - min(max(roll, 1), 6))


@pytest.mark.rule("TRC-4.1.1a", "TRC-4.1.1b")
@pytest.mark.parametrize("roll", range(8))
def test_the_weather_of_november_lasts_for_the_turn_and_its_modifier_through_january(
    roll: int,
) -> None:
    die = min(max(roll, 1), 6)
    weather, change = COLUMNS[NOV][roll]
    state = opened(NOV, die, roll - die)
    for side in ("axis", "russian"):
        state = walk(state, "movement", side, 1)
        assert (state.turn, state.var("weather")) == (NOV, weather)
    modifier = state.var("weather modifier")
    assert modifier == roll - die + change
    # nothing is rolled in January, and nothing added to what March begins with
    january = opened(NOV + 1, die, modifier)
    assert (january.var("weather"), january.var("weather modifier")) == (SNOW, modifier)


@pytest.mark.rule("TRC-4.1.1d", "TRC-4.1.1e")
def test_the_campaign_begins_without_a_modifier() -> None:
    """The example of 4.1.1: the first roll of 1941, in September, is as the die falls."""
    state = game().new()
    assert state.var("weather modifier") == 0
    for die, (weather, change) in enumerate(COLUMNS[SEP][1:7], 1):
        september = opened(3, die, 0)
        assert september.var("weather") == weather
        assert september.var("weather modifier") == change


@pytest.mark.rule("TRC-4.1.1d", "TRC-4.1.1e")
@pytest.mark.parametrize("turn", sorted(COLUMNS))
@pytest.mark.parametrize("die, modifier", [(1, -5), (1, -2), (3, 2), (4, -4), (6, 2), (6, 4)])
def test_the_modifier_is_added_and_the_chart_has_ends(turn: int, die: int, modifier: int) -> None:
    check(turn, die, modifier)


@pytest.mark.rule("TRC-4.1.1b")
@pytest.mark.parametrize("first", [0, 6, 12, 18])
def test_three_turns_of_each_year_have_their_weather(first: int) -> None:
    months = {5: SNOW} if first == 0 else {1: CLEAR, 2: CLEAR, 5: SNOW}
    for month, weather in months.items():
        assert opened(first + month, 4, 0).var("weather") == weather


ROLLS = {
    CLEAR: (SEP, 3, 0),
    LIGHT_MUD: (SEP, 4, 0),
    MUD: (SEP, 6, 1),
    SNOW: (NOV, 6, 0),
}
"""What brings a weather: a turn of 1942, the die and the modifier."""


def aircraft(year: int, weather: int) -> tuple[int, int]:
    """The Stukas and Sturmoviks of an autumn of a year with such weather."""
    turn, die, modifier = ROLLS[weather]
    state = opened(turn + 6 * (year - 1942), die, modifier)
    assert state.var("weather") == weather
    return state.var("stukas"), state.var("sturmoviks")


@pytest.mark.rule("TRC-15.6a", "TRC-15.6b", "TRC-15.6c")
@pytest.mark.parametrize(
    "year, stukas", [(1941, (3, 1, 1)), (1942, (2, 1, 1)), (1943, (1, 0, 0)), (1944, (0, 0, 0))]
)
def test_the_table_of_stukas(year: int, stukas: tuple[int, ...]) -> None:
    assert tuple(aircraft(year, weather)[0] for weather in (CLEAR, LIGHT_MUD, MUD)) == stukas


@pytest.mark.rule("TRC-15.6d")
@pytest.mark.parametrize("year", [1941, 1942, 1943, 1944])
def test_no_stuka_in_snow(year: int) -> None:
    assert aircraft(year, SNOW)[0] == 0


@pytest.mark.rule("TRC-15.9a", "TRC-15.9b")
@pytest.mark.parametrize(
    "year, sturmoviks", [(1941, (0, 0, 0)), (1942, (0, 0, 0)), (1943, (1, 0, 0)), (1944, (2, 1, 0))]
)
def test_the_table_of_sturmoviks(year: int, sturmoviks: tuple[int, ...]) -> None:
    assert tuple(aircraft(year, weather)[1] for weather in (CLEAR, LIGHT_MUD, MUD)) == sturmoviks


@pytest.mark.rule("TRC-15.9c")
@pytest.mark.parametrize(
    "die, modifier, weather, sturmoviks",
    [(1, -1, CLEAR, 3), (1, 0, LIGHT_MUD, 1), (5, 0, MUD, 1), (6, 1, SNOW, 0)],
)
def test_the_sturmoviks_of_march_1945(
    die: int, modifier: int, weather: int, sturmoviks: int
) -> None:
    state = opened(24, die, modifier)
    assert (state.var("weather"), state.var("sturmoviks")) == (weather, sturmoviks)


@pytest.mark.rule("TRC-15.9d")
@pytest.mark.parametrize("year", [1943, 1944])
def test_no_sturmovik_in_snow(year: int) -> None:
    assert aircraft(year, SNOW)[1] == 0
