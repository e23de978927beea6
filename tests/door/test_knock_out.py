"""`eastfront rules GAME --knock-out` for an installed game and a folder of tests elsewhere."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from pathlib import Path

import pytest

from .conftest import Run

TESTS = """
import pytest
import eastfront as ef

GAME = ef.load("two-bridges/dawn")


@pytest.mark.rule("TB-2.1a")
def test_full():
    assert stands()


@pytest.mark.rule("TB-2.1a", "TB-1.2a")
def test_nothing():
    assert GAME.new().legal_actions


@pytest.mark.rule("TB-6.2a")
def test_of_a_rule_without_a_switch():
    assert GAME.new().legal_actions


def stands():
    head = "game: two-bridges/dawn\\nturn: 1\\nwait: blue movement phase, movement\\n"
    state = ef.position(head + "0101: 1B\\n0102: 2B, 3B\\n0107: 1R")
    return "0102" not in state.reach("1B")
"""


@pytest.fixture
def tests(tmp_path: Path) -> Path:
    """A folder of tests."""
    (tmp_path / "test_bridges.py").write_text(TESTS, encoding="utf-8")
    return tmp_path


def arguments(tests: Path, *more: str) -> list[str]:
    start = "import sys; from eastfront.cli import start; sys.exit(start())"
    return ["-c", start, "rules", "two-bridges", "--knock-out", "--tests", str(tests), *more]


def test_each_rule_of_an_installed_game_is_turned_off(run: Run, tests: Path) -> None:
    done = run(*arguments(tests), fails=True)
    lines = done.stdout.splitlines()
    assert len(lines) == 18, done.stderr
    assert lines[0].startswith("[1/17] TB-1.2a: survives: all of its tests")
    assert lines[1].startswith("[2/17] TB-2.1a: tested: 1 of 2 fail: ")
    assert lines[1].endswith("test_bridges.py::test_full")
    assert lines[2] == "[3/17] TB-3.1a: untested: no test has its mark"
    assert lines[9].startswith("[10/17] TB-6.2a: no-switch: it is in no program")
    assert lines[-1] == "two-bridges: 1 tested, 1 survives, 14 untested, 1 no-switch"
    assert done.stderr.splitlines() == [
        "two-bridges: all tests, with every rule in force",
        "eastfront: two-bridges: survives: TB-1.2a",
    ]


def test_the_document_of_a_run(run: Run, tests: Path) -> None:
    text = TESTS.replace(', "TB-1.2a"', "")
    (tests / "test_bridges.py").write_text(text, encoding="utf-8")
    found = json.loads(run(*arguments(tests, "--json")).stdout)
    assert found["game"] == "two-bridges" and len(found["rules"]) == 17
    row = next(row for row in found["rules"] if row["rule"] == "TB-2.1a")
    failing = row.pop("failing")
    assert row == {"rule": "TB-2.1a", "result": "tested", "tests": 2}
    assert [name.rpartition("::")[2] for name in failing] == ["test_full"]


def test_tests_that_fail_with_every_rule_in_force(run: Run, tests: Path) -> None:
    text = TESTS.replace('"0102" not in', '"0102" in')
    (tests / "test_bridges.py").write_text(text, encoding="utf-8")
    done = run(*arguments(tests), fails=True)
    assert "two-bridges: tests fail with every rule in force: " in done.stderr
    assert done.stderr.rstrip().endswith("test_bridges.py::test_full")


def test_ctrl_c_ends_a_run_and_its_tests(python: Path, tests: Path) -> None:
    slow = "\n\ndef test_slow():\n    import time\n    time.sleep(600)\n"
    (tests / "test_bridges.py").write_text(TESTS + slow, encoding="utf-8")
    environment = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}
    with subprocess.Popen(
        [python, *arguments(tests)],
        env=environment | {"EASTFRONT_CACHE": "off"},
        stderr=subprocess.PIPE,
        cwd=tests,
    ) as process:
        assert process.stderr is not None
        assert process.stderr.readline().startswith(b"two-bridges: all tests")
        process.send_signal(signal.SIGINT)
        assert process.stderr.read().decode() == "eastfront: interrupted\n"
        assert process.wait(60) == 130
