"""Section 4.1.1, 15.6, 15.9 and 27.21: the weather of a turn, and the aircraft available in it."""

from __future__ import annotations

import pytest

from eastfront._core import State

from .turn_positions import CLEAR, LIGHT_MUD, MUD, SNOW, before, walk

MAR, MAY, JUL, SEP, NOV, JAN = 6, 7, 8, 9, 10, 11
"""Turns of 1942, and January 1943."""


def opened(turn: int, die: int = 1, drm: int = 0, **more: object) -> State:
    """A turn whose weather has been determined with a die and a modifier."""
    variables = {"weather modifier": drm, "stukas": 3, "sturmoviks": 3}
    state = before("axis", 1, turn=turn, variables=variables, **more)
    state.push("end-movement")
    return walk(state, "movement", "axis", 1, weather=die)


def weather(turn: int, die: int = 1, drm: int = 0) -> tuple[int, int]:
    """The weather, and the modifier after it."""
    state = opened(turn, die, drm)
    return state.var("weather"), state.var("weather modifier")


@pytest.mark.rule("TRC-4.1.1a", "TRC-4.1.1b")
def test_the_weather_of_summer_and_midwinter_is_fixed() -> None:
    for turn, state in ((MAY, CLEAR), (JUL, CLEAR), (JAN, SNOW)):
        asked = before("axis", 1, turn=turn, weather=MUD, variables={"weather modifier": 2})
        asked.push("end-movement")
        met = walk(asked, "weather")
        # a die is rolled only a turn or more later
        assert met.is_over or met.turn > turn
        assert weather(turn, drm=2) == (state, 2)


@pytest.mark.rule("TRC-4.1.1a")
def test_one_weather_holds_for_both_player_turns() -> None:
    state = opened(SEP, die=6)
    assert walk(state, "movement", "russian", 2).var("weather") == LIGHT_MUD


@pytest.mark.rule("TRC-4.1.1c", "TRC-4.1.1f")
def test_the_column_of_march() -> None:
    found = [weather(MAR, die, drm) for die, drm in ((1, -1), (1, 0), (4, 0), (5, 0), (6, 1))]
    assert found == [(CLEAR, 2), (LIGHT_MUD, 2), (LIGHT_MUD, 2), (MUD, -3), (SNOW, -5)]


@pytest.mark.rule("TRC-4.1.1c", "TRC-4.1.1g")
def test_the_column_of_september() -> None:
    found = [weather(SEP, die, drm) for die, drm in ((1, -1), (3, 0), (4, 0), (6, 0), (6, 1))]
    assert found == [(CLEAR, 0), (CLEAR, 1), (LIGHT_MUD, 0), (LIGHT_MUD, 0), (MUD, -2)]


@pytest.mark.rule("TRC-4.1.1c", "TRC-4.1.1h")
def test_the_column_of_november() -> None:
    found = [weather(NOV, die) for die in (1, 2, 3, 4, 6)]
    assert found == [(LIGHT_MUD, 4), (LIGHT_MUD, 4), (MUD, -2), (SNOW, -3), (SNOW, -3)]


@pytest.mark.rule("TRC-4.1.1d")
def test_a_roll_beyond_the_chart_is_its_end() -> None:
    assert weather(NOV, die=1, drm=-4) == (LIGHT_MUD, 0)
    assert weather(SEP, die=6, drm=4) == (MUD, 1)


@pytest.mark.rule("TRC-4.1.1e", "TRC-4.1.1i")
def test_the_modifier_is_carried_on_as_in_the_example() -> None:
    state = opened(3, die=3)
    assert (state.var("weather"), state.var("weather modifier")) == (CLEAR, 1)
    state = walk(walk(state, "movement", "russian", 2), "movement", "axis", 1, weather=3)
    assert (state.turn, state.var("weather"), state.var("weather modifier")) == (4, SNOW, -2)
    state = walk(walk(state, "movement", "russian", 2), "movement", "axis", 1, weather=3)
    assert (state.turn, state.var("weather"), state.var("weather modifier")) == (5, SNOW, -2)


