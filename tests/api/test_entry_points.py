"""Entry points are found as by `importlib.metadata`, and without importing it where possible."""

from __future__ import annotations

import importlib.metadata
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from eastfront.entry_points import EntryPoint, entry_points

GROUPS = ["eastfront.games", "console_scripts", "pytest11", "no.such.group"]


def package(folder: Path, name: str, text: str) -> Path:
    """A package in a folder, with its entry points."""
    info = folder / f"{name}-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(text)
    return folder


def by_the_library(group: str) -> list[tuple[str, str]]:
    """What the library finds."""
    return sorted((e.name, e.value) for e in importlib.metadata.entry_points(group=group))


@pytest.mark.parametrize("group", GROUPS)
def test_they_are_those_of_the_library(group: str) -> None:
    assert sorted((e.name, e.value) for e in entry_points(group)) == by_the_library(group)


def test_of_a_package_that_is_there_twice_the_first_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "[other]\na = no.module:X\n\n[eastfront.games]\n# of ours\nmine = {}.game:PACK\n"
    for folder, name in (("one", "my_game"), ("two", "My_Game"), ("two", "your.game")):
        package(tmp_path / folder, name, text.format(f"{folder}_{name.lower().replace('.', '_')}"))
        monkeypatch.syspath_prepend(tmp_path / folder)
    monkeypatch.setattr(sys, "path", [str(tmp_path / "one"), str(tmp_path / "two")])
    found = sorted(entry_points("eastfront.games"))
    assert [(e.name, e.value) for e in found] == by_the_library("eastfront.games")
    assert [(e.value, e.distribution) for e in found] == [
        ("one_my_game.game:PACK", "my_game-1.0"),
        ("two_your_game.game:PACK", "your.game-1.0"),
    ]


def test_packages_in_an_archive_are_found_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package(tmp_path / "in", "packed", "[eastfront.games]\npacked = packed.game:PACK\n")
    archive = tmp_path / "all.zip"
    with zipfile.ZipFile(archive, "w") as out:
        for path in (tmp_path / "in").rglob("*"):
            out.write(path, path.relative_to(tmp_path / "in"))
    monkeypatch.syspath_prepend(archive)
    found = entry_points("eastfront.games")
    assert EntryPoint("packed", "packed.game:PACK", "packed-1.0") in found


@pytest.mark.parametrize("by_library", [False, True])
def test_one_that_cannot_be_read_hides_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, by_library: bool
) -> None:
    usual = {(e.name, e.value) for e in entry_points("eastfront.games")}
    package(tmp_path, "other", "")
    (tmp_path / "other-1.0.dist-info" / "entry_points.txt").write_bytes(b"[a]\nx = y:z\n# \xe9\n")
    monkeypatch.syspath_prepend(tmp_path)
    if by_library:  # whatever lies in an archive is found by the library alone
        archive = tmp_path / "empty.zip"
        zipfile.ZipFile(archive, "w").close()
        monkeypatch.syspath_prepend(archive)
    with pytest.warns(RuntimeWarning, match=r"^other-1\.0: its entry_points\.txt") as told:
        found = entry_points("eastfront.games")
    assert {(e.name, e.value) for e in found} == usual and len(told) == 1


@pytest.mark.parametrize(
    ("value", "found"),
    [("os.path:join", "join"), ("os : path.join", "join"), ("os.path", "posixpath")],
)
def test_what_one_leads_to(value: str, found: str) -> None:
    ours = EntryPoint("x", value)
    theirs = importlib.metadata.EntryPoint("x", value, "group")
    assert ours.load() is theirs.load() and ours.load().__name__ == found
    assert ours.module == theirs.module


def test_to_load_a_game_the_library_is_not_imported() -> None:
    code = (
        "import sys, eastfront as ef; ef.load('barbarossa-1971/berlin');"
        "print('importlib.metadata' in sys.modules)"
    )
    for _ in range(2):  # the first may write the game into the cache
        out = subprocess.check_output([sys.executable, "-c", code], text=True)
    assert out.strip() == "False"
