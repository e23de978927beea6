"""Two threads against one, beside two processes that share nothing.

A machine with two processors seldom does twice the work of one: memory and caches are shared, and a
virtual machine's share of them changes from second to second. So the two are measured in
alternation, many times, by medians; and two processes that play half of the games each show the
machine's limit.
"""

from __future__ import annotations

import multiprocessing
import statistics
import time
from collections.abc import Callable
from functools import partial
from multiprocessing.connection import Connection

import eastfront as ef

from .play import CAMPAIGN, START, Row

ROUNDS = 25
"""Turns of each kind."""
SEEDS = (7, 8)
"""One for each half of a turn."""
GAMES = {START: 150, CAMPAIGN: 100}
"""Busy games of half a turn: about a fifth of a second of one processor."""


def _games(start: str) -> Callable[[int, int], None]:
    state = ef.load(start).new(1)

    def play(seed: int, threads: int) -> None:
        ef.rollout(state, GAMES[start], threads=threads, seed=seed, policy="busy")

    return play


def _apart(start: str, line: Connection) -> None:
    play = _games(start)
    while seed := line.recv():
        play(seed, 1)
        line.send(True)


def _seconds(run: Callable[[], None]) -> float:
    began = time.perf_counter()
    run()
    return time.perf_counter() - began


def _together(lines: list[Connection]) -> None:
    for seed, line in zip(SEEDS, lines, strict=True):
        line.send(seed)
    for line in lines:
        line.recv()


def gains(start: str) -> tuple[float, float]:
    """The speed-up of two threads over one, and of two processes."""
    spawned = multiprocessing.get_context("spawn")
    lines = []
    for _ in range(2):
        ours, theirs = spawned.Pipe()
        spawned.Process(target=_apart, args=(start, theirs), daemon=True).start()
        lines.append(ours)
    play = _games(start)
    _together(lines)

    def here(threads: int) -> None:
        for seed in SEEDS:
            play(seed, threads)

    kinds = (partial(here, 1), partial(here, 2), partial(_together, lines))
    turns = [[_seconds(kind) for kind in kinds] for _ in range(ROUNDS)]
    for line in lines:
        line.send(0)
    one, two, apart = map(statistics.median, zip(*turns, strict=True))
    return one / two, one / apart


def rows() -> list[Row]:
    """Both games."""
    out = []
    for task, start in (("two threads to one", START), ("campaign, two threads to one", CAMPAIGN)):
        threads, processes = gains(start)
        row = Row(task, "times", threads, 1.9, peers={"two processes": processes})
        row.reference = ("two processes", 2.0)
        out.append(row)
    return out
