"""2.1 to 2.6, column by column: what a mark on a counter is asked for, in every kind of unit."""

from __future__ import annotations

import pytest

from .battle_positions import at, go, may, names, play, refused, walk
from .test_28_7_ukraine import UKRAINIANS, free, next_phase
from .turn_positions import CLEAR, LIGHT_MUD, MAY_43, MUD, SNOW, before, game, on, side_of

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

RECOVERED = [
    "11 A", "1 TkC", "3 CavC", "1G A", "1G CavC", "1 TkA", "1G TkA", "Stavka", "Art 1",
]  # fmt: skip


@pytest.mark.rule("TRC-26.12a", "TRC-26.12d", "TRC-21.4g")
def test_what_is_never_replaced_is_not_recovered() -> None:
    """Paratroops, leaders, workers, partisans and battlegroups (18.4, 22.2, 26.4) are not."""
    never = ["5 ParaC", "Stalin", "Stalin (mobile)", "Moscow Worker", "Partisan 1", "Gd BG 1", "AK"]
    units = dict.fromkeys([*RECOVERED, *never], "surrendered") | {"Kharkov Worker": "AA14"}
    options = ("artillery", "battlegroups", "russian-recovery")
    state = before("russian", 1, turn=MAY_43, units=units, options=options)
    state = walk(play(state, "end-movement"), "recovery", "russian", Archangel=1)
    rich = state.edited(variables=[("replacement points", 40)])
    assert names(rich, "recover") == set(RECOVERED)


NEVER = [
    "1 Cav", "Hitler", "Hitler (mobile)", "Ge BG Inf 1", "Ge BG Pz 1", "SS BG 1", "Ge Para 1",
    "1 Flak",
]  # fmt: skip
"""Named by the rules: 21.4, 11.2, 26.4, 28.4.1; nothing is said of German paratroops' return."""

ELSEWHERE = [
    "41 Pz", "52 Mot", "49 Mtn", "HQ North", "Rum 1 Inf", "Rum Cav", "Rum Pz", "Ital 3 Inf",
    "Hun 1 Mot", "Hun 2 Inf", "Finn 2 Inf", "Ge Art", "Yug 2 Inf", "Ukr 1 Inf",
]  # fmt: skip
"""Due at another time, or by another right than that of German infantry."""


@pytest.mark.rule("TRC-21.4g", "TRC-21.4c")
def test_why_a_unit_is_not_what_comes_back_for_infantry() -> None:
    options = ("artillery", "battlegroups", "order-of-battle-additions")
    units = dict.fromkeys([*NEVER, *ELSEWHERE, "1 Inf", "2 Inf"], "pool")
    state = before("axis", 1, turn=MAY_43, units=units, options=options, nobody=["AA29"])
    state = walk(play(state, "end-movement"), "replacements", "axis")
    assert names(state, "replace") == {"1 Inf", "2 Inf"}
    for unit in NEVER:
        with refused("TRC-21.4g"):
            play(state, f"replace {unit}")
    for unit in ELSEWHERE:
        with refused("TRC-21.4c"):
            play(state, f"replace {unit}")


# -- aircraft are no units ----------------------------------------------------------------------

AIRCRAFT = [f"{kind} {n}" for kind in ("Stuka", "Sturmovik") for n in (1, 2, 3)]


@pytest.mark.rule("TRC-15.9a", "TRC-20.0a", "TRC-15.6a")
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


# -- kinds without stacking value ---------------------------------------------------------------


@pytest.mark.rule("TRC-28.5c", "TRC-6.3a")
def test_the_home_army_takes_no_room() -> None:
    """Two armies stand beside it in Warsaw, or three corps; a third army does not."""
    options = ("warsaw-uprising",)

    def ends(*there: str, comes: str) -> bool:
        units = {**dict.fromkeys(there, "L26"), "AK": "L26", comes: "L25"}
        state = at("russian", 1, turn=20, units=units, options=options)
        return may(go(state, comes, "L26"), "end-movement")

    assert ends("11 A", comes="8 A") and ends("1 TkC", "7 TkC", comes="5 TkC")
    with refused("TRC-6.2a"):
        units = {"AK": "L26", "11 A": "L26", "8 A": "L26", "3 A": "L25"}
        state = at("russian", 1, turn=20, units=units, options=options)
        play(go(state, "3 A", "L26"), "end-movement")
