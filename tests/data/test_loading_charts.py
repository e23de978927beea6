"""Loading the charts: tables corrupted in many ways, and a user's own."""

from __future__ import annotations

from pathlib import Path

import pytest
from loading_cases import (
    GAME,
    SCENARIO,
    Edit,
    Wrong,
    copy_game,
    first,
    load,
    named,
    says,
    spoil,
    swap,
)

from eastfront.scenario import ScenarioError, load_scenario


def cut(start: bytes, end: bytes) -> Edit:
    """Leave out everything from one text up to another."""
    return lambda data: data[: data.index(start)] + data[data.index(end) :]


CHARTS, SETUP = "charts.toml", f"{SCENARIO}.toml"
DIE_6 = '"AE", "AE", "AE", "AE", "AE", "AE", "AS", "AS", "BB", "BB", "BB", "DR"'
HEAD = 'name = "combat-results"\n'
SOURCED = '"reconstructed"\nsource = "rulebook 11.10'

CHART = {
    "name-unknown": Wrong(
        CHARTS, swap(HEAD, 'name = "combat-result"\n'), "table[0].name, line", "'combat-result'",
        "one of air-armies, artillery-corps, combat-results"),
    "name-missing": Wrong(
        CHARTS, swap(HEAD, ""), "table[0].name, line", "nothing", "the name of a table"),
    "twice": Wrong(
        CHARTS, lambda data: data + data[data.index(b"[[table]]\nname = \"counter-values") :],
        "table[12].name, line", "'counter-values'", "each table once"),
    "missing": Wrong(
        CHARTS, lambda data: data[: data.index(b"[[table]]\nname = \"counter-values")],
        "table counter-values", "nothing", "a table named counter-values"),
    "provenance-missing": Wrong(
        CHARTS, swap(f"provenance = {SOURCED}", 'source = "rulebook 11.10'),
        "table combat-results, key provenance, line", "nothing", "the key provenance"),
    "provenance-unknown": Wrong(
        CHARTS, swap(SOURCED, SOURCED.replace("reconstructed", "remembered")),
        "table combat-results, provenance, line", "'remembered'",
        "one of published, reconstructed, rulebook"),
    "reasoning-missing": Wrong(
        CHARTS, swap('"rulebook"\nsource = "10.24"\nreasoning = """\n',
        '"reconstructed"\nsource = "10.24"\nreasoning = ""\nx = """\n'),
        "table mobile-assault-costs, reasoning, line", "nothing", "the reasoning behind"),
    "key-unknown": Wrong(
        CHARTS, swap("above =", "over ="), "table combat-results, key over, line", "'over'",
        "a known key"),
    "column-other": Wrong(
        CHARTS, swap('columns = ["1:6", "1:5"', 'columns = ["1:7", "1:5"'),
        "table combat-results, columns[0], line", "'1:7'", "1:6"),
    "column-missing": Wrong(
        CHARTS, swap('"6:1", "7:1"]', '"6:1"]'), "table combat-results, columns, line",
        "11 columns", "12 columns"),
    "row-missing": Wrong(
        CHARTS, swap(f"    [{DIE_6}],", ""), "table combat-results, rows, line", "5 rows",
        "6 rows, one a die face"),
    "row-short": Wrong(
        CHARTS, swap(DIE_6, DIE_6[6:]), "table combat-results, rows[5], line", "11 results",
        "12 results, one a column"),
    "code-unknown": Wrong(
        CHARTS, swap(DIE_6, DIE_6.replace("DR", "D1")), "table combat-results, rows[5][11], line",
        "'D1'", "one of AE, AS, BB, DR, DE"),
    "code-above-unknown": Wrong(
        CHARTS, swap('above = "DE"', 'above = "XX"'), "table combat-results, above, line", "'XX'",
        "one of AE, AS, BB, DE, DR"),
    "order-wrong": Wrong(
        CHARTS, swap('order = ["AE", "AS"', 'order = ["AE", "AE"'),
        "table combat-results, order, line", "['AE', 'AE'", "each of AE, AS, BB, DR, DE once"),
    "worse-in-a-higher-column": Wrong(
        CHARTS, swap(DIE_6, DIE_6.replace('"BB", "DR"', '"BB", "AE"')),
        "table combat-results, rows[5][11], line", "'AE'", "BB or better, as in the column"),
    "better-on-a-higher-roll": Wrong(
        CHARTS, swap(DIE_6, DIE_6.replace('"BB", "DR"', '"BB", "DE"')),
        "table combat-results, rows[5][11], line", "'DE'", "DR or worse, as on the roll before"),
    "air-armies-fall": Wrong(
        CHARTS, swap("\n12 = 10", "\n12 = 9"), "table air-armies, available.12, line", "9",
        "at least 10, as on turn 11"),
    "air-armies-gap": Wrong(
        CHARTS, swap("\n10 = 9", ""), "table air-armies, available[9], line", "11",
        "turn 10, after turn 9"),
    "air-armies-no-turn": Wrong(
        CHARTS, swap("\n12 = 10", "\ntwelve = 10"), "table air-armies, available.twelve, line",
        "'twelve'", "int"),
    "air-armies-no-number": Wrong(
        CHARTS, swap("\n12 = 10", '\n12 = "ten"'), "table air-armies, available.12, line", "'ten'",
        "int"),
    "cost-unknown-terrain": Wrong(
        CHARTS, swap("rough = { foot", "rouhg = { foot"),
        "table movement-costs, terrain.rouhg, line", "'rouhg'",
        "one of clear, marsh, rough, steppe (did you mean 'rough'?)"),
    "cost-missing-terrain": Wrong(
        CHARTS, swap(", steppe = { foot = 1, mech = 1 }", ""),
        "table movement-costs, terrain.steppe, line", "nothing", "a value for steppe"),
    "cost-negative": Wrong(
        CHARTS, swap("marsh = { foot = 1, mech = 3 }", "marsh = { foot = 1, mech = -3 }"),
        "table movement-costs, terrain.marsh.mech, line", "-3", "int >= 0"),
    "cost-unknown-hexside": Wrong(
        CHARTS, swap("hexside = { river", "hexside = { brook"),
        "table movement-costs, hexside.brook, line", "'brook'", "one of river"),
    "surcharge-unknown": Wrong(
        CHARTS, swap("fortified-line = 3", "trench = 3"),
        "table mobile-assault-costs, surcharge.trench, line", "'trench'",
        "one of city, clear, fort"),
    "range-unknown": Wrong(
        CHARTS, swap("C = 2 }", "D = 2 }"), "table offensive-supply, ranges.D, line", "'D'",
        "one of A, B, C"),
    "shift-rule": Wrong(
        CHARTS, swap('rule = "11.14"', 'rule = "eleven"'), "table shifts, shift[0].rule, line",
        "'eleven'", "str matching regex"),
    "shift-huge": Wrong(
        CHARTS, swap('case = "rough", columns = -1', 'case = "rough", columns = -10'),
        "table shifts, shift[0].columns, line", "-10", "int >= -9"),
    "shift-twice": Wrong(
        CHARTS, swap('case = "city"', 'case = "rough"'), "table shifts, shift[3].case, line",
        "'rough'", "each case once"),
    "not-tables": Wrong(
        CHARTS, lambda data: b"table = 3\n", "table, line 1", "3", "array"),
    "track-gap": Wrong(
        CHARTS, swap("turn = 11\n", "turn = 14\n"), "table turn-track, turn[10], line", "14",
        "turn 11, after turn 10"),
    "track-turn-twice": Wrong(
        CHARTS, swap("turn = 11\n", "turn = 10\n"), "table turn-track, turn[10], line", "10",
        "turn 11, after turn 10"),
    "track-too-short": Wrong(
        CHARTS, cut(b"[[table.turn]]\nturn = 13\n", b'[[table]]\nname = "artillery-corps"'),
        "table turn-track, turn", "turns 1 to 12", "every turn from 9 to 13"),
    "artillery-after-the-war": Wrong(
        CHARTS, swap("28, 31]", "28, 33]"), "table artillery-corps, arrivals[8], line", "33",
        "at most 32 (last_turn of game.toml)"),
    "window-after-the-war": Wrong(
        CHARTS, swap('"25-32"', '"25-33"'), "table windows, window[22].turns, line", "'25-33'",
        "turns from 1 to 32 (last_turn of game.toml)"),
    "window-of-no-rule": Wrong(
        CHARTS, swap("BD-10.12b", "BD-10.12x"), "table windows, window[20].rule, line",
        "'BD-10.12x'", "the id of a rule of the catalogue (did you mean"),
    "windows-out-of-order": Wrong(
        CHARTS, swap('"7-14"', '"7-15"'), "table windows, window[18].turns, line", "'15-22'",
        "turns after 15, the last of the window of BD-8.40b before"),
    "windows-without-one": Wrong(
        CHARTS, swap('"never" },\n]', '"never" },\n    1,\n]'), "table windows, window[26], line",
        "1", "object"),
    "departure-rule-unknown": Wrong(
        CHARTS, swap('"BD-8.28a", turn', '"BD-8.28x", turn'),
        "table departures, departure[2].rule, line", "'BD-8.28x'", "the id of a rule of the cat"),
    "departure-after-the-war": Wrong(
        CHARTS, swap("turn = 16, units", "turn = 33, units"),
        "table departures, departure[2].turn, line", "33", "at most 32 (last_turn of game.toml)"),
    "departure-return-too-early": Wrong(
        CHARTS, swap("returns = 24", "returns = 19"),
        "table departures, departure[3].returns, line", "19", "a turn after 19, the departure"),
    "departure-return-too-late": Wrong(
        CHARTS, swap("returns = 31", "returns = 33"),
        "table departures, departure[4].returns, line", "33", "a turn after 25, the departure"),
    "departure-of-nobody": Wrong(
        CHARTS, swap('units = ["IT:army:8"]', 'units = ["IT:army:9"]'),
        "table departures, departure[2].units[0], line", "'IT:army:9'", "the id of a unit"),
    "departure-of-one-who-is-away": Wrong(
        CHARTS, swap("returns = 24", "returns = 26"),
        "table departures, departure[4].units[0], line", "'DE:sspz:2'",
        "a unit in play on turn 25; it comes back on 26"),
    "conversion-rule-unknown": Wrong(
        CHARTS, swap('"BD-8.19a", pairs', '"BD-8.19x", pairs'),
        "table conversions, conversion[0].rule, line", "'BD-8.19x'", "the id of a rule of the cat"),
    "conversion-of-nobody": Wrong(
        CHARTS, swap('old = "SU:tank:6"', 'old = "SU:tank:7"'),
        "table conversions, conversion[0].pairs[5].old, line", "'SU:tank:7'", "the id of a unit"),
    "conversion-into-nobody": Wrong(
        CHARTS, swap('new = "SU:guards-tank:6"', 'new = "SU:guards-tank:7"'),
        "table conversions, conversion[0].pairs[5].new, line", "'SU:guards-tank:7'", "the id of a"),
    "conversion-across-sides": Wrong(
        CHARTS, swap('new = "SU:guards-tank:6"', 'new = "DE:inf:6"'),
        "table conversions, conversion[0].pairs[5].new, line", "'DE:inf:6'",
        "another unit of the soviet side"),
    "conversion-into-itself": Wrong(
        CHARTS, swap('new = "SU:guards-tank:6"', 'new = "SU:tank:6"'),
        "table conversions, conversion[0].pairs[5].new, line", "'SU:tank:6'",
        "another unit of the soviet side"),
    "conversion-twice": Wrong(
        CHARTS, swap('new = "SU:guards-tank:6"', 'new = "SU:guards-tank:5"'),
        "table conversions, conversion[0].pairs[5].new, line", "'SU:guards-tank:5'",
        "each unit once"),
    "track-negative": Wrong(
        CHARTS, first("luftwaffe = 3", "luftwaffe = -3"), "table turn-track, turn[0].luftwaffe",
        "-3", "int >= 0"),
    "track-pair": Wrong(
        CHARTS, first("german_replacements = [0, 0]", "german_replacements = [0]"),
        "table turn-track, turn[0].german_replacements, line", "[0]", "array of length 2"),
}  # fmt: skip


