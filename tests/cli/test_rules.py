"""`eastfront rules` holds catalogue, code and tests of a game against one another, both ways."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from eastfront import packs
from eastfront.cli import main
from eastfront.entry_points import EntryPoint
from eastfront.loading.stated import in_code, in_comments, in_marks

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "two-bridges"
Capture = pytest.CaptureFixture[str]
CATALOGUE = "two_bridges/data/rules.tsv"


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The example game, installed from a copy of its project."""
    monkeypatch.setenv("EASTFRONT_CACHE", "off")
    home = tmp_path / "two-bridges"
    monkeypatch.syspath_prepend(home)
    shutil.copytree(EXAMPLE, home, ignore=shutil.ignore_patterns("__pycache__"))

    def forget() -> None:
        packs._entries.cache_clear()
        packs._pack.cache_clear()
        for name in [n for n in sys.modules if n.partition(".")[0] == "two_bridges"]:
            del sys.modules[name]

    forget()
    ours = list(packs.entry_points(group=packs.GROUP))
    entry = EntryPoint("two-bridges", "two_bridges.game:PACK", "two-bridges-1.0")
    monkeypatch.setattr(packs, "entry_points", lambda group: [*ours, entry])
    yield home
    forget()


@pytest.fixture
def counted(capsys: Capture) -> Callable[..., dict[str, Any]]:
    """The document of the command for the example game."""

    def count(*arguments: str, code: int = 0) -> dict[str, Any]:
        assert main.run(["rules", "two-bridges", "--json", *arguments]) == code
        found: dict[str, Any] = json.loads(capsys.readouterr().out)
        return found

    return count


def replace(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def test_the_example_agrees_and_its_marks_count(
    game: Path, counted: Callable[..., dict[str, Any]]
) -> None:
    assert counted("--check") == {
        "game": "two-bridges", "total": 18, "tested": 17, "by_definition": 1, "later": 0,
        "missing": [], "unstated": [], "unlisted": [], "unknown": [],
    }  # fmt: skip


def test_a_row_whose_rule_stands_nowhere(game: Path, capsys: Capture) -> None:
    path = game / CATALOGUE
    path.write_text(path.read_text() + "TB-9.1a\tfog\tcore\tFog hides units.\n", encoding="utf-8")
    assert main.run(["rules", "two-bridges", "--check"]) == 1
    told = capsys.readouterr()
    assert "  rows that stand nowhere in the code: TB-9.1a\n" in told.out
    assert told.err.startswith("eastfront: two-bridges: rows that stand nowhere in the code: TB-9")
    assert main.run(["rules", "two-bridges"]) == 0
    reason = "id\tkind\treason\nTB-1.1a\tdefinition\tso\nTB-9.1a\tphysical\ta custom\n"
    (game / "two_bridges/data/by-definition.tsv").write_text(reason, encoding="utf-8")
    assert main.run(["rules", "two-bridges", "--check"]) == 0


def test_a_definition_with_a_test_need_not_stand_in_the_code(game: Path, capsys: Capture) -> None:
    path = game / CATALOGUE
    path.write_text(path.read_text() + "TB-9.1a\tfog\tcore\tFog is white.\n", encoding="utf-8")
    path = game / "two_bridges/data/by-definition.tsv"
    path.write_text(path.read_text() + "TB-9.1a\tdefinition\tA colour.\n", encoding="utf-8")
    assert main.run(["rules", "two-bridges", "--check"]) == 0
    replace(game / "tests/test_rules.py", '"TB-2.1a"', '"TB-2.1a", "TB-9.1a"')
    assert main.run(["rules", "two-bridges", "--check"]) == 0
    assert "tested          18" in capsys.readouterr().out


def test_an_id_that_is_composed_stands_in_the_program(
    game: Path, counted: Callable[..., dict[str, Any]]
) -> None:
    replace(game / "two_bridges/rules.py", 'by("TB-3.2a"', 'by(f"TB-{3}.2a"')
    replace(game / "two_bridges/rules.py", '.then("TB-8.1a")', '.then(f"TB-{8}.1a")')
    assert counted("--check")["unstated"] == []


def test_an_id_in_the_code_without_a_row(
    game: Path, counted: Callable[..., dict[str, Any]]
) -> None:
    replace(game / CATALOGUE, "TB-8.1a", "TB-8.1b")
    found = counted("--check", code=1)
    assert found["unlisted"] == ["TB-8.1a"] and found["unstated"] == ["TB-8.1b"]
    assert found["unknown"] == ["TB-8.1a"] and found["missing"] == ["TB-8.1b"]


def test_a_mark_without_a_row_and_a_rule_without_a_test(
    game: Path, counted: Callable[..., dict[str, Any]], capsys: Capture
) -> None:
    replace(game / "tests/test_rules.py", '"TB-2.1a"', '"TB-2.1x"')
    found = counted("--check", code=1)
    assert found["unknown"] == ["TB-2.1x"] and found["missing"] == ["TB-2.1a"]
    assert main.run(["rules", "two-bridges", "--missing"]) == 0
    assert capsys.readouterr().out.endswith("TB-2.1a\n")


def test_the_tests_of_the_project_are_those_that_count(
    game: Path, counted: Callable[..., dict[str, Any]], tmp_path: Path
) -> None:
    replace(game / "pyproject.toml", "two-bridges =", "other =")
    assert counted()["tested"] == 0
    other = tmp_path / "test_one.py"
    other.write_text("import pytest\npytestmark = pytest.mark.rule('TB-2.1a')\n")
    assert counted("--tests", str(other))["tested"] == 1
    (game / "two_bridges/data/coverage.json").write_text('{"tested": ["TB-3.1a"]}')
    assert counted()["tested"] == 1 and counted("--tests", str(other))["tested"] == 2


def test_ids_in_sources(tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text(
        '"""AB-1.1a is stated."""\nX = "AB-1.2a"  # AB-1.3a: why\n'
        'Y = f"AB-{X}", "ab-1", "AB-1.4a and so"\n'
    )
    assert in_code(tmp_path) == {"AB-1.2a"}
    assert in_comments(tmp_path) == {"AB-1.3a"}
    (tmp_path / "test_one.py").write_text(
        "CASES = [('AB-2.1a', 1)]\n"
        "@pytest.mark.parametrize('x', [pytest.param(1, marks=pytest.mark.rule('AB-2.2a'))])\n"
        "@mark.rule('AB-2.3a', 'AB-2.4a')\n"
        "def test_one(x): assert x != 'AB-2.5a'\n"
        "MORE = [pytest.param(n, marks=pytest.mark.rule(i)) for n, i in ((1, 'AB-2.6a'),)]\n"
    )
    assert in_marks(tmp_path) == {"AB-2.2a", "AB-2.3a", "AB-2.4a", "AB-2.6a"}
