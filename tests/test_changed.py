"""`make test-changed` runs the tests of files that differ from upstream."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from tools.changed import Suite, differing, within

FILES = {
    "README.md": "",
    "tests/conftest.py": "",
    "tests/waiting.py": "HANG = 1",
    "tests/test_names.py": 'PAGE = "README.md"',
    "tests/api/test_load.py": "import eastfront as ef",
    "tests/api/test_record.py": "from eastfront import record\nfrom waiting import HANG",
    "tests/api/test_snippets.py": "",
    "tests/data/test_loading.py": "from eastfront.scenario.load import load",
    "tests/golden/test_golden.py": "from tools import golden",
    "tests/kernels/test_odds.py": "from oracle_kernels import odds",
    "tests/oracle_kernels/odds.py": "",
    "tests/rules/north/positions.py": "from eastfront.scenario import model",
    "tests/rules/north/test_1.py": "from .positions import at",
    "tests/rules/north/options/mud/test_mud.py": "",
    "tests/serve/clients.py": "import eastfront.serve",
    "tests/serve/test_http.py": "from .clients import client",
    "tests/wire/test_docs.py": "from eastfront.record import Recorder\nPAGE = 'front-ends.md'",
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A small project."""
    for name, text in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("changed", "run"),
    [
        ("tests/api/test_load.py", ["tests/api/test_load.py"]),
        ("tests/api/test_that_is_gone.py", []),
        ("tests/serve/clients.py", ["tests/serve"]),
        ("tests/oracle_kernels/odds.py", ["tests/kernels/test_odds.py", "tests/oracle_kernels"]),
        ("tests/waiting.py", ["tests/api/test_record.py"]),
        ("tests/conftest.py", []),
        ("python/eastfront/games/north/movement.py", ["tests/golden", "tests/rules/north"]),
        (
            "python/eastfront/games/north/options/mud.py",
            ["tests/golden", "tests/rules/north/options/mud"],
        ),
        ("python/eastfront/games/north/options/shared.py", ["tests/golden", "tests/rules/north"]),
        ("scenarios/north/map.csv", ["tests/data", "tests/golden", "tests/rules/north"]),
        ("python/eastfront/serve/app.py", ["tests/serve"]),
        ("python/eastfront/record.py", ["tests/api/test_record.py", "tests/wire/test_docs.py"]),
        ("python/eastfront/scenario/load.py", ["tests/data/test_loading.py", "tests/rules/north"]),
        ("python/eastfront/untested.py", ["tests/api"]),
        ("tools/golden.py", ["tests/golden"]),
        ("rust/core/src/lib.rs", ["tests/golden", "tests/kernels"]),
        ("docs/front-ends.md", ["tests/api/test_snippets.py", "tests/wire/test_docs.py"]),
        ("README.md", ["tests/test_names.py"]),
        ("tests/README.md", ["tests/test_names.py"]),
        ("LICENSE", []),
    ],
)
def test_a_file_concerns_tests_by_its_name(root: Path, changed: str, run: list[str]) -> None:
    assert within(Suite(root).concerning(changed)) == run


def test_what_lies_within_a_folder_is_not_run_twice() -> None:
    paths = ["tests/api/test_load.py", "tests/apiary", "tests/api", "tests/test_names.py"]
    assert within(paths) == ["tests/api", "tests/apiary", "tests/test_names.py"]


def test_what_differs_is_committed_or_not_or_new(root: Path) -> None:
    def git(*words: str) -> None:
        who = ("-c", "user.name=A", "-c", "user.email=a@b", "-c", "commit.gpgsign=false")
        subprocess.run(("git", *who, *words), cwd=root, check=True, capture_output=True)

    def write(name: str) -> None:
        (root / name).write_text("changed", encoding="utf-8")

    git("init", "-b", "upstream")
    git("add", ".")
    git("commit", "-m", "first")
    git("checkout", "-b", "mine")
    assert differing("upstream", root) == []
    write("README.md")
    git("commit", "-am", "mine")
    git("checkout", "upstream")
    write("tests/conftest.py")
    git("commit", "-am", "not mine")
    git("checkout", "mine")
    write("tests/waiting.py")
    write("tests/api/new.py")
    (root / "tests/api/test_load.py").unlink()
    expected = ["README.md", "tests/api/new.py", "tests/api/test_load.py", "tests/waiting.py"]
    assert differing("upstream", root) == expected
    with pytest.raises(SystemExit, match="--upstream"):
        differing("nowhere", root)
