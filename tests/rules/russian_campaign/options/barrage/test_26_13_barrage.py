"""Section 26.13: the Russian artillery barrage."""

from __future__ import annotations

from typing import Any

import pytest

from eastfront._core import State

from ...battle_positions import combat, go, may
from ...turn_positions import (
    CLEAR,
    JAN_43,
    JAN_44,
    LIGHT_MUD,
    MAY_43,
    SNOW,
    at,
    before,
    game,
    impulse_of,
    names,
    play,
    refused,
)

BARRAGE = ("artillery-barrage",)
FRONT = {
    "16 A": "W16",
    "4G A": "W15",
    "7 Inf": "X16",
    "5G A": "X14",
    "13 Inf": "X15",
    "Stavka": "U13",
}
"""Two battles, at X16 and X15, between which the 4th Guards may choose."""


def forces(
    units: dict[str, str] | None = None, impulse: int = 1, weather: int = CLEAR, **more: Any
) -> State:
    """A Russian attack on X16 with an army in it, which another may join."""
    where = {**FRONT, **(units or {})}
    more = {"turn": MAY_43, "options": BARRAGE, **more}
    variables = {"barrages": 1, **more.pop("variables", {})}
    state = combat("russian", where, impulse, weather=weather, variables=variables, **more)
    return play(state, "attack X16", "join 16 A")


@pytest.mark.rule("TRC-26.13b")
def test_a_barrage_raises_the_odds_by_three_levels() -> None:
    assert play(forces(), "fight").var("odds") == 1
    shelled = play(forces(), "barrage", "fight")
    assert (shelled.var("odds"), shelled.var("barrages")) == (4, 0)


@pytest.mark.rule("TRC-26.13a")
def test_there_is_one_in_1943_and_two_in_each_later_year() -> None:
    with refused("TRC-26.13a"):
        play(forces(variables={"barrages": 0}), "barrage")
    assert before("axis", turn=JAN_43, options=BARRAGE).var("barrages") == 0
    first = impulse_of("axis", turn=JAN_43, options=BARRAGE)
    assert first.var("barrages") == 1
    # what is not used is not kept
    second = impulse_of("axis", turn=JAN_44, options=BARRAGE, variables={"barrages": 1})
    assert second.var("barrages") == 2
    third = impulse_of("axis", turn=JAN_44 + 6, options=BARRAGE)
    assert third.var("barrages") == 2


@pytest.mark.rule("TRC-26.13c")
def test_every_defender_is_within_five_hexes_of_stavka() -> None:
    assert may(forces({"Stavka": "U12"}), "barrage")
    for place in ("U11", "removed"):
        with refused("TRC-26.13c"):
            play(forces({"Stavka": place}), "barrage")


@pytest.mark.rule("TRC-26.13d")
def test_a_barrage_takes_clear_weather_and_the_first_impulse() -> None:
    for weather in (LIGHT_MUD, SNOW):
        with refused("TRC-26.13d"):
            play(forces(weather=weather), "barrage")
    with refused("TRC-26.13d"):
        play(forces(impulse=2), "barrage")


@pytest.mark.option("artillery")
@pytest.mark.rule("TRC-26.13e", "TRC-26.13b")
def test_a_barrage_goes_with_no_other_shift() -> None:
    state = forces(variables={"sturmoviks": 3})
    shelled = play(state, "barrage")
    assert not may(shelled, "sturmovik")
    # what flew before is of no use any more
    both = play(state, "sturmovik", "barrage")
    assert both.var("odds shift") == 3
    assert play(both, "fight").var("odds") == 4
    # artillery corps add their factor and nothing else
    guns = combat(
        "russian",
        {**FRONT, "Art 1": "X17"},
        turn=MAY_43,
        options=("artillery", "artillery-barrage"),
        variables={"barrages": 1},
    )
    guns = play(guns, "attack X16", "join 16 A", "join Art 1", "barrage", "fight")
    assert (guns.var("attack total"), guns.var("odds")) == (7, 4)


@pytest.mark.rule("TRC-26.13a", "TRC-26.13b")
def test_a_barrage_counts_towards_an_automatic_victory() -> None:
    near = {"16 A": "W16", "4G A": "W15", "5G A": "W16", "3 TkC": "V14", "Stavka": "U13"}
    units = {**near, "10 Inf": "X16"}
    none = at("russian", 1, turn=MAY_43, units=units, options=BARRAGE)
    assert not names(go(none, "3 TkC", "Y15"), "overrun")
    state = go(none._supposed(variables=[("barrages", 1)]), "3 TkC", "Y15")
    assert names(state, "overrun") == {"X16"}
    won = play(state, "overrun X16", "barrage")
    assert (won.place("10 Inf"), won.var("barrages")) == ("surrendered", 0)