@pytest.mark.parametrize("wrong", named(chart=CHART))
def test_a_wrong_chart_is_refused(wrong: Wrong, tmp_path: Path) -> None:
    wrong.check(tmp_path)


def owned(folder: Path, name: str, text: str) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(text)
    return folder


RANGES = """[[table]]
name = "offensive-supply"
provenance = "published"
source = "the counters"
reasoning = ""
constraints = []
ranges = { A = 5, B = 4, C = 1 }
"""


def test_an_owner_replaces_tables(tmp_path: Path) -> None:
    ours = load_scenario(GAME, SCENARIO)
    own = owned(tmp_path / "own", "charts.toml", RANGES)
    for charts in (own, own / "charts.toml", owned(tmp_path / "other", "my.toml", RANGES)):
        if charts.name == "other":
            charts = charts / "my.toml"
        data = load_scenario(GAME, SCENARIO, charts=charts)
        assert data.charts["offensive-supply"]["ranges"] == {"A": 5, "B": 4, "C": 1}
        others = set(ours.charts) - {"offensive-supply"}
        assert all(data.charts[name] == ours.charts[name] for name in others)
        found = {source.name: source.provenance for source in data.sources}
        assert (found["offensive-supply"], len(found)) == ("published", len(ours.sources))


def test_an_owner_replaces_files_and_keys(tmp_path: Path) -> None:
    game, own = copy_game(tmp_path), tmp_path / "own"
    rows = (game / "hexsides.csv").read_text().splitlines()[:-1]
    owned(own, "hexsides.csv", "\n".join(rows) + "\n")
    owned(own, SETUP, "victory_cities_needed = 3\n")
    data = load(game, charts=own)
    assert data.setup["victory_cities_needed"] == 3
    assert len(data.map.hexsides) == 2 * 328
    assert load(game, charts=own / SETUP).setup["victory_cities_needed"] == 3
    owned(own, SETUP, 'victory_cities = ["1000"]\n')
    with pytest.raises(ScenarioError) as caught:
        load(game, charts=own)
    expected = "a hex with the feature city"
    says(caught.value, own / SETUP, "victory_cities[0], line 1", "'1000'", expected)


