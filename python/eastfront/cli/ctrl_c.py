"""Ctrl-C ends every command at once, whatever it is at.

Python raises KeyboardInterrupt between two of its own instructions, and the engine's long loops
look for signals; so most commands end in order. What has not ended `LATE` seconds after the key,
such as a wait for a worker or a long call of some library, is ended by a thread that the signal
wakes without the interpreter's help.
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
"""The exit code of a command that Ctrl-C has ended."""
LATE = 0.1
"""Seconds that a command has to end in order."""
LATEST = 5.0
"""Seconds that a file which is being written may put the end off."""
WARNINGS = "PYTHONWARNINGS"
"""What Python's processes are told to be silent about."""

_whole = threading.Lock()
"""Held while something is done that must be done whole."""
_told = threading.Lock()
"""Taken by the first who says that the command was interrupted."""
_ends: list[socket.socket] = []
"""What the signal is told through; kept, since it must stay open."""


def watch() -> None:
    """Ends this process when Ctrl-C is pressed, from now on; nothing where it is ignored."""
    main = threading.current_thread() is threading.main_thread()
    if not main or _ends or signal.getsignal(signal.SIGINT) in (signal.SIG_IGN, None):
        return
    # what clears up behind ended processes must not say that there was something to clear up
    quiet = [os.environ[WARNINGS]] if WARNINGS in os.environ else []
    os.environ[WARNINGS] = ",".join([*quiet, "ignore:resource_tracker"])
    ours, theirs = socket.socketpair()
    theirs.setblocking(False)
    _ends.extend((ours, theirs))
    signal.set_wakeup_fd(theirs.fileno(), warn_on_full_buffer=False)
    threading.Thread(target=_wait, args=(ours,), name="ctrl-c", daemon=True).start()


@contextmanager
def whole() -> Iterator[None]:
    """What is done inside is not broken off by force."""
    with _whole:
        yield


def say() -> None:
    """Says once, in a line, that the command was interrupted."""
    if _told.acquire(blocking=False):
        with suppress(OSError):
            os.write(2, b"eastfront: interrupted\n")


def _wait(ours: socket.socket) -> None:
    while signal.SIGINT not in ours.recv(64):
        pass
    time.sleep(LATE)
    leave()


def leave() -> NoReturn:
    """Ends this process and its workers now, without what Python does at the end.

    Python would wait for threads that wait for workers who are gone.
    """
    say()
    _whole.acquire(timeout=LATEST)
    # what has not been imported has begun no worker
    if (workers := sys.modules.get("eastfront.matches.workers")) is not None:
        workers.starting.acquire(timeout=LATEST)
    if (processes := sys.modules.get("multiprocessing")) is not None:
        for child in processes.active_children():
            with suppress(OSError, ValueError):
                child.kill()
    os._exit(INTERRUPTED)
