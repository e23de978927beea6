"""Loading from files: valid ones load from anywhere, invalid ones are refused with the place.

This covers tables of comma-separated values and the files as such; test_loading_toml.py and
test_loading_charts.py cover the rest.
"""

from __future__ import annotations

import os
import pickle
from pathlib import Path

import pytest
from loading_cases import (
    GAME,
    SCENARIO,
    Wrong,
    add,
    cell,
    copy_game,
    each,
    first,
    load,
    named,
    says,
    spoil,
    swap,
)

from eastfront.scenario import ScenarioError, list_scenarios, load_scenario
from eastfront.scenario.files import LARGEST

FILES = ["game.toml", "map.csv", "hexsides.csv", "units.csv", "charts.toml", f"{SCENARIO}.toml"]

MAP = {
    "hex-off-the-grid": Wrong(
        "map.csv", cell(3, 0, "9901"), "line 3, column hex", "'9901'", "a hex id"),
    "hex-not-an-id": Wrong(
        "map.csv", cell(3, 0, "10x1"), "line 3, column hex", "'10x1'", "a hex id"),
    "hex-negative": Wrong("map.csv", cell(3, 0, "-101"), "line 3, column hex", "'-101'", "a hex"),
    "hex-twice": Wrong(
        "map.csv", cell(4, 0, "1001"), "line 4, column hex", "'1001'", "each hex once"),
    "terrain-unknown": Wrong(
        "map.csv", cell(5, 1, "ruogh"), "line 5, column terrain", "'ruogh'",
        "one of clear, lake, marsh, rough, sea, steppe (did you mean 'rough'?)"),
    "area-unknown": Wrong(
        "map.csv", cell(5, 2, "usrr"), "line 5, column area", "'usrr'", "one of bulgaria"),
    "zone-unknown": Wrong(
        "map.csv", cell(5, 3, "east"), "line 5, column zone", "'east'", "one of north, south"),
    "feature-unknown": Wrong(
        "map.csv", cell(5, 4, "vp citty"), "line 5, column features", "'citty'",
        "one of 18 known words (did you mean 'city'?)"),
    "feature-twice": Wrong(
        "map.csv", cell(5, 4, "vp vp"), "line 5, column features", "'vp'", "each word once"),
    "feature-in-the-sea": Wrong(
        "map.csv", swap("1315,sea,none,north,,", "1315,sea,none,north,city,"),
        "line 62, column features", "'city'", "no feature, as the hex is sea"),
    "name-twice": Wrong(
        "map.csv", cell(3, 5, "Moscow"), "line 116, column name", "'Moscow'",
        "a name not used before (line 3)"),
    "provenance-unknown": Wrong(
        "map.csv", cell(5, 6, "guess"), "line 5, column provenance", "'guess'",
        "one of published, reconstructed, rulebook"),
    "column-missing": Wrong(
        "map.csv", first("terrain,area,zone", "terrain,area"), "line 1, column zone", "nothing",
        "the columns hex,terrain,area,zone,features,name,provenance"),
    "column-extra": Wrong(
        "map.csv", first("provenance", "provenance,colour"), "line 1, column 8", "'colour'",
        "the columns hex,"),
    "column-twice": Wrong(
        "map.csv", first("zone", "area"), "line 1, column 4", "'area'", "the columns hex,"),
    "value-missing": Wrong(
        "map.csv", swap("1002,clear,ussr,north,", "1002,clear,ussr,"), "line 4", "6 values",
        "7 values, one a column"),
    "value-extra": Wrong(
        "map.csv", swap("1002,clear,ussr,north,", "1002,clear,ussr,north,,"), "line 4",
        "8 values", "7 values, one a column"),
    "line-empty": Wrong(
        "map.csv", swap("1002,", "\n1002,"), "line 4", "0 values", "7 values"),
    "space-around": Wrong(
        "map.csv", cell(3, 1, " clear"), "line 3, column terrain", "' clear'", "a single line"),
    "quote-open": Wrong(
        "map.csv", cell(526, 5, '"Vienna'), "line 526", "'3220,", "CSV (unexpected end of data)"),
    "quote-inside": Wrong("map.csv", cell(3, 1, '"cl"ear'), "line 3", "'1001,", "CSV ("),
    "value-endless": Wrong(
        "map.csv", cell(3, 5, "x" * 200_000), "line 3", "'1001,clear,ussr,north,,xxxx", "CSV ("),
    "only-a-header": Wrong(
        "map.csv", lambda data: data.split(b"\n")[0] + b"\n", "line 2", "nothing", "at least one"),
    "rows-cut": Wrong(
        "map.csv", lambda data: data[: data.index(b"3220")], "line 525", "524 rows", "525 rows"),
}  # fmt: skip