def test_a_printed_table_need_not_be_regular(tmp_path: Path) -> None:
    game = copy_game(tmp_path)
    spoil(game / CHARTS, swap(DIE_6, DIE_6.replace('"BB", "DR"', '"BB", "AE"')))
    spoil(game / CHARTS, swap(SOURCED, SOURCED.replace("reconstructed", "published")))
    assert load(game).charts["combat-results"]["rows"][5][11] == "AE"


def test_a_replacement_that_is_none_is_refused(tmp_path: Path) -> None:
    own = owned(tmp_path / "own", "chart.toml", RANGES)
    for charts, file, place, value, expected in (
        (own, own / "chart.toml", "file name", "'chart.toml'", "one of blue-kremlin.toml"),
        (own / "x.toml", own / "x.toml", "file", "no such file", "a file of this name"),
        (owned(tmp_path / "a", "b.txt", "x"), tmp_path / "a", "folder", "no table", "one of b"),
        (tmp_path / "a" / "b.txt", tmp_path / "a" / "b.txt", "file name", "'b.txt'", "one of b"),
    ):
        with pytest.raises(ScenarioError) as caught:
            load_scenario(GAME, SCENARIO, charts=charts)
        says(caught.value, file, place, value, expected)
    own = owned(tmp_path / "c", "charts.toml", RANGES.replace("A = 5", "A = 500"))
    with pytest.raises(ScenarioError) as caught:
        load_scenario(GAME, SCENARIO, charts=own)
    place = "table offensive-supply, ranges.A, line 7"
    says(caught.value, own / "charts.toml", place, "500", "int <= 99")
