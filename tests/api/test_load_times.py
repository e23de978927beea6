"""How long it takes to load the largest scenarios of each game.

Measured is the CPU time of one call of `load` in a process of its own, the best of three. The
import of the package is over by then; that of the game, and of what else `load` needs, has a part
in it.

Machines differ, and one machine differs from minute to minute by more than half. So a load is told
in times of a peer, timed in the same process just before: to parse a module of the standard library
and to print it again, plain Python of the kind that writes a program. The ratio of the two moves by
a few per cent where either alone moves by fifty.
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
"""Seconds that a game may take from the cache, and without one, when it is put there too, on a
machine that needs `PEER` seconds for the peer."""
PEER = 0.04
TRIES = 3

SCRIPT = """
import argparse, ast, inspect, sys, time
import eastfront as ef

def took(call, *args):
    begun = time.process_time()
    call(*args)
    return time.process_time() - begun

source, load = inspect.getsource(argparse), ef.load
peer = min(took(lambda: ast.unparse(ast.parse(source))) for _ in range(5))
print(took(load, sys.argv[1]) / peer, "eastfront.systems.rules" in sys.modules)
"""


def seconds(scenario: str, folder: Path) -> tuple[float, bool]:
    """What a load with a cache in a folder takes on a machine where the peer takes `PEER` seconds,
    and whether the program was written anew."""
    env = {**os.environ, "EASTFRONT_CACHE": str(folder)}
    run = [sys.executable, "-c", SCRIPT, scenario]
    out = subprocess.run(run, env=env, check=True, capture_output=True, text=True).stdout.split()
    return PEER * float(out[0]), out[1] == "True"


@pytest.mark.parametrize("scenario", LARGEST)
def test_the_largest_scenarios_are_loaded_quickly(scenario: str, tmp_path: Path) -> None:
    anew = [seconds(scenario, tmp_path / str(number)) for number in range(TRIES)]
    kept = [seconds(scenario, tmp_path / "0") for _ in range(TRIES)]
    assert all(written for _, written in anew) and not any(written for _, written in kept)
    assert min(anew)[0] <= ANEW, anew
    assert min(kept)[0] <= FROM_CACHE, kept
