"""Retreats: the hexes closed to retreating units, and the units that do not retreat."""

from __future__ import annotations

from eastfront.program import (
    Hexes,
    Int,
    UnitFlag,
    Units,
    builder,
    clear,
    one_hex,
    one_unit,
    place_of,
)

from .asking import define_answer
from .sections import Bars


class Retreats:
    """Base class of a game's section on retreats, with the join points for rules that close hexes
    to retreats or let units stay in place.

    A game uses ``closed`` and ``stands`` both for retreats in play and for explanations of battles,
    so that a rule that joins one of them is played and explained in every game.
    """

    closed: Bars[[int, Units], Hexes] = Bars()
    """The hexes into which units of a side may not retreat; the arguments are the side and the
    units."""

    stands: Bars[[int, int, Units], Units] = Bars()
    """The units of a side that stay in place despite a result of retreat; the arguments are the
    attacking side, the side of the units, and the units that would retreat."""

    def spare(self, flag: UnitFlag, attacker: int, side: int) -> None:
        """Clears ``flag``, the flag of units that must retreat, for the units of ``side`` that stay
        in place by a rule of `stands`. ``attacker`` is the number of the attacking side."""
        clear(flag, flag.units - self.stands.open(flag.units, attacker, side, flag.units))

    def tell_stands(self, side: int, name: str, *parties: Units) -> None:
        """Declares, for explanations of battles, a query for each rule by which units stay in place
        in an attack by ``side``; the answer is the units that the rule keeps in place. ``parties``
        are two sets of units, the attackers and the defenders; ``name`` begins the names of the
        queries."""
        told = [
            self.stands.told(units, side, who, units)
            for units, who in zip(parties, (side, 1 - side), strict=True)
        ]
        for (rule, where, us), (_, _, them) in zip(*told, strict=True):
            if rule:
                define_answer(f"{name} stand {rule} {where}", us | them)

    def tell_refuges(self, side: int, name: str) -> None:
        """Declares, for explanations of battles, a query for each rule that closes hexes to the
        retreats of ``side``; ``name`` begins the names of the queries. The argument of a query is a
        unit of the side, the answer the adjacent hexes that the rule closes to the unit."""
        for number, (rule, text) in enumerate(self.closed.rules()):

            def shut(unit: Int, number: int = number) -> Hexes:
                around = one_hex(place_of(unit)).adjacent()
                return self.closed.told(around, side, one_unit(unit))[number][2]

            builder().query(f"{name} refuge {rule} {text}", 1, shut)
