"""Lazy imports that are safe when the process forks.

A thread that imports a module holds the module's import lock. A child forked during the import
inherits the held lock without the thread that would release it, so the child's own import of the
module deadlocks. Imports made by calls of the package are therefore *pending* until they end, and
`os.fork` waits for the pending imports of other threads. Import statements of the caller are not
covered.
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
"""The longest time in seconds that a fork waits. It is limited, because the import that a fork
waits for may itself wait for the forking thread."""


class Pending(ContextDecorator):
    """Context manager and decorator for imports; a fork waits until no other thread is inside it.

    Fork handlers run in reverse order of registration, and the handler of `logging` takes the
    logging lock. If the wait came after that handler, it would deadlock with an import that needs
    this lock. So in a process with threads, `logging` is imported first and the wait is registered
    again after it.
    """

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._depths: dict[int, int] = {}
        """For each thread, by its id: how many `with` blocks of this object it is inside."""
        self._registered = 0
        self._forking = 0
        """The number of the registration whose handler delays a fork now; 0 outside of a fork."""
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
        """Before a fork, waits for the imports of other threads and blocks new imports until
        `_after`. `number` is the number of the registration of fork handlers to which this handler
        belongs; the handlers of all but the last registration do nothing."""
        if number == self._registered:
            self._changed.acquire()
            self._forking = number
            self._changed.wait_for(lambda: self._depths.keys() <= {threading.get_ident()}, LONGEST)

    def _after(self, number: int) -> None:
        if number == self._forking:
            self._forking = 0
            self._changed.release()

    def _in_child(self, number: int) -> None:
        """After a fork, in the child process, where only the forking thread exists: forgets the
        pending imports of the other threads, and allows imports. `number` is the number of the
        registration to which this handler belongs."""
        me = threading.get_ident()
        self._depths = {me: self._depths[me]} if me in self._depths else {}
        self._after(number)


pending: Pending = Pending()


def lazily(name: str) -> Callable[[], Any]:
    """Returns a function that imports a module on its first call and returns the module."""

    @cache
    def module() -> Any:
        with pending:
            return import_module(name)

    return module


def attributes(package: str, homes: Mapping[str, Iterable[str]]) -> Callable[[str], Any]:
    """Makes the `__getattr__` of a package whose public names are imported on first use.

    ``homes`` maps each module, relative to the package or in full, to the names that it defines. If
    a package imported its modules at once, it could deadlock: it would wait for a thread that
    imports one of the modules directly, and that thread waits for the package.
    """
    home = {name: module for module, names in homes.items() for name in names}

    def found(name: str) -> Any:
        if name not in home:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        with pending:
            return getattr(import_module(home[name], package), name)

    return found


class _Former:
    """Finder, asked after all other finders, for modules of a package under former names."""

    def __init__(self, package: str, table: str) -> None:
        self._within = f"{package}."
        self._table = f"{package}.{table}"

    def find_spec(self, fullname: str, _path: Any, _target: Any = None) -> ModuleSpec | None:
        """Returns the import spec for `fullname`, a former name of a module of the package; None
        for a name that is no former name."""
        if not fullname.startswith(self._within) or fullname == self._table:
            return None
        with pending:
            found: ModuleSpec | None = import_module(self._table).spec(fullname)
        return found


def find_former(package: str, table: str) -> None:
    """Lets modules of a package be imported by their former names.

    ``table`` is the module of the package whose function `spec` gives the import spec for a former
    name. It is imported only when a name of the package is not found otherwise.
    """
    finder = _Former(package, table)
    if not any(vars(other) == vars(finder) for other in sys.meta_path if type(other) is _Former):
        sys.meta_path.append(finder)
