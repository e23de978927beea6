"""Arguments of public functions: one error each, naming the argument, its value and its bounds.

`checked` holds the values that a function is called with against its annotations, as far as these
say plain things; `within` holds a number against its bounds. Both raise errors of the family
(`ArgumentTypeError`, `ArgumentError`), which are a TypeError and a ValueError.
"""

from __future__ import annotations

import builtins
import collections.abc
import functools
import importlib
import inspect
import operator
import pathlib
import types
import typing
from collections.abc import Callable
from typing import Any, Literal, TypeVar, Union, cast

from eastfront._core import ArgumentError, ArgumentTypeError, State
from eastfront.imports import pending

SHOWN = 60
"""Characters of a value that an error repeats."""

F = TypeVar("F", bound=Callable[..., Any])


def shown(value: object) -> str:
    """A value as an error repeats it."""
    try:
        text = repr(value)
    except Exception:
        text = "a value that cannot be shown"
    return text if len(text) <= SHOWN else text[:SHOWN] + "..."


def within(name: str, value: int, low: int, high: int) -> None:
    """Raises ArgumentError for a number that is out of its bounds."""
    if not low <= value <= high:
        raise ArgumentError(f"{name}={shown(value)}, expected a whole number from {low} to {high}")


def one_of(name: str, value: object, allowed: collections.abc.Iterable[str]) -> None:
    """Raises ArgumentError for a word that is none of those allowed."""
    known = list(allowed)
    if value not in known:
        raise ArgumentError(f"{name}={shown(value)}, expected {' or '.join(known)}")


def checked(function: F) -> F:
    """The function, which then refuses values of types that its annotations do not allow."""
    signature = inspect.signature(function)

    @functools.cache
    def understood(name: str) -> Any:
        return _hint(function, signature.parameters[name])

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        try:
            given = signature.bind(*args, **kwargs)
        except TypeError as error:
            raise ArgumentTypeError(f"{function.__name__}: {error}") from None
        for name, value in given.arguments.items():
            if not _fits(value, understood(name)):
                expected = _told(understood(name))
                raise ArgumentTypeError(f"{name}={shown(value)}, expected {expected}")
        return function(*args, **kwargs)

    return cast(F, call)


def of_one_position(function: F) -> F:
    """The function, which then works on copies of the states that it is given.

    Another thread may play a state on while it is asked: what the function answers is so of one
    position, and a generator of positions is not disturbed. A copy costs a tenth of a microsecond.
    """

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        given = [arg.copy() if isinstance(arg, State) else arg for arg in args]
        for name, arg in kwargs.items():
            if isinstance(arg, State):
                kwargs[name] = arg.copy()
        return function(*given, **kwargs)

    return cast(F, call)


class _Names(dict[str, Any]):
    """What annotations may name; what takes long to import is imported when it is named."""

    def __missing__(self, name: str) -> Any:
        with pending:
            if name == "Observation":
                return importlib.import_module("eastfront.observation").Observation
            if name in ("Game", "State", "Rules", "Order"):
                return getattr(importlib.import_module("eastfront"), name)
        raise KeyError(name)


def _hint(function: Callable[..., Any], parameter: inspect.Parameter) -> Any:
    """The annotation of a parameter; Any where there is none that can be understood here."""
    hint = parameter.annotation
    if hint is inspect.Parameter.empty or parameter.kind in (
        parameter.VAR_POSITIONAL,
        parameter.VAR_KEYWORD,
    ):
        return Any
    if not isinstance(hint, str):
        return hint
    names = _Names({**vars(builtins), **vars(typing), **vars(collections.abc)})
    names |= {"Path": pathlib.Path, **getattr(function, "__globals__", {})}
    try:
        return eval(hint, {}, names)
    except Exception:  # a name that only the type checker knows
        return Any


def _fits(value: Any, hint: Any) -> bool:
    """Whether a value is of an annotated type; True where that cannot be told."""
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    if hint is Any:
        return True
    if hint is None or hint is type(None):
        return value is None
    if origin in (Union, types.UnionType):
        return any(_fits(value, arg) for arg in args)
    if origin is Literal:
        return value in args
    if hint is int:
        return _is_whole(value)
    if hint is float:
        return isinstance(value, float) or _is_whole(value) or hasattr(value, "__float__")
    if hint is bool:
        return isinstance(value, bool) or type(value).__name__ in ("bool_", "bool")
    if origin is collections.abc.Callable:
        return callable(value)
    if origin is type:
        return isinstance(value, type)
    if isinstance(origin, type):
        return isinstance(value, origin) and _holds(value, origin, args)
    if isinstance(hint, type) and not getattr(hint, "_is_protocol", False):
        return isinstance(value, hint)
    return True


def _holds(value: Any, origin: type, args: tuple[Any, ...]) -> bool:
    """Whether what a container holds is of the annotated types; one string is no list of them."""
    if origin is tuple or not args:
        return True
    if issubclass(origin, collections.abc.Mapping):
        return all(_fits(k, args[0]) and _fits(v, args[1]) for k, v in value.items())
    if isinstance(value, (str, bytes)):
        return False
    if isinstance(value, collections.abc.Collection):
        return all(_fits(v, args[0]) for v in value)
    return True


def _is_whole(value: Any) -> bool:
    try:
        operator.index(value)
    except TypeError:
        return False
    return True


_WORDS = {int: "a whole number", float: "a number", str: "a string", bool: "True or False"}


def _told(hint: Any) -> str:
    """An annotation in words."""
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    if hint is None or hint is type(None):
        return "None"
    if origin in (Union, types.UnionType):
        return " or ".join(_told(arg) for arg in args)
    if origin is Literal:
        return " or ".join(map(repr, args))
    if origin is collections.abc.Callable:
        return "something to call"
    if isinstance(hint, type) and origin is None:
        return _WORDS.get(hint, f"{'an' if hint.__name__[0] in 'AEIO' else 'a'} {hint.__name__}")
    return str(hint).replace("collections.abc.", "").replace("eastfront._core.", "")
