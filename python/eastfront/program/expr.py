"""Expressions of a rules program: the sets, values and movement fields that rules speak of.

The terms that they are made of stand in `terms`; everything can be had from here.
"""

from __future__ import annotations

from dataclasses import dataclass

from .terms import (
    Hexes,
    Int,
    Node,
    Number,
    ProgramError,
    SetT,
    T,
    Units,
    _binary,
    if_else,
    kind_of,
    larger,
    let,
    node_of,
    number,
    smaller,
    union,
)


def no_hexes() -> Hexes:
    """The empty set of hexes."""
    return Hexes("Empty")


def all_hexes() -> Hexes:
    """Every hex of the map."""
    return Hexes("All")


def one_hex(hex_: Number) -> Hexes:
    """The set of one hex; a box or -1 gives the empty set."""
    return Hexes(("One", number(hex_).node))


def _known(side: object) -> int:
    """The number of a side, which is known while the rules are written."""
    if isinstance(side, int):
        return side
    raise ProgramError(f"expected the number of a side, known now, got {kind_of(side)}")


def occupied(side: int) -> Hexes:
    """The hexes with units of a side."""
    return Hexes(("Occupied", _known(side)))


def stack_size(side: int, hex_: Number) -> Int:
    """The units of a side in a hex that count for stacking."""
    return Int(("StackSize", _known(side), number(hex_).node))


def stacked(side: int, least: Number) -> Hexes:
    """The hexes with at least so many (one or more) counting units of a side."""
    return Hexes(("Stacked", _known(side), number(least).node))


def within(hex_: Number, distance: Number) -> Hexes:
    """The hexes within a distance of a hex, itself included."""
    return Hexes(("Within", number(hex_).node, number(distance).node))


def clash(
    attackers: Units,
    defenders: Units,
    strength: Attr,
    defence: Attr,
    *,
    even: int,
    most: int,
    hard: Hexes | None = None,
    edges: EdgeMask | None = None,
) -> Int:
    """How attackers stand against the defenders whom they touch, in factors.

    It is the sum over the hexes touched, through the hexsides of a mask when one is given, of the
    strength there less ``even`` times the defence, but from minus once to ``most`` times it. An
    attacker counts in equal shares against every hex that it touches; in a ``hard`` hex defence
    counts double.
    """
    mask = edges.index if edges else None
    where = node_of(hard, Hexes) if hard is not None else "Empty"
    who = (node_of(attackers, Units), node_of(defenders, Units))
    return Int(("Clash", *who, strength.index, defence.index, mask, where, even, most))


def flood(start: Hexes, through: Hexes, edges: EdgeMask | None = None) -> Hexes:
    """Everything connected with ``start`` by hexes of ``through`` over open hexsides."""
    mask = edges.index if edges else None
    return Hexes(("Flood", node_of(start, Hexes), node_of(through, Hexes), mask))


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
        return ("Zones", node_of(self.zone, Hexes), *(number(t).node for t in tolls))

    def step(self, a: Number, b: Number) -> Int:
        """What a single step from one hex to another adds."""
        into, out = self.zone.contains(b), self.zone.contains(a)
        one = number(self.enter) * into + number(self.leave) * out
        return if_else(into & out, self.between, one)


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
        stop = node_of(self.stop, Hexes) if self.stop is not None else None
        return (
            "Reach",
            number(self.start).node,
            number(self.budget).node,
            number(self.costs).node,
            node_of(self.blocked, Hexes),
            stop,
            number(self.minimum_one).node,
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


def path_hexes(start: Number) -> Hexes:
    """The hexes that the path at hand leads through from one on, without it.

    They can be marked, or a mark be taken from them, and nothing else.
    """
    return Hexes(("Path", number(start).node))


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
        return Int(("EdgeFeature", self.index, number(a).node, number(b).node))


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
        return self.hexes.contains(hex_)

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
        return Int(("StepCost", number(table).node, number(a).node, number(b).node))


__all__ = [
    "FORBIDDEN",
    "Attr",
    "CostTables",
    "EdgeFeature",
    "EdgeMask",
    "HexFlag",
    "Hexes",
    "Int",
    "Node",
    "Number",
    "ProgramError",
    "ReachSpec",
    "RoadRates",
    "SetT",
    "T",
    "Table",
    "UnitField",
    "UnitFlag",
    "Units",
    "ZoneTolls",
    "all_hexes",
    "all_units",
    "clash",
    "cost_to",
    "direction",
    "distance",
    "flood",
    "if_else",
    "larger",
    "let",
    "neighbor",
    "no_hexes",
    "no_units",
    "number",
    "occupied",
    "one_hex",
    "one_unit",
    "place_of",
    "smaller",
    "stack_size",
    "stacked",
    "union",
    "units_on_map",
    "within",
]
