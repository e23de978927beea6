"""What every test may count on."""

from __future__ import annotations

import gc
import signal
from collections.abc import Generator
from typing import Any

import pytest

SHOWN = 3
"""Positions of a failing test that are printed, the latest first."""


YOUNG = 50_000
"""New objects between two searches for garbage: programs are large, and hold little of it."""
KEPT = 1_000
"""Games in the cache: tests load some 700, with options and without rules, many of them again."""


def pytest_configure() -> None:
    """Lets Ctrl-C reach the processes that tests start, also when tests run in the background.

    A shell starts background jobs with SIGINT ignored, and what is ignored stays so in children.
    Games that are loaded are kept, and garbage is sought less often. Examples of hypothesis may
    take as long as a busy machine needs.
    """
    from hypothesis import settings

    from eastfront import cache

    settings.register_profile("busy machines", deadline=None)
    settings.load_profile("busy machines")

    gc.set_threshold(YOUNG)
    cache.KEPT = KEPT
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Adds to what a failing test says the positions that it held, as text."""
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
    """A position as text; a test may hold one that has no text."""
    try:
        text: str = state.text()
    except Exception as wrong:
        text = f"{type(wrong).__name__}: {wrong}"
    return text