@pytest.mark.rule("TRC-26.13a", "TRC-26.13b")
def test_a_barrage_joins_somebody_once() -> None:
    where = dict(FRONT)
    begun = combat("russian", where, turn=MAY_43, options=BARRAGE, variables={"barrages": 2})
    named = play(begun, "attack X16")
    assert not may(named, "barrage")
    joined = play(named, "join 16 A")
    assert may(joined, "barrage")
    assert not may(play(joined, "barrage"), "barrage")


@pytest.mark.rule("TRC-26.13a")
@pytest.mark.parametrize(
    ("scenario", "barrages"),
    [("campaign", 0), ("barbarossa", 0), ("fall-blau", 0), ("zitadelle", 1), ("bagration", 2)],
)
def test_a_scenario_begins_with_the_barrages_of_its_year(scenario: str, barrages: int) -> None:
    assert game(scenario, BARRAGE).new().var("barrages") == barrages


@pytest.mark.option("artillery", "corps_artillery")
@pytest.mark.rule("TRC-26.13e", "TRC-26.13b")
@pytest.mark.parametrize("option", ["artillery", "artillery-corps"])
def test_where_three_levels_are_given_already_no_barrage_is_wasted(option: str) -> None:
    """A Sturmovik and two corps make three levels; with one of the corps there are two."""
    units = {"16 A": "W16", "7 Inf": "X16", "Art 1": "W15", "Art 2": "W15", "Stavka": "U13"}
    numbers = {"barrages": 1, "sturmoviks": 1}
    options = (option, "artillery-barrage")
    state = combat("russian", units, turn=MAY_43, options=options, variables=numbers)
    two = play(state, "join 16 A", "sturmovik", "join Art 1")
    assert may(two, "barrage")
    three = play(two, "join Art 2")
    assert not may(three, "barrage")
    assert three.var("odds shift") == 1


@pytest.mark.rule("TRC-16.1c", "TRC-26.13b")
@pytest.mark.parametrize("barrages", [0, 1])
@pytest.mark.parametrize("weather", [CLEAR, LIGHT_MUD])
def test_who_is_needed_for_ten_to_one_depends_on_whether_guns_can_fire(
    barrages: int, weather: int
) -> None:
    """Without the strongest army sixteen factors are left against two: 8-1."""
    armies = {"2G TkA": "X16", "3G TkA": "Y15", "1G TkA": "W15"}
    units = {**armies, "Rum 5 Inf": "X15", "Stavka": "X10", "1 TkC": "V13"}
    numbers = {"barrages": barrages}
    state = at(
        "russian", turn=MAY_43, units=units, options=BARRAGE, variables=numbers, weather=weather
    )
    begun = play(go(state, "1 TkC", "W14"), "overrun X15")
    needed = {"1 TkC", "1G TkA"}
    fires = barrages == 1 and weather == CLEAR
    assert names(begun, "join") == (needed | {"2G TkA"} if fires else needed)


@pytest.mark.rule("TRC-16.1c", "TRC-26.13a")
@pytest.mark.parametrize("unit", ["13 Inf", "12 Inf"])
def test_the_axis_hopes_for_no_barrage(unit: str) -> None:
    """Nineteen factors against two are 9-1, twenty 10-1; Stavka stands near enough."""
    units = {"24 Pz": "Z18", "39 Pz": "Z18", unit: "AA19", "5 TkC": "Y18", "Stavka": "Y14"}
    state = at(
        "axis", turn=MAY_43, units=units, options=BARRAGE,
        variables={"barrages": 1, "stukas": 0}, weather=CLEAR,
    )  # fmt: skip
    assert names(go(state, unit, "Z19"), "overrun") == ({"Y18"} if unit == "12 Inf" else set())


@pytest.mark.rule("TRC-12.5a", "TRC-26.13a")
def test_no_barrage_of_the_enemy_is_asked_of_who_attacks_below_the_floor() -> None:
    """With D-21 an Axis attack takes what of its own mends it; the guns are the Russian's."""
    units = {"15 Mtn": "Z18", "1G TkA": "Y18", "2G TkA": "Y18", "HQ South": "Z30", "Stavka": "Y14"}
    state = combat(
        "axis", units, turn=MAY_43, options=("D-21", *BARRAGE), variables={"barrages": 1},
        weather=CLEAR,
    )  # fmt: skip
    assert (state.place("15 Mtn"), state.var("odds")) == ("Z18", -6)
