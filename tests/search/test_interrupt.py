"""A search gives way: to Ctrl-C at once, and to other threads all the time."""

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
            asked = time.monotonic()
            process.send_signal(signal.SIGINT)
            assert process.stdout.readline() == "stopped\n"
            # 200 ms are promised; a busy machine gets some more
            assert time.monotonic() - asked < 1.0


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
    ef.search.mcts(games.untried().new(), seconds=0.5)
    done.set()
    thread.join()
    assert ticks > 10
