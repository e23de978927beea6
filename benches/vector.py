"""Many games in one call, beside the vector environments and classic games of others.

``python -m benches.vector`` prints these rows alone, so that they can be taken with an interpreter
that has the peers. A peer that is not installed is skipped, and said to be.

A step is the same for all: a real decision in each game by a uniformly random legal action, and the
observation and legal actions of the next one ready to be read.
"""

from __future__ import annotations

import time

import numpy as np

import eastfront as ef
from eastfront.interop.vector import sample

from .play import CAMPAIGN, START, Row
from .vector_peers import PETTINGZOO, PGX, pettingzoo, pgx

GAMES = 1024
RECORDED = 4_077.0
"""Steps a second of the fastest comparable peer where none is installed: PettingZoo's connect four,
taken on two busy cores of the machine that the other figures are of."""


def steps(
    game: str, n: int, threads: int, count: int = 40, *, planes: bool = True, runs: int = 3
) -> float:
    """Steps a second of so many games, the best of several runs of ``count`` steps."""
    games = ef.vector(game, n, seed=1, threads=threads, planes=planes)
    rng = np.random.default_rng(1)
    infos, best = games.reset()[-1], 0.0
    for _ in range(runs):
        infos = games.step(sample(infos, rng))[-1]
        began = time.perf_counter()
        for _ in range(count):
            infos = games.step(sample(infos, rng))[-1]
        best = max(best, n * count / (time.perf_counter() - began))
    return best


def peers() -> tuple[dict[str, float], list[str]]:
    """Steps a second of each peer that is installed, and a line for each that is not."""
    found, missing = {}, []
    measured = {
        **{f"PettingZoo {name}": pettingzoo(name) for name in PETTINGZOO},
        **{f"pgx {name}": pgx(name, GAMES) for name in PGX},
    }
    for name, rate in measured.items():
        if rate is None:
            missing.append(f"{name}: not installed, skipped")
        else:
            found[name] = rate
    return found, missing


def rows() -> tuple[list[Row], list[str]]:
    """The rows of the vector of games, and what could not be measured.

    The target is to be faster than every peer whose game has rules and choices of this order, and
    than any of PettingZoo's. pgx's connect four, a handful of operations on 42 cells, is shown
    beside it and is no target.
    """
    found, missing = peers()
    compared = [rate for name, rate in found.items() if name != "pgx connect_four"]
    target = max(compared, default=RECORDED)
    one, two = steps(START, GAMES, 1), steps(START, GAMES, 2)
    name = f"vector of {GAMES:,}"
    bare = steps(START, GAMES, 2, planes=False)
    out = [
        Row(f"{name}, two threads", "steps/s", two, target, peers=found),
        Row(f"{name}, masks only", "steps/s", bare, target),
        Row(f"{name}, two threads to one", "times", two / one, 1.8),
        Row("vector of 256, campaign", "steps/s", steps(CAMPAIGN, 256, 2), target),
    ]
    return out, missing


def main() -> None:
    """Prints the rows."""
    from .__main__ import play_line

    made, missing = rows()
    print("\n".join([*map(play_line, made), *missing]))


if __name__ == "__main__":
    main()
