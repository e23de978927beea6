"""The mark by which a test says which rules it shows at work."""

from __future__ import annotations

import pytest


def pytest_configure(config: pytest.Config) -> None:
    """Declares the mark."""
    config.addinivalue_line("markers", "rule(*ids): the rules that a test shows at work")
