"""A search stops at Ctrl-C at once, and never blocks other threads."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
import time

import eastfront as ef

from . import games

LONG = """
import sys, time
import eastfront as ef
state = ef.load("barbarossa-deluxe/blue-kremlin").new(1)
ef.search.mcts(state, simulations=1, {options})  # all that it needs is imported
print("ready", flush=True)
try:
    ef.search.mcts(state, simulations=10**9, {options})
except KeyboardInterrupt:
    print("stopped", flush=True)
"""


def test_ctrl_c_ends_a_search() -> None:
    for options in ("cut=None", "cut=0, prior='evaluation', trees=2, threads=2"):
        run = [sys.executable, "-c", LONG.format(options=options)]
        with subprocess.Popen(run, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            assert process.stdout.readline() == "ready\n"
            time.sleep(0.6)
            process.send_signal(signal.SIGINT)
            # so many simulations would take days; `make bench` says how soon it stops
            assert process.stdout.readline() == "stopped\n"


def test_other_threads_run_meanwhile() -> None:
    ticks = 0
    done = threading.Event()

    def tick() -> None:
        nonlocal ticks
        while not done.is_set():
            ticks += 1
            time.sleep(0.005)

    thread = threading.Thread(target=tick)
    thread.start()
    during = 0
    for _ in range(10):  # one tick of a call may be of the moment before it or after it
        before = ticks
        ef.search.mcts(games.untried().new(), seconds=0.5)
        during += ticks - before
        if during > 20:
            break
    done.set()
    thread.join()
    assert during > 20
