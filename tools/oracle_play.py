"""Compares many native games with the oracle: supply, reach and the odds of battles.

Games are played natively; of each, one position in fifty and every battle about to be rolled for
come back, and the plain Python of ``tests/oracle`` says what it makes of them: at the sampled
positions the supply of every unit, the reach of some stacks, and the odds of a battle against every
hex that may be attacked; at the others the odds of that battle.

    python -m tools.oracle_play [--games 1000] [--policy busy] [--seed 0] [--jobs 2]
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from eastfront import _core
from playout.compare import (
    odds_differences,
    reach_differences,
    retreat_differences,
    roll_differences,
    supply_differences,
)
from playout.games import contact, load

NAME = "barbarossa-deluxe/blue-kremlin"
EVERY = 50
"""One position in so many is compared in full."""
CHUNK = 5
"""Games that a process plays at a time."""
STACKS = 0.1
"""The share of stacks whose reach is compared."""
ALL = 1_000
"""More hexes than a side can attack: a battle against each."""
FOUGHT, FLED = ("combat",), ("retreat",)
"""Decisions whose positions are compared whenever they come up."""


def compare(first: int, games: int, seed: int, policy: str) -> tuple[Counter[str], list[str]]:
    """Some games of a policy: what was looked at, and what differed."""
    game = load()
    played = _core.rollout_checked(
        game.new(), games, first=first, seed=seed, policy=policy, sample=EVERY,
        decisions=[*FOUGHT, *FLED],
    )  # fmt: skip
    count: Counter[str] = Counter(games=games, positions=played["positions"])
    found: list[str] = []
    for index, action, data in played["samples"]:
        state = game.state_from_bytes(data, False)
        wrong: list[str] = []
        if state.decision in FOUGHT:
            count["battles rolled for"] += 1
            wrong += roll_differences(state)
        if state.decision in FLED:
            count["retreats"] += 1
            wrong += retreat_differences(state)
        if action % EVERY == 0 and not state.is_over and not state.units_with("moving"):
            wrong += _in_full(state, random.Random(1_000_000 * index + action), count)
        found += [f"game {index}, action {action}: {text}" for text in wrong]
    return count, found


def _in_full(state: Any, rng: random.Random, count: Counter[str]) -> list[str]:
    count["positions in full"] += 1
    count["in contact"] += contact(state) > 1 / 3
    wrong = supply_differences(state) + reach_differences(state, rng, STACKS)
    return wrong + odds_differences(state, rng, ALL)


def main() -> int:
    """Runs the comparison; the answer is 0 when nothing differs."""
    parser = argparse.ArgumentParser(prog="python -m tools.oracle_play", description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--policy", choices=("busy", "random"), default="busy")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=float("inf"), help="begin no more after")
    options = parser.parse_args()
    began, count, found = time.monotonic(), Counter[str](), list[str]()
    starts = iter(range(0, options.games, CHUNK))
    with ProcessPoolExecutor(options.jobs, mp_context=get_context("spawn")) as pool:
        running = set()
        while True:
            while len(running) < options.jobs and time.monotonic() - began < options.seconds:
                if (first := next(starts, None)) is None:
                    break
                games = min(CHUNK, options.games - first)
                running.add(pool.submit(compare, first, games, options.seed, options.policy))
            if not running:
                break
            done = next(as_completed(running))
            running.remove(done)
            count.update(done.result()[0])
            found += done.result()[1]
            print(f"\r{count['games']} of {options.games} games", end="", file=sys.stderr)
    seconds = round(time.monotonic() - began, 1)
    head = {"game": NAME, "policy": options.policy, "seed": options.seed, "seconds": seconds}
    print(file=sys.stderr)
    print(json.dumps({**head, **count, "differences": len(found), "found": found[:20]}, indent=2))
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
