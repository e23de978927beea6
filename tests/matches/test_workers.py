"""Tasks in several processes: their results, their errors, and Ctrl-C."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from multiprocessing import active_children
from pathlib import Path

import pytest

from eastfront.matches.workers import in_processes
from waiting import HANG


def doubled(number: int) -> tuple[int, int]:
    if number == 13:
        raise ValueError("thirteen will not do")
    return 2 * number, os.getpid()


def asleep(number: int) -> int:
    time.sleep(HANG)
    return number


def test_answers_come_with_the_number_of_their_task() -> None:
    tasks = [(n,) for n in (5, 3, 9, 5)]
    for jobs in (1, 2):
        found = dict(in_processes(jobs)(doubled, tasks))
        assert [found[n][0] for n in range(4)] == [10, 6, 18, 10]
        assert (os.getpid() in {pid for _, pid in found.values()}) == (jobs == 1)


def joined(*parts: str) -> str:
    return "".join(parts)


def test_what_tasks_share_is_in_its_place() -> None:
    long = "x" * 1_000_000
    tasks = [("a", long, str(n), long) for n in range(3)]
    found = dict(in_processes(2)(joined, tasks))
    assert found == {n: f"a{long}{n}{long}" for n in range(3)}
    same = [("a", "b")] * 2
    assert dict(in_processes(2)(joined, same)) == {0: "ab", 1: "ab"}


class Sent:
    """Counts how often it goes to another process."""

    times = 0

    def __reduce__(self) -> tuple[type[Sent], tuple[()]]:
        Sent.times += 1
        return Sent, ()


def numbered(_: Sent, number: int) -> int:
    return number


def test_what_tasks_share_goes_to_each_worker_once() -> None:
    shared, before = Sent(), Sent.times
    found = dict(in_processes(2)(numbered, [(shared, n) for n in range(12)]))
    assert found == {n: n for n in range(12)}
    assert Sent.times - before <= 2


def test_an_error_ends_the_others_at_once() -> None:
    began = time.monotonic()
    with pytest.raises(ValueError, match="thirteen"):
        list(in_processes(2)(fails_or_sleeps, [(13,), (1,)]))
    assert time.monotonic() - began < HANG


def fails_or_sleeps(number: int) -> int:
    return doubled(number)[0] if number == 13 else asleep(number)


def test_whoever_stops_asking_leaves_no_worker_behind() -> None:
    before = {child.pid for child in active_children()}
    answers = in_processes(2)(first_quick, [(n,) for n in range(4)])
    assert next(answers)[1] == 0
    answers.close()  # type: ignore[attr-defined]
    until = time.monotonic() + HANG
    while {child.pid for child in active_children()} - before and time.monotonic() < until:
        time.sleep(0.05)
    assert not {child.pid for child in active_children()} - before


def first_quick(number: int) -> int:
    return number if number == 0 else asleep(number)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks for workers in /proc")
def test_ctrl_c_ends_a_match_with_one_line() -> None:
    """And leaves none of its processes behind."""
    start = "barbarossa-deluxe/blue-kremlin"
    arguments = ["match", start, "--bot", "busy", "--bot", "random", "-n", "9999", "-j", "2"]
    command = [sys.executable, "-m", "eastfront.cli.main", *arguments]
    running = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    children = Path(f"/proc/{running.pid}/task/{running.pid}/children")
    until = time.monotonic() + HANG
    while len(children.read_text().split()) < 2 and time.monotonic() < until:
        time.sleep(0.1)  # the workers have not begun
    assert running.poll() is None
    workers = [int(pid) for pid in children.read_text().split()]
    running.send_signal(signal.SIGINT)
    _, errors = running.communicate(timeout=HANG)
    assert running.returncode == 130
    assert errors.strip() == "eastfront: interrupted"
    until = time.monotonic() + HANG
    while any(Path(f"/proc/{pid}").exists() for pid in workers) and time.monotonic() < until:
        time.sleep(0.1)
    assert not [pid for pid in workers if Path(f"/proc/{pid}").exists()]


STUCK = """
import threading
import os, signal
from eastfront.cli import main

def run():
    os.kill(os.getpid(), signal.SIGINT)

main.run = run
threading.Thread(target=threading.Event().wait).start()
main.main()
"""


def test_an_interrupted_command_ends_though_a_thread_does_not() -> None:
    """As one may that waits for workers who have been ended."""
    done = subprocess.run([sys.executable, "-c", STUCK], capture_output=True, timeout=HANG)
    assert (done.returncode, done.stderr) == (130, b"eastfront: interrupted\n")


INTERRUPTED_AT_THE_START = """
import os, signal
from multiprocessing import util
from eastfront.matches.workers import in_processes

start = util.spawnv_passfds

def half_begun(*args):
    pid = start(*args)
    if "spawn_main" in str(args):  # a worker
        os.kill(os.getpid(), signal.SIGINT)
    return pid

if __name__ == "__main__":
    util.spawnv_passfds = half_begun
    try:
        list(in_processes(2)(abs, [(-1,), (-2,)]))
    except KeyboardInterrupt:
        print("interrupted")
"""


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="signals cannot be put off")
def test_ctrl_c_while_workers_start_leaves_none_half_begun(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(INTERRUPTED_AT_THE_START, encoding="utf-8")
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=HANG)
    assert (done.stdout, done.stderr) == ("interrupted\n", "")


NOBODY_READS = """
import multiprocessing, os, sys
from eastfront.matches import workers

if __name__ == "__main__":
    with workers._pool(2, {0: bytes(10_000_000)}) as pool:
        multiprocessing.get_context("spawn").set_executable(sys.argv[1])
        with workers._ctrl_c_held():
            pool.submit(len, "")
        print("started", flush=True)
        for child in multiprocessing.active_children():
            child.kill()
        os._exit(0)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="the worker is a script of the shell")
def test_whoever_starts_workers_does_not_wait_until_they_have_begun(tmp_path: Path) -> None:
    """Ctrl-C waits for the start of workers: here they read nothing of what they are given."""
    worker, script = tmp_path / "worker", tmp_path / "script.py"
    worker.write_text("#!/bin/sh\nexec sleep 1000\n", encoding="utf-8")
    worker.chmod(0o755)
    script.write_text(NOBODY_READS, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, script, worker], stdout=subprocess.PIPE, text=True, timeout=HANG
    )
    assert (done.returncode, done.stdout) == (0, "started\n")
