"""Retreats: hexes closed to retreating units, and units that stand."""

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
    """The common part of sections on retreats.

    A game uses ``closed`` and ``stands`` for each retreat and for explanations of battles, so a
    rule that joins one of them is played and explained in every game.
    """

    closed: Bars[[int, Units], Hexes] = Bars()
    """Hexes into which units of a side may not retreat."""

    stands: Bars[[int, int, Units], Units] = Bars()
    """The units of a side, attacked by a side, that stay in place despite a retreat result."""

    def spare(self, flag: UnitFlag, attacker: int, side: int) -> None:
        """Clear the retreat flag of the units of a side that stand."""
        clear(flag, flag.units - self.stands.open(flag.units, attacker, side, flag.units))

    def tell_stands(self, side: int, name: str, *parties: Units) -> None:
        """Declare queries for the units that stand by each rule, among attackers and defenders."""
        told = [
            self.stands.told(units, side, who, units)
            for units, who in zip(parties, (side, 1 - side), strict=True)
        ]
        for (rule, where, us), (_, _, them) in zip(*told, strict=True):
            if rule:
                define_answer(f"{name} stand {rule} {where}", us | them)

    def tell_refuges(self, side: int, name: str) -> None:
        """Declare queries for the hexes adjacent to a unit that each rule closes to its retreat."""
        for number, (rule, text) in enumerate(self.closed.rules()):

            def shut(unit: Int, number: int = number) -> Hexes:
                around = one_hex(place_of(unit)).adjacent()
                return self.closed.told(around, side, one_unit(unit))[number][2]

            builder().query(f"{name} refuge {rule} {text}", 1, shut)
