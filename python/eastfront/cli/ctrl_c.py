"""Ctrl-C ends every command at once.

Python raises KeyboardInterrupt between two bytecode instructions, and the engine's long loops check
for signals, so most commands exit cleanly. A command that has not exited `LATE` seconds after the
signal, such as one waiting for a worker or in a long library call, is ended by a thread: the signal
wakes it even while the main thread runs no Python code.
"""

from __future__ import annotations

import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import NoReturn

INTERRUPTED = 130
"""The exit code of a command ended by Ctrl-C."""
LATE = 0.1
"""Seconds that a command has to exit cleanly."""
LATEST = 5.0
"""Maximum number of seconds that a file write may delay the exit."""
WARNINGS = "PYTHONWARNINGS"
"""The environment variable that silences warnings of child processes."""

_whole = threading.Lock()
"""The lock held during an operation that must not be interrupted, such as writing a file."""
_telling = threading.Lock()
"""The lock held while a thread reports the interruption; the process ends only after that."""
_told: list[bool] = []
"""Not empty once the interruption is reported."""
_ends: list[socket.socket] = []
"""The two sockets by which the signal wakes the thread that ends the command, kept here so that
they stay open."""


def watch() -> None:
    """Installs the handler of Ctrl-C; does nothing if Ctrl-C is ignored or outside of the main
    thread."""
    main = threading.current_thread() is threading.main_thread()
    if not main or _ends or signal.getsignal(signal.SIGINT) in (signal.SIG_IGN, None):
        return
    # silences the resource tracker, which warns of leftovers of ended processes
    quiet = [os.environ[WARNINGS]] if WARNINGS in os.environ else []
    os.environ[WARNINGS] = ",".join([*quiet, "ignore:resource_tracker"])
    ours, theirs = socket.socketpair()
    theirs.setblocking(False)
    _ends.extend((ours, theirs))
    signal.set_wakeup_fd(theirs.fileno(), warn_on_full_buffer=False)
    threading.Thread(target=_wait, args=(ours,), name="ctrl-c", daemon=True).start()


@contextmanager
def whole() -> Iterator[None]:
    """Context manager whose block ends before Ctrl-C can end the process."""
    with _whole:
        yield


def say() -> None:
    """Writes one line about the interruption to stderr, at the first call only; the calls of other
    threads return after it is written."""
    if not _telling.acquire(timeout=LATEST):
        return
    try:
        if not _told:
            with suppress(OSError):
                os.write(2, b"eastfront: interrupted\n")
            _told.append(True)
    finally:
        _telling.release()


def _wait(ours: socket.socket) -> None:
    while signal.SIGINT not in ours.recv(64):
        pass
    time.sleep(LATE)
    leave()


def leave() -> NoReturn:
    """Ends this process and its workers now, without Python's finalisation.

    Finalisation would wait for threads that wait for ended workers.
    """
    say()
    _whole.acquire(timeout=LATEST)
    # a module that is not imported has no workers
    if (workers := sys.modules.get("eastfront.matches.workers")) is not None:
        workers.starting.acquire(timeout=LATEST)
    if (processes := sys.modules.get("multiprocessing")) is not None:
        for child in processes.active_children():
            with suppress(OSError, ValueError):
                child.kill()
    os._exit(INTERRUPTED)
