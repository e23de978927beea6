"""Expressions of a rules program: numbers, sets of hexes, sets of units.

Nothing here computes. An expression is a small tree that the engine evaluates when the game is
played; Python only writes it down. Truth is a number: comparisons give 0 or 1, and ``&``, ``|``
and ``~`` combine them.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NoReturn, TypeAlias, TypeVar

Node: TypeAlias = Any
"""A tree: a tuple of an operation's name and its operands."""

Number: TypeAlias = "Int | int | bool"

_binders = itertools.count(1)


class ProgramError(Exception):
    """A rules program that cannot be written down as it stands."""


def _no_truth(what: str) -> NoReturn:
    raise ProgramError(
        f"a Python `if`, `and`, `or` or `not` on {what}: its value is not known when the rules "
        "are written; use `with when(...)`, `&`, `|`, `~` or `choose_between(...)`"
    )


class Int:
    """A number that the engine will work out."""

    __slots__ = ("node",)

    def __init__(self, node: Node) -> None:
        self.node = node

    def __bool__(self) -> bool:
        _no_truth("a number")

    __hash__ = None  # type: ignore[assignment]

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

    def __eq__(self, other: object) -> Int:  # type: ignore[override]
        return _binary("Eq", self, _number(other))

    def __ne__(self, other: object) -> Int:  # type: ignore[override]
        return ~_binary("Eq", self, _number(other))

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
            return self if other else Int(("K", 0))
        return _binary("And", self, other)

    __rand__ = __and__

    def __or__(self, other: Number) -> Int:
        if isinstance(other, bool | int):
            return Int(("K", 1)) if other else self
        return _binary("Or", self, other)

    __ror__ = __or__

    def __invert__(self) -> Int:
        return Int(("Not", self.node))

    def divided_up(self, other: Number) -> Int:
        """The quotient rounded up."""
        return _binary("DivUp", self, other)


def number(value: Number) -> Int:
    """A number, known now or later."""
    return value if isinstance(value, Int) else Int(("K", int(value)))


def _number(value: object) -> Int:
    if isinstance(value, Int | int):
        return number(value)
    raise ProgramError(f"expected a number, found {value!r}")


def _binary(op: str, a: Number, b: Number) -> Int:
    return Int((op, number(a).node, number(b).node))


def smaller(a: Number, b: Number) -> Int:
    """The smaller of two numbers."""
    return _binary("Min", a, b)


def larger(a: Number, b: Number) -> Int:
    """The larger of two numbers."""
    return _binary("Max", a, b)


SetT = TypeVar("SetT", bound="Hexes | Units")
T = TypeVar("T", bound="Int | Hexes | Units")


def choose_between(when: Number, a: T, b: T) -> T:
    """The first when the condition holds, else the second."""
    return type(a)(("If", number(when).node, a.node, b.node))


def pick(when: Number, a: Number, b: Number) -> Int:
    """The first number when the condition holds, else the second."""
    return choose_between(when, number(a), number(b))


class _Set:
    __slots__ = ("node",)

    def __init__(self, node: Node) -> None:
        self.node = node

    def __bool__(self) -> bool:
        _no_truth("a set")


def _bound(condition: Callable[[Int], Number]) -> tuple[int, Node]:
    binder = next(_binders)
    return binder, number(condition(Int(("Bound", binder)))).node


class Hexes(_Set):
    """A set of hexes."""

    def __or__(self, other: Hexes) -> Hexes:
        return Hexes(("Or", self.node, other.node))

    def __and__(self, other: Hexes) -> Hexes:
        return Hexes(("And", self.node, other.node))

    def __sub__(self, other: Hexes) -> Hexes:
        return Hexes(("Minus", self.node, other.node))

    def __invert__(self) -> Hexes:
        return Hexes(("Minus", "All", self.node))

    def when(self, condition: Number) -> Hexes:
        """The set when a condition holds, else no hex."""
        return Hexes(("If", number(condition).node, self.node, "Empty"))

    def has(self, hex_: Number) -> Int:
        """Whether a hex belongs to the set; a box off the map never does."""
        return Int(("Has", self.node, number(hex_).node))

    def count(self) -> Int:
        """The number of hexes."""
        return Int(("Count", self.node))

    def any(self) -> Int:
        """Whether the set has a member."""
        return self.count() > 0

    def first(self) -> Int:
        """The first hex, or -1."""
        return Int(("First", self.node))

    def after(self, hex_: Number) -> Int:
        """The first hex after the given one, or -1."""
        return Int(("NextHex", self.node, number(hex_).node))

    def where(self, condition: Callable[[Int], Number]) -> Hexes:
        """The members for which a condition holds."""
        binder, node = _bound(condition)
        return Hexes(("Where", self.node, node, binder))

    def adjacent(self, through: EdgeMask | None = None) -> Hexes:
        """The hexes next to the set, through the hexsides of a mask when one is given."""
        return Hexes(("Adjacent", through.index if through else None, self.node))

    def ring(self, centre: Number) -> Int:
        """Which of the six neighbours of a hex belong to the set, as a six-bit number."""
        return Int(("Ring", self.node, number(centre).node))


