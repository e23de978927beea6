"""Plays a game with its options in combination: every pair of options on and off, in few rows.

Each row of a covering array switches every option on or off, so that the rows contain every pair of
options in all four combinations. Some games are played natively with each row:

    python -m tools.pairwise russian-campaign/barbarossa [--games 20] [--policy busy] [--json]
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, product
from typing import Any

from tools.knockout import takes

import eastfront as ef
from eastfront.packs import pack
from eastfront.scenario import ScenarioData, load_scenario

Row = tuple[bool, ...]

TRIES = 60
"""Candidate rows for each row taken."""


def meetings(row: Row) -> Iterator[tuple[int, bool, int, bool]]:
    """The pairs of switches in a row."""
    for a, b in combinations(range(len(row)), 2):
        yield a, row[a], b, row[b]


def covering(count: int, seed: int = 0) -> list[Row]:
    """Rows that contain every pair of switches in all four combinations."""
    rng = random.Random(seed)
    left = {
        (a, x, b, y)
        for a, b in combinations(range(count), 2)
        for x, y in product((False, True), repeat=2)
    }
    rows: list[Row] = [(False,) * count, (True,) * count]
    for row in rows:
        left -= set(meetings(row))
    while left:
        tried = [tuple(rng.random() < 0.5 for _ in range(count)) for _ in range(TRIES)]
        best = max(tried, key=lambda row: sum(m in left for m in meetings(row)))
        rows.append(best)
        left -= set(meetings(best))
    return rows


def options_of(game: str) -> list[str]:
    """The options of a game without a number, by its rules class."""
    return sorted(pack(game).rules().known_options)


@cache
def fits(scenario: str, option: str) -> bool:
    """Whether a scenario can be played with an option."""
    return takes(pack(scenario.partition("/")[0]).rules(), _data(scenario), [option])


@cache
def _data(scenario: str) -> ScenarioData:
    game, _, name = scenario.partition("/")
    return load_scenario(game, name)


def play(scenario: str, options: Sequence[str], games: int, policy: str) -> dict[str, Any]:
    """Plays games with a row of options."""
    game = ef.load(scenario, options=options)
    found = ef.rollout(game.new(seed=0), n=games, threads=2, seed=len(options), policy=policy)
    return {"options": list(options), "games": found["games"], "decisions": found["decisions"]}


def main() -> None:
    """Plays every row."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("scenario")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--policy", default="busy")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    every = options_of(asked.scenario.partition("/")[0])
    names = [name for name in every if fits(asked.scenario, name)]
    rows = covering(len(names))
    begun = time.monotonic()
    played = []
    for row in rows:
        options = [name for name, on in zip(names, row, strict=True) if on]
        played.append(play(asked.scenario, options, asked.games, asked.policy))
        if not asked.json:
            print(f"{len(options):3} options, {played[-1]['decisions']} decisions", flush=True)
    if asked.json:
        print(json.dumps({"options": names, "rows": played}))
    else:
        seconds = time.monotonic() - begun
        print(f"{len(rows)} rows, {len(rows) * asked.games} games, {seconds:.0f} s")


if __name__ == "__main__":
    main()
