"""Argument checks of public functions: one error that names the argument, its value and its bounds.

`checked` validates the arguments of a function, or of the public methods of a class, against their
annotations, as far as these are simple; `within` checks the bounds of a number. Both functions
raise errors of the package's family (`ArgumentTypeError`, `ArgumentError`), which are a TypeError
and a ValueError. If a value itself raises an exception while it is inspected, one of these errors
takes its place.
"""

from __future__ import annotations

import builtins
import collections.abc
import functools
import importlib
import inspect
import numbers
import operator
import os
import pathlib
import types
import typing
from collections.abc import Callable
from typing import Any, Literal, TypeVar, Union, cast

from eastfront._core import ArgumentError, ArgumentTypeError, EastfrontError, State
from eastfront.imports import pending

SHOWN = 60
"""Maximum number of characters of a value quoted in an error."""

LONGEST = 1000
"""Maximum number of characters of a name or path."""
BITS = 256
"""Maximum number of bits of an integer; most parameters have narrower bounds."""
MOST_SEED = 2**BITS - 1
"""The largest seed accepted by the environments for other libraries."""
DOCUMENTS = ("text", "content")
"""The names of the parameters that take a whole document, a text of any length; other texts have at
most `LONGEST` characters."""

F = TypeVar("F", bound="Callable[..., Any] | type")


class UnknownName(EastfrontError, KeyError):
    """An unknown name of a thing, such as a hex or an agent; the error is a KeyError too."""

    def __str__(self) -> str:
        return Exception.__str__(self)


def shown(value: object) -> str:
    """Returns the repr of a value for an error message, cut after `SHOWN` characters."""
    try:
        text = repr(value)
    except Exception:
        text = "a value that cannot be shown"
    return text if len(text) <= SHOWN else text[:SHOWN] + "..."


def within(name: str, value: int, low: int, high: int) -> None:
    """Raises ArgumentError, with the argument's name, unless `low` <= `value` <= `high`."""
    if not low <= value <= high:
        raise ArgumentError(f"{name}={shown(value)}, expected a whole number from {low} to {high}")


def one_of(name: str, value: object, allowed: collections.abc.Iterable[str]) -> None:
    """Raises ArgumentError, with the argument's name, for a value that is not in `allowed`."""
    known = list(allowed)
    if value not in known:
        raise ArgumentError(f"{name}={shown(value)}, expected {' or '.join(known)}")


def checked(thing: F) -> F:
    """Decorates a function or class so that it refuses arguments that its annotations do not allow.

    Of a class, the constructor, `__call__` and the public methods are covered. Integers and strings
    of other libraries are converted to Python's own; True and False are not numbers. The decorated
    function raises ArgumentTypeError for a value of the wrong type, and ArgumentError for an
    integer or a text that is too long.
    """
    if not isinstance(thing, type):
        return cast(F, _checked(thing))
    for name, member in list(vars(thing).items()):
        public = not name.startswith("_") or name in ("__init__", "__call__")
        if public and inspect.isfunction(member):
            setattr(thing, name, _checked(member))
    return thing


def _checked(function: Callable[..., Any]) -> Callable[..., Any]:
    signature = inspect.signature(function)
    parameters = list(signature.parameters.values())
    in_place = {inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD}
    ordered = [p for p in parameters if p.kind in in_place]
    names = [p.name for p in ordered]
    varied = any(p.kind is p.VAR_POSITIONAL for p in parameters)
    needed = max((n for n, p in enumerate(ordered, 1) if p.default is p.empty), default=0)
    named = any(p.kind is p.KEYWORD_ONLY and p.default is p.empty for p in parameters)
    most = -1 if varied or named else len(ordered)

    @functools.cache
    def hint_of(name: str) -> Any:  # when it is asked: some import a module
        return _hint(function, signature.parameters[name])

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        if not kwargs and needed <= len(args) <= most:  # the common case, without a binding
            pairs = zip(names, args, strict=False)
            return function(*[_read(name, value, hint_of(name)) for name, value in pairs])
        try:
            given = signature.bind(*args, **kwargs)
        except TypeError as error:
            raise ArgumentTypeError(f"{function.__name__}: {error}") from None
        for name, value in given.arguments.items():
            given.arguments[name] = _read(name, value, hint_of(name))
        return function(*given.args, **given.kwargs)

    return call


