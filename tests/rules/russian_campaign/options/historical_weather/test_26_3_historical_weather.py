"""Section 26.3: the historical weather."""

from __future__ import annotations

import pytest

from ...mediterranean_positions import KEPT_OUT, begun
from ...turn_positions import CLEAR, LIGHT_MUD, MUD, SNOW, before, impulse_of, on

OPTION = ("historical-weather",)


def weather(turn: int, scenario: str = "campaign") -> int:
    """The weather of a turn, which no die changes."""
    found = set()
    for die in (1, 6):
        state = impulse_of(
            "axis", turn=turn, die=die, options=OPTION, scenario=scenario, units={"41 Pz": "J29"}
        )
        assert state.turn == turn
        found.add(state.var("weather"))
    return found.pop() if len(found) == 1 else -1


@pytest.mark.rule("TRC-26.3a")
def test_1941() -> None:
    assert [weather(turn) for turn in (3, 4)] == [LIGHT_MUD, SNOW]


@pytest.mark.rule("TRC-26.3b")
def test_1942() -> None:
    assert [weather(turn) for turn in (6, 9, 10)] == [MUD, CLEAR, LIGHT_MUD]


@pytest.mark.rule("TRC-26.3c")
def test_1943() -> None:
    assert [weather(turn) for turn in (12, 15, 16)] == [LIGHT_MUD, CLEAR, LIGHT_MUD]


@pytest.mark.rule("TRC-26.3d")
def test_1944() -> None:
    assert [weather(turn) for turn in (18, 21, 22)] == [SNOW, LIGHT_MUD, MUD]


@pytest.mark.rule("TRC-26.3e")
def test_1945() -> None:
    assert weather(24) == CLEAR


@pytest.mark.rule("TRC-26.3a")
def test_other_months_are_as_ever() -> None:
    assert [weather(turn) for turn in (2, 5, 7, 8)] == [CLEAR, SNOW, CLEAR, CLEAR]


@pytest.mark.rule("TRC-26.3a")
def test_history_goes_before_what_one_autumn_makes_of_its_winter() -> None:
    # otherwise light mud after light mud (27.21c, D-78)
    assert [weather(turn, "breaking-storm") for turn in (3, 4)] == [LIGHT_MUD, SNOW]


@pytest.mark.option("mediterranean")
@pytest.mark.rule("TRC-26.3a")
@pytest.mark.parametrize("die", [1, 4, 6])
def test_the_war_that_begins_in_march_begins_in_mud(die: int) -> None:
    """When the Axis keeps out of the Balkans (28.6) there is a March of 1941; May is clear."""
    state = begun((*KEPT_OUT, *OPTION), die)
    assert (state.turn, state.var("weather")) == (0, MUD)
    may = on(state, "movement", "axis")
    while may.turn == 0:
        may = on(may, "movement", "axis")
    assert (may.turn, may.var("weather")) == (1, CLEAR)


CHART = {
    "TRC-26.3a": {3: LIGHT_MUD, 4: SNOW},
    "TRC-26.3b": {6: MUD, 9: CLEAR, 10: LIGHT_MUD},
    "TRC-26.3c": {12: LIGHT_MUD, 15: CLEAR, 16: LIGHT_MUD},
    "TRC-26.3d": {18: SNOW, 21: LIGHT_MUD, 22: MUD},
    "TRC-26.3e": {24: CLEAR},
}
"""The rule of each year, and its turns with the weather that they had."""

ROWS = [(rule, turn, now) for rule, year in CHART.items() for turn, now in year.items()]


@pytest.mark.rule("TRC-26.3a", "TRC-26.3b", "TRC-26.3c", "TRC-26.3d", "TRC-26.3e")
@pytest.mark.parametrize(("rule", "turn", "now"), ROWS)
def test_the_rule_of_the_year_brings_its_weather(rule: str, turn: int, now: int) -> None:
    was = MUD if now != MUD else CLEAR
    state = before("axis", turn=turn, weather=was, options=OPTION, units={"41 Pz": "J29"})
    effects = state.push("end-movement", effects=True) or []
    changed = [e for e in effects if e[:2] == ("var", "weather")]
    assert changed == [("var", "weather", was, now, rule)]
