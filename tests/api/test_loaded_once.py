"""A process loads a game once: the same arguments return the same game."""

from __future__ import annotations

import gc
from pathlib import Path

import pytest

import eastfront as ef
from eastfront.loading import cache, game, memory
from eastfront.positions.document import document

SCENARIO = "barbarossa-deluxe/blue-kremlin"
CHARTS = Path(ef.__file__).parent / "scenarios" / "barbarossa-deluxe" / "charts.toml"


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[game.Origin]:
    """The games that are read from the cache or made anew from now on."""
    found: list[game.Origin] = []
    place = cache.place

    def placed(origin: game.Origin) -> Path | None:
        found.append(origin)
        return place(origin)

    monkeypatch.setattr(cache, "place", placed)
    return found


@pytest.mark.parametrize("name", ef.scenarios())
def test_a_scenario_is_loaded_once(name: str, made: list[game.Origin]) -> None:
    first = ef.load(name)
    made.clear()
    assert ef.load(name) is first
    assert ef.load(name, options=iter(())) is first
    assert made == []


def test_options_and_rules_out_of_force_make_another_game_in_any_order() -> None:
    names = ["BD-6.3a", "BD-7.14b"]
    other = ef.load(SCENARIO, without=names)
    assert other != ef.load(SCENARIO)
    assert other is ef.load(SCENARIO, without=names[::-1])
    assert other is ef.without(ef.load(SCENARIO), *names)


def test_a_table_that_has_changed_makes_the_game_anew(tmp_path: Path) -> None:
    own = tmp_path / "charts.toml"
    own.write_bytes(CHARTS.read_bytes())
    first = ef.load(SCENARIO, charts=own)
    assert ef.load(SCENARIO, charts=own) is first
    own.write_bytes(CHARTS.read_bytes() + b"\n# changed\n")
    assert ef.load(SCENARIO, charts=own) is not first


def test_a_path_of_tables_means_the_file_in_the_folder_at_hand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "charts.toml").write_bytes(CHARTS.read_bytes())
        monkeypatch.chdir(tmp_path / name)
        found.append(ef.load(SCENARIO, charts="charts.toml"))
        assert ef.load(SCENARIO, charts="charts.toml") is found[-1]
    assert found[0] is not found[1]


def test_no_more_games_are_remembered_than_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "MOST", 2)
    first, second = ef.load(SCENARIO), ef.load(SCENARIO, without=["BD-6.3a"])
    assert ef.load(SCENARIO) is first
    ef.load(SCENARIO, without=["BD-7.14b"])
    assert len(memory._games) == 2
    assert ef.load(SCENARIO) is first
    assert ef.load(SCENARIO, without=["BD-6.3a"]) is not second


def test_nothing_is_remembered_without_a_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EASTFRONT_CACHE", "off")
    first = ef.load(SCENARIO)
    assert ef.load(SCENARIO) == first and ef.load(SCENARIO) is not first


def test_a_position_loads_nothing_anew(made: list[game.Origin]) -> None:
    plain, other = ef.load(SCENARIO), ef.load(SCENARIO, without=["BD-6.3a"])
    made.clear()
    for loaded in (plain, other):
        state = loaded.new(seed=1)
        assert ef.position(state.text()) == state
        assert ef.position(state.text()).game == loaded
    assert made == []


def test_data_are_read_once_for_games_that_differ_in_their_rules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EASTFRONT_CACHE", str(tmp_path))
    game._read.cache_clear()
    for without in ((), ("BD-6.3a",), ("BD-7.14b",)):
        ef.load(SCENARIO, without=without)
    assert game._read.cache_info().misses == 1
    monkeypatch.setattr(memory, "stamp", lambda origin: frozenset({("changed", 1, 1)}))
    ef.load(SCENARIO, without=["BD-6.4a"])
    assert game._read.cache_info().misses == 2


def test_no_garbage_is_sought_while_a_program_is_read() -> None:
    other, threshold = ef.load(SCENARIO, without=["BD-6.3a"]), gc.get_threshold()
    document.__wrapped__.cache_clear()  # type: ignore[attr-defined]
    searched: list[str] = []
    gc.callbacks.append(lambda phase, _: searched.append(phase))
    gc.set_threshold(1000)
    try:
        document(other)
    finally:
        gc.set_threshold(*threshold)
        gc.callbacks.pop()
    # what was put off comes once
    assert searched.count("start") <= 3 and gc.isenabled()
