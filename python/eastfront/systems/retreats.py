"""Retreats: what closes hexes to units that retreat."""

from __future__ import annotations

from eastfront.program import Hexes, Int, Units, builder, one_hex, one_unit, place_of

from .sections import Bars


class Retreats:
    """The part of a section on retreats that games share.

    A game asks ``closed`` for each retreat, and tells it when it explains a battle: so a rule that
    joins it is played and explained in every game.
    """

    closed: Bars[[int, Units], Hexes] = Bars()
    """Hexes into which units of a side may not retreat."""

    def tell_refuges(self, side: int, name: str) -> None:
        """Lets be asked which hexes next to a unit of a side each rule closes to its retreat."""
        for number, (rule, text) in enumerate(self.closed.rules()):

            def shut(unit: Int, number: int = number) -> Hexes:
                around = one_hex(place_of(unit)).adjacent()
                return self.closed.told(around, side, one_unit(unit))[number][2]

            builder().query(f"{name} refuge {rule} {text}", 1, shut)