HEXSIDES = {
    "hex-unknown": Wrong(
        "hexsides.csv", cell(4, 0, "1099"), "line 4, column a", "'1099'", "the id of a hex"),
    "hex-off-the-map": Wrong(
        "hexsides.csv", cell(4, 1, "1020"), "line 4, column b", "'1020'", "the id of a hex"),
    "not-neighbours": Wrong(
        "hexsides.csv", cell(4, 1, "1111"), "line 4, column b", "'1111'", "a hex beside 1109"),
    "to-itself": Wrong(
        "hexsides.csv", cell(4, 1, "1109"), "line 4, column b", "'1109'", "a hex beside 1109"),
    "twice": Wrong(
        "hexsides.csv", each(cell(4, 0, "1009"), cell(4, 1, "1010")), "line 4, column b",
        "'1010'", "each hexside once"),
    "twice-turned": Wrong(
        "hexsides.csv", each(cell(4, 0, "1010"), cell(4, 1, "1009")), "line 4, column b",
        "'1009'", "each hexside once (1010-1009 stands above)"),
    "feature-unknown": Wrong(
        "hexsides.csv", cell(4, 2, "rivers"), "line 4, column feature", "'rivers'",
        "one of kerch, lake, river, sea, sivash (did you mean 'river'?)"),
    "feature-missing": Wrong(
        "hexsides.csv", cell(4, 2, ""), "line 4, column feature", "''", "at least one feature"),
    "provenance-unknown": Wrong(
        "hexsides.csv", cell(4, 4, "atlas"), "line 4, column provenance", "'atlas'", "one of p"),
    "rows-cut": Wrong(
        "hexsides.csv", lambda data: data[: data[:-1].rindex(b"\n") + 1], "line 329", "328 rows",
        "329 rows"),
}  # fmt: skip

UNITS = {
    "id-not-an-id": Wrong("units.csv", cell(2, 0, "3Pz"), "line 2, column id", "'3Pz'", "an id"),
    "id-twice": Wrong(
        "units.csv", cell(3, 0, "DE:pz:3"), "line 3, column id", "'DE:pz:3'",
        "each id once (it stands in line 2)"),
    "name-twice": Wrong(
        "units.csv", cell(3, 2, "3Pz"), "line 3, column name", "'3Pz'", "each name once"),
    "name-missing": Wrong("units.csv", cell(3, 2, ""), "line 3, column name", "''", "some text"),
    "side-unknown": Wrong(
        "units.csv", cell(3, 1, "finnish"), "line 3, column side", "'finnish'",
        "one of german, soviet"),
    "nation-unknown": Wrong(
        "units.csv", cell(3, 3, "italien"), "line 3, column nation", "'italien'", "one of"),
    "kind-unknown": Wrong(
        "units.csv", cell(3, 4, "pzaner"), "line 3, column kind", "'pzaner'", "one of"),
    "mobility-unknown": Wrong(
        "units.csv", cell(3, 5, "track"), "line 3, column mobility", "'track'",
        "one of foot, mech, static"),
    "factor-negative": Wrong(
        "units.csv", cell(3, 6, "-4"), "line 3, column attack", "'-4'",
        "a whole number from 0 to 9"),
    "factor-nan": Wrong(
        "units.csv", cell(3, 7, "NaN"), "line 3, column defence", "'NaN'", "a whole number"),
    "factor-huge": Wrong(
        "units.csv", cell(3, 7, "9" * 5000), "line 3, column defence", "'9999", "a whole number"),
    "factor-broken": Wrong(
        "units.csv", cell(3, 7, "3.5"), "line 3, column defence", "'3.5'", "a whole number"),
    "factor-missing": Wrong(
        "units.csv", cell(3, 6, ""), "line 3, column attack", "''", "a whole number"),
    "factor-of-other-digits": Wrong(
        "units.csv", cell(3, 6, "٤"), "line 3, column attack", "'٤'", "a whole number"),
    "replaceable-unknown": Wrong(
        "units.csv", cell(3, 8, "maybe"), "line 3, column replaceable", "'maybe'",
        "one of no, yes"),
    "arrives-too-late": Wrong(
        "units.csv", swap("2,3,no,10,edge", "2,3,no,99,edge"), "line 126, column arrives", "'99'",
        "a whole number from 1 to 32"),
    "entry-unknown": Wrong(
        "units.csv", swap("no,10,edge-or-city", "no,10,edge"), "line 126, column entry", "'edge'",
        "one of 27 known words"),
    "entry-missing": Wrong(
        "units.csv", swap("no,10,edge-or-city", "no,10,"), "line 126, column entry", "''",
        "an entry for a unit that arrives"),
    "entry-without-arrival": Wrong(
        "units.csv", cell(3, 10, "trigger"), "line 3, column entry", "'trigger'", "an entry for"),
}  # fmt: skip

