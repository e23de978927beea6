"""A process ends properly while its threads use the package, on every installed Python.

A daemon thread that requests the interpreter lock while the interpreter ends is terminated at that
point. With native code on the stack below, this ends the process by SIGABRT on Python before 3.14.
So daemon threads use each public name until the interpreter ends.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

import eastfront as ef

from . import questions

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = Path(ef.__file__).resolve().parents[1]
PYTHONS = (sys.executable, "python3.12", "python3.13", "python3.14")
"""The interpreters that are tried; what is not this one needs numpy and msgspec."""

SCRIPT = """
import gc, os, sys, threading, time
sys.path[:0] = {path!r}
from tests.api.questions import every, position, slow

state = position()
print(sys.version_info[:2], flush=True)
gc.collect()
gc.freeze()
for name in {names!r}:
    question = every[name]
    if name not in slow:
        question(state)
    child = os.fork()
    if child == 0:
        sys.setswitchinterval(1e-5)
        begun = threading.Barrier(3)

        def work():
            begun.wait()
            while True:
                question(state)

        for _ in range(2):
            threading.Thread(target=work, daemon=True).start()
        begun.wait()
        time.sleep(0.03)
        sys.exit()
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if status:
        print(name, status, flush=True)
"""
"""Forked children are as processes that were just begun, and begin at once. What they were given is
frozen: else each would search it for garbage when it ends."""


@cache
def lacks(python: str) -> str:
    """Why an interpreter cannot be tried; empty when it can."""
    if shutil.which(python) is None:
        return f"{python} is not here"
    run = [
        python,
        "-c",
        "import sys; sys.path.insert(0, 'python'); import eastfront, numpy, msgspec",
    ]
    found = subprocess.run(run, cwd=ROOT, capture_output=True, text=True)
    return found.stderr.strip().rpartition("\n")[2] and f"{python}: {found.stderr[-200:]}"


def test_every_public_name_is_used() -> None:
    """A new one needs a line in `questions`."""
    public = [name for name, value in questions.names() if not questions.is_value(value)]
    assert [name for name in public if name not in questions.every] == []


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the children are forked")
@pytest.mark.parametrize("python", PYTHONS, ids=lambda path: Path(path).name)
def test_a_process_ends_in_order_whatever_its_daemon_threads_do(python: str) -> None:
    if why := lacks(python):
        pytest.skip(why)
    path = [str(ROOT), str(PACKAGE)]
    script = SCRIPT.format(path=path, names=list(questions.every))
    done = subprocess.run(
        [python, "-c", script], cwd=ROOT, capture_output=True, text=True, timeout=1200
    )
    version, _, failed = done.stdout.partition("\n")
    assert (done.returncode, failed) == (0, ""), f"{version}: {failed} {done.stderr[-2000:]}"
