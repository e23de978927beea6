"""Work spread over processes, with answers that do not depend on how many there are.

A task is a function of a module and its arguments, which must pickle. A task that is a function of
its arguments alone gives the same answer in any process, so whoever sorts the answers by their task
has the same result for any number of workers.
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
    """Whoever has tasks done: `in_processes`, or `eastfront.distributed.Cluster`."""

    def __call__(
        self, work: Callable[..., Any], tasks: Sequence[tuple[Any, ...]]
    ) -> Iterator[tuple[int, Any]]:
        """The answers as they come, each with the number of its task."""


MOST_JOBS = 1024
"""The processes of one call at most."""


def in_processes(jobs: int) -> Spread:
    """Has tasks done by so many processes of this machine; by this one alone when it is one.

    Raises ValueError for less than one.
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
            with _ctrl_c_held():  # the workers start as they are given tasks
                asked: dict[Future[Any], int] = {
                    pool.submit(_work_with_shared, work, _rest(task, shared)): number
                    for number, task in enumerate(tasks)
                }
            for done in as_completed(asked):
                yield asked[done], done.result()

    return spread


starting = threading.Lock()
"""Held while workers start. Who ends this process by force waits for it: a worker that is half
begun would complain that nobody tells it what to do."""

Arguments = dict[int, Any]
"""Some of the arguments of a task, by their place."""


def _shared(tasks: Sequence[tuple[Any, ...]]) -> Arguments:
    """The arguments that are one and the same thing in every task.

    They go to each worker once, as it starts, by shared memory. A game file fills a pipe: whoever
    writes one to a worker waits until that has begun, and for good when it is ended.
    """
    columns = enumerate(zip(*tasks, strict=False))
    return {at: column[0] for at, column in columns if all(x is column[0] for x in column)}


def _rest(task: tuple[Any, ...], shared: Arguments) -> Arguments:
    return {at: argument for at, argument in enumerate(task) if at not in shared}


def _work_with_shared(work: Callable[..., Any], rest: Arguments) -> Any:
    """Does a task: what a worker does."""
    arguments = {**_given, **rest}
    return work(*(arguments[at] for at in sorted(arguments)))


_given: Arguments = {}
"""In a worker: the arguments that its tasks share."""


def _begin(memory: str) -> None:
    """Begins a worker with the arguments that its tasks share."""
    _leave_ctrl_c()
    lent = SharedMemory(memory)
    _given.update(pickle.loads(bytes(lent.buf or b"")))
    lent.close()


@contextmanager
def _pool(jobs: int, shared: Arguments) -> Iterator[ProcessPoolExecutor]:
    """Worker processes; when something goes wrong, or Ctrl-C is pressed, they end at once."""
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
    """Puts Ctrl-C off while workers start: one that is half begun could neither go on nor be ended.

    What they start with they keep, so that it does not reach them before `_leave_ctrl_c` either.
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
    # a thread that is there already may take the signal, so that blocking it is not enough
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
    """Leaves Ctrl-C, which the terminal sends to every process, to the one that has the tasks."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@lru_cache(maxsize=4)
def game_of(file: bytes) -> Game:
    """The game of a game file, read once in a process."""
    return Game.from_bytes(file)
