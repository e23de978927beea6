"""Imports within functions, for which a fork of the process waits.

Whoever imports a module holds its lock. A child that is forked meanwhile has the lock and not the
thread that would give it back, so that its own import of the module never ends. Imports that calls
of the package bring about are therefore *pending* until they are done, and `os.fork` waits for
those of other threads. Import statements of a caller's own are his own affair.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterable, Mapping
from contextlib import ContextDecorator
from functools import cache, partial
from importlib import import_module
from typing import Any

LONGEST = 60.0
"""Seconds that a fork waits: a module whose import forks may be what another import waits for."""


class Pending(ContextDecorator):
    """A context for imports, or a decorator of what imports; a fork waits until no other thread is
    within it.

    Of what is registered for a fork the latest goes first, and `logging` takes its lock then. An
    import that needs that lock would never end if it were waited for afterwards: so where there are
    threads, `logging` comes first and the wait is registered once more.
    """

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._depths: dict[int, int] = {}
        """How deep each thread is within it."""
        self._registered = 0
        self._forking = 0
        """The registration that holds a fork up."""
        self._register()

    def _register(self) -> None:
        self._registered += 1
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(
                before=partial(self._before, self._registered),
                after_in_parent=partial(self._after, self._registered),
                after_in_child=partial(self._in_child, self._registered),
            )

    def __enter__(self) -> None:
        me = threading.get_ident()
        with self._changed:
            self._depths[me] = self._depths.get(me, 0) + 1
        if self._registered == 1 and threading.active_count() > 1:
            import_module("logging")
            self._register()

    def __exit__(self, *_: object) -> None:
        me = threading.get_ident()
        with self._changed:
            self._depths[me] -= 1
            if not self._depths[me]:
                del self._depths[me]
                self._changed.notify_all()

    def _before(self, number: int) -> None:
        """Waits for the imports of other threads; none begins until `_after`."""
        if number == self._registered:
            self._changed.acquire()
            self._forking = number
            self._changed.wait_for(lambda: self._depths.keys() <= {threading.get_ident()}, LONGEST)

    def _after(self, number: int) -> None:
        if number == self._forking:
            self._forking = 0
            self._changed.release()

    def _in_child(self, number: int) -> None:
        """Forgets the threads that are not in the child."""
        me = threading.get_ident()
        self._depths = {me: self._depths[me]} if me in self._depths else {}
        self._after(number)


pending = Pending()


def lazily(name: str) -> Callable[[], Any]:
    """A function that gives a module, which is imported when it is first called."""

    @cache
    def module() -> Any:
        with pending:
            return import_module(name)

    return module


def attributes(package: str, homes: Mapping[str, Iterable[str]]) -> Callable[[str], Any]:
    """The `__getattr__` of a package whose names are imported as they are asked for.

    ``homes`` gives for each module, relative to the package or in full, the names that it has. A
    package whose own file imports its modules waits for whoever imports one of them directly, who
    waits for the package.
    """
    home = {name: module for module, names in homes.items() for name in names}

    def found(name: str) -> Any:
        if name not in home:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        with pending:
            return getattr(import_module(home[name], package), name)

    return found