def _read(name: str, value: Any, hint: Any) -> Any:
    """Checks a value against the annotation `hint`, and returns the value, converted if need be.

    Raises ArgumentTypeError or ArgumentError, with the argument's name.
    """
    if hint is Any:
        return value
    if type(value) is not hint:
        value = _fitting(name, value, hint)
    if isinstance(value, (str, pathlib.PurePath)):
        _sound(name, value, hint)
        return str.__str__(value) if isinstance(value, str) else value
    elif isinstance(value, (list, tuple, set, frozenset, dict)):
        for part in value:
            if isinstance(part, str):
                _sound(name, part, hint)
    elif isinstance(value, (int, numbers.Integral)):
        value = value if isinstance(value, int) else operator.index(value)
        if value.bit_length() > BITS:
            told = f"a number of {value.bit_length()} bits"
            raise ArgumentError(f"{name} is {told}, expected at most {BITS}")
    return value


def _fitting(name: str, value: Any, hint: Any) -> Any:
    """Returns the value if its type fits the annotation, a one-shot iterable as a list; raises
    ArgumentTypeError otherwise."""
    if _once(value, hint):
        try:
            value = list(value)
        except Exception:  # the value's own
            raise ArgumentTypeError(f"{name}={shown(value)}, expected {_told(hint)}") from None
    if not _fits(value, hint):
        raise ArgumentTypeError(f"{name}={shown(value)}, expected {_told(hint)}")
    return value


def _once(value: Any, hint: Any) -> bool:
    """Says whether a value is a one-shot iterable, such as a generator, given for an Iterable
    parameter."""
    wanted = _takes_iterables(hint) and _iterates(value)
    return wanted and not isinstance(value, collections.abc.Collection)


@functools.cache
def _takes_iterables(hint: Any) -> bool:
    origins = [typing.get_origin(one) for one in (hint, *typing.get_args(hint))]
    return any(origin is collections.abc.Iterable for origin in origins)


def _iterates(value: Any) -> bool:
    try:
        return isinstance(value, collections.abc.Iterable)
    except Exception:  # the value's own
        return False


def _sound(name: str, value: str | pathlib.PurePath, hint: Any) -> None:
    """Raises ArgumentError for a text longer than `LONGEST`, unless the parameter takes a document,
    or a text that cannot be encoded: as a path for a Path parameter, else as UTF-8."""
    text = str(value)
    if len(text) > LONGEST and name not in DOCUMENTS:
        raise ArgumentError(f"{name}={shown(value)}, expected at most {LONGEST} characters")
    if pathlib.Path in (hint, *typing.get_args(hint)):
        if "\0" in text:
            raise ArgumentError(f"{name}={shown(value)}, expected a path without NUL characters")
        write: Callable[[str], object] = os.fsencode
    else:
        write = str.encode
    try:
        write(text)
    except UnicodeEncodeError:
        raise ArgumentError(
            f"{name}={shown(value)}, expected text without lone surrogates"
        ) from None


