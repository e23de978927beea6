"""The duty to attack as an expression: can these attackers attack all those targets?

The engine searches for a set of battles at allowed odds in which every attacker can attack every
target of its battle, no unit fights twice, every binding target is attacked, and all bound units
fight. The search is exact; see the kernel module of the same name.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeAlias

from .expr import EdgeMask, Hexes, Int, Node, Number, Units, no_hexes, number
from .terms import _binders, _bound, node_of

Part: TypeAlias = tuple[str, tuple[int, ...], Node]
"""A named operand of a duty, with the binders of its arguments."""


@dataclass(frozen=True)
class Duty:
    """A duty to attack, with strengths in combat factors."""

    attackers: Units
    """The units that can attack."""
    held: Units
    """The attackers that stay in place; the other attackers may abstain, or move to `spots`."""
    targets: Hexes
    """The hexes that can be attacked."""
    odds: tuple[Number, Number]
    """A battle is allowed if its attack strength times the first number is at least its defence
    times the second: (6, 1) allows odds of 1-6 and better."""
    strength: Callable[[Int], Number]
    """The strength of an attacker, in combat factors."""
    defence: Callable[[Int], Number]
    """The total strength of the defenders of a hex, in combat factors."""
    eased: Callable[[Int], Number] | None = None
    """The strength of a hex whose defence an attacker eases; by default its usual strength."""
    eases: Callable[[Int, Int], Number] | None = None
    """Whether an attack from the first hex eases the defence of the second: 1 if so, else 0; 2 for
    an attack from apart, which eases only together with an attack that is not from apart."""
    binds: Callable[[Int, Int], Number] | None = None
    """Whether a unit in the first hex is bound by the second one, across a hexside of `binding`."""
    may: Callable[[Int, Int], Number] | None = None
    """Whether a unit may attack a hex at all; an adjacent target may bind it regardless."""
    bound: Callable[[Int], Number] | None = None
    """Whether an attacker is bound by adjacent targets, and obliges its side to attack them; other
    attackers are free."""
    owed: Hexes | None = None
    """Hexes that must be attacked even without an adjacent held attacker."""
    spots: Callable[[Int], Hexes] | None = None
    """The hexes to which an attacker that is not held could move."""
    room: Callable[[Int], Number] | None = None
    """The number of attackers that can still enter a hex."""
    edges: EdgeMask | None = None
    """Hexsides across which an attack can be made."""
    binding: EdgeMask | None = None
    """Hexsides across which a target binds; by default those of `edges`."""
    moved: tuple[Number, Number] | None = None
    """A unit, and a hex in which it is assumed to be held."""
    begun: tuple[Units, Hexes, Number] | None = None
    """Attackers and targets of a battle in declaration, and whether it is complete."""

    def met(self) -> Int:
        """Whether the duty can be fulfilled, as 0 or 1."""
        return Int(("Duty", self._parts()))

    def met_if(self, unit: Number, hex_: Number) -> Int:
        """Whether the duty could be fulfilled if a unit were in a hex."""
        return replace(self, moved=(unit, hex_)).met()

    def met_with(self, units: Units, hexes: Hexes, closed: Number = 0) -> Int:
        """Whether the duty can be fulfilled with a battle of these attackers against these hexes as
        one of the battles; the attackers of that battle are held.

        ``closed`` is nonzero if the battle is complete, so that no attacker or hex may be added.
        """
        return replace(self, begun=(units, hexes, closed)).met()

    def destinations(self, unit: Number, hexes: Hexes) -> Hexes:
        """The hexes of a set in which a unit may stand so that the duty can be fulfilled: `met_if`
        for each hex, in one computation."""
        return Hexes(("Destinations", self._parts(), number(unit).node, node_of(hexes, Hexes)))

    def joiners(self, units: Units, hexes: Hexes) -> Units:
        """The attackers that may be added to `units` in one battle against `hexes` or more.

        The set is `met_with` for each such attacker, in one computation.
        """
        return Units(("Joiners", replace(self, begun=(units, hexes, 0))._parts()))

    def wideners(self, units: Units, hexes: Hexes) -> Hexes:
        """The targets that may be added to `hexes` in one battle of `units` or more.

        The set is `met_with` for each such target, in one computation.
        """
        return Hexes(("Wideners", replace(self, begun=(units, hexes, 0))._parts()))

    def give_way(self, given: Units) -> Units:
        """The attackers that may be released from the duty next, after those in `given`.

        They are released one by one until the others can meet the duty where they stand. No
        attacker is released needlessly, and each set is reached in one order only.
        """
        return Units(("GiveWay", self._parts(), node_of(given, Units)))

    def _parts(self) -> tuple[Part, ...]:
        spots = None if self.spots is None else _bound_hexes(self.spots)
        moved = None if self.moved is None else tuple(number(x).node for x in self.moved)
        begun = None
        if self.begun is not None:
            units, hexes, closed = self.begun
            begun = (node_of(units, Units), node_of(hexes, Hexes), number(closed).node)
        return (
            ("attackers", (), node_of(self.attackers, Units)),
            ("held", (), node_of(self.held, Units)),
            ("targets", (), node_of(self.targets, Hexes)),
            ("owed", (), node_of(no_hexes() if self.owed is None else self.owed, Hexes)),
            _under_one("strength", self.strength),
            _under_one("defence", self.defence),
            _under_one("eased", self.eased or self.defence),
            _under_two("eases", self.eases or (lambda _from, _to: 0)),
            _under_two("binds", self.binds or (lambda _from, _to: 1)),
            ("may", (), None) if self.may is None else _under_two("may", self.may),
            ("bound", (), None) if self.bound is None else _under_one("bound", self.bound),
            ("spots", (), None) if spots is None else ("spots", *spots),
            _under_one("room", self.room or (lambda _hex: 999)),
            ("edges", (), None if self.edges is None else self.edges.index),
            ("binding", (), None if self.binding is None else self.binding.index),
            ("odds", (), ("Each", *(number(x).node for x in self.odds))),
            ("moved", (), None if moved is None else ("Each", *moved)),
            ("begun", (), None if begun is None else ("Each", *begun)),
        )


def _under_one(name: str, value: Callable[[Int], Number]) -> Part:
    binder, node = _bound(value)
    return name, (binder,), node


def _under_two(name: str, value: Callable[[Int, Int], Number]) -> Part:
    outer, inner = next(_binders), next(_binders)
    node = number(value(Int(("Bound", outer)), Int(("Bound", inner)))).node
    return name, (outer, inner), node


def _bound_hexes(value: Callable[[Int], Hexes]) -> tuple[tuple[int, ...], Node]:
    binder = next(_binders)
    return (binder,), node_of(value(Int(("Bound", binder))), Hexes)
