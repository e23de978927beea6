"""`eastfront new`: its skeleton is a game that loads, plays and passes its own tests as written."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from eastfront import packs
from eastfront.cli import main
from eastfront.cli.new import prefix_of

NAME = "hill-road"
COMMAND = ("-c", "from eastfront.cli.main import main; main()")
Run = Callable[..., str]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the skeleton, and the metadata of the package as an installation writes it."""
    home = tmp_path_factory.mktemp("new")
    command = [sys.executable, *COMMAND, "new", NAME]
    done = subprocess.run(command, cwd=home, check=True, capture_output=True, text=True)
    assert f"eastfront play {NAME}/first" in done.stdout
    project = tomllib.loads((home / NAME / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    info = home / "site" / "hill_road-0.1.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    )
    (group, entries), *_ = project["entry-points"].items()
    told = "".join(f"{name} = {value}\n" for name, value in entries.items())
    (info / "entry_points.txt").write_text(f"[{group}]\n{told}")
    return home


@pytest.fixture
def run(folder: Path) -> Run:
    """Runs Python with the skeleton installed; gives what it prints."""

    def python(*arguments: str, typed: str = "") -> str:
        path = os.pathsep.join(
            [str(folder / "site"), str(folder / NAME), os.environ.get("PYTHONPATH", "")]
        )
        done = subprocess.run(
            [sys.executable, *arguments],
            cwd=folder, input=typed, capture_output=True, text=True, timeout=120,
            env={**os.environ, "PYTHONPATH": path, "EASTFRONT_CACHE": "off"},
        )  # fmt: skip
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    return python


def test_it_is_played_and_every_position_holds(run: Run) -> None:
    found = json.loads(run(*COMMAND, "playout", f"{NAME}/first", "-n", "20", "--check", "--json"))
    assert found["violations"] == 0 and found["positions"] > 100
    assert set(found["rules"]) == {"HR-1.1a", "HR-2.1a", "HR-3.1a"}


def test_it_is_played_in_a_terminal(run: Run) -> None:
    typed = "move 1B\nto 0102\nboard\nquit\n"
    shown = run(*COMMAND, "play", f"{NAME}/first", typed=typed)
    assert "Turn 1, blue movement phase" in shown and "1B: 0101 to 0102 (HR-1.1a)" in shown


def test_it_passes_its_own_tests(run: Run, folder: Path) -> None:
    tests = str(folder / NAME / "tests")
    assert "6 passed" in run("-m", "pytest", "-q", "-p", "no:cacheprovider", tests)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["Hill"], "expected a letter, then small letters"),
        (["9-lives"], "expected a letter"),
        (["a--b"], "expected a letter"),
        (["class"], "expected a letter"),
        (["russian-campaign"], "a game of this name is installed"),
        (["json"], "there is a Python module json"),
        (["hills", "--prefix", "TRC"], "--prefix 'TRC': expected two to six capital letters"),
        (["hills", "--prefix", "h-1"], "--prefix 'h-1': expected"),
        (["hills", "--title", 'The "Hills"'], "expected one line of text without quotes"),
        (["taken"], "there is a file or folder taken already"),
    ],
)
def test_what_cannot_be_written_is_refused(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    words: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "taken").mkdir()
    assert main.run(["new", *arguments]) == 2
    assert words in capsys.readouterr().err
    assert [path.name for path in tmp_path.rglob("*")] == ["taken"]


def test_a_prefix_comes_from_the_name_and_is_not_that_of_another_game() -> None:
    assert prefix_of("two-bridges", set()) == "TB"
    assert prefix_of("two-bridges", {"TB"}) == "TW"
    assert prefix_of("chess", set()) == "CH" and prefix_of("battle-4", set()) == "BA"
    assert prefix_of("x", set()) == ""
    taken = {one.prefix for one in packs.packs()}
    assert prefix_of("blue-dawn", taken) not in taken
