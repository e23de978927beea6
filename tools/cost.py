"""A pytest plugin that measures the cost of each test file, to find the ones to make cheaper.

    python -m pytest -n 0 -p tools.cost tests/serve

At the end it prints for each file, the most expensive first: seconds of processor time in pytest's
process and in processes that the tests started and waited for, games compiled, and memory in MB
after the file. Wall-clock time is left out, since it says little on a busy machine.
"""

from __future__ import annotations

import resource
from collections.abc import Generator
from dataclasses import dataclass
from pathlib import Path

import pytest

from eastfront._core import Game
from eastfront.loading import game

SHOWN = 40
"""The number of files in the table."""

STATUS = Path("/proc/self/status")


@dataclass
class Cost:
    """The cost of a file's tests so far."""

    own: float = 0.0
    """Seconds of processor time in pytest's process."""
    started: float = 0.0
    """Seconds of processor time in processes that tests started."""
    compiled: int = 0
    """Games that were compiled in pytest's process."""
    memory: int = 0
    """Memory of pytest's process after the last test, in MB."""
    tests: int = 0


costs: dict[str, Cost] = {}
compiled: list[str] = []


def pytest_configure() -> None:
    """Count the games that are compiled from now on."""
    compile_ = game.compiled

    def counted(origin: game.Origin) -> Game:
        compiled.append(origin.id)
        return compile_(origin)

    game.compiled = counted


def seconds(who: int) -> float:
    """The processor time of this process or of its children, by a constant of `resource`."""
    used = resource.getrusage(who)
    return used.ru_utime + used.ru_stime


def memory() -> int:
    """The memory of this process in MB; 0 if the system does not report it."""
    lines = STATUS.read_text().splitlines() if STATUS.exists() else []
    return next((int(line.split()[1]) // 1024 for line in lines if line.startswith("VmRSS")), 0)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, bool | None, bool | None]:
    """Add the cost of a test to its file."""
    cost = costs.setdefault(item.nodeid.partition("::")[0], Cost())
    own, started = seconds(resource.RUSAGE_SELF), seconds(resource.RUSAGE_CHILDREN)
    before = len(compiled)
    done = yield
    cost.own += seconds(resource.RUSAGE_SELF) - own
    cost.started += seconds(resource.RUSAGE_CHILDREN) - started
    cost.compiled += len(compiled) - before
    cost.memory = memory()
    cost.tests += 1
    return done


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the table."""
    terminalreporter.section("cost")
    terminalreporter.write_line("   own  started  compiled    MB  tests  file")
    dearest = sorted(costs.items(), key=lambda one: -one[1].own - one[1].started)
    for file, c in dearest[:SHOWN]:
        terminalreporter.write_line(
            f"{c.own:6.1f} {c.started:8.1f} {c.compiled:9} {c.memory:5} {c.tests:6}  {file}"
        )
    own, started = (sum(getattr(c, n) for c in costs.values()) for n in ("own", "started"))
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    terminalreporter.write_line(f"{own:6.1f} {started:8.1f} in all; at most {most} MB")
