"""The terms of a rules program: numbers, sets of hexes, sets of units, and their operations.

Nothing here computes. A term is an expression tree that the engine evaluates during play; Python
only builds it. Truth values are numbers: comparisons give 0 or 1, and ``&``, ``|`` and ``~``
combine them.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Mapping
from functools import reduce
from operator import index, or_
from typing import TYPE_CHECKING, Any, NoReturn, TypeAlias, TypeVar, overload

from eastfront._core import EastfrontError

if TYPE_CHECKING:
    from .expr import EdgeMask

Node: TypeAlias = Any
"""An expression tree: a tuple of an operation's name and its operands, or a name alone."""

Number: TypeAlias = "Int | int | bool"
"""A number that the engine computes in play, or one that is known when the game is loaded."""

_binders = itertools.count(1)

_AT_HAND = {"Const", "Var", "Local", "Bound"}
"""The operations that give a number without a computation."""


_SHOWN = 60
"""Maximum number of characters of a value quoted in an error."""


class ProgramError(EastfrontError, ValueError):
    """An error in the rules of a game, found while their program is written."""


def _no_truth(what: str) -> NoReturn:
    raise ProgramError(
        f"a Python `if`, `and`, `or` or `not` on {what}: its value is not known when the rules "
        "are written; use `with when(...)`, `&`, `|`, `~` or `if_else(...)`"
    )


class Int:
    """A number that the engine computes during play."""

    __slots__ = ("node",)

    def __init__(self, node: Node) -> None:
        self.node: Node = node

    def __bool__(self) -> bool:
        _no_truth("a number")

    __hash__: None  # type: ignore[assignment]

    def __add__(self, other: Number) -> Int:
        return _binary("Add", self, other)

    __radd__ = __add__

    def __sub__(self, other: Number) -> Int:
        return _binary("Sub", self, other)

    def __rsub__(self, other: Number) -> Int:
        return _binary("Sub", other, self)

    def __mul__(self, other: Number) -> Int:
        return _binary("Mul", self, other)

    __rmul__ = __mul__

    def __floordiv__(self, other: Number) -> Int:
        return _binary("Div", self, other)

    def __mod__(self, other: Number) -> Int:
        return _binary("Mod", self, other)

    def __eq__(self, other: Number) -> Int:  # type: ignore[override]
        return _binary("Eq", self, other)

    def __ne__(self, other: Number) -> Int:  # type: ignore[override]
        return ~_binary("Eq", self, other)

    def __lt__(self, other: Number) -> Int:
        return _binary("Lt", self, other)

    def __le__(self, other: Number) -> Int:
        return _binary("Le", self, other)

    def __gt__(self, other: Number) -> Int:
        return _binary("Lt", other, self)

    def __ge__(self, other: Number) -> Int:
        return _binary("Le", other, self)

    def __and__(self, other: Number) -> Int:
        if isinstance(other, bool | int):
            return self if other else Int(("Const", 0))
        return _binary("And", self, other)

    __rand__ = __and__

    def __or__(self, other: Number) -> Int:
        if isinstance(other, bool | int):
            return Int(("Const", 1)) if other else self
        return _binary("Or", self, other)

    __ror__ = __or__

    def __invert__(self) -> Int:
        return Int(("Not", self.node))

    def divided_up(self, other: Number) -> Int:
        """The quotient of this number and another one, rounded up."""
        return _binary("DivCeil", self, other)


def kind_of(value: object) -> str:
    """Returns the kind of a value in words, for messages."""
    for kind, words in _KINDS.items():
        if isinstance(value, kind):
            return words
    return f"{repr(value)[:_SHOWN]} ({type(value).__name__})"


def kind_words(kind: type) -> str:
    """Returns a kind of terms in words."""
    return _KINDS[kind]


def node_of(value: object, kind: type[Hexes | Units]) -> Node:
    """Returns the tree of a set. Raises `ProgramError` for a value of another kind."""
    if not isinstance(value, kind):
        raise ProgramError(f"expected {_KINDS[kind]}, got {kind_of(value)}")
    return value.node


def number(value: Number) -> Int:
    """Converts a constant or an `Int` to an `Int`. Raises `ProgramError` for anything else."""
    if isinstance(value, Int):
        return value
    try:
        return Int(("Const", index(value)))
    except TypeError:
        hint = "; `scaled` converts points with a fraction" if isinstance(value, float) else ""
        raise ProgramError(f"expected {_KINDS[Int]}, got {kind_of(value)}{hint}") from None


def _binary(op: str, a: Number, b: Number) -> Int:
    return Int((op, number(a).node, number(b).node))


def smaller(a: Number, b: Number) -> Int:
    """The smaller of two numbers."""
    return _binary("Min", a, b)


def larger(a: Number, b: Number) -> Int:
    """The larger of two numbers."""
    return _binary("Max", a, b)


def let(value: Number, then: Callable[[Int], Number]) -> Int:
    """The number that `then` gives for a value. The value is computed once, even if `then` uses it
    several times."""
    value = number(value)
    if not isinstance(value.node, tuple) or value.node[0] in _AT_HAND:
        return number(then(value))
    binder, node = _bound(then)
    return Int(("Let", value.node, node, binder))


SetT = TypeVar("SetT", bound="Hexes | Units")
"""Sets of one kind: hexes or units."""
T = TypeVar("T", bound="Int | Hexes | Units")


@overload
def if_else(condition: Number, a: SetT, b: SetT) -> SetT: ...


@overload
def if_else(condition: Number, a: Number, b: Number) -> Int: ...


