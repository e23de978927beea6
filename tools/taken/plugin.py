"""Leaves out the tests of removed options."""

from __future__ import annotations

from pathlib import Path

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """The removed options, by their modules."""
    parser.addoption("--away", default="")


def _away(config: pytest.Config) -> set[str]:
    return set(str(config.getoption("--away")).split(",")) - {""}


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Skips the folders of removed options."""
    own = collection_path.parent.name == "options" and collection_path.name in _away(config)
    return True if own else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Skips the tests marked with a removed option."""
    away = _away(config)

    def about(item: pytest.Item) -> bool:
        return any(away & set(mark.args) for mark in item.iter_markers("option"))

    config.hook.pytest_deselected(items=[item for item in items if about(item)])
    items[:] = [item for item in items if not about(item)]
