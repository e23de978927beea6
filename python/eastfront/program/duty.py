"""The duty to attack as an expression: can these attackers attack all those targets?

An attacker is bound if an adjacent target obliges this attacker to attack; the target is then
binding, and must be attacked. The engine searches for a set of battles at allowed odds in which
every attacker can attack every target of its battle, no unit fights twice, every binding target is
attacked, and all bound units fight. The search is exact; see the kernel module of the same name.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeAlias

from .expr import EdgeMask, Hexes, Int, Node, Number, Units, no_hexes, number
from .terms import _binders, _bound, node_of

Part: TypeAlias = tuple[str, tuple[int, ...], Node]
"""A parameter of a duty in its written form: the name, the numbers of the bound variables that
stand for the arguments of a function, and the expression."""


@dataclass(frozen=True)
class Duty:
    """The duty of a side to attack in a position, as a value whose methods give expressions;
    strengths are in combat factors."""

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
    """The strength of the defenders of a hex if an attacker eases the attack on it (`eases`); by
    default their usual strength."""
    eases: Callable[[Int, Int], Number] | None = None
    """Whether an attacker in the first hex lowers the strength of the defenders of the second hex
    from `defence` to `eased`: 0 for no, 1 for yes, 2 for yes if another attacker of the second hex
    has a value other than 2. None if no attacker does."""
    binds: Callable[[Int, Int], Number] | None = None
    """Whether a target in the second hex obliges an attacker in the first hex to attack, if the
    hexside between the hexes belongs to `binding`; None if every such target does."""
    may: Callable[[Int, Int], Number] | None = None
    """Whether a unit may attack a hex at all; None if every unit may attack every hex. A target
    can bind an adjacent unit even if the unit may not attack this target."""
    bound: Callable[[Int], Number] | None = None
    """Whether adjacent targets can bind an attacker; None if adjacent targets can bind every
    attacker."""
    owed: Hexes | None = None
    """Hexes that must be attacked even if no held attacker is adjacent; None for none."""
    spots: Callable[[Int], Hexes] | None = None
    """The hexes to which an attacker that is not held could move; None if no attacker moves."""
    room: Callable[[Int], Number] | None = None
    """The number of attackers that can still move into a hex; None for no limit."""
    edges: EdgeMask | None = None
    """Hexsides across which an attack can be made; None for all."""
    binding: EdgeMask | None = None
    """Hexsides across which a target binds; by default those of `edges`."""
    moved: tuple[Number, Number] | None = None
    """A unit, and a hex: the duty is computed as if the unit were in this hex, as a held attacker.
    None for no such assumption."""
    begun: tuple[Units, Hexes, Number] | None = None
    """The attackers and the targets of a battle that is being declared, and a number that is
    nonzero if the declaration is complete; None if no battle is being declared."""

    def met(self) -> Int:
        """Whether the duty can be fulfilled, as 0 or 1."""
        return Int(("Duty", self._parts()))

    def met_if(self, unit: Number, hex_: Number) -> Int:
        """Whether the duty could be fulfilled if the unit were in the hex `hex_` instead of its
        own, as 0 or 1."""
        return replace(self, moved=(unit, hex_)).met()

    def met_with(self, units: Units, hexes: Hexes, closed: Number = 0) -> Int:
        """Whether the duty can be fulfilled, as 0 or 1, on the condition that the attackers `units`
        fight one battle against the targets `hexes`, from where they are.

        ``closed`` is nonzero if that battle is complete; if it is 0, further attackers and targets
        may join the battle.
        """
        return replace(self, begun=(units, hexes, closed)).met()

    def destinations(self, unit: Number, hexes: Hexes) -> Hexes:
        """The hexes in `hexes` from which the duty can be fulfilled if the unit stands there as a
        held attacker, instead of where it is; all hexes are tested in one computation."""
        return Hexes(("Destinations", self._parts(), number(unit).node, node_of(hexes, Hexes)))

    def joiners(self, units: Units, hexes: Hexes) -> Units:
        """The attackers each of which can join a battle of `units` against `hexes` such that the
        duty can still be fulfilled; further attackers and targets may join the battle later.

        Each attacker is tested alone, fighting from where it is; all are tested in one computation.
        """
        return Units(("Joiners", replace(self, begun=(units, hexes, 0))._parts()))

    def wideners(self, units: Units, hexes: Hexes) -> Hexes:
        """The targets each of which can be added to a battle of `units` against `hexes` such that
        the duty can still be fulfilled; further attackers and targets may join the battle later.

        Each target is tested alone; all are tested in one computation.
        """
        return Hexes(("Wideners", replace(self, begun=(units, hexes, 0))._parts()))

    def give_way(self, given: Units) -> Units:
        """The attackers that may be released from the duty next, after those in `given`.

        Attackers are released one by one until the others can fulfil the duty from the hexes where
        they are. No attacker is released needlessly, and each set of released attackers is reached
        in one order only.
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
