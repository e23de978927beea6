"""A plugin of pytest that plays a game without one of its rules, and reports the tests that fail.

`eastfront rules GAME --knock-out` runs pytest with this plugin in a process of its own, and passes
an `Order` in the environment variable `ORDER`.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec
import pytest

ORDER = "EASTFRONT_KNOCK_OUT"
"""The name of the environment variable with the order of a run, as JSON."""


class Order(msgspec.Struct):
    """The order of one run of the tests."""

    game: str
    """The id of the game."""
    rule: str
    """The id of the rule that is off, in whichever way a test loads the game; then only the tests
    with the mark of this rule are run. Empty for all tests with all rules in force."""
    report: str
    """The path of the file for the `Report`, as JSON."""


class Report(msgspec.Struct):
    """The result of one run of the tests."""

    marked: dict[str, list[str]]
    """The ids of the tests with the mark of a rule, by the id of the rule."""
    failed: list[str]
    """The ids of the tests that fail."""


class Knocked:
    """Selects the tests of a rule, turns the rule off, and writes the report at the end."""

    def __init__(self, order: Order) -> None:
        self.order = order
        self.report = Report({}, [])

    def pytest_collection_modifyitems(self, config: Any, items: list[pytest.Item]) -> None:
        """Notes the marks of the tests, and deselects those without the mark of the rule."""
        for item in items:
            for id_ in {id_ for mark in item.iter_markers("rule") for id_ in mark.args}:
                self.report.marked.setdefault(id_, []).append(item.nodeid)
        if rule := self.order.rule:
            chosen = set(self.report.marked.get(rule, ()))
            config.hook.pytest_deselected(items=[i for i in items if i.nodeid not in chosen])
            items[:] = [item for item in items if item.nodeid in chosen]

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Notes a test that fails, in its set-up too."""
        if report.failed and report.nodeid not in self.report.failed:
            self.report.failed.append(report.nodeid)

    def pytest_sessionfinish(self) -> None:
        """Writes the report."""
        Path(self.order.report).write_bytes(msgspec.json.encode(self.report))


def pytest_configure(config: Any) -> None:
    """Registers the plugin of the run, and the mark of rules."""
    order = msgspec.json.decode(os.environ[ORDER], type=Order)
    config.addinivalue_line("markers", "rule(*ids): the rules that a test covers")
    config.pluginmanager.register(Knocked(order), "eastfront-knocked-out")
    if order.rule:
        leave_out(order.game, order.rule)


def leave_out(game: str, rule: str) -> None:
    """Leaves a rule of a game out of every program that this process writes from now on."""
    from eastfront.systems.rules import Rules

    usual = Rules.choose

    def choose(self: Rules, data: Any, options: Iterable[str], without: Iterable[str]) -> None:
        own = (rule,) if data.game == game else ()
        usual(self, data, options, (*without, *own))

    Rules.choose = choose  # type: ignore[method-assign]
