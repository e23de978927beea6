"""Compares Barbarossa (1971) with its oracle on many positions.

Games are played action by action, from positions of the oracle's own generator with at least half
of the combat units in contact, and from the beginning of scenarios. Positions on the way count if
at least a third are in contact. The plain Python of ``tests/oracle_71`` keeps its own record of
each game, and a share of the decisions is compared with it. The output has, for each kind of
question, the number of comparisons and of differences.

    python -m tools.spi_oracle_play [--positions 2000] [--games 5] [--seed 0] [--jobs 1]
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from multiprocessing import get_context
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from eastfront._core import EastfrontError
from oracle_71.side_by_side import Tally, compare_generated, compare_played

SCENARIOS = ("barbarossa", "stalingrad", "zitadelle", "berlin", "campaign")
SHARE = 0.02
"""The share of decisions compared in a scenario's game."""
TURNS = 16
"""The number of Player-Turns of a scenario's game."""
CHUNK = 8
"""The number of generated positions in a task of a process."""

Work = tuple[str, int, int]
"""A scenario and a game, or no name and a range of generated positions."""


def compare(work: Work) -> Tally:
    """The result of a task."""
    name, first, last = work
    tally = Tally()
    for seed in range(first, last):
        try:
            if name:
                compare_played(name, seed, tally, share=SHARE, turns=TURNS)
            else:
                compare_generated(seed, tally)
        except EastfrontError as error:
            tally.found.append(f"{name or 'generated'} {seed}: {error}")
    return tally


def main() -> int:
    """Runs the comparison; returns 0 if nothing differs."""
    parser = argparse.ArgumentParser(prog="python -m tools.spi_oracle_play", description=__doc__)
    parser.add_argument("--positions", type=int, default=2000, help="positions in contact")
    parser.add_argument("--games", type=int, default=5, help="games of scenarios besides")
    parser.add_argument("--seed", type=int, default=0, help="the first generated position")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=float("inf"), help="begin no more after")
    options = parser.parse_args()
    began, tally, seed = time.monotonic(), Tally(), options.seed
    games = [(SCENARIOS[n % len(SCENARIOS)], n, n + 1) for n in range(options.games)]
    with ProcessPoolExecutor(options.jobs, mp_context=get_context("spawn")) as pool:
        running: set[Future[Tally]] = set()
        while True:
            late = time.monotonic() - began > options.seconds
            while len(running) < options.jobs and not late:
                if tally.count["in contact"] < options.positions:
                    work: Work = ("", seed, seed + CHUNK)
                    seed += CHUNK
                elif games:
                    work = games.pop()
                else:
                    break
                running.add(pool.submit(compare, work))
            if not running:
                break
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for piece in done:
                tally.add(piece.result())
            print(f"\r{tally.count['in contact']} in contact", end="", file=sys.stderr)
    print(file=sys.stderr)
    positions, contact = tally.count.pop("positions"), tally.count.pop("in contact")
    told = {
        "seconds": round(time.monotonic() - began, 1),
        "generated": [options.seed, seed],
        "games": options.games,
        "positions": positions,
        "in contact": contact,
        "questions and differences by kind": {
            k: [n, tally.kinds[k]] for k, n in sorted(tally.count.items())
        },
        "differences": len(tally.found),
        "found": tally.found[:60],
    }
    print(json.dumps(told, indent=2))
    return int(bool(tally.found))


if __name__ == "__main__":
    sys.exit(main())
