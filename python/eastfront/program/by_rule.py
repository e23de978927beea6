"""The value of a rule: `by` gives one while the rule is in force, and another while it is off."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial
from types import BuiltinFunctionType, FunctionType, MethodType
from typing import Any, Literal, TypeVar, overload

from .builder import builder
from .expr import Hexes, Int, Number, ProgramError, SetT, Units, number
from .mistakes import placed
from .terms import kind_of, kind_words

KnownT = TypeVar("KnownT", bound=Collection[Any])
A = TypeVar("A")
B = TypeVar("B")

_EMPTY: Any = object()

_LATER = (FunctionType, MethodType, BuiltinFunctionType, partial)
"""The types of functions that stand for a value in `by`, and are called only if the value is
needed."""

_PLAIN = (bool, int)
"""The types of Python's own numbers."""
_TERMS = (Hexes, Units, Int)
_ANNOTATED = {"Hexes": Hexes, "Units": Units, "Int": Int, "Number": Int, "int": int, "bool": int}
"""The kinds of values by the return annotation of a function."""


def in_force(rule: str) -> bool:
    """Says whether a rule is in force, which is known while the program is written.

    The call registers the rule as one of the program.
    """
    return builder().in_force(rule)


@overload
def by(rule: str, value: SetT, *, told: bool = False) -> SetT: ...


@overload
def by(rule: str, value: Number, *, told: bool = False) -> Int: ...


@overload
def by(rule: str, value: KnownT) -> KnownT: ...


@overload
def by(
    rule: str, value: Number, *, otherwise: Number | Callable[[], Number], told: Literal[True]
) -> Int: ...


@overload
def by(
    rule: str,
    value: Int | Callable[[], Int],
    *,
    otherwise: Number | Callable[[], Number],
    told: bool = False,
) -> Int: ...


@overload
def by(rule: str, value: int, *, otherwise: Int) -> Int: ...


@overload
def by(
    rule: str, value: Callable[[], A], *, otherwise: Callable[[], B], told: bool = False
) -> A | B: ...


@overload
def by(rule: str, value: Callable[[], A], *, otherwise: B, told: bool = False) -> A | B: ...


@overload
def by(rule: str, value: A, *, otherwise: Callable[[], B], told: bool = False) -> A | B: ...


@overload
def by(rule: str, value: A, *, otherwise: B, told: bool = False) -> A | B: ...


def by(rule: str, value: Any, *, otherwise: Any = _EMPTY, told: bool = False) -> Any:
    """Returns ``value`` if a rule is in force, else ``otherwise`` (by default an empty set or 0).

    ``value`` and ``otherwise`` may each be a function without arguments, called only if its result
    is needed. ``value`` decides the kind of the result: where it is a number of the program,
    ``otherwise=True`` becomes one too. An ``otherwise`` of another kind, such as units for hexes,
    raises `ProgramError`. A Python number that a function gives for ``value`` counts as a number of
    the program, unless the function has the return annotation ``int`` or ``bool``. Without
    ``otherwise``, a Python number is converted to a number of the program. With ``told``,
    explanations name the rule for the value, which is a number or a set of hexes.
    """
    on = in_force(rule)
    if otherwise is _EMPTY:
        if not on:
            return _empty(value)
        given = _known(value)
        given = number(given) if isinstance(given, int) else given
    else:
        kind, given = _kind(value), _known(value if on else otherwise)
        if kind is None:
            kind = Int if isinstance(given, int) else _kind(given) if on else object
        if kind is not int or type(otherwise) not in _PLAIN:
            given = alike(given, kind, otherwise if on else given, rule)
    if not told:
        return given
    if not on:
        return number(given) if isinstance(given, int) else given
    of, at = Hexes if isinstance(given, Hexes) else Int, builder().rule(rule)
    return of(("Ruled", at, given.node if of is Hexes else number(given).node))


def under_rules(
    rules: Sequence[str],
    method: Callable[..., Any],
    kind: type | None,
    otherwise: Any,
    later: bool,
    args: Any,
    kwargs: Any,
) -> Any:
    """Returns the result of a method that states the rules with the ids ``rules``, while all of
    them are in force, else ``otherwise``, which is a function of the same arguments if ``later`` is
    true.

    ``kind`` is the kind of the method's return annotation, None for one that is not checked. Raises
    `ProgramError`, with the method's place, if ``otherwise`` is known to be of another kind.
    """
    on = all([in_force(rule) for rule in rules])
    if on and (later or kind is None):
        return method(*args, **kwargs)
    other = otherwise(*args, **kwargs) if later else otherwise
    with placed(method):
        other = alike(other, kind, other, ", ".join(rules))
    return method(*args, **kwargs) if on else other


def alike(given: Any, kind: type | None, otherwise: Any, rules: str) -> Any:
    """Returns ``given``, the value that applies, as a number of the program if ``kind``, the kind
    of the value under a rule, is a number.

    Raises `ProgramError` if ``otherwise``, the value while the rule is off or a function that gives
    it, is known to be of another kind; the message names ``rules``, the ids of the rules. None
    goes with every kind.
    """
    other = _kind(otherwise)
    fits = other in (kind, None, type(None)) or (kind is Int and other is int)
    if kind in _TERMS and not fits:
        got = kind_words(other) if other in _TERMS else kind_of(otherwise)
        raise ProgramError(f"{rules}: `otherwise` is {got}, expected {kind_words(kind)}")
    numbers = kind is Int or (kind is int and other is Int)
    return number(given) if numbers and isinstance(given, int) else given


def _known(value: Any) -> Any:
    """Returns a value, or the result of the function that stands for it."""
    return value() if isinstance(value, _LATER) else value


def _kind(value: Any) -> type | None:
    """Returns the kind of a value: `Hexes`, `Units` or `Int`, `int` for a number or truth value of
    Python, and else its type. For a function the kind is that of its return annotation; None
    without one, and for other types."""
    kind = _KINDS[type(value)]
    if kind is not None:
        return kind
    function = value.func if isinstance(value, partial) else value
    said = getattr(function, "__annotations__", {}).get("return")
    return _ANNOTATED.get(said if isinstance(said, str) else getattr(said, "__name__", ""))


class _Kinds(dict[type, "type | None"]):
    """The kind of all values of a type, as `_kind` gives it, by the type; None for a type of
    functions."""

    def __missing__(self, of: type) -> type | None:
        kind = next((kind for kind in (*_TERMS, int) if issubclass(of, kind)), of)
        self[of] = None if issubclass(of, _LATER) else kind
        return self[of]


_KINDS = _Kinds()


def _empty(value: Any) -> Any:
    """Returns the empty value of the kind of a value: an empty set, or 0."""
    if isinstance(value, _LATER):
        raise ProgramError("a value given by a function needs `otherwise`")
    if isinstance(value, Hexes | Units):
        return type(value)("Empty")
    return number(0) if isinstance(value, Int | int) else type(value)()
