"""Loading games: by name, with rules out of force, from the cache, and lazily."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

import eastfront as ef
from eastfront import packs
from eastfront.loading import cache, memory
from eastfront.loading import game as games
from eastfront.program import ProgramError

from .conftest import SCENARIO


def test_a_scenario_is_loaded_by_its_id(game: ef.Game) -> None:
    assert game.id == SCENARIO
    assert SCENARIO in ef.scenarios()
    assert game.sides == ["german", "soviet"]
    assert game.python_steps == []


def test_the_same_input_gives_the_same_game_file(game: ef.Game) -> None:
    again = ef.load(SCENARIO, rules=games.rules_of("barbarossa-deluxe"))
    assert again.to_bytes() == game.to_bytes()


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("barbarossa-delux/blue-kremlin", "barbarossa-deluxe"),
        ("barbarossa-deluxe/blue-kremlim", "blue-kremlin"),
        ("barbarossa-deluxe", "blue-kremlin"),
        ("../barbarossa-deluxe/blue-kremlin", "barbarossa-deluxe"),
        ("", "barbarossa-deluxe"),
    ],
)
def test_an_unknown_scenario_is_one_clear_error(name: str, hint: str) -> None:
    with pytest.raises(ef.ScenarioError, match=hint):
        ef.load(name)


def test_a_rule_can_be_taken_out_of_force(game: ef.Game) -> None:
    other = ef.without(game, "BD-6.3a")
    assert other.digest != game.digest
    assert other == ef.load(SCENARIO, without=["BD-6.3a"])
    both = ef.without(other, "BD-11.30a")
    assert games.origin_of(both).without == ("BD-11.30a", "BD-6.3a")


def test_a_rule_that_does_not_exist_names_the_nearest(game: ef.Game) -> None:
    with pytest.raises(ProgramError, match=r"BD-6\.3b.*nearest is BD-"):
        ef.without(game, "BD-6.3b")


def test_a_game_from_bytes_has_no_rules_to_leave_out(monkeypatch: pytest.MonkeyPatch) -> None:
    odd = ef.load(SCENARIO, without=["BD-6.3a"])
    game = ef.Game.from_bytes(odd.to_bytes())
    monkeypatch.delitem(games._origins, game.digest)
    with pytest.raises(ValueError, match="not loaded by name"):
        ef.without(game, "BD-11.30a")


# -- the cache ----------------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("EASTFRONT_CACHE", str(tmp_path / "kept"))
    return tmp_path / "kept"


def test_the_second_load_writes_no_program(
    folder: Path, monkeypatch: pytest.MonkeyPatch, game: ef.Game
) -> None:
    assert ef.load(SCENARIO) == game
    assert len(list(folder.iterdir())) == 1
    monkeypatch.setattr(games, "compiled", None)
    memory.forget()
    assert ef.load(SCENARIO) == game


@pytest.mark.parametrize("harm", [b"", b"x", b"0123456789abcdef\n"])
def test_a_damaged_cache_is_written_anew(folder: Path, harm: bytes, game: ef.Game) -> None:
    ef.load(SCENARIO)
    (kept,) = folder.iterdir()
    whole = kept.read_bytes()
    for damaged in (harm, harm + whole, whole[:1000], whole[:-2] + b"  "):
        kept.write_bytes(damaged)
        memory.forget()
        assert ef.load(SCENARIO) == game
        assert kept.read_bytes() == whole


def test_the_cache_holds_as_many_games_as_the_environment_says(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EASTFRONT_CACHE_GAMES", "2")
    for rule in ("BD-6.3a", "BD-7.14b", "BD-6.4a"):
        ef.load(SCENARIO, without=[rule])
    assert len(list(folder.iterdir())) == 2
    monkeypatch.delenv("EASTFRONT_CACHE_GAMES")
    assert cache.limit() == cache.KEPT


@pytest.mark.parametrize("wrong", ["0", "-1", "many", "1.5", "\u0661", "9" * 5000])
def test_a_number_of_games_that_is_none_is_refused(
    folder: Path, wrong: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EASTFRONT_CACHE_GAMES", wrong)
    memory.forget()
    with pytest.raises(ef.ArgumentError, match=r"CACHE_GAMES=.*, expected a whole number"):
        ef.load(SCENARIO)


def test_every_input_of_a_game_has_a_part_in_its_name(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "package"
    for folder_ in ("systems", "game", "data"):
        (home / folder_).mkdir(parents=True)
    monkeypatch.setattr(cache, "_HERE", home)
    known = packs.pack("barbarossa-deluxe")
    mine = replace(known, package=home / "game", data=home / "data")
    monkeypatch.setattr(cache, "pack", lambda game: mine)
    names = [cache.place(games.Origin(SCENARIO))]
    names.append(cache.place(games.Origin(SCENARIO, without=("BD-6.3a",))))
    names.append(cache.place(games.Origin(SCENARIO, options=("BD-6.3a",))))
    for path in (home / "systems" / "a.py", home / "game" / "a.py", home / "data" / "a.csv"):
        for text in ("one", "two"):
            path.write_text(text, encoding="utf-8")
            names.append(cache.place(games.Origin(SCENARIO)))
    assert None not in names
    assert len(set(names)) == len(names)


def test_what_is_a_users_own_is_not_kept(folder: Path) -> None:
    class Mine(games.rules_of("barbarossa-deluxe")):  # type: ignore[misc]
        pass

    ef.load(SCENARIO, rules=Mine)
    assert not folder.exists()


def test_the_cache_can_be_turned_off_and_may_be_unwritable(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, game: ef.Game
) -> None:
    monkeypatch.setenv("EASTFRONT_CACHE", "off")
    assert cache.folder() is None
    assert ef.load(SCENARIO) == game
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("EASTFRONT_CACHE", str(tmp_path / "file" / "below"))
    assert ef.load(SCENARIO) == game


# -- the package --------------------------------------------------------------------------------


def test_importing_eastfront_imports_nothing_heavy() -> None:
    script = (
        "import sys, eastfront\n"
        "assert 'numpy' not in sys.modules and 'eastfront.loading.game' not in sys.modules\n"
        "assert 'msgspec' not in sys.modules and 'rich' not in sys.modules\n"
        "assert 'tempfile' not in sys.modules and 'random' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", script], check=True)


def test_every_public_name_is_there() -> None:
    for name in ef.__all__:
        assert getattr(ef, name) is not None
        assert name in dir(ef)
    with pytest.raises(AttributeError, match="nothing_like_that"):
        _ = ef.nothing_like_that


def test_a_public_function_is_not_hidden_by_the_module_of_its_name(game: ef.Game) -> None:
    text = game.new().text()  # imports eastfront.positions.text
    assert ef.position(text) == game.new()


def test_replacements_may_lack_a_strength_that_is_motorized(tmp_path: Path) -> None:
    """The two charts of The Russian Campaign name factors of German infantry apart."""
    shipped = Path(ef.__file__).parent / "scenarios" / "russian-campaign" / "charts.toml"
    text = shipped.read_text(encoding="utf-8")
    changed = text.replace("infantry = [3, 4, 5]", "infantry = [3, 4, 4]")
    assert changed != text
    (tmp_path / "charts.toml").write_text(changed, encoding="utf-8")
    game = ef.load("russian-campaign/zitadelle", charts=tmp_path)
    assert game.digest != ef.load("russian-campaign/zitadelle").digest


def test_infantry_is_motorized_by_the_factors_that_have_a_rule(tmp_path: Path) -> None:
    shipped = Path(ef.__file__).parent / "scenarios" / "russian-campaign" / "charts.toml"
    head, name, rest = shipped.read_text(encoding="utf-8").partition('name = "motorization"')
    assert name and "factor = 3" in rest
    path = tmp_path / "charts.toml"
    path.write_text(head + name + rest.replace("factor = 3", "factor = 2", 1), encoding="utf-8")
    with pytest.raises(ef.EastfrontError, match=r"charts\.toml.*2.*3"):
        ef.load("russian-campaign/campaign", charts=tmp_path)