class Units(_Set):
    """A set of units."""

    def __or__(self, other: Units) -> Units:
        return Units(("Or", self.node, other.node))

    def __and__(self, other: Units) -> Units:
        return Units(("And", self.node, other.node))

    def __sub__(self, other: Units) -> Units:
        return Units(("Minus", self.node, other.node))

    def when(self, condition: Number) -> Units:
        """The set when a condition holds, else no unit."""
        return Units(("If", number(condition).node, self.node, "Empty"))

    def has(self, unit: Number) -> Int:
        """Whether a unit belongs to the set."""
        return Int(("HasUnit", self.node, number(unit).node))

    def count(self) -> Int:
        """The number of units."""
        return Int(("CountUnits", self.node))

    def any(self) -> Int:
        """Whether the set has a member."""
        return self.count() > 0

    def first(self) -> Int:
        """The first unit, or -1."""
        return self.after(-1)

    def after(self, unit: Number) -> Int:
        """The first unit after the given one, or -1."""
        return Int(("NextUnit", self.node, number(unit).node))

    def where(self, condition: Callable[[Int], Number]) -> Units:
        """The members for which a condition holds."""
        binder, node = _bound(condition)
        return Units(("Where", self.node, node, binder))

    def sum(self, value: Callable[[Int], Number]) -> Int:
        """The sum of a number over the members."""
        binder, node = _bound(value)
        return Int(("Sum", self.node, node, binder))

    def least(self, value: Callable[[Int], Number], none: Number) -> Int:
        """The smallest value over the members, or ``none`` when there are none."""
        binder, node = _bound(value)
        return Int(("Least", self.node, node, number(none).node, binder))

    def hexes(self) -> Hexes:
        """Where the members are."""
        return Hexes(("Of", self.node))

    def inside(self, hexes: Hexes) -> Units:
        """The members in hexes of a set."""
        return Units(("And", self.node, ("In", hexes.node)))

    def distinct(self) -> Units:
        """One member of each class of interchangeable counters in one place and status."""
        return Units(("Distinct", self.node))


def no_hexes() -> Hexes:
    """The empty set of hexes."""
    return Hexes("Empty")


def all_hexes() -> Hexes:
    """Every hex of the map."""
    return Hexes("All")


def one_hex(hex_: Number) -> Hexes:
    """The set of one hex; a box or -1 gives the empty set."""
    return Hexes(("One", number(hex_).node))


def occupied(side: int) -> Hexes:
    """The hexes with units of a side."""
    return Hexes(("Occupied", side))


def stack_size(side: int, hex_: Number) -> Int:
    """The units of a side in a hex that count for stacking."""
    return Int(("Stack", side, number(hex_).node))


def stacked(side: int, least: Number) -> Hexes:
    """The hexes with at least so many (one or more) counting units of a side."""
    return Hexes(("Stacked", side, number(least).node))


def within(hex_: Number, distance: Number) -> Hexes:
    """The hexes within a distance of a hex, itself included."""
    return Hexes(("Within", number(hex_).node, number(distance).node))


def flood(start: Hexes, through: Hexes, edges: EdgeMask | None = None) -> Hexes:
    """Everything connected with ``start`` by hexes of ``through`` over open hexsides."""
    mask = edges.index if edges else None
    return Hexes(("Flood", start.node, through.node, mask))


FORBIDDEN = 255
"""The toll or the cost of a step that cannot be taken."""


@dataclass(frozen=True)
class ZoneTolls:
    """What hostile zones of control ask: extra costs by where a step begins and ends."""

    zone: Hexes
    enter: Number
    leave: Number
    between: Number
    stop: Number = 0

    def node(self) -> Node:
        """The tree."""
        tolls = (self.enter, self.leave, self.between, self.stop)
        return ("Zones", self.zone.node, *(number(t).node for t in tolls))


