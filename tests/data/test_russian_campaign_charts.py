"""The charts of The Russian Campaign against its rulebook, and their bounds."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from eastfront.games.russian_campaign.charts import CHARTS, SEASONS, WEATHER
from eastfront.scenario import load_scenario

PARTS = {
    "full": lambda n: n,
    "half-up": lambda n: -(-n // 2),
    "half-down": lambda n: n // 2,
    "quarter-up": lambda n: -(-n // 4),
    "none": lambda n: 0,
}
SKIES = [word.replace("-", "_") for word in WEATHER]


@cache
def charts() -> dict[str, Any]:
    return dict(load_scenario("russian-campaign", "campaign").charts)


def points(name: str, printed: int, weather: str, impulse: int) -> int:
    """Movement points of a class with a printed factor."""
    lines = {line["name"]: line for line in charts()["movement-allowances"]["allowance"]}
    return PARTS[lines[name][weather][impulse - 1]](printed)


PUBLISHED = """
AE AE AE A1 A1 AR C EX DR
AE AE A1 A1 AR C EX DR D1
AE A1 AR AR C EX DR D1 DE
A1 AR AR C EX DR D1 DE DE
AR AR C EX DR D1 DE DE DS
AR C EX DR D1 DE DS DS DS
"""
"""By die roll; columns 1-6, 1-4, 1-2, 1-1, 2-1, 3-1, 4-1, 5-1 and 7-1, each with its twins."""


def result(odds: str, die: int) -> str:
    table = charts()["combat-results"]
    return str(table["rows"][die - 1][table["columns"].index(odds)])


def test_the_results_of_even_odds_and_of_four_to_one() -> None:
    """13.4: at 1-1 contact is the only outcome that the attacker fears."""
    assert [result("1:1", die) for die in range(1, 7)] == ["A1", "A1", "AR", "C", "EX", "DR"]
    assert [result("4:1", die) for die in range(1, 7)] == ["C", "EX", "DR", "D1", "DE", "DS"]


def test_the_combat_results_table_is_the_published_one() -> None:
    columns = ("1:6", "1:4", "1:2", "1:1", "2:1", "3:1", "4:1", "5:1", "7:1")
    for die, row in enumerate(PUBLISHED.strip().splitlines(), start=1):
        assert [result(odds, die) for odds in columns] == row.split()


def test_the_table_never_gets_worse_to_the_right_or_with_a_higher_roll() -> None:
    table = charts()["combat-results"]
    rank = {code: n for n, code in enumerate(table["order"])}
    rows = [[rank[code] for code in row] for row in table["rows"]]
    assert len(rows) == 6
    assert all(row == sorted(row) and len(row) == 14 for row in rows)
    assert all(list(column) == sorted(column) for column in zip(*rows, strict=True))
    for twins in (("1:6", "1:5"), ("1:4", "1:3"), ("5:1", "6:1"), ("7:1", "8:1"), ("8:1", "9:1")):
        assert len({tuple(result(odds, die) for die in range(1, 7)) for odds in twins}) == 1
    assert (table["above"], table["below"]) == ("automatic-victory", "illegal")


@pytest.mark.parametrize(
    ("weather", "strategic", "ordinary"), [("clear", 6, 3), ("mud", 4, 2), ("snow", 3, 2)]
)
def test_a_russian_army_moves_as_the_example_says(
    weather: str, strategic: int, ordinary: int
) -> None:
    """26.10: six, four, three hexes by strategic movement, which in snow takes what is printed."""
    assert points("russian-infantry", 3, weather, 1) == ordinary
    assert strategic == (3 if weather == "snow" else 2 * ordinary)


def test_the_first_impulse_in_the_clear_is_what_is_printed() -> None:
    for line in charts()["movement-allowances"]["allowance"]:
        moves = line["name"] not in ("hq", "leader", "mobile-leader", "static")
        assert points(line["name"], 7, "clear", 1) == (7 if moves else 0)


def test_who_moves_in_the_second_impulse() -> None:
    for sky in SKIES:
        assert points("hq", 7, sky, 2) == 7  # 11.1
        assert points("hq", 7, sky, 1) == 0
        assert points("mobile-leader", 8, sky, 2) == 8  # 26.16
        assert points("leader", 8, sky, 2) == points("static", 8, sky, 1) == 0  # 11.2, 22.2
        for name in ("russian-infantry", "russian-paratroop", "guards-infantry"):
            assert points(name, 4, sky, 2) == 0  # 26.5.4, 26.10
    for line in charts()["movement-allowances"]["allowance"]:
        if line["name"] not in ("hq", "mobile-leader"):
            assert points(line["name"], 8, "mud", 2) == 0  # 10.1
    assert points("german-infantry", 4, "clear", 2) > 0  # 26.5.4


def test_no_one_moves_farther_in_worse_weather_or_in_the_second_impulse() -> None:
    for line in charts()["movement-allowances"]["allowance"]:
        name = line["name"]
        for printed in range(2, 9):
            for impulse in (1, 2):
                best = points(name, printed, "clear", impulse)
                light = points(name, printed, "light_mud", impulse)
                assert best >= light >= points(name, printed, "mud", impulse) or name == "hq"
                assert best >= points(name, printed, "snow", impulse)
            if name not in ("hq", "mobile-leader"):
                for sky in SKIES:
                    assert points(name, printed, sky, 1) >= points(name, printed, sky, 2)


@pytest.mark.parametrize(
    ("season", "drm", "roll", "weather", "change"),
    [
        ("sep-oct", 0, 3, "clear", 1), ("nov-dec", 1, 3, "snow", -3),  # 4.1.1, the example
        ("mar-apr", 0, 6, "mud", -3), ("mar-apr", 3, 6, "snow", -6), ("mar-apr", -3, 1, "clear", 3),
        ("sep-oct", 0, 6, "light-mud", 0), ("sep-oct", 1, 6, "mud", -3),
        ("nov-dec", 0, 2, "light-mud", 4), ("nov-dec", 0, 3, "mud", -2),
    ],
)  # fmt: skip
def test_weather(season: str, drm: int, roll: int, weather: str, change: int) -> None:
    modified = min(max(roll + drm, 0), 7)
    assert charts()["weather"]["rolled"][season][modified] == (weather, change)


def test_weather_without_a_roll() -> None:
    assert charts()["weather"]["fixed"] == {
        "may-jun": "clear", "jul-aug": "clear", "jan-feb": "snow",
    }  # fmt: skip


def test_the_weather_as_it_was_names_every_turn_that_is_rolled_for() -> None:
    track = {line["turn"]: line for line in charts()["turn-track"]["turn"]}
    past = {line["turn"]: line["weather"] for line in charts()["historical-weather"]["turn"]}
    rolled = {
        turn for turn, line in track.items() if line["season"] in charts()["weather"]["rolled"]
    }
    assert set(past) == rolled | {0}
    assert (past[4], past[9], past[18], past[24]) == ("snow", "clear", "snow", "clear")


def test_the_turn_track() -> None:
    track = {line["turn"]: line for line in charts()["turn-track"]["turn"]}
    assert list(track) == list(range(1, 26))
    assert (track[5]["season"], track[5]["year"]) == ("jan-feb", 1942)
    assert (track[9]["season"], track[9]["year"]) == ("sep-oct", 1942)
    assert (track[14]["season"], track[14]["year"]) == ("jul-aug", 1943)
    assert track[25]["label"] == "May/Jun 1945"
    assert [track[t]["season"] for t in range(1, 7)] == list(SEASONS)


@pytest.mark.parametrize(
    ("side", "turn", "by_weather"),
    [
        ("axis", 1, (3, 1, 1, 0)), ("axis", 4, (3, 1, 1, 0)), ("axis", 5, (2, 1, 1, 0)),
        ("axis", 16, (1, 0, 0, 0)), ("axis", 17, None), ("russian", 13, None),
        ("russian", 14, (1, 0, 0, 0)), ("russian", 22, (2, 1, 0, 0)), ("russian", 25, (3, 1, 1, 0)),
    ],
)  # fmt: skip
def test_air_units(side: str, turn: int, by_weather: tuple[int, ...] | None) -> None:
    found = [
        tuple(line[sky] for sky in SKIES)
        for line in charts()["air-power"]["available"]
        if line["side"] == side and line["first"] <= turn <= line["last"]
    ]
    assert found == ([by_weather] if by_weather is not None else [])


def test_terrain_effects() -> None:
    table = charts()["terrain-effects"]
    ground = table["terrain"]
    assert {name: g["cost"] for name, g in ground.items()} == dict.fromkeys(ground, 1)
    assert {name for name, g in ground.items() if g["stops"]} == {"woods", "mountain", "swamp"}
    assert {name for name, g in ground.items() if g["defence"] == 2} == {"mountain"}
    assert {name for name, g in ground.items() if g["holds"]} == {"woods"}
    assert ground["mountain"]["no_stop"] == ["mountain"]
    assert "infantry" in ground["woods"]["no_stop"]
    assert "armor" not in ground["woods"]["no_stop"]
    assert ground["swamp"]["clear_in_snow"]
    assert table["river"] == table["strait"] == table["city_major"] == 2


def label(hex_: str) -> str:
    m = load_scenario("russian-campaign", "campaign").map
    row = m.hexes[m.index[hex_]]
    assert row is not None
    return row.label


@pytest.mark.parametrize(
    ("turn", "names"),
    [
        (5, "Kiev Kalinin Leningrad Rostov Kharkov Stalino"),
        (11, "Maikop Moscow Stalingrad Kursk Leningrad Rostov"),
        (17, "Leningrad Smolensk Kiev Dnepropetrovsk Sevastopol Kharkov"),
    ],
)
def test_sudden_death(turn: int, names: str) -> None:
    found = {line["turn"]: line["hexes"] for line in charts()["sudden-death"]["objective"]}
    assert {label(h) for h in found[turn]} == set(names.split())


def test_seas_and_their_ports() -> None:
    seas = {sea["name"]: sea for sea in charts()["sea-movement"]["sea"]}
    assert {label(h) for h in seas["black"]["ports"]} == {"Odessa", "Sevastopol", "Rostov"}
    assert {label(h) for h in seas["baltic"]["ports"]} == {
        "Riga", "Tallinn", "Helsinki", "Leningrad",
    }  # fmt: skip
    assert (seas["black"]["succeeds"], seas["baltic"]["succeeds"]) == (3, 2)
    assert (seas["black"]["russian"], seas["baltic"]["russian"]) == (0, 2)
    assert not seas["baltic"]["invasions"]


def test_replacements_withdrawals_and_garrisons() -> None:
    axis, russian = charts()["axis-replacements"], charts()["russian-replacements"]
    assert axis["turns"] == [7, 13, 19]
    assert axis["italian_turns"] == [7]
    assert axis["infantry"] == [3, 4, 5]
    assert (russian["later_from"], russian["stavka_turns"]) == (17, [5, 11, 17, 23])
    assert charts()["workers"]["doubled_from"] == 13
    assert charts()["archangel"]["first"] == 5
    assert charts()["archangel"]["bonus_turns"] == list(range(11, 23))
    first, *rest = charts()["withdrawals"]["withdrawal"]
    assert (first["turn"], first["count"], first["kind"], first["returns"]) == (19, 2, "armor", 23)
    assert [(w["turn"], w["count"], w["kind"]) for w in rest] == [(24, 1, "any"), (25, 1, "any")]
    near = {g["entry"]: (label(g["city"]), g["hexes"], g["first"]) for g in
            charts()["garrisons"]["garrison"]}  # fmt: skip
    assert near == {
        "bulgaria-1943": ("Bucharest", 5, 11),
        "bulgaria-1944": ("Bucharest", 5, 17),
        "warsaw": ("Warsaw", 2, 17),
    }
    assert charts()["victory-points"] == {"city_major": 2, "city_minor": 1, "oil": 2}
    assert charts()["rail-capacity"] == {"axis": 6, "axis_snow": 3, "russian": 5}


def test_every_table_says_where_it_comes_from() -> None:
    sources = {s.name: s for s in load_scenario("russian-campaign", "fall-blau").sources}
    assert set(sources) == set(CHARTS) | {"map", "hexsides", "fall-blau: automatic"}
    made = {name for name, s in sources.items() if s.provenance == "reconstructed"}
    assert made == {
        "movement-allowances", "start-lines", "months-of-arrival", "optional-counters",
        "forces-fall-blau", "forces-zitadelle", "forces-bagration", "fall-blau: automatic",
    }  # fmt: skip
    assert all(sources[name].reasoning and sources[name].constraints for name in made)
    # a placement is told in a few lines, a table at length
    tables = made - {"fall-blau: automatic"}
    assert all(len(sources[name].reasoning) > 300 for name in tables)