TEXT = {
    "latin-1": Wrong(
        "units.csv", lambda data: data.replace(b"3Pz", b"3P\xe4", 1), "line 2, byte 103",
        "b'\\xe4'", "UTF-8 text"),
    "byte-order-mark": Wrong(
        "map.csv", lambda data: b"\xef\xbb\xbf" + data, "line 1, byte 0", "b'\\xef\\xbb\\xbf'",
        "UTF-8 without a byte order mark"),
    "utf-16": Wrong(
        "charts.toml", lambda data: data.decode().encode("utf-16"), "line 1, byte 0",
        "b'\\xff'", "UTF-8 text"),
    "nul": Wrong(
        "units.csv", lambda data: data.replace(b"3Pz", b"3\0z", 1), "line 2", "'\\x00'",
        "text without control characters"),
    "cut-in-a-line": Wrong(
        "hexsides.csv", lambda data: data[:-3], "line 330", "'3119,3220,", "a line end"),
    "huge": Wrong(
        "map.csv", lambda data: data + b"#" * LARGEST, "file", "16800901 bytes",
        "at most 16777216 bytes"),
}  # fmt: skip


@pytest.mark.parametrize("wrong", named(map=MAP, hexsides=HEXSIDES, units=UNITS, text=TEXT))
def test_a_wrong_table_is_refused(wrong: Wrong, tmp_path: Path) -> None:
    wrong.check(tmp_path)


@pytest.mark.parametrize("name", FILES)
def test_an_empty_file_is_refused(name: str, tmp_path: Path) -> None:
    for content in (b"", b"\n \n"):
        game = copy_game(tmp_path / str(len(content)))
        (game / name).write_bytes(content)
        with pytest.raises(ScenarioError) as caught:
            load(game)
        says(caught.value, game / name, "file", "no text", "at least one line of text")


@pytest.mark.parametrize("name", FILES[:-1])
def test_a_missing_file_is_refused(name: str, tmp_path: Path) -> None:
    game = copy_game(tmp_path)
    (game / name).rename(game / f"{name}.old")
    with pytest.raises(ScenarioError) as caught:
        load(game)
    hint = f"a file of this name (did you mean '{name}.old'?)"
    says(caught.value, game / name, "file", "no such file", hint)


def test_a_folder_in_place_of_a_file_is_refused(tmp_path: Path) -> None:
    game = copy_game(tmp_path)
    (game / "map.csv").unlink()
    (game / "map.csv").mkdir()
    with pytest.raises(ScenarioError) as caught:
        load(game)
    says(caught.value, game / "map.csv", "file", "not a file", "a file")


