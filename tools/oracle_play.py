"""Compares many games with the oracle of Barbarossa Deluxe, written from the rulebook alone.

Games begin in positions where rare rules soon apply (`tests/playout/starts.py`) and are played
action by action, so that the oracle's own ledger is complete. The offer of each decision is
compared with the rulebook's. If a third of the units on the map are in contact, and now and then
otherwise, the position is compared in full: the supply of all units, the reach of stacks, the odds
of battles. Unplayed mixtures of both sides are added.

    python -m tools.oracle_play [--scenario blue-kremlin] [--positions 5000] [--seed 0] [--jobs 2]
        [--seconds N]

It runs until the given number of positions in contact or of seconds is reached, and prints counts
by kind of question and of difference; the status is 0 if nothing differs.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import time
from collections import Counter
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from oracle.terms import BLUE_KREMLIN
from playout.followed import Told, mixture, play
from playout.games import load
from playout.starts import KINDS

MIXTURES = 20
"""Mixtures compared with each game."""
SHOWN = 20
"""The number of differences printed."""


def compare(scenario: str, seed: int) -> Told:
    """A game of a scenario and some mixtures."""
    game = load((), scenario)
    told = play(seed, game)
    for i in range(MIXTURES):
        told.add(mixture(seed * MIXTURES + i, game=game))
    return told


def run(scenario: str, positions: int, seed: int, jobs: int, seconds: float) -> Told:
    """Games in the order of their seeds until enough positions in contact are compared."""
    told, began = Told(), time.monotonic()
    waiting: list[Future[Told]] = []
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        while told.count["positions in contact"] < positions:
            if time.monotonic() - began > seconds:
                break
            while len(waiting) < 2 * jobs:
                waiting.append(pool.submit(compare, scenario, seed))
                seed += 1
            one = waiting.pop(0).result()
            told.add(one)
            for text in one.found[:SHOWN]:
                print(f"\r{text}", file=sys.stderr)
            done = told.count["positions in contact"]
            print(f"\r{done} of {positions}, {len(told.found)} differ", end="", file=sys.stderr)
        for future in waiting:
            future.cancel()
    print(file=sys.stderr)
    return told


def kind_of(text: str) -> str:
    """The kind of a difference, taken from its line."""
    found = re.search(r"\): ([a-z ]+):", text)
    return found[1] if found else "mixture"


def main() -> int:
    """Runs the comparison; returns 0 if nothing differs."""
    parser = argparse.ArgumentParser(prog="python -m tools.oracle_play", description=__doc__)
    parser.add_argument("--scenario", choices=sorted(KINDS), default=BLUE_KREMLIN.name)
    parser.add_argument("--positions", type=int, default=5000, help="to be compared in contact")
    parser.add_argument("--seed", type=int, default=0, help="of the first game")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=float("inf"), help="at most so long")
    options = parser.parse_args()
    began = time.monotonic()
    told = run(options.scenario, options.positions, options.seed, options.jobs, options.seconds)
    asked = {k.removeprefix("asked: "): n for k, n in told.count.items() if "asked" in k}
    answer = {
        "game": f"barbarossa-deluxe/{options.scenario}",
        "first seed": options.seed,
        "seconds": round(time.monotonic() - began, 1),
        **{k: n for k, n in told.count.items() if "asked" not in k},
        "questions": dict(sorted(asked.items())),
        "differences": dict(Counter(kind_of(text) for text in told.found)),
        "found": told.found[:SHOWN],
    }
    print(json.dumps(answer, indent=2))
    return int(bool(told.found))


if __name__ == "__main__":
    sys.exit(main())
