"""A game in the cache is loaded without its rules; `make bench` measures the time."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

SCENARIOS = (
    "barbarossa-deluxe/blue-kremlin",
    "russian-campaign/breaking-storm",
    "barbarossa-1971/campaign",
)
SCRIPT = """
import sys
import eastfront as ef
ef.load(sys.argv[1])
print("eastfront.systems.rules" in sys.modules)
"""


def written(scenario: str, folder: Path) -> bool:
    """Whether a load with a cache in a folder writes the program anew."""
    env = {**os.environ, "EASTFRONT_CACHE": str(folder)}
    run = [sys.executable, "-c", SCRIPT, scenario]
    return subprocess.check_output(run, env=env, text=True) == "True\n"


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_from_the_cache_no_rule_is_imported(scenario: str, tmp_path: Path) -> None:
    assert [written(scenario, tmp_path) for _ in range(3)] == [True, False, False]
    assert written(scenario, tmp_path / "another")
