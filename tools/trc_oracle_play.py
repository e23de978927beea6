"""Compares The Russian Campaign with its oracle on many positions.

Games are played natively; of each, one position in fifty and the decisions of battles come back,
and the plain Python of ``tests/oracle_trc`` says what it makes of them. Positions of the oracle's
own generator, of which at least a third of the units are in contact, are compared as well.

    python -m tools.trc_oracle_play [--games 100] [--generated 1000] [--seed 0] [--jobs 2]
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from eastfront import _core
from oracle_trc.engine import load
from oracle_trc.side_by_side import Tally, compare_generated, compare_state

SCENARIOS = ("campaign", "fall-blau", "zitadelle", "bagration")
EVERY = 50
"""One position in so many is compared, whatever it waits for."""
DECISIONS = ["battle", "combat", "retreat"]
"""Decisions whose positions come back whenever they come up."""
SHARE = 0.3
"""The part of them that is compared."""
CHUNK = 25
"""Generated positions that a process takes at a time."""

Work = tuple[str, int, int]
"""A scenario and a game, or no name and a range of generated positions."""


def compare(work: Work, seed: int, policy: str) -> Tally:
    """What a piece of work comes to."""
    name, first, last = work
    return compare_games(name, first, last, seed, policy) if name else compare_made(first, last)


def compare_games(name: str, first: int, last: int, seed: int, policy: str) -> Tally:
    """Some games of a scenario."""
    game, tally = load(name), Tally()
    played = _core.rollout_checked(
        game.new(), last - first, first=first, seed=seed, policy=policy, sample=EVERY,
        decisions=DECISIONS,
    )  # fmt: skip
    tally.count["games"] = last - first
    tally.count["positions played"] = played["positions"]
    for index, action, data in played["samples"]:
        rng = random.Random(f"{name} {seed} {index} {action}")
        if action % EVERY and rng.random() > SHARE:
            continue
        state = game.state_from_bytes(data, False)
        if not state.is_over:
            compare_state(state, f"{name} game {index} action {action}", rng, tally, 8)
    return tally


def compare_made(first: int, last: int) -> Tally:
    """Some generated positions."""
    game, tally = load(), Tally()
    for seed in range(first, last):
        compare_generated(game, seed, tally)
    return tally


def pieces(games: int, made: int) -> list[Work]:
    """The whole work, in an order by chance, so that it can be left off at any time."""
    played: list[Work] = [(SCENARIOS[n % len(SCENARIOS)], n, n + 1) for n in range(games)]
    drawn: list[Work] = [("", n, min(made, n + CHUNK)) for n in range(0, made, CHUNK)]
    work = played + drawn
    random.Random(0).shuffle(work)
    return work


def main() -> int:
    """Runs the comparison; the answer is 0 when nothing differs."""
    parser = argparse.ArgumentParser(prog="python -m tools.trc_oracle_play", description=__doc__)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--generated", type=int, default=1000)
    parser.add_argument("--policy", choices=("busy", "random"), default="busy")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=float("inf"), help="begin no more after")
    options = parser.parse_args()
    began, tally = time.monotonic(), Tally()
    work = iter(pieces(options.games, options.generated))
    with ProcessPoolExecutor(options.jobs, mp_context=get_context("spawn")) as pool:
        running = set()
        while True:
            while len(running) < options.jobs and time.monotonic() - began < options.seconds:
                if (piece := next(work, None)) is None:
                    break
                running.add(pool.submit(compare, piece, options.seed, options.policy))
            if not running:
                break
            done = next(as_completed(running))
            running.remove(done)
            tally.add(done.result())
            print(f"\r{tally.count['positions']} positions", end="", file=sys.stderr)
    seconds = round(time.monotonic() - began, 1)
    head = {"policy": options.policy, "seed": options.seed, "seconds": seconds}
    print(file=sys.stderr)
    told = {"differences": len(tally.found), "found": tally.found[:20]}
    print(json.dumps({**head, **dict(sorted(tally.count.items())), **told}, indent=2))
    return int(bool(tally.found))


if __name__ == "__main__":
    sys.exit(main())