@pytest.mark.parametrize("name", FILES)
def test_a_file_cut_anywhere_is_refused(name: str, tmp_path: Path) -> None:
    game = copy_game(tmp_path)
    whole = (game / name).read_bytes()
    for size in range(1, len(whole) - 1, max(1, len(whole) // 24)):
        (game / name).write_bytes(whole[:size])
        with pytest.raises(ScenarioError):
            load(game)


@pytest.mark.parametrize("name", FILES)
def test_a_file_cut_at_any_line_is_refused(name: str, tmp_path: Path) -> None:
    game = copy_game(tmp_path)
    lines = (game / name).read_bytes().splitlines(keepends=True)
    for count in range(1, len(lines), max(1, len(lines) // 24)):
        (game / name).write_bytes(b"".join(lines[:count]))
        with pytest.raises(ScenarioError):
            load(game)


def test_line_ends_of_windows_are_read(tmp_path: Path) -> None:
    game = copy_game(tmp_path)
    for name in FILES:
        spoil(game / name, lambda data: data.replace(b"\n", b"\r\n"))
    assert load(game) == load_scenario(GAME, SCENARIO)


def test_columns_may_stand_in_any_order(tmp_path: Path) -> None:
    game = copy_game(tmp_path)
    rows = [line.split(",") for line in (game / "units.csv").read_text().splitlines()]
    (game / "units.csv").write_text("".join(",".join(reversed(row)) + "\n" for row in rows))
    assert load(game) == load_scenario(GAME, SCENARIO)


@pytest.mark.parametrize(
    ("game", "scenario", "place", "expected"),
    [
        (
            GAME,
            "blue-kremlim",
            "scenario id",
            "one of blue-kremlin, citadel, gambit, what-if (did you mean 'blue-kremlin'?)",
        ),
        (GAME, "../blue-kremlin", "scenario id", "one of blue-kremlin, citadel, gambit, what-if"),
        (GAME, "charts", "scenario id", "one of blue-kremlin, citadel, gambit, what-if"),
        (GAME, "game", "scenario id", "one of blue-kremlin, citadel, gambit, what-if"),
        (GAME, "", "scenario id", "one of blue-kremlin, citadel, gambit, what-if"),
        (GAME, "/etc/passwd", "scenario id", "one of blue-kremlin, citadel, gambit, what-if"),
        (GAME, "Blue-Kremlin", "scenario id", "one of blue-kremlin, citadel, gambit, what-if"),
        (GAME, "blue-kremlin\0", "scenario id", "one of blue-kremlin, citadel, gambit, what-if"),
        ("barbarosa-deluxe", SCENARIO, "game id", f"one of {GAME} (did you mean '{GAME}'?)"),
        ("..", SCENARIO, "game id", f"one of {GAME}"),
        (f"../scenarios/{GAME}", SCENARIO, "game id", f"one of {GAME}"),
    ],
)
def test_an_unknown_id_is_refused(
    game: str, scenario: str, place: str, expected: str, tmp_path: Path
) -> None:
    copy = copy_game(tmp_path)
    with pytest.raises(ScenarioError) as caught:
        load_scenario(game, scenario, directory=copy.parent)
    file = copy if place == "scenario id" else copy.parent
    says(caught.value, file, place, repr(scenario if file == copy else game), expected)


def test_a_folder_without_games_is_refused(tmp_path: Path) -> None:
    for folder, value, expected in (
        (tmp_path / "none", "no such folder", "a folder of games"),
        (tmp_path, "no game", "one of barbarossa-1971"),
    ):
        with pytest.raises(ScenarioError) as caught:
            load_scenario(GAME, SCENARIO, directory=folder)
        says(caught.value, folder, "folder", value, expected)
        with pytest.raises(ScenarioError):
            list_scenarios(directory=folder)


def test_a_good_scenario_loads_from_any_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = load_scenario(GAME, SCENARIO)
    monkeypatch.chdir(tmp_path)
    assert load_scenario(GAME, SCENARIO) == here
    assert (here.game, here.scenario, here.title) == (
        GAME, SCENARIO, "Operations Blue & Kremlin, 1942")  # fmt: skip
    copy_game(tmp_path)
    assert load_scenario(GAME, SCENARIO, directory=Path("games")) == here
    assert os.listdir(tmp_path) == ["games"]


def test_scenarios_are_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    listed = {scenario.id: scenario.title for scenario in list_scenarios()}
    assert listed[f"{GAME}/{SCENARIO}"] == "Operations Blue & Kremlin, 1942"
    for id_ in listed:
        game, _, scenario = id_.partition("/")
        assert load_scenario(game, scenario).title == listed[id_]


def test_the_map_that_was_loaded() -> None:
    data = load_scenario(GAME, SCENARIO)
    board = data.map
    assert (board.width, board.height, len(board.hexes), len(board.index)) == (25, 23, 575, 525)
    for name, at in board.index.items():
        row = board.hexes[at]
        assert row is not None
        assert (row.name, f"{row.row + 10:02}{row.column:02}") == (name, name)
        for direction in range(6):
            other = board.neighbor(at, direction)
            assert other is None or board.neighbor(other, (direction + 3) % 6) == at
    assert all(board.hexsides[b, a] == found for (a, b), found in board.hexsides.items())
    kerch = board.index["3105"], board.index["3106"]
    assert board.hexsides[kerch] == {"kerch"}
    assert board.river_names[kerch] == "Kerch Strait"
    assert {unit.id: unit.arrives for unit in data.units}["HU:army:2"] == 10
    assert {source.name for source in data.sources} >= {"map", "hexsides", "combat-results"}


def test_an_error_can_be_pickled(tmp_path: Path) -> None:
    game = copy_game(tmp_path)
    spoil(game / "units.csv", add("x\n"))
    with pytest.raises(ScenarioError) as caught:
        load(game)
    again = pickle.loads(pickle.dumps(caught.value))
    assert str(again) == str(caught.value)
    assert (again.file, again.place) == (caught.value.file, caught.value.place)
