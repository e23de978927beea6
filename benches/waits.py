"""Waiting times: loading a game, the answer to Ctrl-C, a short call.

A load is compared with a peer timed in the same process just before: parsing a module of the
standard library and printing it again, plain Python similar to writing a program.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
import timeit
from pathlib import Path

import eastfront as ef

from .play import CAMPAIGN, START, Row, best

LARGEST = (
    START,
    "russian-campaign/breaking-storm",
    "barbarossa-1971/campaign",
    "barbarossa-1971/stalingrad",
)
"""The scenario of each game with the longest program; all share map and counters."""
PEER = "parse and print argparse"
PEER_SECONDS = 0.04
"""The peer's time on the machine of the targets."""
FROM_CACHE, ANEW, STOPPED, NAP, READ = 0.1, 1.5, 0.2, 2.0, 1.5

LOAD = """
import argparse, ast, inspect, sys, time
import eastfront as ef

def took(call, *args):
    begun = time.process_time()
    call(*args)
    return time.process_time() - begun

source, load = inspect.getsource(argparse), ef.load
print(min(took(lambda: ast.unparse(ast.parse(source))) for _ in range(5)), took(load, sys.argv[1]))
"""

LONG = """
import time, eastfront as ef
state = ef.load({scenario!r}).new(seed=1)
{call}(state, {few})
print("ready", flush=True)
try:
    {call}(state, {many})
except KeyboardInterrupt:
    print(time.monotonic(), flush=True)
"""
CALLS = {
    "busy games": ("ef.rollout", "n=1", "n=100_000, threads=2"),
    "greedy games": ("ef.rollout", "n=1, policy='greedy'", "n=100_000, threads=2, policy='greedy'"),
    "search": ("ef.search.mcts", "simulations=1", "simulations=10**9"),
}


def rows() -> list[Row]:
    """Loads, texts of positions, interrupted calls, and the overhead of a short call."""
    return [*_loads(), *map(_read, LARGEST), *(_stopped(name) for name in CALLS), _nap()]


def _loads() -> list[Row]:
    out = []
    for scenario in LARGEST:
        for how, target in (("anew", ANEW), ("from the cache", FROM_CACHE)):
            found = [_load(scenario, kept=how != "anew") for _ in range(3)]
            peer, took = (min(one[k] for one in found) for k in (0, 1))
            reference = (PEER, PEER_SECONDS)
            task = f"load {scenario} {how}"
            out.append(Row(task, "s", took, target, False, {PEER: peer}, reference))
    return out


def _load(scenario: str, kept: bool) -> tuple[float, float]:
    """CPU seconds of the peer and of a load in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        run = [sys.executable, "-c", LOAD, scenario]
        env = {**os.environ, "EASTFRONT_CACHE": folder}
        for _ in range(1 + kept):
            out = subprocess.check_output(run, env=env, text=True)
    peer, took = map(float, out.split())
    return peer, took


def _read(scenario: str) -> Row:
    """Time to read a position without its game, in times of reading it with the game."""
    game = ef.load(scenario)
    text = game.new(seed=1).text()
    names = {"position": ef.position, "text": text, "game": game}
    timers = [timeit.Timer(f"position({given})", globals=names) for given in ("text", "text, game")]
    alone, with_game = map(
        min, zip(*([t.timeit(20) for t in timers] for _ in range(10)), strict=True)
    )
    return Row(f"read a position of {scenario}", "times", alone / with_game, READ, more=False)


def _stopped(name: str) -> Row:
    """Seconds from a Ctrl-C to the end of a call, the slowest of five."""
    call, few, many = CALLS[name]
    code = LONG.format(scenario=CAMPAIGN, call=call, few=few, many=many)
    env = {**os.environ, "PYTHONPATH": str(Path(ef.__file__).parents[1])}

    def stopped() -> float:
        run = [sys.executable, "-c", code]
        with subprocess.Popen(run, stdout=subprocess.PIPE, text=True, env=env) as process:
            assert process.stdout is not None
            process.stdout.readline()
            time.sleep(0.5)
            sent = time.monotonic()
            process.send_signal(signal.SIGINT)
            return float(process.stdout.readline()) - sent

    return Row(f"Ctrl-C ends {name}", "s", max(stopped() for _ in range(5)), STOPPED, more=False)


def _nap() -> Row:
    """Milliseconds of a call with one short game, less those of the game."""
    state = ef.load(START).new()

    def beside() -> float:
        began = time.perf_counter()
        played = ef.rollout(state, n=1, policy="random")
        return (time.perf_counter() - began - played["seconds"]) * 1e3

    return Row("a rollout beside its game", "ms", best(beside, 30, more=False), NAP, more=False)
