"""How long it takes to load the largest scenarios of each game.

Measured is the CPU time of one call of `load` in a process of its own, the best of three, so that
what else runs on the machine hardly counts. The import of the package is over by then; that of the
game, and of what else `load` needs, has a part in it.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

LARGEST = (
    "barbarossa-deluxe/blue-kremlin",
    "russian-campaign/breaking-storm",
    "barbarossa-1971/campaign",
    "barbarossa-1971/stalingrad",
)
"""In a game all scenarios have the same map and counters; of these the programs are longest."""
FROM_CACHE, ANEW = 0.1, 1.5
"""Seconds that a game may take from the cache, and without one, when it is put there too."""
TRIES = 3

SCRIPT = """
import sys, time
import eastfront as ef
load, begun = ef.load, time.process_time()
load(sys.argv[1])
print(time.process_time() - begun, "eastfront.systems.rules" in sys.modules)
"""


def seconds(scenario: str, folder: Path) -> tuple[float, bool]:
    """The time of a load with a cache in a folder, and whether the program was written anew."""
    env = {**os.environ, "EASTFRONT_CACHE": str(folder)}
    run = [sys.executable, "-c", SCRIPT, scenario]
    out = subprocess.run(run, env=env, check=True, capture_output=True, text=True).stdout.split()
    return float(out[0]), out[1] == "True"


@pytest.mark.parametrize("scenario", LARGEST)
def test_the_largest_scenarios_are_loaded_quickly(scenario: str, tmp_path: Path) -> None:
    anew = [seconds(scenario, tmp_path / str(number)) for number in range(TRIES)]
    kept = [seconds(scenario, tmp_path / "0") for _ in range(TRIES)]
    assert all(written for _, written in anew) and not any(written for _, written in kept)
    assert min(anew)[0] <= ANEW, anew
    assert min(kept)[0] <= FROM_CACHE, kept
