"""Supply: what closes hexes to lines of supply."""

from __future__ import annotations

from eastfront.program import Hexes, all_hexes, builder

from .asking import define_answer
from .sections import Bars


class Supply:
    """The part of a section on supply that games share.

    A game traces its lines through what ``closed`` leaves open, and lets be asked which rule closes
    what: so a rule that joins it is played and explained in every game.
    """

    closed: Bars[[int], Hexes] = Bars()
    """Hexes into which lines of supply of a side may not lead."""

    def tell_closed(self, *more: Bars[[int], Hexes]) -> None:
        """Lets be asked which hexes each rule closes to lines of a side, and which ``more`` do."""
        for side, name in enumerate(builder().sides):
            for bars in (self.closed, *more):
                for rule, text, hexes in bars.told(all_hexes(), side):
                    define_answer(f"{name} line shut {rule} {text}", hexes)
