"""Writes the game files of the Rust tests: ``python -m tools.gamefile``."""

from __future__ import annotations

from pathlib import Path

from eastfront.loading.game import rules_of
from eastfront.scenario import load_scenario

TARGET = Path(__file__).parent.parent / "rust/core/tests/data"
SCENARIOS = (
    "barbarossa-1971/berlin",
    "barbarossa-deluxe/blue-kremlin",
    "russian-campaign/bagration",
)


def game_file(scenario: str) -> bytes:
    """The game file of a scenario under the present rules."""
    game, _, name = scenario.partition("/")
    return rules_of(game)(load_scenario(game, name)).compiled().to_bytes()


def stored(scenario: str) -> Path:
    """The path of the game file of a scenario."""
    return TARGET / f"{scenario.partition('/')[2]}.efg"


if __name__ == "__main__":
    for one in SCENARIOS:
        stored(one).write_bytes(game_file(one))
