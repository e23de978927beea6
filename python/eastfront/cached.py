"""`functools.cached_property`, without the lock that it has before Python 3.12.

That lock is shared by all objects of a class and held while a value is computed. So threads that
use different objects wait for each other, and a child process that is forked meanwhile deadlocks.
"""

from __future__ import annotations

import sys

if sys.version_info >= (3, 12):
    from functools import cached_property
else:
    from collections.abc import Callable
    from typing import Any, Generic, TypeVar, overload

    T = TypeVar("T")

    class cached_property(Generic[T]):
        """A property that is computed once for each object; concurrent threads may compute it
        twice."""

        def __init__(self, function: Callable[[Any], T]) -> None:
            self._function = function
            self.__doc__ = function.__doc__

        def __set_name__(self, owner: type, name: str) -> None:
            self._name = name

        @overload
        def __get__(self, instance: None, owner: type) -> cached_property[T]: ...
        @overload
        def __get__(self, instance: object, owner: type) -> T: ...
        def __get__(self, instance: object | None, owner: type) -> cached_property[T] | T:
            if instance is None:
                return self
            value = self._function(instance)
            found: T = vars(instance).setdefault(self._name, value)
            return found


__all__ = ["cached_property"]
