"""26.5, 26.13 and 28.6.I by tables: every automatic victory that artillery and barrages make."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

import pytest

from .battle_positions import at, go, names, play
from .test_16_forces import Victory, victories
from .turn_positions import CLEAR, LIGHT_MUD, data

TARGET, NEAR = "X15", "X16"
FIVE, SIX = "X10", "X9"
"""Five and six hexes from the target."""

POOL = {"1G TkA": "Y15", "1 TkC": "W14", "Art 1": "X16", "Art 2": "X16", "2G TkA": "X14"}
"""All of them are next to the target; the last comes from V16 or from Y17."""


def all_ways(forces: dict[str, str], levels: Callable[[int], int]) -> set[Victory]:
    """Every force whose factors make 10-1 with the levels that so many corps can have."""
    worth = {u.name: u.attack or 0 for u in data().units}
    out = set()
    for n in range(1, len(forces) + 1):
        for force in combinations(forces, n):
            guns = sum(u.startswith("Art") for u in force)
            if sum(worth[u] for u in force) >= 2 * (10 - levels(guns)):
                out.add((frozenset(force), frozenset({"Rum 5 Inf"})))
    return out


def won(forces: dict[str, str], **more: object) -> set[Victory]:
    """All that the forces can win in play, when the last of them has come."""
    last, to = list(forces.items())[-1]
    units = {**forces, last: "X18", "Rum 5 Inf": TARGET, "Stavka": more.pop("stavka", FIVE)}
    state = at("russian", units=units, turn=14, **more)  # type: ignore[arg-type]
    if to not in names(play(state, f"move {last}"), "to"):
        state = state.edited(places=[(last, "Y16")])
    came = go(state, last, to)
    assert came.place(last) == to
    return victories(came, list(forces), ["Rum 5 Inf"])


FORCES = [
    {"1G TkA": "W15", "Art 1": "X16", "Art 2": "X16", "1 TkC": "Y15"},
    {"Art 1": "X16", "Art 2": "X16", "Art 3": "X16", "2G TkA": "Y15"},
    {"1 TkC": "W15", "Art 1": "X16", "1G TkA": "Y15"},
    {"2G TkA": "W15", "Art 1": "X16", "1 TkA": "Y15"},
]


@pytest.mark.rule("TRC-26.5.3a", "TRC-26.5.3b", "TRC-16.1c", "TRC-15.10b")
@pytest.mark.parametrize("sturmoviks", range(4))
def test_every_victory_by_artillery_and_sturmoviks(sturmoviks: int) -> None:
    for forces in FORCES:
        found = won(forces, options=("artillery",), variables={"sturmoviks": sturmoviks})
        assert found == all_ways(forces, lambda guns: min(3, guns + sturmoviks)), forces


@pytest.mark.rule("TRC-28.6.Ib", "TRC-15.10b", "TRC-16.1c")
@pytest.mark.parametrize("sturmoviks", range(4))
def test_every_victory_by_artillery_of_the_variant(sturmoviks: int) -> None:
    for forces in FORCES:
        found = won(forces, options=("artillery-corps",), variables={"sturmoviks": sturmoviks})
        assert found == all_ways(forces, lambda guns: min(3, guns + sturmoviks)), forces


PLAIN = [
    {"1G TkA": "W15", "1 TkC": "X16", "5 ParaC": "Y15"},
    {"1 TkA": "W15", "2G TkA": "Y15"},
    {"1 TkA": "W15", "2 TkA": "Y15"},
    {"1G TkA": "W15", "2G TkA": "Y15"},
]


@pytest.mark.rule("TRC-26.13b", "TRC-26.13a", "TRC-26.13e", "TRC-16.1c")
@pytest.mark.parametrize("sturmoviks", [0, 1, 3])
@pytest.mark.parametrize("barrages", [0, 1, 2])
def test_every_victory_by_a_barrage_or_by_sturmoviks(barrages: int, sturmoviks: int) -> None:
    """Three levels by a barrage, or those of the aircraft: the two do not go together."""
    best = 3 if barrages else sturmoviks
    for forces in PLAIN:
        numbers = {"barrages": barrages, "sturmoviks": sturmoviks}
        found = won(forces, options=("artillery-barrage",), variables=numbers)
        assert found == all_ways(forces, lambda _: best), forces


@pytest.mark.rule("TRC-26.13c", "TRC-26.13d")
@pytest.mark.parametrize("stavka", [FIVE, SIX, "off-map"])
@pytest.mark.parametrize("weather", [CLEAR, LIGHT_MUD])
def test_a_barrage_helps_to_win_from_near_and_in_clear_weather(stavka: str, weather: int) -> None:
    shelled = stavka == FIVE and weather == CLEAR
    for forces in PLAIN:
        found = won(
            forces, options=("artillery-barrage",), stavka=stavka, weather=weather,
            variables={"barrages": 1, "sturmoviks": 0},
        )  # fmt: skip
        assert found == all_ways(forces, lambda _: 3 * shelled), forces
