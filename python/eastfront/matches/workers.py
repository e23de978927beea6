"""Parallel tasks in worker processes, with results independent of the number of workers.

A task is a module-level function and its arguments, which must be picklable. A deterministic task
gives the same result in any process, so results sorted by task do not depend on the number of
workers.
"""

from __future__ import annotations

import pickle
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from functools import lru_cache
from multiprocessing import active_children, get_context
from multiprocessing.shared_memory import SharedMemory
from typing import Any, Protocol

from eastfront._core import ArgumentError, Game


class Spread(Protocol):
    """An executor of tasks, such as `in_processes(jobs)` or `eastfront.distributed.Cluster`."""

    def __call__(
        self, work: Callable[..., Any], tasks: Sequence[tuple[Any, ...]]
    ) -> Iterator[tuple[int, Any]]:
        """Runs `work` on the arguments of each task; yields the results as they arrive, each after
        the index of its task in `tasks`."""


MOST_JOBS = 1024
"""Maximum number of processes of one call."""


def in_processes(jobs: int) -> Spread:
    """Makes an executor with a number of processes on this machine; with 1 it runs tasks in this
    process.

    Raises ValueError for a number below 1 or above `MOST_JOBS`.
    """
    if not 1 <= jobs <= MOST_JOBS:
        raise ArgumentError(f"{jobs} jobs, expected from 1 to {MOST_JOBS}")

    def spread(
        work: Callable[..., Any], tasks: Sequence[tuple[Any, ...]]
    ) -> Iterator[tuple[int, Any]]:
        if jobs == 1 or len(tasks) < 2:
            for number, task in enumerate(tasks):
                yield number, work(*task)
            return
        shared = _shared(tasks)
        with _pool(min(jobs, len(tasks)), shared) as pool:
            with _ctrl_c_held():  # workers start when they receive tasks
                asked: dict[Future[Any], int] = {
                    pool.submit(_work_with_shared, work, _rest(task, shared)): number
                    for number, task in enumerate(tasks)
                }
            for done in as_completed(asked):
                yield asked[done], done.result()

    return spread


starting = threading.Lock()
"""The lock held while workers start. A forced exit of this process waits for it, because a
partially started worker would print an error."""

Arguments = dict[int, Any]
"""Some of the arguments of a task, by position."""


def _shared(tasks: Sequence[tuple[Any, ...]]) -> Arguments:
    """Returns the arguments that are the same object in every task, by position.

    These arguments are sent to each worker once, at its start, through shared memory. A game file
    would fill a pipe: the writer would block until the worker has started, and forever if the
    worker has ended.
    """
    columns = enumerate(zip(*tasks, strict=False))
    return {at: column[0] for at, column in columns if all(x is column[0] for x in column)}


def _rest(task: tuple[Any, ...], shared: Arguments) -> Arguments:
    return {at: argument for at, argument in enumerate(task) if at not in shared}


def _work_with_shared(work: Callable[..., Any], rest: Arguments) -> Any:
    """Runs a task in a worker, with its own arguments (``rest``) and the shared ones."""
    arguments = {**_given, **rest}
    return work(*(arguments[at] for at in sorted(arguments)))


_given: Arguments = {}
"""In a worker: the shared arguments of its tasks, by position."""


def _begin(memory: str) -> None:
    """Initialises a worker with the shared arguments of its tasks, from the shared memory of that
    name."""
    _leave_ctrl_c()
    lent = SharedMemory(memory)
    _given.update(pickle.loads(bytes(lent.buf or b"")))
    lent.close()


@contextmanager
def _pool(jobs: int, shared: Arguments) -> Iterator[ProcessPoolExecutor]:
    """Context manager with a pool of `jobs` worker processes, to which the arguments `shared` are
    sent once; an error or Ctrl-C ends them at once."""
    before = {child.pid for child in active_children()}
    spawn = get_context("spawn")
    content = pickle.dumps(shared)
    lent = SharedMemory(create=True, size=len(content))
    memoryview(lent.buf or b"")[: len(content)] = content
    pool = ProcessPoolExecutor(jobs, mp_context=spawn, initializer=_begin, initargs=(lent.name,))
    try:
        yield pool
        pool.shutdown(wait=True)
    except BaseException:
        pool.shutdown(wait=False, cancel_futures=True)
        for child in active_children():
            if child.pid not in before:
                child.terminate()
        raise
    finally:
        lent.close()
        lent.unlink()


@contextmanager
def _ctrl_c_held() -> Iterator[None]:
    """Context manager that defers Ctrl-C while workers start, as a partially started worker can
    neither continue nor be ended.

    Workers inherit the blocked signal, so Ctrl-C does not reach a worker before `_leave_ctrl_c` has
    run in it.
    """
    with starting:
        with _signal_held():
            yield


@contextmanager
def _signal_held() -> Iterator[None]:
    before = signal.getsignal(signal.SIGINT)
    alone = threading.current_thread() is not threading.main_thread()
    if alone or before is None or not hasattr(signal, "pthread_sigmask"):
        yield
        return
    pressed = []
    # blocking is not enough: an existing thread may receive the signal
    signal.signal(signal.SIGINT, lambda *_: pressed.append(True))
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
    if pressed:
        signal.raise_signal(signal.SIGINT)


def _leave_ctrl_c() -> None:
    """Ignores Ctrl-C, which the terminal sends to every process; the parent handles it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@lru_cache(maxsize=4)
def game_of(file: bytes) -> Game:
    """Returns the game of a game file; it is cached in the process."""
    return Game.from_bytes(file)
