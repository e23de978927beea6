"""The files of Barbarossa (1971) load; bad ones are refused with file, place and expectation."""

from __future__ import annotations

from pathlib import Path

import pytest
from loading_cases import Wrong, cell, copy_game, first, load, named, swap

from eastfront import packs
from eastfront.games.barbarossa_1971 import data
from eastfront.scenario import ScenarioData
from eastfront.scenario.load import DIRECTORY, load_scenario

GAME = "barbarossa-1971"


@pytest.fixture(autouse=True)
def _pack(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game with its forms and without its rules."""

    def none() -> type:
        raise AssertionError("no rule is asked for")

    pack = packs.Pack(
        GAME, "Barbarossa", "SPI", Path(data.__file__).parent, "barbarossa", none,
        lambda: data.FORMS, DIRECTORY / GAME,
    )  # fmt: skip
    monkeypatch.setattr(packs, "pack", lambda game: pack)
    monkeypatch.setattr(packs, "names", lambda: [GAME])


def game(name: str) -> ScenarioData:
    return load_scenario(GAME, name)


LENGTHS = {
    "barbarossa": (1, 8), "stalingrad": (13, 20), "zitadelle": (25, 29), "berlin": (37, 42),
    "campaign": (1, 45),
}  # fmt: skip


@pytest.mark.parametrize("name", data.GAMES)
def test_each_game_loads(name: str) -> None:
    found = game(name)
    assert (found.setup["first_turn"], found.setup["last_turn"]) == LENGTHS[name]
    assert set(found.charts) == set(data.CHARTS)
    assert len(found.units) == 295 and len(found.map.index) == 1852
    bound = set(found.charts["counter-mix"]["number"])
    kinds = {u.kind for u in found.units if u.side == "soviet" or not u.kind.endswith("c")}
    assert kinds == bound
    sourced = {source.name for source in found.sources}
    keys = [key for key in data.SOURCED if found.setup[key]]
    assert {f"{name}: {key}" for key in keys} <= sourced


MAP = {
    "front-hex-not-marked": Wrong(
        "map.csv", swap("axis-berlin west-of-victory-line axis-front-barbarossa "
                        "axis-front-stalingrad axis-front-zitadelle axis-front-berlin,,"
                        "reconstructed\n0119",
                        "axis-berlin west-of-victory-line axis-front-stalingrad "
                        "axis-front-zitadelle axis-front-berlin,,reconstructed\n0119"),
        "feature axis-front-barbarossa", "0118 without it, across from 0119 0218",
        "axis-front-barbarossa in the axis hexes at the line barbarossa, and in no other"),
    "front-hex-by-a-line-that-moved": Wrong(
        "map.csv", first("0119,clear,ussr,none,", "0119,clear,ussr,none,axis-barbarossa "),
        "feature axis-front-barbarossa", "0119 without it", ""),
    "city-without-points": Wrong(
        "map.csv", swap(",Minsk,", ",Mensk,"), "table cities, city[14].name", "'Minsk'", "'Mensk'",
        "charts.toml"),
}  # fmt: skip

UNITS = {
    "id-of-another-kind": Wrong(
        "units.csv", swap("DE:pza:2,", "DE:pzb:2,"), "line 3, column id", "'DE:pzb:2'",
        "an id of its kind, such as DE:pza:1"),
    "unlike-its-kind": Wrong(
        "units.csv", cell(3, 7, "10"), "line 3, column attack", "'10'",
        "'11', as DE:pza:1 has it in line 2"),
    "points-of-an-army": Wrong(
        "units.csv", first(",11,8,8,6,", ",11,8,8,7,"), "line 3, column points", "'6'",
        "'7', as DE:pza:1 has it in line 2"),
}  # fmt: skip

ROW = '    ["Ar", "-", "Dr", "De", "De", "De", "De", "De", "De", "De"],'
CHARTS = {
    "column-missing": Wrong(
        "charts.toml", first('"7:1", "8:1"]', '"7:1"]'),
        "table combat-results, choice[0].rows[0]", "10 results", "9 results, one a column"),
    "column-out-of-order": Wrong(
        "charts.toml", first('"7:1", "8:1"]', '"8:1", "7:1"]'),
        "table combat-results, choice[0].columns[9]", "'7:1'",
        "better odds than 8:1, the column before"),
    "column-not-whole": Wrong(
        "charts.toml", first('"1:1", "2:1"', '"1:1", "3:2"'),
        "table combat-results, choice[0].columns[3]", "'3:2'", "whole odds such as 3:1 or 1:2"),
    "face-left-out": Wrong(
        "charts.toml", first(ROW, "#"),
        "table combat-results, choice[0].rows", "5 rows", "6 rows, one a die face"),
    "result-unknown": Wrong(
        "charts.toml", first('["Ar", "-", "Dr", "De"', '["Ex", "-", "Dr", "De"'),
        "table combat-results, choice[0].rows[0][0]", "'Ex'", "one of Ae, Ar, -, Dr, Dr2, De"),
    "result-above-unknown": Wrong(
        "charts.toml", first('above = "De"', 'above = "8:1"'),
        "table combat-results, choice[0].above", "'8:1'", "one of"),
    "result-below-unknown": Wrong(
        "charts.toml", first('above = "De"', 'above = "De"\nbelow = "ae"'),
        "table combat-results, choice[0].below", "'ae'", "one of"),
    "tables-of-one-name": Wrong(
        "charts.toml", swap('id = "give-ground"', 'id = "stand"'),
        "table combat-results, choice[1].id", "'stand'", "a unique word"),
    "retreat-of-no-hex": Wrong(
        "charts.toml", swap("{ Ar = 1, Dr = 1", "{ Ar = 1, Dr = 0"),
        "table retreats, hexes.Dr", "0", "int >= 1"),
    "retreat-too-long": Wrong(
        "charts.toml", swap("{ Ar = 1, Dr = 1", "{ Ar = 1, Dr = 5"),
        "table retreats, hexes.Dr", "5", "int <= 4"),
    "better-on-a-higher-roll": Wrong(
        "charts.toml", first('["Ae", "Ae", "Ae", "Ar"', '["Ae", "Ae", "Ae", "De"'),
        "table combat-results, choice[0].rows[5]", "'De'", ""),
    "terrain-without-a-cost": Wrong(
        "charts.toml", swap("clear = 1, rough = 2", "clear = 1, marsh = 2"),
        "table terrain, enter.marsh", "'marsh'", "one of clear, rough"),
    "terrain-with-what-the-rules-say": Wrong(
        "charts.toml", swap("river = 1\n", "river = 1\nriver_doubled = false\n"),
        "table terrain, key river_doubled", "'river_doubled'", "a known key"),
    "mix-of-what-it-does-not-bind": Wrong(
        "charts.toml", swap("[table.number]\n", '[table.number]\n"DE:pzc" = 18\n'),
        "table counter-mix, number.DE:pzc", "'DE:pzc'", "one of"),
    "band-left-out": Wrong(
        "charts.toml",
        swap('    { least = 10, winner = "soviet", degree = "tactical" },\n', ""),
        "table victory, band", "5 bands", "6 bands"),
    "month-wrong": Wrong(
        "charts.toml", swap('turn = 5, month = "Oct 1941"', 'turn = 5, month = "Nov 1941"'),
        "table turn-track, turn[5].month", "'Nov 1941'", "Oct 1941"),
    "weather-wrong": Wrong(
        "charts.toml", swap('month = "Oct 1941", weather = "mud"',
                            'month = "Oct 1941", weather = "winter"'),
        "table turn-track, turn[5].weather", "'winter'", "mud in Oct 1941"),
    "arrival-of-no-kind": Wrong(
        "charts.toml", swap('40 = { "HU:ina" = 1 }', '40 = { "HU:inf" = 1 }'),
        "table arrivals, only.berlin.40.HU:inf", "'HU:inf'", "one of 20 known words"),
    "arrival-after-the-end": Wrong(
        "charts.toml", swap('40 = { "HU:ina" = 1 }', '46 = { "HU:ina" = 1 }'),
        "table arrivals, only.berlin.46", "46", "at most turn 45"),
    "mix-beyond-the-counters": Wrong(
        "charts.toml", first('"DE:pza" = 6', '"DE:pza" = 7'), "table counter-mix, number.DE:pza",
        "7", "at most 6, the counters that units.csv has"),
    "parts-of-another-nation": Wrong(
        "charts.toml", swap('[["RU:inc", 2]]', '[["HU:inc", 2]]'),
        "table breakdown, army.RU:ina[0]", "'HU:inc', which is hungarian", "a kind of its nation"),
    "parts-worth-less": Wrong(
        "charts.toml", swap('[["RU:inc", 2]]', '[["RU:inc", 1]]'),
        "table breakdown, army.RU:ina", "1 points of the parts", "2, the army's"),
    "parts-stronger": Wrong(
        "charts.toml", swap('[["SU:inf", 2]]', '[["SU:inf", 3]]'),
        "table breakdown, army.SU:shk", "attack 6 of the parts", "at most 5, the army's"),
    "city-elsewhere": Wrong(
        "charts.toml", swap('{ hex = "1627", name', '{ hex = "1628", name'),
        "table cities, city[0].hex", "'1628'", "a hex with the feature city"),
    "city-left-out": Wrong(
        "charts.toml", swap('    { hex = "1627", name = "Moscow", value = 10 },\n', ""),
        "table cities, city", "nothing", "a value for Moscow, 1627 of map.csv"),
    "situation-left-out": Wrong(
        "charts.toml", swap("number = 12\n", "number = 13\n"), "table situations, situation",
        "[1, 2,", "the situations 1 to 15"),
    "situation-of-no-game": Wrong(
        "charts.toml", swap('games = ["berlin"]', 'games = ["bagration"]'),
        "table situations, situation[14].games", "'bagration'", "one of barbarossa, berlin"),
    "bands-out-of-order": Wrong(
        "charts.toml", swap("least = 82", "least = 96"), "table victory, band[1].least", "96",
        "less than 95"),
    "more-than-the-mix": Wrong(
        "charts.toml", swap('"HU:ina" = 1, "IT:ina" = 1, "FI:ina" = 2',
                            '"HU:ina" = 1, "IT:ina" = 2, "FI:ina" = 2'),
        "table order-of-battle-stalingrad, axis.IT:ina", "2", "at most 1, the number"),
    "more-than-the-mix-with-a-situation": Wrong(
        "charts.toml", swap('axis = { "DE:pza" = 4, "DE:ina" = 7, "RU:ina" = 2',
                            'axis = { "DE:pza" = 5, "DE:ina" = 7, "RU:ina" = 2'),
        "table order-of-battle-berlin, axis.DE:pza", "7", "0 to 6 with situation 15"),
    "unit-of-the-other-side": Wrong(
        "charts.toml", swap('axis = { "DE:pza" = 4, "DE:ina" = 7, "RU:ina" = 2',
                            'axis = { "SU:shk" = 4, "DE:ina" = 7, "RU:ina" = 2'),
        "table order-of-battle-berlin, axis.SU:shk", "'SU:shk'", "a kind of the axis side"),
    "campaign-of-its-own": Wrong(
        "charts.toml", first('soviet = { "SU:inf" = 22', 'soviet = { "SU:inf" = 23'),
        "table order-of-battle-campaign, axis", "other values",
        "the values of order-of-battle-barbarossa (SPI-CAMP-A)"),
}  # fmt: skip

SCENARIO = {
    "line-unknown": Wrong(
        "berlin.toml", swap('start_line = "berlin"', 'start_line = "campaign"'), "start_line",
        "'campaign'", "one of barbarossa, berlin"),
    "stacking-from-later": Wrong(
        "berlin.toml", swap("{ 37 = 3 }", "{ 38 = 3 }"), "soviet_stacking", "[38]",
        "turns in their order, from 37"),
    "combining-before-the-game": Wrong(
        "berlin.toml", swap("combining_from = 37", "combining_from = 36"), "combining_from[0]",
        "36", "a turn from 37 to 42"),
    "area-unknown": Wrong(
        "berlin.toml", swap("arrivals_from = 38", 'arrivals_from = 38\nclosed = ["suomi"]'),
        "closed[0]", "'suomi'", "one of"),
    "without-a-source": Wrong(
        "berlin.toml", swap('[[source]]\nname = "start_line"', '[[source]]\nname = "title"'),
        "source[3].name", "'title'", "one of"),
    "set-up-in-the-sea": Wrong(
        "berlin.toml", first('hex = "0118"', 'hex = "0612"'), "automatic[0].hex",
        "'0612', which is sea", "a hex that units may enter"),
    "set-up-of-a-unit-twice": Wrong(
        "berlin.toml", first('"FI:ina:2"', '"FI:ina:1"'), "automatic[", "'FI:ina:1'",
        "each unit once"),
    "set-up-with-a-unit-too-few": Wrong(
        "berlin.toml", first('[[automatic]]\nhex = "0118"\nunits = ["FI:ina:1"]\n', ""),
        "automatic", "2 too few of 'FI:inc', armies broken down",
        "the counters of order-of-battle-berlin; not set up: FI:inc:1, FI:ina:1"),
    "key-unknown": Wrong(
        "berlin.toml", swap("arrivals_from = 38", "arrivals_form = 38"), "key ",
        "'arrivals_form'", "a known key (did you mean 'arrivals_from'?)"),
}  # fmt: skip


@pytest.mark.parametrize("wrong", named(map=MAP, units=UNITS, charts=CHARTS, scenario=SCENARIO))
def test_what_is_wrong_is_refused(wrong: Wrong, tmp_path: Path) -> None:
    wrong.check(tmp_path, GAME, "berlin")


def test_a_copy_loads_as_the_original(tmp_path: Path) -> None:
    assert load(copy_game(tmp_path, GAME), "berlin").charts == game("berlin").charts
