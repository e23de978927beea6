"""Python's garbage collector, disabled for a while."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def collector_paused() -> Iterator[None]:
    """Context manager that disables the garbage collector.

    A program consists of a million small objects that all live until it is written or read, so
    collecting would find nothing and double the time.
    """
    running = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if running:
            gc.enable()
