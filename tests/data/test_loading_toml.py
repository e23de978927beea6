"""Loading from TOML: game.toml and the set-up, corrupted in many ways.

Also scenarios that build on others.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from loading_cases import (
    GAME,
    SCENARIO,
    Edit,
    Wrong,
    add,
    copy_game,
    each,
    first,
    load,
    named,
    says,
    spoil,
    swap,
)

from eastfront.scenario import ScenarioError, list_scenarios

CHARTS, SETUP = "charts.toml", f"{SCENARIO}.toml"

GAME_FILE = {
    "id-of-another": Wrong(
        "game.toml", swap(f'id = "{GAME}"', 'id = "chess"'), "id, line 2", "'chess'", f"'{GAME}'"),
    "grid-pattern": Wrong(
        "game.toml", swap("{column:02}", "{col}"), "grid.id, line", "'{row:02}{col}'",
        "a pattern such as {row:02}{column:02}"),
    "grid-huge": Wrong(
        "game.toml", swap("width = 25", "width = 1e9"), "grid.width, line", "1000000000.0", "int"),
    "grid-too-small": Wrong(
        "game.toml", swap("width = 25", "width = 0"), "grid.width, line", "0", "int >= 1"),
    "grid-narrower": Wrong(
        "map.csv", lambda data: data.replace(b"1624,", b"1625,", 1), "line", "'1625'",
        "a hex id {row:02}{column:02} on the grid of 25 columns by 23 rows"),
    "side-alone": Wrong(
        "game.toml", swap('["german", "soviet"]', '["german"]'), "sides, line", "['german']",
        "array of length >= 2"),
    "key-missing": Wrong(
        "game.toml", swap("highest_factor = 9\n", ""), "units, key highest_factor, line",
        "nothing", "the key highest_factor"),
    "words-disagree": Wrong(
        "game.toml", swap('    "militia", "fortress', '    "militai", "fortress'),
        "stacking.not_counted[0], line", "'militai'", "one of 25 known words"),
    "word-twice": Wrong(
        "game.toml", swap('zones = ["north", "south"]', 'zones = ["north", "north"]'),
        "map.zones[1], line", "'north'", "each word once"),
    "source-missing": Wrong(
        "game.toml", swap('name = "hexsides"', 'name = "map"'), "source[1].name, line", "'map'",
        "one of hexsides, map, once"),
}  # fmt: skip

SOURCES = {
    "scenario-source-missing": Wrong(
        SETUP, swap('name = "automatic"', 'name = "draws"'), "source[14].name, line",
        "'draws'", "one of"),
    "scenario-source-none": Wrong(
        SETUP, lambda data: data[: data.rindex(b"[[source]]")], "source", "nothing",
        "a source named automatic"),
    "scenario-source-twice": Wrong(
        SETUP, swap('name = "automatic"', 'name = "setup"'), "source[14].name, line", "'setup'",
        "one source a key"),
    "scenario-source-unreasoned": Wrong(
        SETUP, swap('name = "setup"\nprovenance = "rulebook"',
                    'name = "setup"\nprovenance = "reconstructed"'),
        "source[10], reasoning", "", ""),
}  # fmt: skip

TOML = {
    "syntax": Wrong(
        SETUP, swap('id = "blue-kremlin"', "id = blue"), "line 3, column 6", "'id = blue'",
        "TOML (Invalid value"),
    "key-twice": Wrong(
        SETUP, swap("first_turn = 9", "last_turn = 9"), "line 6", "'last_turn = 13'",
        "TOML (Cannot overwrite a value"),
    "table-twice": Wrong(
        SETUP, swap("[markers]", "[boxes]"), "line", "'[boxes]'", "TOML (Cannot declare"),
    "cut": Wrong(
        SETUP, lambda data: data[: data.index(b'"SU:rifle:54"')].rstrip() + b"\n",
        "line 74, the last", "'units = [\"SU:rifle:8\",'", "TOML ("),
    "nested": Wrong(
        SETUP, add("x = " + "[" * 100_000 + "\n"), "file", "values nested too deeply", "a few"),
    "number-endless": Wrong(
        SETUP, swap("first_turn = 9", "first_turn = " + "9" * 5000), "line",
        "'\"\"\"'", "TOML (Exceeds"),
}  # fmt: skip

KEYS = {
    "unknown": Wrong(
        SETUP, swap("first_turn =", "frist_turn ="), "key frist_turn, line 5", "'frist_turn'",
        "a known key (did you mean 'first_turn'?)"),
    "unknown-inside": Wrong(
        SETUP, swap("german_dead", "finnish_dead"), "boxes, key finnish_dead, line",
        "'finnish_dead'", "a known key"),
    "unknown-of-two-lines": Wrong(
        SETUP, swap("first_turn = 9", '"first\\nturn" = 9'), "key 'first\\nturn'",
        "'first\\nturn'", "a known key"),
    "missing": Wrong(
        SETUP, swap("last_turn = 13\n", ""), "key last_turn", "nothing", "the key last_turn"),
    "type": Wrong(
        SETUP, swap("first_turn = 9", 'first_turn = "nine"'), "first_turn, line 5", "'nine'",
        "int"),
    "truth-for-number": Wrong(
        SETUP, swap("first_turn = 9", "first_turn = true"), "first_turn, line 5", "True", "int"),
    "nan": Wrong(
        SETUP, swap("last_turn = 13", "last_turn = nan"), "last_turn, line 6", "nan", "int"),
    "number-huge": Wrong(
        SETUP, swap("last_turn = 13", "last_turn = " + "9" * 400), "last_turn, line 6",
        "a number of 1329 bits", "int <= 999"),
    "text-for-list": Wrong(
        SETUP, first('units = ["SU:rifle:29"]', 'units = "SU:rifle:29"'), "setup[6].units, line",
        "'SU:rifle:29'", "array"),
    "list-empty": Wrong(
        SETUP, first('units = ["SU:rifle:29"]', "units = []"), "setup[6].units, line", "[]",
        "array of length >= 1"),
    "date-for-text": Wrong(
        SETUP, swap('"Operations Blue & Kremlin, 1942"', "1942-06-28"), "title, line 4",
        "datetime.date(1942, 6, 28)", "str"),
    "id-of-another": Wrong(
        SETUP, swap('id = "blue-kremlin"', 'id = "blue"'), "id, line 3", "'blue'",
        "'blue-kremlin'"),
}  # fmt: skip

PLACES = {
    "unit-unknown": Wrong(
        SETUP, first('"SU:rifle:29"', '"SU:rifle:299"'), "setup[6].units[0], line",
        "'SU:rifle:299'", "the id of a unit of units.csv (did you mean 'SU:rifle:29'?)"),
    "unit-twice": Wrong(
        SETUP, first('"SU:rifle:29"', '"SU:rifle:23"'), "setup[6].units[0], line",
        "'SU:rifle:23'", "each unit once (it stands in setup[0].units[0])"),
    "unit-in-box-and-hex": Wrong(
        SETUP, first('"SU:rifle:29"', '"SU:rifle:66"'), "setup[6].units[0], line",
        "'SU:rifle:66'", "each unit once (it stands in boxes.soviet_rvgk[1])"),
    "unit-without-place": Wrong(
        SETUP, swap('"SU:rifle:8", ', ""), "setup", "nothing",
        "a place for 'SU:rifle:8' (8A) of units.csv before turn 9 (first_turn)"),
    "unit-not-yet-there": Wrong(
        SETUP, first('"SU:rifle:29"', '"SU:rifle:39"'), "setup[6].units[0], line",
        "'SU:rifle:39', which arrives on turn 11", "a unit in play before turn 9"),
    "unit-of-the-other-side": Wrong(
        SETUP, swap("german_dead = []", 'german_dead = ["SU:tank:3"]'), "boxes.german_dead[0]",
        "'SU:tank:3'", "a unit of the german side"),
    "box-of-the-other-side": Wrong(
        SETUP, swap("german_dead = []", 'german_dead = []\nsoviet_caucasus = ["DE:pz:3"]'),
        "boxes.soviet_caucasus[0]", "'DE:pz:3'", "a unit of the soviet side"),
    "expedition-in-part": Wrong(
        SETUP, swap("german_dead = []", 'german_dead = []\ngerman_caucasus = ["DE:pz:3"]'),
        "boxes.german_caucasus", "['DE:pz:3']", "three corps, with four armies"),
    "hex-unknown": Wrong(
        SETUP, swap('hex = "1409"', 'hex = "9409"'), "setup[6].hex, line", "'9409'",
        "the id of a hex of map.csv"),
    "hex-off-the-map": Wrong(
        SETUP, swap('hex = "1409"', 'hex = "1024"'), "setup[6].hex, line", "'1024'", "the id of"),
    "hex-in-the-sea": Wrong(
        SETUP, swap('hex = "1409"', 'hex = "3109"'), "setup[6].hex, line",
        "'3109', which is sea", "a hex that units may enter"),
    "hex-twice": Wrong(
        SETUP, swap('hex = "1409"', 'hex = "1410"'), "setup[6].hex, line", "'1410'",
        "each hex once in a list"),
    "hex-of-the-enemy": Wrong(
        SETUP, swap('hex = "1409"', 'hex = "1412"'), "setup[6].units[0], line",
        "'SU:rifle:29' in 1412", "a hex under soviet control"),
    "enemies-together": Wrong(
        SETUP, swap('hex = "2605"', 'hex = "2604"'), "automatic[20].units[0], line",
        "'DE:inf:4' in 2604 with 'SU:rifle:12'", "units of one side in a hex"),
    "overstacked": Wrong(
        SETUP, each(swap('["DE:inf:55", "DE:inf:13"', '["DE:inf:12", "DE:inf:55", "DE:inf:13"'),
        swap('hex = "2008"\nunits = ["DE:inf:12"]', 'hex = "2008"\nunits = ["DE:inf:11"]')),
        "automatic[15].units[5], line", "6 units in 2207 with 'DE:pz:48'",
        "at most 5 that count (limit, not_counted in game.toml)"),
    "satellites-together": Wrong(
        SETUP, each(swap('"DE:pz:3", "RO:army:3"]', '"DE:pz:3", "RO:army:3", "RO:army:4"]'),
        swap('"DE:inf:52", "RO:army:4"]', '"DE:inf:52"]')), "automatic[18].units[4], line",
        "'RO:army:4' in 2506", "one unit of satellite, communist-satellite in a hex"),
    "free-side-unknown": Wrong(
        SETUP, swap('side = "german"', 'side = "axis"'), "free[0].side, line", "'axis'",
        "one of german, soviet"),
    "free-of-the-other-side": Wrong(
        SETUP, swap('side = "german"', 'side = "soviet"'), "free[0].units[0], line", "'DE:inf:1'",
        "a unit of the soviet side"),
    "automatic-incomplete": Wrong(
        SETUP, swap('"DE:mtn:49", "DE:inf:17"]', '"DE:inf:17"]'), "automatic",
        "no place for 'DE:mtn:49'", "a place for every unit of free.units"),
    "automatic-twice": Wrong(
        SETUP, swap('"DE:mtn:49", "DE:inf:17"]', '"DE:mtn:49", "DE:mtn:49"]'),
        "automatic[22].units[2], line", "'DE:mtn:49'", "each unit once"),
    "automatic-not-free": Wrong(
        SETUP, swap('"DE:mtn:49", "DE:inf:17"]', '"DE:mtn:49", "DE:inf:42"]'),
        "automatic[22].units[2], line", "'DE:inf:42'", "a unit of free.units"),
    "control-in-the-sea": Wrong(
        SETUP, swap('"1012", "1111"', '"1315", "1111"'), "german_control[0], line",
        "'1315', which is sea", "a hex that units may enter"),
    "control-twice": Wrong(
        SETUP, swap('"1012", "1111"', '"1111", "1111"'), "german_control[1], line", "'1111'",
        "each hex once"),
    "control-unknown": Wrong(
        SETUP, swap('"1012", "1111"', '"0000", "1111"'), "german_control[0], line", "'0000'",
        "the id of a hex"),
    "no-city": Wrong(
        SETUP, swap('"1606", "2501"', '"1606", "2502"'), "victory_cities[2], line 9", "'2502'",
        "a hex with the feature city"),
    "too-many-cities": Wrong(
        SETUP, swap("_needed = 2", "_needed = 4"), "victory_cities_needed, line 10", "4",
        "at most 3"),
    "marker-unknown": Wrong(
        SETUP, swap('supply = ["A"]', 'supply = ["D"]'), "markers.offensive_supply[0], line",
        "'D'", "one of A, B, C"),
    "fortified-area": Wrong(
        SETUP, swap('= "available"', '= "available"\nfortified_area = "0000"'),
        "markers.fortified_area, line", "'0000'", "the id of a hex of map.csv"),
    "aerial-supply": Wrong(
        SETUP, swap('= "available"', '= "maybe"'), "markers.aerial_supply, line", "'maybe'",
        "available or used"),
}  # fmt: skip


def frame(lines: str, alone: bool = False, order: str = '"german", "soviet"') -> Edit:
    """Says in which phases the scenario opens and ends, perhaps of its only turn, and in which
    order the sides play."""

    def edit(text: bytes) -> bytes:
        text = text.replace(
            b'player_order = ["german", "soviet"]', f"player_order = [{order}]".encode()
        )
        text = text.replace(b"last_turn = 13", b"last_turn = 9") if alone else text
        return text.replace(b"first_turn = 9", f"{lines}\nfirst_turn = 9".encode(), 1)

    return edit


TURNS = {
    "last-before-first": Wrong(
        SETUP, swap("last_turn = 13", "last_turn = 8"), "last_turn, line 6", "8",
        "turn 9, the first, or later"),
    "after-the-war": Wrong(
        SETUP, swap("last_turn = 13", "last_turn = 33"), "last_turn, line 6", "33",
        "at most turn 32"),
    "turn-zero": Wrong(
        SETUP, swap("first_turn = 9", "first_turn = 0"), "first_turn, line 5", "0", "int >= 1"),
    "window-outside": Wrong(
        SETUP, swap('"9-11"', '"9-14"'), "windows[0].turns, line 11", "'9-14'",
        "turns from 9 to 13 (first_turn, last_turn)"),
    "window-before": Wrong(
        SETUP, swap('turns = "9" }', 'turns = "8" }'), "windows[1].turns, line 11", "'8'",
        "turns from 9 to 13 (first_turn, last_turn)"),
    "window-without-turns": Wrong(
        SETUP, swap('"9-11"', '""'), "windows[0].turns, line 11", "''",
        "turns such as '9-12', the first and the last, or '13', or 'never'"),
    "window-backwards": Wrong(
        SETUP, swap('"9-11"', '"11-9"'), "windows[0].turns, line 11", "'11-9'",
        "turns such as '9-12', the first and the last, or '13', or 'never'"),
    "window-as-a-list": Wrong(
        SETUP, swap('"9-11"', "[]"), "windows[0].turns, line 11", "[]", "str"),
    "window-of-another-rule": Wrong(
        SETUP, swap("BD-13.9a", "BD-13.9b"), "windows[1].rule, line 11", "'BD-13.9b'",
        "one of 24 known words (did you mean 'BD-13.9a'?), of the table windows"),
    "windows-that-overlap": Wrong(
        SETUP, swap("BD-13.9a", "BD-5.6c"), "windows[1].turns, line 11", "'9'",
        "turns after 11, the last of the window of BD-5.6c before"),
    "window-beside-never": Wrong(
        SETUP, swap('"BD-5.6c", turns = "9-11"', '"BD-13.9a", turns = "never"'),
        "windows[1].turns, line 11", "'9'", "no other window of BD-13.9a: one is never"),
    "player-unknown": Wrong(
        SETUP, swap('player_order = ["german", "soviet"]', 'player_order = ["german", "soviets"]'),
        "player_order[1], line 7", "'soviets'", "one of german, soviet (did you mean 'soviet'?)"),
    "player-twice": Wrong(
        SETUP, swap('player_order = ["german", "soviet"]', 'player_order = ["german", "german"]'),
        "player_order, line 7", "['german', 'german']", "each of german, soviet once"),
    "order-of-set-up-without-a-side": Wrong(
        SETUP, swap('setup_order = ["soviet", "german"]', 'setup_order = ["german", "german"]'),
        "setup_order, line 8", "['german', 'german']", "each of german, soviet at least once"),
    "opens-nowhere": Wrong(
        SETUP, frame('opens = "III.D"'), "opens, line 5", "'III.D'",
        "one of I.A, I.B, II.A, II.B, II.C, III.A, III.B, III.C, IV (did you mean 'III.C'?)"),
    "opens-in-no-phase": Wrong(SETUP, frame("opens = 3"), "opens, line 5", "3", "str"),
    "ends-nowhere": Wrong(SETUP, frame('ends = "V"'), "ends, line 5", "'V'", "one of I.A"),
    "ends-before-it-opens": Wrong(
        SETUP, frame('opens = "III.B"\nends = "III.A"', alone=True), "ends, line 6", "'III.A'",
        "III.B or a later phase, since the only turn opens there"),
    "ends-before-it-opens-by-the-order-of-the-sides": Wrong(
        SETUP, frame('opens = "II.B"\nends = "III.C"', alone=True, order='"soviet", "german"'),
        "ends, line 6", "'III.C'", "II.B or a later phase, since the only turn opens there"),
}  # fmt: skip


def arrivals(*lines: str) -> Edit:
    """A scenario with arrivals of its own."""
    listed = "".join(f"    {{ {line} }},\n" for line in lines)
    return swap("last_turn = 13\n", f"last_turn = 13\narrivals = [\n{listed}]\n")


ARRIVALS = {
    "unit-unknown": Wrong(
        SETUP, arrivals('unit = "SU:guards:91"'), "arrivals[0].unit, line 8", "'SU:guards:91'",
        "the id of a unit of units.csv (did you mean"),
    "unit-twice": Wrong(
        SETUP, arrivals('unit = "SU:rifle:23"', 'unit = "SU:rifle:23"'), "arrivals[1].unit, line 9",
        "'SU:rifle:23'", "each unit once"),
    "before-the-scenario": Wrong(
        SETUP, arrivals('unit = "SU:guards:1", turn = 8, entry = "conversion"'),
        "arrivals[0].turn, line 8", "8", "a turn from 9 (first_turn) to 32"),
    "after-the-war": Wrong(
        SETUP, arrivals('unit = "SU:guards:1", turn = 33, entry = "conversion"'),
        "arrivals[0].turn, line 8", "33", "a turn from 9 (first_turn) to 32"),
    "entry-unknown": Wrong(
        SETUP, arrivals('unit = "SU:guards:1", turn = 12, entry = "by sea"'),
        "arrivals[0].entry, line 8", "'by sea'", "one of 27 known words"),
    "entry-missing": Wrong(
        SETUP, arrivals('unit = "SU:guards:1", turn = 12'), "arrivals[0].entry, line 8", "nothing",
        "one of 27 known words"),
    "entry-without-a-turn": Wrong(
        SETUP, arrivals('unit = "SU:guards:1", entry = "conversion"'), "arrivals[0].entry, line 8",
        "'conversion'", "no entry without a turn"),
    "set-up-and-late": Wrong(
        SETUP, arrivals('unit = "SU:rifle:51", turn = 9, entry = "edge-or-city"'),
        "boxes.soviet_dead[1], line", "'SU:rifle:51', which arrives on turn 9 by arrivals",
        "a unit in play before turn 9 (arrivals, first_turn)"),
    "in-play-without-a-place": Wrong(
        SETUP, arrivals('unit = "SU:guards:1"'), "setup", "nothing", "a place for 'SU:guards:1'"),
}  # fmt: skip


@pytest.mark.parametrize(
    "wrong",
    named(
        arrivals=ARRIVALS,
        game=GAME_FILE,
        sources=SOURCES,
        toml=TOML,
        keys=KEYS,
        places=PLACES,
        turns=TURNS,
    ),
)
def test_wrong_toml_is_refused(wrong: Wrong, tmp_path: Path) -> None:
    wrong.check(tmp_path)


def based(game: Path, name: str, base: str, *lines: str) -> Path:
    """Another scenario of a copy, which says only what differs."""
    head = [f'id = "{name}"', f'title = "The {name}"', f'based_on = "{base}"']
    file = game / f"{name}.toml"
    file.write_text("\n".join([*head, *lines]) + "\n")
    return file


def test_a_scenario_may_build_on_another(tmp_path: Path) -> None:
    game = copy_game(tmp_path)
    based(game, "short", SCENARIO, "last_turn = 11")
    based(
        game, "shorter", "short", 'windows = [{ rule = "BD-5.6c", turns = "9" }]', "last_turn = 10"
    )
    with pytest.raises(ScenarioError) as caught:
        load(game, "bare")
    assert "one of blue-kremlin, citadel, gambit, short, shorter, what-if" in str(caught.value)
    short, whole = load(game, "short"), load(game)
    assert (short.title, short.scenario, short.setup["last_turn"]) == ("The short", "short", 11)
    shorter = load(game, "shorter").setup
    assert (shorter["last_turn"], [w["rule"] for w in shorter["windows"]]) == (10, ["BD-5.6c"])
    assert short.setup["setup"] == whole.setup["setup"]
    ids = [scenario.id for scenario in list_scenarios(directory=game.parent)]
    names = (SCENARIO, "citadel", "gambit", "short", "shorter", "what-if")
    assert ids == [f"{GAME}/{name}" for name in names]


FREE = {
    "hex tied to the enemy's": (
        'hexes = ["2911", "3108"]', 'hexes = ["2911", "2320"]', "free[2].hexes[1]", "'2320'",
        "a hex under soviet control, the side of the units"),
    "hex of the border on the other side": (
        'cover = [\n    "1517"', 'cover = [\n    "1516"', "free[0].cover[0]", "'1516'",
        "a hex under german control, the side of the units"),
    "hex of the border that stays empty": (
        'cover = [\n    "1517"', 'cover = [\n    "1624"', "free[0].cover[0]", "'1624'",
        "a hex in which `automatic` puts a unit"),
    "hex to cover twice": (
        'cover = [\n    "1517", "1617"', 'cover = [\n    "1617", "1617"', "free[0].cover[1]",
        "'1617'", "each hex once"),
    "tied unit elsewhere": (
        'hex = "2911"\n', 'hex = "2811"\n', "automatic[37].units[0]", "'SU:ica'",
        "a unit that may be set up in 2811 (free.hexes)"),
    "reserve of others": (
        'reserve = ["SU:rifle:62"', 'reserve = ["SU:ica"', "free[1].reserve[0]", "'SU:ica'",
        "units of free[1].units, each once"),
    "reserve twice": (
        'reserve = ["SU:rifle:62", ', 'reserve = ["SU:rifle:62", "SU:rifle:62", ',
        "free[1].reserve[1]", "'SU:rifle:62'", "units of free[1].units, each once"),
    "step of the other side": (
        'side = "german"\n', 'side = "german"\nstep = 2\n', "free[0].step", "2",
        "1, a step of the german side in setup_order"),
    "hex exchanged twice": (
        'german = ["1516", "1615"', 'german = ["1516", "1516"', "lithuania.german[1]", "'1516'",
        "each hex once"),
    "army kept out that there is not": (
        'kept_out = ["SU:rifle:9"', 'kept_out = ["SU:rifle:99"', "lithuania.kept_out",
        "'SU:rifle:99'", "the id of a unit of units.csv (did you mean"),
    "hex of the new border twice": (
        'german = [\n    "1516", "1517"', 'german = [\n    "1516", "1516"',
        "lithuania.cover.german[1]", "'1516'", "each hex once"),
    "hex of the new border on the other side": (
        'soviet = [\n    "1416"', 'soviet = [\n    "1516"', "lithuania, free[1].cover[0]", "'1516'",
        "a hex under soviet control, the side of the units"),
    "unit placed in two hexes in Lithuania": (
        'hex = "1517"\nunits = ["DE:inf:38"]', 'hex = "1517"\nunits = ["DE:inf:26"]',
        "lithuania.automatic[4].units", "'DE:inf:26'", "each unit once"),
    "hex twice in Lithuania": (
        'hex = "1517"\nunits = ["DE:inf:38"]', 'hex = "1516"\nunits = ["DE:inf:38"]',
        "lithuania.automatic[4].hex", "'1516'", "each hex once"),
    "unit in a hex of the other side in Lithuania": (
        'hex = "1517"\nunits = ["DE:inf:38"]', 'hex = "1517"\nunits = ["DE:inf:38", "SU:rifle:16"]',
        "lithuania, automatic[1].units[0]", "'SU:rifle:16' in 1517",
        "a hex under soviet control"),
    "section of no scenario": (
        "section = 15", "section = 16", "section", "16", "13, 14 or 15, a"),
}  # fmt: skip


@pytest.mark.parametrize("wrong", FREE.values(), ids=FREE)
def test_a_wrong_free_set_up_is_refused(wrong: tuple[str, ...], tmp_path: Path) -> None:
    game = copy_game(tmp_path)
    old, new, place, value, expected = wrong
    spoil(game / "what-if.toml", swap(old, new))
    with pytest.raises(ScenarioError) as caught:
        load(game, "what-if")
    says(caught.value, game / "what-if.toml", place, value, expected)


ATTACHED = {
    "no battalion": (
        "unit", '"DE:tb:502"', '"DE:inf:50"', 0, "'DE:inf:50'", "a Tiger battalion in a hex"),
    "unknown": (
        "unit", '"DE:tb:502"', '"DE:tb:512"', 0, "'DE:tb:512'", "a Tiger battalion in a hex"),
    "not set up": (
        "unit", '"DE:tb:502"', '"DE:tb:506"', 0, "'DE:tb:506'", "a Tiger battalion in a hex"),
    "twice": (
        "unit", '"DE:tb:505"', '"DE:tb:502"', 2, "'DE:tb:502'", "a Tiger battalion in a hex"),
    "to another hex": (
        "to", '"DE:inf:54"', '"DE:inf:35"', 0, "'DE:inf:35'", "a unit in the hex of 'DE:tb:502'"),
    "to a battalion": (
        "to", '"DE:inf:54"', '"DE:tb:502"', 0, "'DE:tb:502'", "a unit in the hex of 'DE:tb:502'"),
}  # fmt: skip


@pytest.mark.parametrize(
    ("key", "old", "new", "row", "value", "expected"), ATTACHED.values(), ids=ATTACHED
)
def test_a_wrong_attachment_is_refused(
    key: str, old: str, new: str, row: int, value: str, expected: str, tmp_path: Path
) -> None:
    game = copy_game(tmp_path)
    spoil(game / "citadel.toml", first(f"{key} = {old}", f"{key} = {new}"))
    with pytest.raises(ScenarioError) as caught:
        load(game, "citadel")
    says(caught.value, game / "citadel.toml", f"attachments[{row}].{key}", value, expected)


BEFORE = [
    # first in its hex, and after another battalion
    (['"DE:inf:50", "DE:inf:54", "DE:tb:502"', '"DE:tb:502", "DE:inf:50", "DE:inf:54"'],
     "automatic[1].units[0]", "'DE:tb:502'"),
    (['"DE:inf:54", "DE:tb:502", ', '"DE:inf:54", ', '"DE:sspz:2", "DE:tb:503"',
      '"DE:sspz:2", "DE:tb:502", "DE:tb:503"'], "automatic[37].units[2]", "'DE:tb:503'"),
]  # fmt: skip


@pytest.mark.parametrize(("edits", "place", "value"), BEFORE)
def test_a_battalion_that_comes_after_no_corps_is_refused(
    edits: list[str], place: str, value: str, tmp_path: Path
) -> None:
    game = copy_game(tmp_path)
    for old, new in zip(edits[::2], edits[1::2], strict=True):
        spoil(game / "gambit.toml", swap(old, new))
    with pytest.raises(ScenarioError) as caught:
        load(game, "gambit")
    says(caught.value, game / "gambit.toml", place, value, "a Tiger battalion after the unit")


ALONE = [
    # without a corps, and two in one hex
    (['["DE:pz:57", "DE:tb:503"]', '["DE:tb:503"]', '"DE:inf:23", "DE:inf:35", "DE:inf:53"',
      '"DE:inf:23", "DE:inf:35", "DE:inf:53", "DE:pz:57"'], "['DE:tb:503']"),
    (['["DE:pz:57", "DE:tb:503"]', '["DE:pz:57"]', '"DE:lw:3", "DE:tb:502"',
      '"DE:lw:3", "DE:tb:502", "DE:tb:503"'], "['DE:inf:50', 'DE:inf:54', 'DE:lw:3', 'DE:tb:502'"),
]  # fmt: skip


@pytest.mark.parametrize(("edits", "value"), ALONE)
def test_a_battalion_that_is_not_alone_with_a_corps_is_refused(
    edits: list[str], value: str, tmp_path: Path
) -> None:
    game = copy_game(tmp_path)
    for old, new in zip(edits[::2], edits[1::2], strict=True):
        spoil(game / "citadel.toml", swap(old, new))
    with pytest.raises(ScenarioError) as caught:
        load(game, "citadel")
    says(caught.value, game / "citadel.toml", "setup[", value, "one Tiger battalion in")


def test_a_scenario_may_state_when_units_arrive(tmp_path: Path) -> None:
    game = copy_game(tmp_path)
    based(game, "other", SCENARIO, "arrivals = [", '    { unit = "SU:rifle:39", turn = 12, '
          'entry = "edge-or-city" },', '    { unit = "SU:rifle:51" },',
          '    { unit = "IT:army:8", turn = 30, entry = "edge-or-city" },', "]")  # fmt: skip
    other = {u.id: (u.arrives, u.entry) for u in load(game, "other").units}
    plain = {u.id: (u.arrives, u.entry) for u in load(game).units}
    changed = {id_: when for id_, when in other.items() if when != plain[id_]}
    assert changed == {
        "SU:rifle:39": (12, "edge-or-city"), "IT:army:8": (30, "edge-or-city"),
        "SU:rifle:51": (None, ""),
    }  # fmt: skip
    assert "IT:army:8" not in {u.id for u in load(game, "other").taking_part()}
    assert list(other) == list(plain)


def test_an_error_is_in_the_file_that_says_it(tmp_path: Path) -> None:
    game = copy_game(tmp_path)
    file = based(game, "short", SCENARIO, "last_turn = 8")
    with pytest.raises(ScenarioError) as caught:
        load(game, "short")
    says(caught.value, file, "last_turn, line 4", "8", "turn 9, the first, or later")
    file = based(game, "short", SCENARIO, "last_turn = 10")
    with pytest.raises(ScenarioError) as caught:
        load(game, "short")
    place, expected = "windows[0].turns, line 11", "turns from 9 to 10"
    says(caught.value, game / SETUP, place, "'9-11'", expected)


@pytest.mark.parametrize(
    ("base", "value", "expected"),
    [
        ('"loop"', "'loop'", "none of 'loop', which would be circular"),
        ('"back"', "'loop'", "none of 'loop', 'back', which would be circular"),
        ('"blue"', "'blue'", "one of back, blue-kremlin, citadel, gambit, loop"),
        ('"../blue"', "'../blue'", "one of back, blue-kremlin, citadel, gambit, loop"),
        ('"charts"', "'charts'", "one of back, blue-kremlin, citadel, gambit, loop"),
        ("3", "3", "one of back, blue-kremlin, citadel, gambit, loop"),
        ("[]", "[]", "one of back, blue-kremlin, citadel, gambit, loop"),
    ],
)
def test_a_base_that_is_none_is_refused(
    base: str, value: str, expected: str, tmp_path: Path
) -> None:
    game = copy_game(tmp_path)
    back = based(game, "back", "loop")
    file = based(game, "loop", "back")
    spoil(file, swap('based_on = "back"', f"based_on =  {base}"))
    with pytest.raises(ScenarioError) as caught:
        load(game, "loop")
    says(caught.value, back if base == '"back"' else file, "based_on, line 3", value, expected)


def test_static_units_do_not_count_for_stacking(tmp_path: Path) -> None:
    game = copy_game(tmp_path)
    spoil(game / SETUP, swap('"SU:rifle:8", "SU:rifle:54"]', '"SU:rifle:54"]'))
    spoil(game / SETUP, swap('units = ["SU:rifle:3"]', 'units = ["SU:tank:3"]'))
    spoil(game / SETUP, swap('[[setup]]\nhex = "1706"\nunits = ["SU:tank:3"]', ""))
    spoil(game / SETUP, swap('"SU:lpma"]', '"SU:lpma", "SU:rifle:3", "SU:rifle:8"]'))
    assert len(load(game).setup["setup"][0]["units"]) == 6
