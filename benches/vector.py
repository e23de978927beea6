"""Many games in one call, beside the vector environments and classic games of others.

``python -m benches.vector`` prints these rows alone, for an interpreter with the peers installed. A
missing peer is skipped, with a note.

A step is the same for all: a real decision in each game by a uniformly random legal action, and the
observation and legal actions of the next one.
"""

from __future__ import annotations

import time

import numpy as np

import eastfront as ef
from eastfront.interop.vector import sample

from .play import CAMPAIGN, START, Row
from .vector_peers import PETTINGZOO, PGX, pettingzoo, pgx

GAMES = 1024
TARGETS = {"PettingZoo connect_four_v3": 4_077.0, "pgx chess": 413.0}
"""Target steps a second: those of each peer, on two busy cores, pgx with 1,024 games. Of
PettingZoo's classic games connect four is the fastest; chess is the game of pgx nearest to a
wargame in rules and choices."""


def steps(
    game: str, n: int, threads: int, count: int = 40, *, planes: bool = True, runs: int = 3
) -> float:
    """Steps a second of a number of games, the best of several runs of ``count`` steps."""
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
    """The rows of the vector of games, and notes on missing peers.

    The first two compare one figure with the target peers; pgx's connect four, a handful of
    operations on 42 cells, is listed for information and is no target.
    """
    found, missing = peers()
    one, two = steps(START, GAMES, 1), steps(START, GAMES, 2)
    name = f"vector of {GAMES:,}"
    out = [
        Row(f"{name}, beside {peer}", "steps/s", two, then, peers=found, reference=(peer, then))
        for peer, then in TARGETS.items()
    ]
    then = TARGETS["PettingZoo connect_four_v3"]
    bare = steps(START, GAMES, 2, planes=False)
    many = steps(CAMPAIGN, 256, 2)
    out += [
        Row(f"{name}, masks only", "steps/s", bare, then),
        Row(f"{name}, two threads to one", "times", two / one, 1.8),
        Row("vector of 256, campaign", "steps/s", many, then),
    ]
    return out, missing


def main() -> None:
    """Prints the rows."""
    from .__main__ import play_line

    made, missing = rows()
    print("\n".join([*map(play_line, made), *missing]))


if __name__ == "__main__":
    main()
