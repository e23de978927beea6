"""Games are found by entry points; an entry point without a game is one clear error."""

from __future__ import annotations

import sys
import tomllib
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest

import eastfront as ef
from eastfront import packs, wire
from eastfront.entry_points import EntryPoint
from eastfront.loading import catalogue

GIVEN = "[eastfront.games]\nmine = {}.game:PACK\n"
PACK = """
from pathlib import Path
from eastfront.packs import Pack, lazy
PACK = Pack("mine", "Mine", "{prefix}", Path(__file__).parent, "any", lazy("{rules}"))
"""


@pytest.fixture(autouse=True)
def anew() -> Iterator[None]:
    """What was found is forgotten, before and after."""

    def forget() -> None:
        packs._entries.cache_clear()
        packs._pack.cache_clear()
        packs._warn_once.cache_clear()
        catalogue._every.cache_clear()

    forget()
    yield
    forget()


def found(monkeypatch: pytest.MonkeyPatch, *entries: tuple[str, str]) -> None:
    """Lets these entry points be found besides ours."""
    ours = list(packs.entry_points(group=packs.GROUP))
    more = [EntryPoint(name, value, "other-1.0") for name, value in entries]
    monkeypatch.setattr(packs, "entry_points", lambda group: [*ours, *more])


def test_our_games_come_by_the_same_door() -> None:
    assert packs.names() == ["barbarossa-1971", "barbarossa-deluxe", "russian-campaign"]
    assert [p.prefix for p in packs.packs()] == ["SPI", "BD", "TRC"]
    for pack in packs.packs():
        assert pack.start in ef.scenarios()
        assert pack.rules().sides and pack.telling is not None and pack.telling().results


def test_a_game_that_there_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(packs.PackError, match="the nearest is 'russian-campaign'") as told:
        packs.pack("russian-campain")
    assert isinstance(told.value, ef.EastfrontError) and isinstance(told.value, ValueError)
    assert packs.pack_of("chess/any") is None


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ("no_such_module:PACK", "ModuleNotFoundError"),
        ("eastfront.packs:NOTHING", "AttributeError"),
        ("eastfront.packs:GROUP", "is str, expected a Pack of the game 'mine'"),
        ("eastfront.games.russian_campaign.game:PACK", "the pack of 'russian-campaign'"),
    ],
)
def test_what_is_no_pack(monkeypatch: pytest.MonkeyPatch, value: str, told: str) -> None:
    found(monkeypatch, ("mine", value))
    assert "mine" in packs.names()
    with pytest.raises(packs.PackError, match=told) as error:
        packs.pack("mine")
    assert "mine" in str(error.value) and "\n" not in str(error.value)


@pytest.mark.filterwarnings("error")
def test_to_load_a_game_no_other_pack_is_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    found(monkeypatch, ("mine", "no_such_module:PACK"))
    monkeypatch.setenv("EASTFRONT_CACHE", "off")
    assert ef.load("barbarossa-deluxe/blue-kremlin").sides == ["german", "soviet"]


def test_a_broken_pack_hides_no_other_game(monkeypatch: pytest.MonkeyPatch) -> None:
    found(monkeypatch, ("mine", "no_such_module:PACK"))
    with pytest.warns(RuntimeWarning, match="the game 'mine'"):
        known = ef.scenarios()
    assert "russian-campaign/campaign" in known


def test_nobody_takes_the_name_of_a_game_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    found(monkeypatch, ("russian-campaign", "elsewhere.game:PACK"))
    with pytest.warns(RuntimeWarning, match=r"other-1\.0 \(elsewhere\.game:PACK\) is left out"):
        assert packs.names() == ["barbarossa-1971", "barbarossa-deluxe", "russian-campaign"]
    assert packs.pack("russian-campaign").prefix == "TRC" and packs.ships("russian-campaign")


