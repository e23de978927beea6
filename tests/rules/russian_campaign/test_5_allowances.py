"""5.3, 5.4, 2.5 and 2.6 by tables: the allowance of each kind of unit, by weather and impulse."""

from __future__ import annotations

import pytest

from .battle_positions import around, at, names, play, refused
from .turn_positions import CLEAR, LIGHT_MUD, MUD, SNOW, distance, side_of

HERE = "Y18"
WEATHERS = (CLEAR, LIGHT_MUD, MUD, SNOW)

UNITS = {
    "46 Pz": (7, "fast"), "40 Pz": (7, "fast"), "41 Pz": (7, "fast"), "2 SS Pz": (8, "fast"),
    "52 Mot": (6, "fast"), "11 Mot": (6, "fast"), "1 Cav": (7, "fast"),
    "13 Inf": (4, "march"), "6 SS Inf": (4, "march"), "SS Res": (7, "fast"),
    "49 Mtn": (5, "march"), "3 LW": (3, "march"),
    "Finn 2 Inf": (4, "march"), "Finn 4 Inf": (3, "march"),
    "Rum 1 Inf": (5, "foot"), "Rum 2 Inf": (6, "foot"), "Hun 3 Inf": (2, "foot"),
    "Ital 4 Inf": (3, "foot"),
    "Rum Cav": (7, "minor"), "Hun 1 Mot": (6, "minor"), "Rum Pz": (6, "minor"),
    "HQ South": (7, "staff"), "Stavka": (7, "staff"),
    "11 A": (3, "none"), "1G A": (4, "none"), "5 ParaC": (2, "none"),
    "8 TkC": (5, "minor"), "1 TkA": (5, "minor"), "3 CavC": (7, "march"),
    "1G TkA": (7, "fast"), "2G TkA": (6, "fast"), "1G CavC": (7, "fast"),
    "1 Inf": (4, "march"), "Ital 3 Inf": (4, "foot"), "Hun 2 Inf": (3, "foot"),
    "Yug 2 Inf": (3, "foot"), "Ukr 1 Inf": (3, "foot"), "1 TkC": (5, "minor"),
    "Ge BG Inf 1": (4, "march"), "Ge BG Pz 1": (6, "fast"), "Gd BG 1": (3, "none"),
    "Ge Art": (4, "march"), "Art 1": (3, "none"), "1 Flak": (6, "fast"), "Ge Para 1": (4, "march"),
}  # fmt: skip
"""Counters of every kind and of every printed factor, and how they go in a second impulse."""

SECOND = {
    "fast": ("half up", "quarter up", "none", "quarter up"),
    "march": ("half down", "quarter up", "none", "quarter up"),
    "minor": ("half down", "quarter up", "none", "none"),
    "foot": ("quarter up", "none", "none", "none"),
    "none": ("none", "none", "none", "none"),
    "staff": ("full", "full", "full", "full"),
}
"""What of the printed factor is left in clear weather, light mud, mud and snow."""


def charted(unit: str, weather: int, impulse: int) -> int:
    """The printed factor, or a part of it: in a first impulse half, rounded up, in mud and snow."""
    factor, kind = UNITS[unit]
    first = ("full", "full", "half up", "half up")
    parts: dict[str, int] = {
        "full": factor, "none": 0,
        "half up": (factor + 1) // 2, "half down": factor // 2, "quarter up": (factor + 3) // 4,
    }  # fmt: skip
    return parts[(first if impulse == 1 else SECOND[kind])[weather]]


