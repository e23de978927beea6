"""Bad data of The Russian Campaign is refused, with file, place, value and expectation."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
from loading_cases import Wrong, copy_game, first, load, named, swap

from eastfront.scenario import ScenarioError, list_scenarios

GAME = "russian-campaign"
FILES = ("game.toml", "map.csv", "hexsides.csv", "units.csv", "charts.toml", "fall-blau.toml")

MAP = {
    "river-unknown": Wrong(
        "map.csv", first("russia,none,rail,neman,", "russia,none,rail,nieman,"),
        "line 476, column rivers", "'nieman'", "one of 28 known words (did you mean 'neman'?)"),
    "river-in-water": Wrong(
        "map.csv", swap("KK21,sea,black-sea,none,,,,", "KK21,sea,black-sea,none,,don,,"),
        "line 1202, column rivers", "'don'", "no river, as the hex is sea"),
    "letters-of-no-row": Wrong(
        "map.csv", swap("AA33,", "AB33,"), "line 860, column hex", "'AB33'",
        "a hex id {row:A}{column} on the grid of 33 columns by 43 rows"),
    "rivers-missing": Wrong(
        "map.csv", first(",rivers,", ","), "line 1, column rivers", "nothing",
        "the columns hex,terrain,area,zone,features,rivers,name,provenance"),
    "city-of-the-order-of-battle-gone": Wrong(
        "map.csv", swap(",Stalino,", ",Donetsk,"), "SU:worker:stalino", "'Stalino'",
        "the name of a city of map.csv", "units.csv"),
}  # fmt: skip

HEXSIDES = {
    "river-not-of-both-hexes": Wrong(
        "hexsides.csv", first("river,don,", "river,oka,"), "line 380, column name", "'oka'",
        "a river of both hexes; V9 does not have it"),
    "name-without-river": Wrong(
        "hexsides.csv", first(",rail,,", ",rail,don,"), "line 2, column name", "'don'",
        "no name, as no river crosses the hexside"),
    "river-without-name": Wrong(
        "hexsides.csv", first("river,don,", "river,,"), "line 380, column name", "''",
        "a river that crosses (river), one of 28"),
    "track-into-the-sea": Wrong(
        "hexsides.csv", swap("KK20,KK19,strait", "KK21,KK20,strait"), "hexside KK20-KK21",
        "strait in KK21, which is sea", "tracks and rivers on land"),
}  # fmt: skip

LINKS = {
    "of-neighbours": Wrong(
        "game.toml", swap('b = "HH21"', 'b = "GG18"'), "map.link[0].b", "'GG18'",
        "a hex apart from GG19"),
    "to-nowhere": Wrong(
        "game.toml", swap('b = "HH21"', 'b = "HH34"'), "map.link[0].b", "'HH34'", "the id of a"),
    "of-an-unknown-feature": Wrong(
        "game.toml", swap('feature = "rail"', 'feature = "rails"'), "map.link[0].feature",
        "'rails'", "one of prohibited, rail, river, strait (did you mean 'rail'?)"),
    "size-unknown": Wrong(
        "game.toml", swap("corps = 3, army = 2", "corps = 3, armies = 2"),
        "stacking.by_size[1]", "'armies'", "one of army, army-group"),
    "columns-nowhere": Wrong(
        "game.toml", swap('columns = "west"', 'columns = "north"'), "grid.columns", "'north'", ""),
}  # fmt: skip

UNITS = {
    "impulse-too-late": Wrong(
        "units.csv", swap("turn,2,1,reconstructed,west-edge,yes,,published\nGE:inf:23",
                          "turn,2,3,reconstructed,west-edge,yes,,published\nGE:inf:23"),
        "line 55, column impulse", "'3'", "a whole number from 1 to 2"),
    "turn-missing": Wrong(
        "units.csv", swap("turn,2,1,reconstructed,west-edge,yes,,published\nGE:inf:23",
                          "turn,,,,west-edge,yes,,published\nGE:inf:23"),
        "line 55, column arrives", "''", "the game turn of a unit that comes by turn"),
    "turn-of-one-that-starts": Wrong(
        "units.csv", first("north,start,,,,,yes", "north,start,3,1,rulebook,,yes"),
        "line 2, column arrives", "'3'", "no game turn for a unit that comes by start"),
    "month-without-a-source": Wrong(
        "units.csv", first("turn,2,1,reconstructed,", "turn,2,1,,"),
        "line 55, column dated", "''", "one of published, reconstructed, rulebook"),
    "group-missing": Wrong(
        "units.csv", first("1,7,north,start", "1,7,,start"), "line 2, column group", "''",
        "a group for a unit that starts on the map, and for no other"),
    "group-of-one-that-arrives": Wrong(
        "units.csv", first("8,7,,turn,2", "8,7,north,turn,2"), "line 55, column group", "'north'",
        "a group for a unit that starts"),
    "city-missing": Wrong(
        "units.csv", first("city,start,,,,Leningrad", "city,start,,,,"), "line 122, column place",
        "''", "the city in which the unit starts"),
    "class-unknown": Wrong(
        "units.csv", first("german-armor", "german-armour"), "line 3, column class",
        "'german-armour'", "one of 20 known words (did you mean 'german-armor'?)"),
    "factor-too-high": Wrong(
        "units.csv", swap(",10,8,,turn,13,", ",11,8,,turn,13,"), "line 80, column factor", "'11'",
        "a whole number from 0 to 10"),
    "option-unknown": Wrong(
        "units.csv", first("no,26.4,", "no,26.3,"), "line 206, column option", "'26.3'", "one of"),
}  # fmt: skip

CHARTS = {
    "odds-missing": Wrong(
        "charts.toml", swap(', "9:1"]', "]"), "table combat-results, columns", "13 columns",
        "14 columns"),
    "result-unknown": Wrong(
        "charts.toml", first('["AE", "AE", "AE"', '["AE", "AX", "AE"'),
        "table combat-results, rows[0][1]", "'AX'", "one of AE, A1"),
    "class-without-allowance": Wrong(
        "charts.toml", swap('name = "mobile-leader"', 'name = "leader"'),
        "table movement-allowances, allowance.mobile-leader", "nothing", "a value for"),
    "part-unknown": Wrong(
        "charts.toml", first('clear = ["full", "half-up"]', 'clear = ["full", "third"]'),
        "table movement-allowances, allowance[0].clear[1]", "'third'", ""),
    "weather-short": Wrong(
        "charts.toml", first('    ["mud", -3],\n', ""), "table weather, rolled.mar-apr",
        "7 results", "8 results, for rolls from 0 to 7"),
    "season-wrong": Wrong(
        "charts.toml", swap('2, label = "Jul/Aug 1941", season = "jul-aug"',
                            '2, label = "Jul/Aug 1941", season = "may-jun"'),
        "table turn-track, turn[1].season", "'may-jun'", "jul-aug"),
    "year-wrong": Wrong(
        "charts.toml", swap('"jan-feb", year = 1942', '"jan-feb", year = 1941'),
        "table turn-track, turn[4].year", "1941", "1942"),
    "terrain-missing": Wrong(
        "charts.toml", swap("[table.terrain.swamp]", "[table.terrain.bog]"),
        "table terrain-effects, terrain", "'bog'", "one of clear, mountain, swamp, woods"),
    "objective-not-a-city": Wrong(
        "charts.toml", swap('"W19", "O8"', '"W19", "O9"'),
        "table sudden-death, objective[0].hexes[1]", "'O9'", "one of 38"),
    "port-of-the-other-sea": Wrong(
        "charts.toml", first('"DD24", "JJ23", "II14"', '"DD24", "JJ23", "F17"'),
        "table sea-movement, sea[0].ports[2]", "'F17'", "one of DD24, II14, JJ23"),
    "unit-unknown": Wrong(
        "charts.toml", swap('"GE:mot:11"', '"GE:mot:12"'), "table motorization, corps[0]",
        "'GE:mot:12'", "one of 250"),
    "line-eastward": Wrong(
        "charts.toml", first('D = "33-14 7"', 'D = "14-33 7"'),
        "table start-lines, line.fall-blau.D", "'14-33'", "columns from west to east"),
    "line-twice": Wrong(
        "charts.toml", first('D = "33-14 7"', 'D = "33-14 15"'),
        "table start-lines, line.fall-blau.D", "'15'", "each hex once (D15 stands before)"),
    "line-off-the-map": Wrong(
        "charts.toml", first('D = "33-14 7"', 'D = "34-14 7"'),
        "table start-lines, line.fall-blau.D", "'34-14'", "hexes of map.csv, and D34"),
}  # fmt: skip

SCENARIO = {
    "unit-nowhere": Wrong(
        "fall-blau.toml", first('"GE:hq:north", ', ""), "at_start", "nothing",
        "a place for 'GE:hq:north' (HQ North) of units.csv, in at_start, pool, surrendered"),
    "unit-twice": Wrong(
        "fall-blau.toml", swap('"SU:worker:kharkov"', '"SU:worker:kiev"'), "surrendered[",
        "'SU:worker:kiev'", "each unit once (it stands in surrendered["),
    "unit-too-early": Wrong(
        "fall-blau.toml", swap('withdrawn = [\n', 'withdrawn = [\n    "SU:inf:9G",\n'),
        "withdrawn[0]", "'SU:inf:9G', which arrives on turn 12", "a unit in play before turn 7"),
    "line-unknown": Wrong(
        "fall-blau.toml", swap('start_line = "fall-blau"', 'start_line = "fall-blue"'),
        "start_line", "'fall-blue'", "one of bagration, fall-blau, zitadelle (did you mean"),
    "invasions-of-one-side": Wrong(
        "fall-blau.toml", swap("{ axis = 1, russian = 1 }", "{ axis = 1 }"),
        "invasions.russian", "nothing", "a number for russian"),
    "area-unknown": Wrong(
        "fall-blau.toml", swap('"finland", "karelia"', '"finland", "carelia"'),
        "deploy[0].except_areas", "'carelia'", "one of"),
    "nobody-may-deploy": Wrong(
        "fall-blau.toml", swap('nations = ["finnish"]', 'nations = ["german"]'), "deploy",
        "nothing", "a place for 'FI:inf:2' (Finn 2 Inf)"),
    "deploy-anywhere": Wrong(
        "fall-blau.toml", swap('side = "russian"\nline = "russian"', 'side = "russian"'),
        "deploy[2]", "nothing", "areas, zones or a side of the line"),
    "order-of-play-that-is-not-played": Wrong(
        "fall-blau.toml",
        swap('player_order = ["axis", "russian"]', 'player_order = ["russian", "axis"]'),
        "player_order", "['russian', 'axis']", "axis, russian: the order of play in the rules"),
    "turn-that-opens-in-its-middle": Wrong(
        "fall-blau.toml", swap("first_turn =", 'opens = "II.A"\nfirst_turn ='), "opens", "'II.A'",
        "no such key: all turns of the game are whole"),
    "ready-off-the-map": Wrong(
        "fall-blau.toml", first('hex = "C9"', 'hex = "C99"'), "automatic[2].hex", "'C99'",
        "the id of a hex of map.csv"),
    "ready-unit-unknown": Wrong(
        "fall-blau.toml", first('units = ["FI:inf:6"]', 'units = ["FI:inf:66"]'),
        "automatic[2].units[0]", "'FI:inf:66'",
        "a unit of units.csv that starts on the map (did you mean"),
    "ready-unit-that-comes-later": Wrong(
        "fall-blau.toml", first('units = ["FI:inf:6"]', 'units = ["SU:inf:9G"]'),
        "automatic[2].units[0]", "'SU:inf:9G'", "a unit of units.csv that starts on the map"),
    "ready-unit-twice": Wrong(
        "fall-blau.toml", first('units = ["FI:inf:6"]', 'units = ["FI:inf:4"]'),
        "automatic[2].units[0]", "'FI:inf:4'", "each unit once"),
    "ready-hex-twice": Wrong(
        "fall-blau.toml", first('hex = "C9"', 'hex = "B7"'), "automatic[2].hex", "'B7'",
        "each hex once in a list"),
}  # fmt: skip


@pytest.mark.parametrize(
    "wrong",
    named(map=MAP, hexsides=HEXSIDES, links=LINKS, units=UNITS, charts=CHARTS, scenario=SCENARIO),
)
def test_what_is_wrong_is_refused(wrong: Wrong, tmp_path: Path) -> None:
    wrong.check(tmp_path, GAME, "fall-blau")


@pytest.mark.parametrize("name", FILES)
def test_a_file_cut_anywhere_is_refused_or_lacks_sources_only(name: str, tmp_path: Path) -> None:
    game = copy_game(tmp_path, GAME)
    whole = load(game, "fall-blau")
    lines = (game / name).read_bytes().splitlines(keepends=True)
    accepted = []
    for count in range(1, len(lines), max(1, len(lines) // 12)):
        (game / name).write_bytes(b"".join(lines[:count]))
        with suppress(ScenarioError):
            accepted.append(load(game, "fall-blau"))
    assert len(accepted) <= 1
    assert all(replace(found, sources=whole.sources) == whole for found in accepted)


def test_the_scenarios_are_listed() -> None:
    ids = [found.id for found in list_scenarios() if found.id.startswith(GAME)]
    assert ids == [
        f"{GAME}/{name}"
        for name in (
            "bagration", "barbarossa", "breaking-storm", "campaign", "fall-blau", "zitadelle"
        )
    ]  # fmt: skip


def test_an_owner_may_replace_a_table_by_one_of_the_same_form(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text(
        '[[table]]\nname = "rail-capacity"\nprovenance = "published"\nsource = "a card"\n'
        'reasoning = ""\nconstraints = []\naxis = 7\naxis_snow = 3\nrussian = 5\n',
        encoding="utf-8",
    )
    data = load(copy_game(tmp_path, GAME), "campaign", charts=own)
    assert data.charts["rail-capacity"]["axis"] == 7
    assert next(s for s in data.sources if s.name == "rail-capacity").source == "a card"