def test_two_packs_of_one_name_are_nobodys(monkeypatch: pytest.MonkeyPatch) -> None:
    found(monkeypatch, ("mine", "here.game:PACK"), ("mine", "there.game:PACK"))
    with pytest.warns(RuntimeWarning, match="'mine' is left out: it is given 2 times") as told:
        assert "mine" not in packs.names()
    assert len(told) == 1
    with pytest.raises(packs.PackError, match=r"by other-1\.0 \(here.*there\.game:PACK\)"):
        packs.pack("mine")
    assert not packs.ships("mine") and "russian-campaign/campaign" in ef.scenarios()


def test_the_same_pack_twice_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """A package may be found in two folders."""
    found(monkeypatch, ("mine", "here.game:PACK"), ("mine", "here.game:PACK"))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert "mine" in packs.names()


def test_our_games_are_there_without_the_metadata_of_packages(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text())
    declared = project["project"]["entry-points"][packs.GROUP]
    monkeypatch.setattr(packs, "entry_points", lambda group: [])
    assert {n: e.value for n, e in packs._entries().entries.items()} == declared
    assert "russian-campaign/campaign" in ef.scenarios()
    with pytest.raises(packs.PackError, match="metadata of installed packages"):
        packs.pack("mine")


def foreign(
    folder: Path, monkeypatch: pytest.MonkeyPatch, code: str, files: dict[str, str] | None = None
) -> None:
    """A package of somebody else's with a game, found as an installed one is."""
    name = f"their_{folder.name}"
    info = folder / f"{name}-2.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 2.0\n")
    (info / "entry_points.txt").write_text(GIVEN.format(name))
    (folder / name / "data").mkdir(parents=True)
    (folder / name / "__init__.py").touch()
    (folder / name / "game.py").write_text(code)
    for path, text in (files or {}).items():
        (folder / name / path).write_text(text)
    monkeypatch.syspath_prepend(folder)


BROKEN = {
    "ends the process": ("raise SystemExit('no licence')", {}),
    "raises": ("1 / 0", {}),
    "is no pack": ("PACK = 1", {}),
    "has an empty scenario": (
        PACK.format(prefix="MG", rules="no.such:Rules"),
        {"data/game.toml": "title='x'", "data/any.toml": ""},
    ),
}


@pytest.mark.parametrize("how", BROKEN)
def test_what_is_broken_is_one_warning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    ours = ef.scenarios()
    packs._entries.cache_clear()
    code, files = BROKEN[how]
    foreign(tmp_path, monkeypatch, code, files)
    with pytest.warns(RuntimeWarning, match=rf"^their_{tmp_path.name}-2\.0: ") as told:
        assert ef.scenarios() == ef.scenarios() == ours
    assert len(told) == 1
    assert ef.load("barbarossa-deluxe/blue-kremlin").sides == ["german", "soviet"]


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("how", BROKEN)
def test_the_lists_of_front_ends_go_on_beside_a_broken_pack(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    foreign(tmp_path, monkeypatch, *BROKEN[how])
    assert {s.id.partition("/")[0] for s in wire.scenarios().scenarios} == {
        "barbarossa-1971", "barbarossa-deluxe", "russian-campaign",
    }  # fmt: skip
    assert ef.rule("TRC-7.2a").game == "russian-campaign"


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_the_rules_of_our_games_say_what_ours_say(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = ef.rule("TRC-7.2a")
    catalogue._every.cache_clear()
    packs._entries.cache_clear()
    table = "rule\tarea\tx\ttext\nTRC-7.2a\tzones\t\tnot so\nMG-1.1a\tzones\t\tso\n"
    foreign(
        tmp_path,
        monkeypatch,
        PACK.format(prefix="TRC", rules="no.such:Rules"),
        {"data/rules.tsv": table},
    )
    assert ef.rule("TRC-7.2a") == before and ef.rule("MG-1.1a").text == "so"


def test_a_lazy_name_that_leads_to_nothing_says_where_it_stands() -> None:
    for name, told in (("no.such:Rules", "ModuleNotFound"), ("os:Rules", "AttributeError")):
        found = packs.lazy(name)
        line = sys._getframe().f_lineno - 1
        with pytest.raises(packs.PackError, match=told) as error:
            found()
        assert str(error.value).startswith(f"{__file__}:{line}: lazy({name!r})")
