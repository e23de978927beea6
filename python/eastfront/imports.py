"""Lazy imports that are safe when the process forks.

A thread that imports a module holds the module's import lock. A child forked during the import
inherits the held lock without the thread that would release it, so its own import of the module
deadlocks. Imports made by calls of the package are therefore *pending* until they are done, and
`os.fork` waits for those of other threads. Import statements of the caller are not covered.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Iterable, Mapping
from contextlib import ContextDecorator
from functools import cache, partial
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from importlib.machinery import ModuleSpec

LONGEST = 60.0
"""Maximum wait of a fork in seconds; it is bounded because the import being waited for may itself
wait for the forking thread."""


class Pending(ContextDecorator):
    """Context manager and decorator for imports; a fork waits until no other thread is inside it.

    Fork handlers run in reverse order of registration, and that of `logging` takes the logging
    lock. A wait after it would deadlock with an import that needs this lock, so in a process with
    threads `logging` is imported first and the handler is registered again.
    """

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._depths: dict[int, int] = {}
        """The nesting depth of each thread."""
        self._registered = 0
        self._forking = 0
        """The registration that is delaying a fork."""
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
        """Wait for the imports of other threads, and block new ones until `_after`."""
        if number == self._registered:
            self._changed.acquire()
            self._forking = number
            self._changed.wait_for(lambda: self._depths.keys() <= {threading.get_ident()}, LONGEST)

    def _after(self, number: int) -> None:
        if number == self._forking:
            self._forking = 0
            self._changed.release()

    def _in_child(self, number: int) -> None:
        """Drop the entries of threads that do not exist in the child."""
        me = threading.get_ident()
        self._depths = {me: self._depths[me]} if me in self._depths else {}
        self._after(number)


pending = Pending()


def lazily(name: str) -> Callable[[], Any]:
    """A function that imports a module on its first call and returns it."""

    @cache
    def module() -> Any:
        with pending:
            return import_module(name)

    return module


def attributes(package: str, homes: Mapping[str, Iterable[str]]) -> Callable[[str], Any]:
    """A `__getattr__` for a package whose names are imported lazily.

    ``homes`` maps each module, relative to the package or in full, to its names. Lazy imports avoid
    a deadlock: a package that imports its modules eagerly waits for a thread that imports one of
    them directly, which in turn waits for the package.
    """
    home = {name: module for module, names in homes.items() for name in names}

    def found(name: str) -> Any:
        if name not in home:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        with pending:
            return getattr(import_module(home[name], package), name)

    return found


class _Former:
    """Finder for the modules of a package that no other finder knows, by their former names."""

    def __init__(self, package: str, table: str) -> None:
        self._within = f"{package}."
        self._table = f"{package}.{table}"

    def find_spec(self, fullname: str, _path: Any, _target: Any = None) -> ModuleSpec | None:
        """The spec that the table gives for a name of the package, or None."""
        if not fullname.startswith(self._within) or fullname == self._table:
            return None
        with pending:
            found: ModuleSpec | None = import_module(self._table).spec(fullname)
        return found


def find_former(package: str, table: str) -> None:
    """Let modules of a package be imported by former names, given by the function `spec` of its
    module ``table``, which is imported when a name is not found otherwise."""
    finder = _Former(package, table)
    if not any(vars(other) == vars(finder) for other in sys.meta_path if type(other) is _Former):
        sys.meta_path.append(finder)
