"""Expressions of a rules program: sets, values and movement fields.

A movement field is the set of hexes that a move from one hex can reach, with the cost of each. The
basic terms are in `terms`; this module re-exports them.
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
    """Returns the number of a side. Raises `ProgramError` if the side is a term that only play can
    compute, not a number that is known while the program is written."""
    if isinstance(side, int):
        return side
    raise ProgramError(f"expected the number of a side, known now, got {kind_of(side)}")


def occupied(side: int) -> Hexes:
    """The hexes with units of a side."""
    return Hexes(("Occupied", _known(side)))


def stack_size(side: int, hex_: Number) -> Int:
    """The number of a side's units in a hex that count for stacking."""
    return Int(("StackSize", _known(side), number(hex_).node))


def stacked(side: int, least: Number) -> Hexes:
    """The hexes with at least ``least`` (one or more) units of a side that count for stacking."""
    return Hexes(("Stacked", _known(side), number(least).node))


def within(hex_: Number, distance: Number) -> Hexes:
    """The hexes at most a distance, in hexes, from a hex; the hex itself included."""
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
    """The balance, in factors, of attackers against the adjacent defenders.

    The value is a sum over the defended hexes adjacent to attackers, across the hexsides of
    ``edges`` if given. The term of a hex is the strength against the hex less ``even`` times its
    defence; the term is at least minus the defence and at most ``most`` times the defence. The
    strength of an attacker is divided equally among all defended hexes adjacent to the attacker. In
    a hex of ``hard`` defence counts double.
    """
    mask = edges.index if edges else None
    where = node_of(hard, Hexes) if hard is not None else "Empty"
    who = (node_of(attackers, Units), node_of(defenders, Units))
    return Int(("Clash", *who, strength.index, defence.index, mask, where, even, most))


def flood(start: Hexes, through: Hexes, edges: EdgeMask | None = None) -> Hexes:
    """The hexes of ``through`` that steps within ``through`` connect with ``start``; a hex of
    ``start`` counts only if it is in ``through``. If ``edges`` is given, steps cross only open
    hexsides of ``edges``."""
    mask = edges.index if edges else None
    return Hexes(("Flood", node_of(start, Hexes), node_of(through, Hexes), mask))


FORBIDDEN = 255
"""The value of a movement cost, or of an extra cost in a zone of control, that forbids a step."""


@dataclass(frozen=True)
class ZoneTolls:
    """The extra costs, in movement points, of steps in hostile zones of control: ``enter`` for a
    step into the hexes ``zone``, ``leave`` for a step out of these hexes, and ``between``, instead
    of the other two costs, for a step from one of these hexes to another.

    ``stop`` is 1 if a unit must end its move when it enters the zone.
    """

    zone: Hexes
    enter: Number
    leave: Number
    between: Number
    stop: Number = 0

    def node(self) -> Node:
        """The expression tree of these costs."""
        tolls = (self.enter, self.leave, self.between, self.stop)
        return ("Zones", node_of(self.zone, Hexes), *(number(t).node for t in tolls))

    def step(self, a: Number, b: Number) -> Int:
        """The extra cost, in movement points, of a single step from the hex `a` to the hex `b`."""
        into, out = self.zone.contains(b), self.zone.contains(a)
        one = number(self.enter) * into + number(self.leave) * out
        return if_else(into & out, self.between, one)


@dataclass(frozen=True)
class RoadRates:
    """The costs of a move by road, in movement points. ``along`` and ``full`` are numbers of cost
    tables for steps along the road. A step costs ``full`` if the unit then leaves the hex off the
    road, otherwise ``along``. ``due`` is an additional cost if the unit leaves its first hex off
    the road."""

    along: Number
    full: Number
    due: Number = 0

    def node(self) -> Node:
        """The expression tree of these costs."""
        return ("Road", *(number(x).node for x in (self.along, self.full, self.due)))


