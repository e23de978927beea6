"""Options, fixtures and reports shared by all tests."""

from __future__ import annotations

import difflib
import gc
import os
import signal
import sys
from collections.abc import Generator
from functools import cache as remembering
from inspect import isfunction
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from left_behind import Watch

HERE = Path(__file__).resolve().parent

CACHED = type(remembering(len))
"""The type of a function with cached results."""

SHOWN = 3
"""The number of positions printed for a failing test, the latest first."""


YOUNG = 50_000
"""New objects between two garbage collections: programs are large and contain little garbage."""
KEPT = "1000"
"""The number of games in the cache: tests load some 700, with options and without rules, many of
them repeatedly. Processes that tests start share the cache and must not empty it."""
HELD = 8
"""The number of games in memory, of 10 MB each: those between which a test file alternates."""


def pytest_configure(config: pytest.Config) -> None:
    """Lets Ctrl-C reach the processes that tests start, also when tests run in the background.

    A shell starts background jobs with SIGINT ignored, and children inherit that. Loaded games are
    kept, and garbage is collected less often. Examples of hypothesis may take as long as a busy
    machine needs. Bytecode is written even where the environment forbids it: all processes that
    tests start read the same modules. Their output is buffered as for users, even where the
    environment says otherwise: unbuffered output hides errors at the end of a process.
    """
    from hypothesis import settings

    from eastfront.loading import memory

    sys.dont_write_bytecode = False
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ.pop("PYTHONUNBUFFERED", None)

    settings.register_profile("busy machines", deadline=None)
    settings.load_profile("busy machines")

    gc.set_threshold(YOUNG)
    os.environ["EASTFRONT_CACHE_GAMES"], memory.MOST = KEPT, HELD
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    config.pluginmanager.register(Watch(), "left-behind")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds the option for the rules whose tests are run."""
    parser.addoption(
        "--rule", action="append", default=[], metavar="ID",
        help="run only tests that carry this rule's id, as TRC-7.2a; may be given several times",
    )  # fmt: skip


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselects tests without one of the requested rules; each rule must have a test."""
    asked = set(config.getoption("rule"))
    if not asked:
        return
    carried = {item: {rule for m in item.iter_markers("rule") for rule in m.args} for item in items}
    known = set().union(*carried.values())
    for rule in sorted(asked - known):
        # a report, since what is raised in a process of xdist is not shown
        wrong = pytest.CollectReport(f"--rule {rule}", "failed", nowhere(rule, known), [])
        config.hook.pytest_collectreport(report=wrong)
    items[:] = [item for item in items if asked & carried[item]]
    config.hook.pytest_deselected(items=[item for item in carried if item not in set(items)])


def nowhere(rule: str, known: set[str]) -> str:
    """Reports that a rule has no test, with similar ids."""
    near = difflib.get_close_matches(rule, sorted(known), n=5)
    hint = f"near it: {', '.join(near)}" if near else "give an id such as TRC-7.2a"
    return f"none of the tests here carries the rule {rule}; {hint}"


def pytest_collection_finish() -> None:
    """Exempts the collected tests from garbage collection, since they live to the end."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """Drops the games and positions cached by a finished test file, then those of a folder.

    A game takes 10 MB, and 30 more once Python has read its program.
    """
    here, there = item.path, None if nextitem is None else nextitem.path
    if here != there:
        whole = there is None or here.parent != there.parent
        for name, module in list(sys.modules.items()):
            file = getattr(module, "__file__", None) or ""
            ours = name.startswith("eastfront.")
            if ours or file == str(here) or (whole and file.startswith(f"{HERE}{os.sep}")):
                forget(module, of_games=ours)


def forget(module: ModuleType, of_games: bool) -> None:
    """Clears the caches of a module's functions, or only of those whose argument is a game."""
    for function in list(vars(module).values()):
        inner = function
        while isfunction(inner) and hasattr(inner, "__wrapped__"):
            inner = inner.__wrapped__
        if isinstance(inner, CACHED) and inner.__module__ == module.__name__:
            if not of_games or "Game" in inner.__annotations__.values():
                inner.cache_clear()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Adds the positions of a failing test to its report, as text."""
    report = yield
    if report.failed and call.excinfo is not None and call.when == "call":
        report.sections += [(f"position `{name}`", text) for name, text in positions(call.excinfo)]
    return report


def positions(excinfo: pytest.ExceptionInfo[BaseException]) -> list[tuple[str, str]]:
    """The positions in the locals of a test, the innermost frame first, each once."""
    from eastfront._core import State

    found: dict[str, str] = {}
    for entry in reversed(excinfo.traceback):
        for name, value in reversed(entry.frame.f_locals.items()):
            if isinstance(value, State) and len(found) < SHOWN:
                found.setdefault(told(value), name)
    return [(name, text) for text, name in found.items()]


def told(state: Any) -> str:
    """A position as text; some positions have none."""
    try:
        text: str = state.text()
    except Exception as wrong:
        text = f"{type(wrong).__name__}: {wrong}"
    return text