@dataclass(frozen=True)
class RoadRates:
    """Two cost tables: along a road, and what is owed instead by who then leaves it elsewhere."""

    along: Number
    full: Number
    due: Number = 0

    def node(self) -> Node:
        """The tree."""
        return ("Road", *(number(x).node for x in (self.along, self.full, self.due)))


@dataclass(frozen=True)
class ReachSpec:
    """The parameters of a movement field; costs in movement points."""

    start: Int
    budget: Int
    costs: Int
    blocked: Hexes
    minimum_one: Int
    stop: Hexes | None = None
    zones: ZoneTolls | None = None
    road: RoadRates | None = None

    def node(self) -> Node:
        """The tree."""
        stop = self.stop.node if self.stop is not None else None
        return (
            "Reach",
            self.start.node,
            self.budget.node,
            self.costs.node,
            self.blocked.node,
            stop,
            self.minimum_one.node,
            self.zones.node() if self.zones is not None else None,
            self.road.node() if self.road is not None else None,
        )

    def hexes(self) -> Hexes:
        """The hexes reached, without the start."""
        return Hexes(self.node())


def cost_to(hex_: Number) -> Int:
    """The movement points to a hex by the field last computed, or -1."""
    return Int(("CostTo", number(hex_).node))


def no_units() -> Units:
    """The empty set of units."""
    return Units("Empty")


def all_units() -> Units:
    """Every unit."""
    return Units("All")


def units_on_map() -> Units:
    """The units in hexes."""
    return Units("OnMap")


def units_at(place: Number) -> Units:
    """The units at a hex or in a box."""
    return Units(("At", number(place).node))


def one_unit(unit: Number) -> Units:
    """The set of one unit; -1 gives the empty set."""
    return Units(("One", number(unit).node))


def place_of(unit: Number) -> Int:
    """The hex or box where a unit is."""
    return Int(("UnitPlace", number(unit).node))


def distance(a: Number, b: Number) -> Int:
    """The distance between two hexes, in hexes."""
    return _binary("Distance", a, b)


def direction(a: Number, b: Number) -> Int:
    """The direction from a hex to its neighbour, or -1."""
    return _binary("Direction", a, b)


def neighbor(hex_: Number, towards: Number) -> Int:
    """The neighbour of a hex in a direction, or -1."""
    return _binary("Neighbor", hex_, towards)


@dataclass(frozen=True)
class EdgeMask:
    """Which hexsides are open for something."""

    index: int


@dataclass(frozen=True)
class EdgeFeature:
    """A feature that hexsides bear."""

    index: int

    def __call__(self, a: Number, b: Number) -> Int:
        """Whether the hexside between two neighbours bears it."""
        return Int(("Edge", self.index, number(a).node, number(b).node))


@dataclass(frozen=True)
class Attr:
    """A printed value of units (or of hexes)."""

    op: str
    index: int

    def __call__(self, thing: Number) -> Int:
        """The value for a unit or hex."""
        return Int((self.op, self.index, number(thing).node))


@dataclass(frozen=True)
class UnitFlag:
    """A flag that units bear."""

    index: int

    def __call__(self, unit: Number) -> Int:
        """Whether a unit bears it."""
        return Int(("UnitFlag", self.index, number(unit).node))

    @property
    def units(self) -> Units:
        """The units that bear it."""
        return Units(("Flag", self.index))


@dataclass(frozen=True)
class HexFlag:
    """A flag that hexes bear."""

    index: int

    def __call__(self, hex_: Number) -> Int:
        """Whether a hex bears it."""
        return self.hexes.has(hex_)

    @property
    def hexes(self) -> Hexes:
        """The hexes that bear it."""
        return Hexes(("Flag", self.index))


@dataclass(frozen=True)
class UnitField:
    """A number kept for each unit."""

    index: int

    def __call__(self, unit: Number) -> Int:
        """The number of a unit."""
        return Int(("UnitField", self.index, number(unit).node))


@dataclass(frozen=True)
class Table:
    """A table of numbers."""

    index: int
    dimensions: int

    def __call__(self, *at: Number) -> Int:
        """A cell; the engine fails on an index outside the table."""
        if len(at) != self.dimensions:
            raise ProgramError(f"a table of {self.dimensions} dimensions read at {len(at)} indices")
        return Int(("Table", self.index, [number(a).node for a in at]))


@dataclass(frozen=True)
class CostTables:
    """Movement costs by class."""

    def step(self, table: Number, a: Number, b: Number) -> Int:
        """The cost of a step between neighbours, or -1 when it is forbidden."""
        return Int(("Step", number(table).node, number(a).node, number(b).node))