def of_one_position(function: F) -> F:
    """Decorates a function so that it works on copies of the states among its arguments.

    Another thread may play a state on during the call. With a copy, the whole answer, even that of
    a generator, is about the position at the call. A copy costs a tenth of a microsecond.
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
    """The namespace in which annotations are evaluated; names of eastfront itself, whose import is
    slow, are imported when an annotation contains them."""

    def __missing__(self, name: str) -> Any:
        with pending:
            if name in ("Game", "State", "Rules", "Order"):
                return getattr(importlib.import_module("eastfront"), name)
        raise KeyError(name)


def _hint(function: Callable[..., Any], parameter: inspect.Parameter) -> Any:
    """Returns the evaluated annotation of a parameter; Any if it is missing or cannot be
    evaluated."""
    hint = parameter.annotation
    if hint is inspect.Parameter.empty or parameter.kind == parameter.VAR_KEYWORD:
        return Any
    names = _Names({**vars(builtins), **vars(typing), **vars(collections.abc)})
    names |= {"Path": pathlib.Path, **getattr(function, "__globals__", {})}
    try:
        while isinstance(hint, str):  # what it names may be a text too
            hint = eval(hint, {}, names)
    except Exception:  # a name that only the type checker knows
        return Any
    return (
        types.GenericAlias(tuple, (hint, ...))
        if parameter.kind == parameter.VAR_POSITIONAL
        else hint
    )


def _fits(value: Any, hint: Any) -> bool:
    """Says whether a value is of an annotated type; True for an annotation that cannot be
    checked."""
    return type(value) is hint or _is(hint)(value)


Test = Callable[[Any], bool]


@functools.cache
def _is(hint: Any) -> Test:
    """Returns the function that says whether a value is of an annotated type; False if the value's
    own code raises an exception."""
    test = _test(hint)

    def fits(value: Any) -> bool:
        try:
            return test(value)
        except Exception:  # the value's own, such as one that cannot be compared
            return False

    return fits


def _test(hint: Any) -> Test:
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    if hint is Any:  # a class on newer Pythons
        return lambda value: True
    if hint is None or hint is type(None):
        return lambda value: value is None
    if typing.is_typeddict(hint):
        return lambda value: isinstance(value, collections.abc.Mapping)
    if origin in (Union, types.UnionType):
        tests = [_is(arg) for arg in args]
        return lambda value: any(test(value) for test in tests)
    if origin is Literal:
        return lambda value: any(type(value) is type(arg) and value == arg for arg in args)
    if hint is int:
        return lambda value: as_whole(value) is not None
    if hint is float:
        return lambda value: isinstance(value, numbers.Real) and not isinstance(value, bool)
    if hint is bool:
        return lambda value: isinstance(value, bool) or type(value).__name__ in ("bool_", "bool")
    if origin is collections.abc.Callable:
        return callable
    if origin is type:
        return lambda value: isinstance(value, type)
    if isinstance(origin, type) and origin.__module__ != "numpy":  # NumPy makes arrays of anything
        holds = _elements(origin, args)
        return lambda value: isinstance(value, origin) and holds(value)
    if isinstance(hint, type) and getattr(hint, "_is_protocol", False):
        wanted = [name for name, member in vars(hint).items() if inspect.isfunction(member)]
        asked = [name for name in wanted if not name.startswith("_") or name == "__call__"]
        return lambda value: all(callable(getattr(value, name, None)) for name in asked)
    if isinstance(hint, type):
        return lambda value: isinstance(value, hint)
    return lambda value: True


def _elements(origin: type, args: tuple[Any, ...]) -> Test:
    """Returns the function that says whether the elements of a container are of the types `args`.
    `origin` is the annotated type of the container; a string does not pass as a list of strings."""
    if not args:
        return lambda value: True
    tests = [_is(arg) for arg in args if arg is not ...]
    first = tests[0]
    if origin is tuple and args[-1] is ...:
        return lambda value: all(map(first, value))
    if origin is tuple:
        return lambda value: (
            len(tests) == len(value)
            and all(test(part) for test, part in zip(tests, value, strict=True))
        )
    if issubclass(origin, collections.abc.Mapping):
        second = tests[1]
        return lambda value: all(first(k) and second(v) for k, v in value.items())
    return lambda value: (
        not isinstance(value, (str, bytes))
        and (not isinstance(value, collections.abc.Collection) or all(map(first, value)))
    )


def as_whole(value: Any) -> int | None:
    """Converts an integer of any library to Python's own; None for True, False and other values."""
    if isinstance(value, bool):
        return None
    try:
        return operator.index(value)
    except Exception:  # the value's own
        return None


_WORDS = {int: "a whole number", float: "a number", str: "a string", bool: "True or False"}


def _told(hint: Any) -> str:
    """Returns an annotation in words for error messages, such as `a whole number or None`."""
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    if hint is None or hint is type(None):
        return "None"
    if origin in (Union, types.UnionType):
        return " or ".join(_told(arg) for arg in args)
    if origin is Literal:
        return " or ".join(map(repr, args))
    if origin is collections.abc.Callable:
        return "a callable"
    if isinstance(hint, type) and origin is None:
        return _WORDS.get(hint, f"{'an' if hint.__name__[0] in 'AEIO' else 'a'} {hint.__name__}")
    return str(hint).replace("collections.abc.", "").replace("eastfront._core.", "")
