"""Section 28.7: political variants, one a side by a chit of six."""

from __future__ import annotations

import pytest

from eastfront._core import State

from ...battle_positions import may, reach
from ...turn_positions import CLEAR, SNOW, at, before, distance, game, play, refused, walk

BOMBERS, READY, MILD = ("chit-german=2",), ("chit-german=3",), ("chit-german=5",)
OFFICERS, LORRIES = ("chit-russian=4",), ("chit-russian=6",)
KURSK = "X13"
STEPPE = ("X14", "X15", "X16")
"""One, two and three hexes west of it."""
HERE = "Y18"
MAY_42, JUL_43 = 7, 14
DRY = 1
"""The supply of who lacks combat supply only."""


def points(die: int, turn: int = MAY_42, weather: int = CLEAR) -> int:
    """The points that bombs of a die leave the Russian, who has four at least."""
    workers = {"Moscow Worker": "R9", "Leningrad Worker": "E10", "16 A": "pool", "11 A": "pool"}
    start = before("russian", turn=turn, units=workers, options=BOMBERS, weather=weather)
    begun = play(start, "end-movement")
    shop = walk(begun, "replacements", "russian", bombers=die, Archangel=6)
    return int(shop.ask("replacement points"))


@pytest.mark.option("first_winter", "heavy_bombers", "mild_occupation")
@pytest.mark.rule("TRC-28.7.G2a", "TRC-28.7a")
def test_bombs_cost_points_fewer_each_year_and_in_bad_weather() -> None:
    for turn, year in ((MAY_42, 2), (JUL_43, 3)):
        none = points(1, turn)
        assert [none - points(die, turn) for die in range(1, 7)] == [
            max(die - year, 0) for die in range(1, 7)
        ]
    snow = points(1, weather=SNOW)
    assert [snow - points(die, weather=SNOW) for die in (3, 4, 6)] == [0, 1, 3]


@pytest.mark.option("first_winter", "heavy_bombers", "mild_occupation")
@pytest.mark.rule("TRC-28.7.G3a")
def test_only_the_first_winter_is_cold_and_like_the_second() -> None:
    def dry(turn: int, *options: str) -> list[bool]:
        units = {"1 Inf": STEPPE[0], "2 Inf": STEPPE[1], "10 Inf": STEPPE[2]}
        state = at("axis", units=units, axis=[KURSK], turn=turn, weather=SNOW, options=options)
        return [state.ask("supply", u) == DRY for u in units]

    assert dry(5) == [False, True, True]
    assert dry(5, *READY) == [False, False, True]
    assert dry(11) == [False, False, True]
    assert dry(11, *READY) == [False, False, False]


@pytest.mark.option("first_winter", "heavy_bombers", "mild_occupation")
@pytest.mark.rule("TRC-28.7.G5a", "TRC-28.7a")
def test_there_are_no_partisans() -> None:
    partisans = [f"Partisan {n}" for n in (1, 2, 3)]
    assert {game("campaign", MILD).new().place(u) for u in partisans} == {"counters"}
    assert "counters" not in {game().new().place(u) for u in partisans}


@pytest.mark.option("lorries", "officers")
@pytest.mark.rule("TRC-28.7.R4a")
def test_russian_armies_stack_like_corps() -> None:
    def crowd(options: tuple[str, ...], *units: str) -> State:
        return at("russian", units=dict.fromkeys(units, HERE), options=options)

    three = ("11 A", "8 A", "8 TkC")
    assert may(crowd(OFFICERS, *three), "end-movement")
    with refused("TRC-6.2a"):
        play(crowd((), *three), "end-movement")
    with refused("TRC-6.2a"):
        play(crowd(OFFICERS, *three, "16 A"), "end-movement")


@pytest.mark.option("lorries", "officers")
@pytest.mark.rule("TRC-28.7.R6a")
def test_infantry_marches_four_and_armour_six_or_seven() -> None:
    def march(unit: str, *options: str) -> int:
        state = at("russian", units={unit: HERE}, options=options, turn=JUL_43)
        return max(distance(HERE, h) for h in reach(state, unit))

    units = ("16 A", "1G A", "8 TkC", "2G TkA", "1G TkA", "6 CavC")
    assert [march(u) for u in units] == [3, 4, 5, 6, 7, 7]
    assert [march(u, *LORRIES) for u in units] == [4, 4, 6, 7, 7, 7]
