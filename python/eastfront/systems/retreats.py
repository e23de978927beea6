"""Retreats: what closes hexes to units that retreat, and who stands."""

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
    """The part of a section on retreats that games share.

    A game asks ``closed`` and ``stands`` for each retreat, and tells them when it explains a
    battle: so a rule that joins one is played and explained in every game.
    """

    closed: Bars[[int, Units], Hexes] = Bars()
    """Hexes into which units of a side may not retreat."""

    stands: Bars[[int, int, Units], Units] = Bars()
    """Of some units of a side, attacked by a side, those that stay when a result says retreat."""

    def spare(self, flag: UnitFlag, attacker: int, side: int) -> None:
        """Of those of a side who bear the flag of retreats, it is taken from those that stand."""
        clear(flag, flag.units - self.stands.open(flag.units, attacker, side, flag.units))

    def tell_stands(self, side: int, name: str, *parties: Units) -> None:
        """Lets be asked who stands by each rule, of the attackers and the defenders."""
        told = [
            self.stands.told(units, side, who, units)
            for units, who in zip(parties, (side, 1 - side), strict=True)
        ]
        for (rule, where, us), (_, _, them) in zip(*told, strict=True):
            if rule:
                define_answer(f"{name} stand {rule} {where}", us | them)

    def tell_refuges(self, side: int, name: str) -> None:
        """Lets be asked which hexes next to a unit of a side each rule closes to its retreat."""
        for number, (rule, text) in enumerate(self.closed.rules()):

            def shut(unit: Int, number: int = number) -> Hexes:
                around = one_hex(place_of(unit)).adjacent()
                return self.closed.told(around, side, one_unit(unit))[number][2]

            builder().query(f"{name} refuge {rule} {text}", 1, shut)
