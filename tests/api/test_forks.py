"""A process forks while its threads use the package, also at the first use of each name.

A child inherits the locks of threads that it does not have. If it needs such a lock, which nobody
releases, it waits forever; an alarm then ends it, long after it should have finished.
"""

from __future__ import annotations

import ast
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

import eastfront as ef
from eastfront import imports

from . import questions

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = Path(ef.__file__).parent
forked = pytest.mark.skipif(not hasattr(os, "fork"), reason="nothing is forked here")

SCRIPT = """
import faulthandler, os, signal, sys, threading, time
sys.path.insert(0, {root!r})
import eastfront as ef
from tests.api.questions import every, position, slow

names = {names!r}
state = position() if names else None
failed = []

def work(name):
    begun.wait()
    try:
        every[name](state) if names else getattr(ef, name)
    except Exception as error:
        failed.append((name, error))

def child():
    faulthandler.dump_traceback_later({alarm} - 1)
    signal.alarm({alarm})
    for name in names or ef.__all__:
        every[name](state) if names else getattr(ef, name)
    os._exit(0)

at_work = [n for n in names if n not in slow] or ef.__all__
begun = threading.Barrier(len(at_work) + 1)
threads = [threading.Thread(target=work, args=(n,), daemon=True) for n in at_work]
for thread in threads:
    thread.start()
begun.wait()
children = []
for wait in {waits!r}:
    time.sleep(wait)
    children.append(os.fork())
    if not children[-1]:
        child()
print([os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) for pid in children], failed, flush=True)
os._exit(0)
"""
ALARM = 300
"""Seconds after which a child is ended that would be done in three on a quiet machine."""


def forks(names: list[str], waits: list[float]) -> str:
    """What comes of children that are forked while each name has a thread that uses it."""
    script = SCRIPT.format(root=str(ROOT), names=names, waits=waits, alarm=ALARM)
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=3 * ALARM
    )
    assert done.returncode == 0, done.stderr[-2000:]
    print(done.stderr)  # the stacks of a child that waits
    return done.stdout.strip()


@forked
def test_every_name_of_the_package_is_imported_while_children_are_forked() -> None:
    assert forks([], [0.0, 0.01, 0.02, 0.05]) == "[0, 0, 0, 0] []"


@forked
def test_everything_is_used_for_the_first_time_while_children_are_forked() -> None:
    names = [name for name in questions.every if name not in questions.slow]
    assert forks(names, [0.0, 0.02, 0.1, 1.0]) == "[0, 0, 0, 0] []"


@forked
@pytest.mark.parametrize(
    "name", ["rollout", "search.mcts", "State.observation", "render.svg", "vector"]
)
def test_a_first_use_alone_while_a_child_is_forked(name: str) -> None:
    assert forks([name], [0.01, 0.03]) == "[0, 0] []"


LOCKED = """
import os, signal, sys, threading, time
sys.path.insert(0, {root!r})
from tests.api.questions import position, every

names = ("State.observation", "State.battle", "State.supply", "tensor", "wire.position")
state = position()
stop = threading.Event()

def work():
    while not stop.is_set():
        for name in names:
            every[name](state)

for name in names:
    every[name](state)
for _ in range(2):
    threading.Thread(target=work, daemon=True).start()
codes = []
for _ in range(25):
    time.sleep(0.02)
    pid = os.fork()
    if not pid:
        signal.alarm({alarm})
        for name in names:
            every[name](state)
        os._exit(0)
    codes.append(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
stop.set()
print(sum(map(bool, codes)), flush=True)
os._exit(0)
"""


@forked
def test_nothing_that_is_worked_out_is_locked_in_a_child() -> None:
    script = LOCKED.format(root=str(ROOT), alarm=ALARM)
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=3 * ALARM
    )
    assert done.stdout.strip() == "0", done.stderr[-2000:]


# -- how a fork waits ---------------------------------------------------------------------------


@forked
def test_a_fork_waits_for_imports_of_other_threads() -> None:
    order: list[str] = []
    within, go_on = threading.Event(), threading.Event()

    def importing() -> None:
        with imports.pending:
            within.set()
            go_on.wait()
            order.append("imported")

    thread = threading.Thread(target=importing)
    thread.start()
    within.wait()
    threading.Timer(0.2, go_on.set).start()
    child = os.fork()
    if not child:
        with imports.pending:  # as free as in the parent
            os._exit(0)
    order.append("forked")
    thread.join()
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert order == ["imported", "forked"]


@forked
def test_an_import_may_fork() -> None:
    """It does not wait for itself, and its child goes on with it."""
    with imports.pending, imports.pending:
        child = os.fork()
        if not child:
            with imports.pending:
                os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


@forked
def test_a_fork_does_not_wait_for_good(monkeypatch: pytest.MonkeyPatch) -> None:
    """An import may wait for a module whose import forks."""
    monkeypatch.setattr(imports, "LONGEST", 0.1)
    within, go_on = threading.Event(), threading.Event()

    def importing() -> None:
        with imports.pending:
            within.set()
            go_on.wait()

    thread = threading.Thread(target=importing)
    thread.start()
    within.wait()
    child = os.fork()
    if not child:
        second = os.fork()  # the thread is not here, so that nobody is waited for
        os._exit(0 if not second else os.waitstatus_to_exitcode(os.waitpid(second, 0)[1]))
    go_on.set()
    thread.join()
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


# -- who imports within a function -----------------------------------------------------------------


def test_imports_within_functions_are_pending() -> None:
    """But for commands, which import before they begin a thread, and games, whose functions that
    import are pending as a whole (`Pack`)."""
    looked = 0
    for path in sorted(PACKAGE.rglob("*.py")):
        if path.relative_to(PACKAGE).parts[0] in ("cli", "games", "imports.py"):
            continue
        for place, held in _imports(ast.parse(path.read_text(encoding="utf-8")), False, False):
            assert held, f"{path.relative_to(PACKAGE)}:{place}"
            looked += 1
    assert looked > 25


def _imports(node: ast.AST, inside: bool, held: bool) -> Iterator[tuple[int, bool]]:
    """The lines within functions that import, each with whether it is pending."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        inside, held = True, any(_is_pending(d) for d in node.decorator_list)
    elif isinstance(node, ast.With):
        held = held or any(_is_pending(item.context_expr) for item in node.items)
    called = getattr(node, "func", None)
    named = getattr(called, "id", getattr(called, "attr", "")) == "import_module"
    if inside and (named or isinstance(node, ast.Import | ast.ImportFrom)):
        yield getattr(node, "lineno", 0), held
    for child in ast.iter_child_nodes(node):
        yield from _imports(child, inside, held)


def _is_pending(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id == "pending"
