"""Supply: the hexes closed to supply lines."""

from __future__ import annotations

from eastfront.program import Hexes, all_hexes, builder

from .asking import define_answer
from .sections import Bars


class Supply:
    """The common part of sections on supply.

    A game traces its supply lines through the hexes that ``closed`` leaves open, and declares
    queries for the hexes that each rule closes, so that a rule that joins ``closed`` is played and
    explained in every game.
    """

    closed: Bars[[int], Hexes] = Bars()
    """The hexes into which supply lines of a side may not lead."""

    def tell_closed(self, *more: Bars[[int], Hexes]) -> None:
        """Declares a query for each rule that closes hexes to supply lines of a side, in ``closed``
        or in ``more``; the answer is the hexes that the rule closes."""
        for side, name in enumerate(builder().sides):
            for bars in (self.closed, *more):
                for rule, text, hexes in bars.told(all_hexes(), side):
                    define_answer(f"{name} line shut {rule} {text}", hexes)