def if_else(condition: Number, a: Any, b: Any) -> Any:
    """The first of two sets or numbers if a condition holds, else the second."""
    if isinstance(a, _Set):
        return type(a)(
            (
                "IfElse",
                number(condition).node,
                a.node,
                node_of(b, Hexes if isinstance(a, Hexes) else Units),
            )
        )
    return Int(("IfElse", number(condition).node, number(a).node, number(b).node))


def union(some: Iterable[T], none: T | None = None) -> T:
    """The union of some sets, or the disjunction of some numbers; ``none`` if ``some`` is empty."""
    found = list(some)
    if not found and none is not None:
        return none
    return reduce(or_, found)


class _Set:
    __slots__ = ("node",)

    def __init__(self, node: Node) -> None:
        self.node: Node = node

    def __bool__(self) -> bool:
        _no_truth("a set")


def _bound(condition: Callable[[Int], Number]) -> tuple[int, Node]:
    binder = next(_binders)
    return binder, number(condition(Int(("Bound", binder)))).node


class Hexes(_Set):
    """A set of hexes."""

    def __or__(self, other: Hexes) -> Hexes:
        return Hexes(("Union", self.node, node_of(other, type(self))))

    def __and__(self, other: Hexes) -> Hexes:
        own, its = self.node, node_of(other, Hexes)
        if "All" in (own, its):
            return self if its == "All" else other
        return Hexes(("Intersection", own, its))

    def __sub__(self, other: Hexes) -> Hexes:
        return Hexes(("Difference", self.node, node_of(other, type(self))))

    def __invert__(self) -> Hexes:
        return Hexes(("Difference", "All", self.node))

    def when(self, condition: Number) -> Hexes:
        """The set if a condition holds, else the empty set."""
        return Hexes(("IfElse", number(condition).node, self.node, "Empty"))

    def contains(self, hex_: Number) -> Int:
        """Whether a hex belongs to the set, as 0 or 1; a box off the map never does."""
        return Int(("ContainsHex", self.node, number(hex_).node))

    def count(self) -> Int:
        """The number of hexes in the set."""
        return Int(("CountHexes", self.node))

    def any(self) -> Int:
        """Whether the set has a member, as 0 or 1."""
        return self.count() > 0

    def first(self) -> Int:
        """The hex of the set with the lowest number; -1 for an empty set."""
        return Int(("FirstHex", self.node))

    def after(self, hex_: Number) -> Int:
        """The hex of the set with the lowest number above that of ``hex_``; -1 if there is none."""
        return Int(("NextHex", self.node, number(hex_).node))

    def where(self, condition: Callable[[Int], Number]) -> Hexes:
        """The members for which a condition holds."""
        binder, node = _bound(condition)
        return Hexes(("Where", self.node, node, binder))

    def adjacent(self, through: EdgeMask | None = None) -> Hexes:
        """The hexes adjacent to a hex of the set, among them hexes of the set that are next to
        another one. If a mask ``through`` is given, only hexsides of the mask are crossed."""
        return Hexes(("Adjacent", through.index if through else None, self.node))

    def ring(self, centre: Number) -> Int:
        """A six-bit mask of the neighbours of a hex that belong to the set: bit n is set for the
        neighbour in direction n."""
        return Int(("Ring", self.node, number(centre).node))


class Units(_Set):
    """A set of units."""

    def __or__(self, other: Units) -> Units:
        return Units(("Union", self.node, node_of(other, type(self))))

    def __and__(self, other: Units) -> Units:
        own, its = self.node, node_of(other, Units)
        if "All" in (own, its):
            return self if its == "All" else other
        return Units(("Intersection", own, its))

    def __sub__(self, other: Units) -> Units:
        return Units(("Difference", self.node, node_of(other, type(self))))

    def when(self, condition: Number) -> Units:
        """The set if a condition holds, else the empty set."""
        return Units(("IfElse", number(condition).node, self.node, "Empty"))

    def contains(self, unit: Number) -> Int:
        """Whether a unit belongs to the set, as 0 or 1."""
        return Int(("ContainsUnit", self.node, number(unit).node))

    def count(self) -> Int:
        """The number of units in the set."""
        return Int(("CountUnits", self.node))

    def any(self) -> Int:
        """Whether the set has a member, as 0 or 1."""
        return self.count() > 0

    def first(self) -> Int:
        """The unit of the set with the lowest number; -1 for an empty set."""
        return self.after(-1)

    def after(self, unit: Number) -> Int:
        """The unit of the set with the lowest number above that of ``unit``; -1 if there is
        none."""
        return Int(("NextUnit", self.node, number(unit).node))

    def where(self, condition: Callable[[Int], Number]) -> Units:
        """The members for which a condition holds."""
        binder, node = _bound(condition)
        return Units(("Where", self.node, node, binder))

    def sum(self, value: Callable[[Int], Number]) -> Int:
        """The sum of ``value`` over the members."""
        binder, node = _bound(value)
        return Int(("Sum", self.node, node, binder))

    def least(self, value: Callable[[Int], Number], none: Number) -> Int:
        """The smallest ``value`` over the members; ``none`` for an empty set."""
        binder, node = _bound(value)
        return Int(("Least", self.node, node, number(none).node, binder))

    def hexes(self) -> Hexes:
        """The hexes where the members are."""
        return Hexes(("HexesOf", self.node))

    def inside(self, hexes: Hexes) -> Units:
        """The members that are in a set of hexes."""
        return Units(("Intersection", self.node, ("In", node_of(hexes, Hexes))))

    def distinct(self) -> Units:
        """The members; of interchangeable counters in the same place, with the same flags and unit
        fields, only the first."""
        return Units(("Distinct", self.node))


_KINDS: Mapping[type, str] = {Hexes: "a set of hexes", Units: "a set of units", Int: "a number"}
"""The kinds of terms, in words."""
