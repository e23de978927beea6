"""The mark that names the rules of a test."""

from __future__ import annotations

import pytest


def pytest_configure(config: pytest.Config) -> None:
    """Declares the mark."""
    config.addinivalue_line("markers", "rule(*ids): the rules that a test covers")
