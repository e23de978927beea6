"""2.1 to 2.6 by kinds: the use of a counter's nation, type and set-up location.

One counter of each kind and nation, in positions that distinguish it from the others.
"""

from __future__ import annotations

import pytest

from .battle_positions import at, play
from .turn_positions import MAY_42, before, game, names, side_of, walk

WOODS, MOUNTAINS = ("N21", "N20"), ("Z26", "Z27")
"""A clear hex, and one next to it that may stop who enters."""

STOPPED = {
    # by woods and by mountains (8.2)
    "infantry": (False, True),
    "mountain": (False, False),
    "other": (True, True),
}

PLAIN = {
    "41 Pz": "other", "52 Mot": "other", "1 Cav": "other", "1 Inf": "infantry",
    "49 Mtn": "mountain", "3 LW": "infantry", "SS Res": "infantry", "Ital 3 Inf": "infantry",
    "Rum 1 Inf": "infantry", "Rum Cav": "other", "Rum Pz": "other", "Finn 2 Inf": "infantry",
    "Hun 1 Mot": "other", "Hun 2 Inf": "infantry", "11 A": "infantry", "1 TkC": "other",
    "3 CavC": "other", "1G CavC": "other", "5 ParaC": "infantry", "1G A": "infantry",
    "1 TkA": "other", "1G TkA": "other",
}  # fmt: skip


def stopped(unit: str, way: tuple[str, str], impulse: int, options: tuple[str, ...] = ()) -> bool:
    """Whether a unit that has entered a hex may go no farther, with allowance left."""
    state = at(side_of(unit), impulse, units={unit: way[0]}, options=options)
    return play(state, f"move {unit}", f"to {way[1]}").decision == "movement"


@pytest.mark.rule("TRC-8.2a", "TRC-8.2b", "TRC-8.2c", "TRC-2.6a")
def test_what_stops_each_kind() -> None:
    for unit, kind in PLAIN.items():
        found = tuple(stopped(unit, way, 1) for way in (WOODS, MOUNTAINS))
        assert found == STOPPED[kind], unit


@pytest.mark.rule("TRC-8.2a", "TRC-11.1c")
@pytest.mark.parametrize("unit", ["HQ North", "Stavka"])
def test_headquarters_are_stopped(unit: str) -> None:
    assert stopped(unit, WOODS, 2) and stopped(unit, MOUNTAINS, 2)


# -- nations ------------------------------------------------------------------------------------

OTHERS = [
    "Ge BG Inf 1", "Ge BG Pz 1", "Gd BG 1", "Ge Art", "Art 1", "1 Flak", "Ge Para 1", "AK",
    "Hitler (mobile)", "Stalin (mobile)", "Yug 2 Inf", "Ukr 1 Inf",
]  # fmt: skip
"""Counters of options, of nations that do not surrender."""

FALLS = {
    # what brings it about as the turn ends (24.2 to 24.4)
    "Ital": (14, {}),
    "Hun": (15, dict(zip(["11 A", "3 A", "8 A", "10 A", "5 A"],
                         ["S30", "S31", "T30", "T31", "U30"], strict=True))),
    "Rum": (15, {"11 A": "BB31"}),
    "Finn": (9, {"11 A": "B14"}),
}  # fmt: skip


@pytest.mark.rule("TRC-24.1a", "TRC-24.2a", "TRC-24.3a", "TRC-24.4a")
@pytest.mark.parametrize("nation", FALLS)
def test_a_nation_surrenders_with_its_own_units_alone(nation: str) -> None:
    turn, armies = FALLS[nation]
    counters = [u for u in PLAIN if u not in armies]
    counters += ["HQ North", "Hitler", "Stavka", "Stalin", "Moscow Worker", *OTHERS]
    units = dict.fromkeys(counters, "pool") | {"Hitler": "E31", "Stalin": "U6"} | armies
    state = at("russian", 2, turn=turn, units=units)
    state = walk(play(state, "end-movement"), "movement", "axis", 1, weather=1)
    assert state.turn == turn + 1
    for unit in counters:
        assert (state.place(unit) == "surrendered") == (unit.split()[0] == nation), unit


# -- replacements -------------------------------------------------------------------------------


def comes_back(unit: str, options: tuple[str, ...] = (), turn: int = MAY_42) -> bool:
    """Whether a unit of the Axis in the pool can come back in a May, asked for or not."""
    units = {"49 Mtn": "pool", unit: "pool"}
    state = before("axis", 1, turn=turn, units=units, options=options)
    state = walk(play(state, "end-movement"), "replacements", "axis")
    while state.decision == "replacements" and state.place(unit) == "pool":
        can = unit in names(state, "replace")
        state = play(state, f"replace {unit}" if can else "forgo")
    return state.place(unit) != "pool"


@pytest.mark.rule("TRC-21.4b", "TRC-21.4g", "TRC-21.3a")
@pytest.mark.parametrize("unit", [u for u in PLAIN if side_of(u) == "axis"])
def test_every_kind_of_the_axis_but_the_1st_cavalry_is_replaced(unit: str) -> None:
    assert comes_back(unit) == (unit != "1 Cav")


# -- where everybody begins ---------------------------------------------------------------------

CITIES = {
    "Hitler": "E31", "Stalin": "R9", "Stavka": "R9", "Moscow Worker": "R9",
    "Leningrad Worker": "E10", "Kiev Worker": "W19", "Kharkov Worker": "AA14",
    "Stalino Worker": "FF16",
}  # fmt: skip
"""Berlin, Moscow, and the cities that workers are named after."""


@pytest.mark.rule("TRC-3.3b", "TRC-3.4c", "TRC-3.3a")
def test_leaders_stavka_and_workers_begin_in_their_cities() -> None:
    state = walk(game().new(), "movement", "axis", 1)
    assert {u: state.place(u) for u in CITIES} == CITIES


# -- guns and other kinds that options tell apart -----------------------------------------------