@dataclass(frozen=True)
class ReachSpec:
    """The parameters of a movement field, the hexes that a move from ``start`` can reach:
    ``budget`` in movement points, and ``costs``, the number of a table of costs.

    Hexes in ``blocked`` may not be entered, and the move ends in a hex of ``stop``. If
    ``minimum_one`` is nonzero, one adjacent hex may be entered whatever the cost, for all points;
    a step that ``costs`` or a cost of ``zones`` forbids (`FORBIDDEN`) is impossible even then.
    ``zones`` and ``road`` change the costs of steps.
    """

    start: Int
    budget: Int
    costs: Int
    blocked: Hexes
    minimum_one: Int
    stop: Hexes | None = None
    zones: ZoneTolls | None = None
    road: RoadRates | None = None

    def node(self) -> Node:
        """The expression tree of the movement field."""
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
        """The hexes that the movement field reaches, without the start."""
        return Hexes(self.node())


def cost_to(hex_: Number) -> Int:
    """The cost of reaching a hex, in movement points, in the movement field last computed; -1 for a
    hex out of reach."""
    return Int(("CostTo", number(hex_).node))


def no_units() -> Units:
    """The empty set of units."""
    return Units("Empty")


def all_units() -> Units:
    """All units of the game."""
    return Units("All")


def units_on_map() -> Units:
    """The units on the map."""
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
    """The direction from a hex to its neighbour, 0 to 5; -1 for hexes that are not adjacent."""
    return _binary("Direction", a, b)


def path_hexes(start: Number) -> Hexes:
    """The hexes that the path last found by `path` enters from `start` on, without the start.

    The set can only be the argument of `mark`, `clear` and `mark_as`.
    """
    return Hexes(("Path", number(start).node))


def neighbor(hex_: Number, towards: Number) -> Int:
    """The neighbour of a hex in a direction; -1 off the map."""
    return _binary("Neighbor", hex_, towards)


@dataclass(frozen=True)
class EdgeMask:
    """A set of hexsides that are open, for instance to movement, declared by `Builder.edge_mask`; a
    hexside may be open in one direction only."""

    index: int


@dataclass(frozen=True)
class EdgeFeature:
    """A feature of hexsides, such as a river, declared by `Builder.edge_feature`."""

    index: int

    def __call__(self, a: Number, b: Number) -> Int:
        """Whether the hexside between two neighbours has the feature, as 0 or 1."""
        return Int(("EdgeFeature", self.index, number(a).node, number(b).node))


@dataclass(frozen=True)
class Attr:
    """A printed value of units, or of hexes, such as an attack factor; a call with a unit or a hex
    gives its value."""

    op: str
    index: int

    def __call__(self, thing: Number) -> Int:
        """The printed value of a unit or hex."""
        return Int((self.op, self.index, number(thing).node))


@dataclass(frozen=True)
class UnitFlag:
    """A flag of units, which play sets and clears; a call with a unit says whether the unit has
    it."""

    index: int

    def __call__(self, unit: Number) -> Int:
        """Whether a unit has the flag, as 0 or 1."""
        return Int(("UnitFlag", self.index, number(unit).node))

    @property
    def units(self) -> Units:
        """The units that have the flag."""
        return Units(("Flag", self.index))


@dataclass(frozen=True)
class HexFlag:
    """A flag of hexes, which play sets and clears; a call with a hex says whether the hex has
    it."""

    index: int

    def __call__(self, hex_: Number) -> Int:
        """Whether a hex has the flag, as 0 or 1."""
        return self.hexes.contains(hex_)

    @property
    def hexes(self) -> Hexes:
        """The hexes that have the flag."""
        return Hexes(("Flag", self.index))


@dataclass(frozen=True)
class UnitField:
    """A number that play stores for each unit; a call with a unit gives its number."""

    index: int

    def __call__(self, unit: Number) -> Int:
        """The number stored for a unit."""
        return Int(("UnitField", self.index, number(unit).node))


@dataclass(frozen=True)
class Table:
    """A table of constant numbers with one or more dimensions; a call with one index for each
    dimension gives a cell."""

    index: int
    dimensions: int

    def __call__(self, *at: Number) -> Int:
        """The cell at the given indices; the engine fails on an index outside the table.

        Raises `ProgramError` for another number of indices than the table has dimensions.
        """
        if len(at) != self.dimensions:
            raise ProgramError(f"a table of {self.dimensions} dimensions read at {len(at)} indices")
        return Int(("Table", self.index, [number(a).node for a in at]))


@dataclass(frozen=True)
class CostTables:
    """Access to movement cost tables by number."""

    def step(self, table: Number, a: Number, b: Number) -> Int:
        """The cost of a step between neighbours, in movement points; -1 for a forbidden step."""
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
