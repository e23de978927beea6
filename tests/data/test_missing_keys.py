"""Missing keys, columns and files of a game are refused at once, and what may be left out."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest
from loading_cases import Edit, add, copy_game, each, load, spoil, swap

from eastfront.scenario import ScenarioError
from eastfront.scenario.decode import decode
from eastfront.scenario.forms import GameFile, Grid, SourceForm, Stacking

LEAST = {
    "id": "small",
    "title": "Small",
    "sides": ["one", "other"],
    "last_turn": 3,
    "grid": {"width": 2, "height": 3},
    "map": {"terrain": ["open"]},
    "units": {"kinds": ["foot"], "highest_factor": 9},
    "source": [],
}
"""The keys of game.toml that have no default."""


def refused(folder: Path, file: str, edit: Edit) -> ScenarioError:
    """The error for a game with a spoilt file."""
    game = copy_game(folder)
    spoil(game / file, edit)
    with pytest.raises(ScenarioError) as caught:
        load(game)
    return caught.value


def test_an_empty_game_file_is_told_all_its_keys() -> None:
    with pytest.raises(ScenarioError) as caught:
        decode(Path("game.toml"), {"map": {"terrain": []}, "units": {}}, GameFile)
    told = caught.value
    assert told.place == (
        "keys id, title, sides, last_turn, grid.width, grid.height, units.kinds, "
        "units.highest_factor, source"
    )
    assert "sides (a list of 2, each a name of small letters, digits and hyphens)" in told.expected
    assert "last_turn (a whole number from 1 to 999)" in told.expected
    assert "units.kinds (a list, each some text)" in told.expected


def test_a_key_of_each_item_of_a_list_is_told(tmp_path: Path) -> None:
    told = refused(
        tmp_path, "game.toml",
        each(swap('name = "map"\n', ""), swap('title = "Barbarossa Deluxe"\n', "")),
    )  # fmt: skip
    assert told.place == "keys title, source[0].name"


def test_keys_of_a_table_of_charts_are_told_with_the_line_of_the_table(tmp_path: Path) -> None:
    edit = add('\n[[table]]\nname = "air-armies"\nsource = "x"\n')
    game = copy_game(tmp_path)
    charts = game / "charts.toml"
    text = charts.read_text(encoding="utf-8")
    charts.write_text(re.sub(r"\[\[table\]\]\nname = \"air-armies\".*?(?=\[\[table)", "", text,
                             flags=re.DOTALL), encoding="utf-8")  # fmt: skip
    spoil(charts, edit)
    with pytest.raises(ScenarioError) as caught:
        load(game)
    assert re.match(r"table air-armies, keys? .*provenance.*, line \d+$", caught.value.place)


def test_keys_of_a_scenario_are_told(tmp_path: Path) -> None:
    edit = each(swap("last_turn = 13\n", ""), swap("first_turn = 9\n", ""))
    told = refused(tmp_path, "blue-kremlin.toml", edit)
    assert told.place == "keys first_turn, last_turn"
    assert told.expected.count("a whole number from 1 to 999") == 2


def test_missing_columns_are_told(tmp_path: Path) -> None:
    told = refused(
        tmp_path, "hexsides.csv",
        lambda data: b"\n".join(line.split(b",", 2)[2] for line in data.splitlines()) + b"\n",
    )  # fmt: skip
    assert told.place == "line 1, columns a, b"


def test_missing_files_are_told(tmp_path: Path) -> None:
    game = copy_game(tmp_path)
    for name in ("map.csv", "charts.toml"):
        (game / name).unlink()
    with pytest.raises(ScenarioError, match=r"charts\.toml, map\.csv: got no such files"):
        load(game)


def test_missing_tables_are_told(tmp_path: Path) -> None:
    told = refused(
        tmp_path, "charts.toml",
        lambda data: data[: data.index(b'[[table]]\nname = "mobile-assault-costs"')],
    )  # fmt: skip
    named = "mobile-assault-costs, shifts, counter-values, windows, departures, conversions"
    assert told.place == f"table {named}"
    assert told.expected == "tables of these names"


def test_the_rest_of_a_game_file_has_defaults() -> None:
    found = decode(Path("game.toml"), LEAST, GameFile)
    usual = Grid(2, 3, 1, 1, 1, "{row:02}{column:02}")
    assert found.grid == usual and found.stacking == Stacking(99, [], []) and found.rows is None
    assert msgspec.to_builtins(found.map) == {
        "terrain": ["open"], "barred": [], "areas": [], "zones": [], "features": [],
        "hexside_features": [], "rivers": [], "link": [],
    }  # fmt: skip
    for key in LEAST:
        with pytest.raises(ScenarioError, match=rf"\b{key}\b"):
            decode(Path("game.toml"), {k: v for k, v in LEAST.items() if k != key}, GameFile)


def test_players_and_set_up_follow_the_order_of_the_sides(tmp_path: Path) -> None:
    game = copy_game(tmp_path)
    before = load(game).setup
    text = (game / "blue-kremlin.toml").read_text(encoding="utf-8")
    assert before["player_order"] == ["german", "soviet"]
    told = re.sub(r"player_order = .*\n", "", text)
    told = re.sub(r'\[\[source\]\]\nname = "player_order".*?(?=\[\[)', "", told, flags=re.DOTALL)
    (game / "blue-kremlin.toml").write_text(told, encoding="utf-8")
    assert load(game).setup["player_order"] == ["german", "soviet"]


def test_unknown_keys_are_told_with_the_missing_ones(tmp_path: Path) -> None:
    edit = each(
        swap("first_turn = 9", "frist_turn = 9"),
        swap("last_turn = 13\n", "weather = 1\n"),
        swap("german_dead", "german_daed"),
    )
    told = refused(tmp_path, "blue-kremlin.toml", edit)
    assert re.fullmatch(
        r"keys frist_turn \(line 5\), weather \(line 6\), boxes\.german_daed \(line \d+\), "
        r"last_turn", told.place,
    )  # fmt: skip
    assert str(told).endswith(
        "got unknown and missing keys, expected known keys in place of frist_turn (did you mean "
        "'first_turn'?), weather, boxes.german_daed (did you mean 'german_dead'?); all of these "
        "keys: last_turn (a whole number from 1 to 999)"
    )


def test_several_unknown_keys_are_told(tmp_path: Path) -> None:
    edit = each(swap('title = "Barb', 'tilte = "Barb'), swap("[grid]\n", "[grid]\nwdith = 1\n"))
    told = refused(tmp_path, "game.toml", edit)
    assert re.fullmatch(r"keys tilte \(line \d+\), grid\.wdith \(line \d+\)", told.place)
    assert told.value == "unknown keys"
    assert told.expected == (
        "known keys in place of tilte (did you mean 'title'?), grid.wdith (did you mean 'width'?)"
    )


def test_a_misspelt_key_is_one_fault(tmp_path: Path) -> None:
    told = refused(tmp_path, "game.toml", swap('title = "Barb', 'tilte = "Barb'))
    assert re.fullmatch(r"key tilte, line \d+", told.place) and told.value == "tilte"
    assert told.expected == "a known key (did you mean 'title'?)"


def test_an_unknown_key_of_a_table_of_charts_is_told_with_a_missing_one() -> None:
    with pytest.raises(ScenarioError) as caught:
        decode(Path("x.toml"), {"name": "map", "kind": 1, "weight": 2}, SourceForm, "source[0]")
    assert caught.value.place == "source[0], keys kind, weight, provenance, source"
