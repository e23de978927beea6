"""``pytest --rule ID`` runs the tests of a rule, and reports an id without tests."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest_plugins = ["pytester"]

TESTS = """
import pytest

@pytest.mark.rule("TRC-7.2a")
def test_zone():
    pass

@pytest.mark.rule("TRC-7.2b", "TRC-7.3a")
def test_zones():
    pass

@pytest.mark.parametrize("row", [pytest.param(1, marks=pytest.mark.rule("BD-4.1a")), 2])
def test_rows(row):
    pass

def test_other():
    pass
"""


@pytest.fixture
def ours(pytester: pytest.Pytester) -> pytest.Pytester:
    """A folder of tests with what our tests may count on."""
    for name in ("conftest.py", "left_behind.py"):
        pytester.path.joinpath(name).write_bytes(Path(__file__).with_name(name).read_bytes())
    pytester.makeini("[pytest]\nmarkers = rule(*ids)")
    pytester.makepyfile(TESTS)
    return pytester


@pytest.mark.parametrize(
    ("asked", "run"),
    [
        ([], ["test_zone", "test_zones", "test_rows[1]", "test_rows[2]", "test_other"]),
        (["TRC-7.2a"], ["test_zone"]),
        (["TRC-7.3a"], ["test_zones"]),
        (["BD-4.1a"], ["test_rows[1]"]),
        (["TRC-7.2b", "TRC-7.3a"], ["test_zones"]),
        (["TRC-7.2a", "BD-4.1a"], ["test_zone", "test_rows[1]"]),
    ],
)
def test_those_that_carry_one_of_the_rules_are_run(
    ours: pytest.Pytester, asked: list[str], run: list[str]
) -> None:
    done = ours.inline_run(*(f"--rule={rule}" for rule in asked))
    passed, skipped, failed = done.listoutcomes()
    assert [report.nodeid.partition("::")[2] for report in passed] == run
    assert not skipped and not failed
    left_out = [item for call in done.getcalls("pytest_deselected") for item in call.items]
    assert len(left_out) == 5 - len(run)


@pytest.mark.parametrize("processes", [[], ["-n", "1"]])
def test_an_id_that_no_test_carries_is_told_with_those_near_it(
    ours: pytest.Pytester, processes: list[str]
) -> None:
    done = ours.runpytest(*processes, "--rule=TRC-7.2aa", "--rule=BD-4.1a", "--rule=?")
    assert done.ret != 0
    done.stdout.fnmatch_lines_random([
        "none of the tests here carries the rule TRC-7.2aa; near it: TRC-7.2a, *",
        "none of the tests here carries the rule ?; give an id such as TRC-7.2a",
    ])  # fmt: skip
    done.stdout.no_fnmatch_line("*rule BD-4.1a*")
