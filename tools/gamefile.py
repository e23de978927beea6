"""Writes the game file that the Rust tests play: ``python -m tools.gamefile``."""

from __future__ import annotations

from pathlib import Path

from eastfront.games.barbarossa_deluxe import BarbarossaDeluxe
from eastfront.scenario import load_scenario

TARGET = Path(__file__).parent.parent / "rust/core/tests/data/blue-kremlin.efg"


def game_file() -> bytes:
    """The game file of Blue & Kremlin as the rules stand."""
    data = load_scenario("barbarossa-deluxe", "blue-kremlin")
    return BarbarossaDeluxe(data).compiled().to_bytes()


if __name__ == "__main__":
    TARGET.write_bytes(game_file())
