"""A test file that leaves the process changed fails, and the change is taken back."""

from __future__ import annotations

import os
import sys
from types import ModuleType

import pytest

from left_behind import Watch


@pytest.fixture
def module(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """A module of the package with a function, a class and a number."""
    made = ModuleType("eastfront.invented")
    exec("def double(n): return 2 * n\n\nclass Sum: pass\n\nCOUNT = 1\n", vars(made))
    monkeypatch.setitem(sys.modules, "eastfront.invented", made)
    return made


def test_nothing_has_changed_unless_something_was_done(module: ModuleType) -> None:
    watch = Watch()
    vars(module)["COUNT"] = 2  # a number may change
    assert watch.changes() == []


@pytest.mark.parametrize(("name", "other"), [("double", lambda n: n), ("Sum", None)])
def test_what_is_replaced_is_told_once_and_put_back(
    module: ModuleType, name: str, other: object
) -> None:
    watch, former = Watch(), getattr(module, name)
    setattr(module, name, other)
    assert watch.changes() == [f"eastfront.invented.{name}"]
    assert getattr(module, name) is former and watch.changes() == []


def test_a_function_that_is_removed_is_put_back(module: ModuleType) -> None:
    watch = Watch()
    del vars(module)["double"]
    assert watch.changes() == ["eastfront.invented.double"] and module.double(2) == 4


def test_what_comes_later_is_watched_from_then_on(module: ModuleType) -> None:
    watch = Watch()
    vars(module)["half"] = lambda n: n / 2
    assert watch.changes() == []
    vars(module)["half"] = None
    assert watch.changes() == ["eastfront.invented.half"]


def test_another_module_of_the_name_is_no_change(
    module: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    watch = Watch()
    monkeypatch.setitem(sys.modules, "eastfront.invented", ModuleType("eastfront.invented"))
    assert watch.changes() == []


def test_variables_of_the_environment_are_put_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EASTFRONT_KEPT", "1")
    monkeypatch.setenv("EASTFRONT_LOST", "1")
    watch = Watch()
    os.environ |= {"EASTFRONT_KEPT": "2", "EASTFRONT_NEW": "1", "OTHER_LIBRARY": "1"}
    del os.environ["EASTFRONT_LOST"]
    names = ("KEPT", "LOST", "NEW")
    assert watch.changes() == [f"environment variable EASTFRONT_{name}" for name in names]
    assert os.environ["EASTFRONT_KEPT"] == os.environ["EASTFRONT_LOST"] == "1"
    assert "EASTFRONT_NEW" not in os.environ and watch.changes() == []
    del os.environ["OTHER_LIBRARY"]