@pytest.mark.parametrize(
    ("side", "impulse"),
    [
        pytest.param(side, impulse, marks=pytest.mark.rule(rule, *more))
        for (side, impulse), rule in {
            ("axis", 1): "TRC-4.1.2c", ("axis", 2): "TRC-4.1.4a",
            ("russian", 1): "TRC-4.2.1a", ("russian", 2): "TRC-4.2.3a",
        }.items()
        for more in (("TRC-5.4a", "TRC-5.4b", "TRC-2.5a", "TRC-2.6a", "TRC-5.3b"),)
    ],
)  # fmt: skip
@pytest.mark.parametrize("weather", WEATHERS)
def test_how_far_each_kind_goes(side: str, impulse: int, weather: int) -> None:
    """In one leg, and hex by hex; with nothing left to go nobody moves."""
    for unit in UNITS:
        if side_of(unit) != side or (unit in ("HQ South", "Stavka") and impulse == 1):
            continue
        state = at(side, impulse, units={unit: HERE}, turn=14, weather=weather)
        far = charted(unit, weather, impulse)
        if not far:
            with refused("TRC-5.4a"):
                play(state, f"move {unit}")
            continue
        begun = play(state, f"move {unit}")
        reached = {distance(HERE, h) for h in names(begun, "to")}
        assert reached == set(range(1, far + 1)), (unit, far)
        # to and fro between two hexes of open land: so many steps and no more
        steps, back = 0, "Y17"
        while begun.decision == "leg":
            begun = play(begun, f"to {back}")
            back, steps = ("Y18" if back == "Y17" else "Y17"), steps + 1
        assert steps == far, unit


@pytest.mark.rule("TRC-11.1b", "TRC-11.1a")
@pytest.mark.parametrize("weather", WEATHERS)
def test_headquarters_go_seven_hexes_in_any_weather_and_in_the_second_impulse(weather: int) -> None:
    for side, unit in (("axis", "HQ South"), ("russian", "Stavka")):
        second = at(side, 2, units={unit: HERE}, weather=weather)
        found = names(play(second, f"move {unit}"), "to")
        assert max(distance(HERE, h) for h in found) == 7
        with refused("TRC-11.1a"):
            play(at(side, 1, units={unit: HERE}, weather=weather), f"move {unit}")


@pytest.mark.rule("TRC-11.3a")
@pytest.mark.parametrize("side", ["axis", "russian"])
def test_without_a_leader_the_units_of_his_country_do_not_move(side: str) -> None:
    """In the impulse that bears it: Germans, or Russians; allies of Germany go on."""
    units = {"46 Pz": HERE, "Rum 1 Inf": "Y15", "Finn 2 Inf": "Y12", "HQ South": "Z15",
             "8 TkC": "X6", "Stavka": "X5"}  # fmt: skip
    for lost in range(3):
        state = at(side, 2, units=units, variables={f"{side} leader lost": lost})
        movers = names(state, "move")
        if side == "axis":
            assert {"Rum 1 Inf", "Finn 2 Inf"} <= movers
            assert ({"46 Pz", "HQ South"} & movers) == (
                set() if lost == 2 else {"46 Pz", "HQ South"}
            )
        else:
            assert ({"8 TkC", "Stavka"} & movers) == (set() if lost == 2 else {"8 TkC", "Stavka"})
        # the other side's leader is no matter
        other = "russian" if side == "axis" else "axis"
        untouched = at(side, 2, units=units, variables={f"{other} leader lost": lost})
        assert {"46 Pz", "8 TkC"} & names(untouched, "move")


@pytest.mark.rule("TRC-11.1e", "TRC-16.2b")
def test_headquarters_enter_an_enemy_zone_only_where_friends_stand() -> None:
    """In the second impulse; who won in the first enters none at all."""
    units = {"HQ South": "Y20", "13 Inf": "X19", "46 Pz": "Y20", "8 TkC": "X17"}
    state = at("axis", 2, units=units)
    zone = around("X17") | {"X17"}
    found = names(play(state, "move HQ South"), "to")
    assert found & zone == set() or found & zone <= {"X19"}
    beside = at("axis", 2, units={**units, "13 Inf": "X18"})
    assert names(play(beside, "move HQ South"), "to") & zone == {"X18"}
    # another headquarters is no friend that opens the way
    alone = at("axis", 2, units={**units, "HQ North": "X18", "13 Inf": "D28"})
    assert not names(play(alone, "move HQ South"), "to") & zone
    # a panzer corps needs nobody, but not when it has won
    assert names(play(state, "move 46 Pz"), "to") & zone
    spent = at("axis", 2, units=units, flags={"spent": ["46 Pz"]})
    assert not names(play(spent, "move 46 Pz"), "to") & zone
