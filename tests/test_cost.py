"""Test files leave nothing in memory and nothing changed; ``-p tools.cost`` prints their costs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

pytest_plugins = ["pytester"]

ONE = """
from functools import lru_cache
import eastfront as ef
from eastfront.positions.layout import layout_of

@lru_cache
def state():
    return ef.load("barbarossa-deluxe/blue-kremlin", without=["BD-6.3a"]).new(seed=1)

def test_remembers():
    assert state().text()

def test_still_remembers():
    assert state.cache_info().currsize == 1 == layout_of.cache_info().currsize
"""
TWO = """
from eastfront.positions.layout import layout_of
import test_one

def test_forgot():
    assert test_one.state.cache_info().currsize == 0 == layout_of.cache_info().currsize
"""
HELPED = """
from functools import lru_cache
import helper

def test_remembers():
    assert helper.square(2) == 4
"""
THERE = """
import helper

def test_{}():
    assert helper.square.cache_info().currsize == {}
"""


@pytest.fixture
def ours(pytester: pytest.Pytester) -> pytest.Pytester:
    """A folder of tests with our `conftest.py`."""
    for name in ("conftest.py", "left_behind.py"):
        pytester.path.joinpath(name).write_bytes(Path(__file__).with_name(name).read_bytes())
    return pytester


def test_what_a_file_remembers_goes_when_it_is_done(ours: pytest.Pytester) -> None:
    ours.makepyfile(test_one=ONE, test_two=TWO)
    ours.runpytest_subprocess("-n", "0").assert_outcomes(passed=3)


def test_what_a_folder_remembers_goes_when_it_is_done(ours: pytest.Pytester) -> None:
    square = "from functools import lru_cache\n\n@lru_cache\ndef square(n):\n    return n * n\n"
    ours.makepyfile(helper=square)
    ours.makepyfile(**{
        "a/test_a": HELPED,
        "a/test_b": THERE.format("kept", 1),
        "b/test_c": THERE.format("gone", 0),
    })  # fmt: skip
    ours.makeini("[pytest]\npythonpath = .")
    ours.runpytest_subprocess("-n", "0").assert_outcomes(passed=3)


def test_a_file_that_leaves_the_environment_changed_fails(ours: pytest.Pytester) -> None:
    ours.makepyfile(
        test_leaves="import os\n\ndef test_a(): os.environ['HOME'] = 'off'\n\ndef test_b(): pass\n",
        test_other="import os\n\ndef test_a(): assert os.environ['HOME'] != 'off'\n",
    )
    ended = ours.runpytest_subprocess("-n", "0")
    ended.assert_outcomes(passed=3, errors=1)
    ended.stdout.fnmatch_lines(["test_leaves.py leaves changed: environment variable HOME"])
    unwatched = ours.runpytest_subprocess("-n", "0", "-p", "no:left-behind", "test_leaves.py")
    unwatched.assert_outcomes(passed=2)


def test_the_dearest_file_is_printed_first(
    ours: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).resolve().parents[1]))
    burn = """
from time import process_time

def test_{0}():
    end = process_time() + {1}
    while process_time() < end:
        pass
"""
    ours.makepyfile(
        test_cheap=burn.format("cheap", 0), test_dear=burn.format("dear", 2), test_one=ONE
    )
    told = ours.runpytest_subprocess("-n", "0", "-p", "tools.cost").stdout.str()
    rows = re.findall(r"^ *([\d.]+) +([\d.]+) +(\d+) +(\d+) +(\d+)  (test_\w+\.py)$", told, re.M)
    files = [row[5] for row in rows]
    assert sorted(files) == ["test_cheap.py", "test_dear.py", "test_one.py"]
    costs = [float(own) + float(started) for own, started, *_ in rows]
    assert costs == sorted(costs, reverse=True)
    assert {file: int(tests) for *_, tests, file in rows}["test_one.py"] == 2
    assert re.search(r"in all; at most \d+ MB", told)
