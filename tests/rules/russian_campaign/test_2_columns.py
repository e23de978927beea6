"""2.1 to 2.6, column by column: the use of each mark on a counter, in every kind of unit."""

from __future__ import annotations

import pytest

from .battle_positions import at, may, names, play, refused
from .options.ukraine.test_28_7_ukraine import UKRAINIANS, free, next_phase
from .turn_positions import (
    CLEAR,
    LIGHT_MUD,
    MUD,
    SNOW,
    game,
    on,
    side_of,
)

# -- class: who moves in which impulse ----------------------------------------------------------


@pytest.mark.rule("TRC-11.1b", "TRC-2.6a", "TRC-5.4b")
@pytest.mark.parametrize("weather", [CLEAR, LIGHT_MUD, MUD, SNOW])
@pytest.mark.parametrize("unit", ["HQ South", "Stavka"])
def test_headquarters_sail_in_the_second_impulse_alone(unit: str, weather: int) -> None:
    """They have no movement in the first, in any weather, and without it nobody sails (10.1)."""
    side = side_of(unit)
    ports = {side: ["DD24", "JJ23"], "weather": weather, "turn": 8}
    first = at(side, 1, units={unit: "DD24"}, **ports)  # type: ignore[arg-type]
    with refused("TRC-10.1b"):
        play(first, f"ship-black {unit}")
    second = at(side, 2, units={unit: "DD24"}, **ports)  # type: ignore[arg-type]
    assert may(play(second, f"ship-black {unit}"), "ship-to JJ23")


# -- nation -------------------------------------------------------------------------------------

RUSSIANS = [
    "11 A", "1 TkC", "3 CavC", "5 ParaC", "1G A", "1G CavC", "1 TkA", "1G TkA", "Stavka", "Stalin",
    "Stalin (mobile)", "Moscow Worker", "Partisan 1", "Art 1", "Gd BG 1", "AK", "Sturmovik 1",
]  # fmt: skip
"""One counter of each kind that is not Ukrainian, though some armies were raised there."""


@pytest.mark.rule("TRC-28.7.G6b")
def test_no_russian_counter_is_of_the_ukrainian_army() -> None:
    beside = dict.fromkeys([*RUSSIANS, "1 Inf", "Rum 1 Inf", "Yug 2 Inf"], "counters")
    assert names(next_phase(free(units=beside)), "raise") == set(UKRAINIANS)


# -- replaceable --------------------------------------------------------------------------------


# -- aircraft are no units ----------------------------------------------------------------------

AIRCRAFT = [f"{kind} {n}" for kind in ("Stuka", "Sturmovik") for n in (1, 2, 3)]


@pytest.mark.rule("TRC-15.9a", "TRC-20.0a", "TRC-15.6a", "TRC-15.1a")
def test_aircraft_never_come_as_units() -> None:
    """They are told by the table of 15.6 and 15.9; nobody sets them up, and none arrives."""
    begun = game().new()
    assert {begun.place(unit) for unit in AIRCRAFT} == {"counters"}
    for turn in (14, 17, 23):
        units = {"41 Pz": "J30", "56 Pz": "J31"}
        state = on(at("axis", 2, turn=turn, units=units), "movement", "russian")
        assert state.turn == turn
        assert {state.place(unit) for unit in AIRCRAFT} == {"counters"}
    assert not set(AIRCRAFT) & {*names(state, "move"), *names(state, "enter")}


# -- entry: where a counter waits ---------------------------------------------------------------


# -- kinds without stacking value ---------------------------------------------------------------