@pytest.mark.rule("TRC-27.21c")
def test_in_breaking_storm_autumn_decides_winter() -> None:
    def winter(autumn: int) -> State:
        return opened(4, weather=autumn, scenario="breaking-storm")

    assert winter(CLEAR).var("weather") == SNOW
    assert winter(LIGHT_MUD).var("weather") == LIGHT_MUD
    asked = before("axis", 1, turn=4, weather=CLEAR, scenario="breaking-storm")
    asked.push("end-movement")
    met = walk(asked, "weather")
    assert met.is_over or met.turn > 4
    # elsewhere a die is rolled, and here it would be light mud
    assert opened(4, die=1, weather=CLEAR).var("weather") == LIGHT_MUD


STUKAS = [
    ("TRC-15.6a", 2, (3, 1)),
    ("TRC-15.6b", 8, (2, 1)),
    ("TRC-15.6c", 14, (1, 0)),
]


@pytest.mark.rule("TRC-15.6a", "TRC-15.6b", "TRC-15.6c")
def test_stukas_by_year_and_weather() -> None:
    # clear weather of summer, then light mud of September by a four
    for _, turn, (clear, muddy) in STUKAS:
        assert opened(turn).var("stukas") == clear
        assert opened(turn + 1, die=4).var("stukas") == muddy


@pytest.mark.rule("TRC-15.6a", "TRC-15.6b")
def test_stukas_in_mud() -> None:
    assert opened(4, die=3).var("stukas") == 1
    assert opened(6, die=5).var("stukas") == 1
    assert opened(12, die=5).var("stukas") == 0


@pytest.mark.rule("TRC-15.6d")
def test_no_stukas_in_snow_nor_after_1943() -> None:
    assert opened(4, die=6).var("stukas") == 0
    assert opened(19).var("stukas") == 0


@pytest.mark.rule("TRC-15.9a", "TRC-15.9b", "TRC-15.9c", "TRC-15.9d")
def test_sturmoviks_by_year_and_weather() -> None:
    assert opened(13).var("sturmoviks") == 0
    assert opened(14).var("sturmoviks") == 1
    assert opened(15, die=4).var("sturmoviks") == 0
    assert opened(19).var("sturmoviks") == 2
    assert opened(21, die=4).var("sturmoviks") == 1
    assert opened(25).var("sturmoviks") == 3
    assert opened(16, die=6).var("sturmoviks") == 0


STORM = "breaking-storm"


@pytest.mark.rule("TRC-4.1.1a", "TRC-4.1.1b", "TRC-27.21c")
@pytest.mark.parametrize("scenario, winter", [("campaign", LIGHT_MUD), (STORM, SNOW)])
def test_only_the_winter_of_one_scenario_follows_from_its_autumn(
    scenario: str, winter: int
) -> None:
    """A two: clear in September, light mud in November, but snow by the scenario's own rule."""
    september = opened(3, 2, weather=SNOW, scenario=scenario)
    assert (september.turn, september.var("weather")) == (3, CLEAR)
    assert opened(4, 2, weather=CLEAR, scenario=scenario).var("weather") == winter
    assert opened(4, 2, weather=LIGHT_MUD, scenario=scenario).var("weather") == LIGHT_MUD


@pytest.mark.rule("TRC-4.1.1a", "TRC-15.6a")
def test_the_aircraft_of_the_turn_are_ready_when_its_weather_is_known() -> None:
    """Three Stukas in clear weather of 1941, one in light mud, whatever flew the turn before."""
    for die, stukas in ((2, 3), (4, 1)):
        state = opened(3, die, units={"41 Pz": "J29"})
        assert state.var("stukas") == stukas


@pytest.mark.rule("TRC-4.1.1a", "TRC-4.0a")
def test_a_turn_and_its_weather_are_told_as_it_begins() -> None:
    state = before("axis", 1, turn=SEP, units={"41 Pz": "J29"})
    effects = state.push("end-movement", effects=True) or []
    while state.decision != "weather":
        effects += state.push(next(iter(state.legal_actions)), effects=True) or []
    effects += state.push("roll 4", effects=True) or []
    notes = [e for e in effects if e[0] == "note" and e[1] in ("turn", "weather")]
    assert notes == [
        ("note", "turn", [SEP], "TRC-4.0a"),
        ("note", "weather", [LIGHT_MUD], "TRC-4.1.1a"),
    ]
