"""The game under test."""

from __future__ import annotations

import pytest

from eastfront._core import Game

from . import board_positions


@pytest.fixture(scope="session")
def game() -> Game:
    """Operations Blue & Kremlin, without the rules that ``EASTFRONT_WITHOUT`` names."""
    return board_positions.game()
