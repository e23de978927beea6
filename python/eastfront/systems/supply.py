"""Supply: the hexes closed to supply lines."""

from __future__ import annotations

from eastfront.program import Hexes, all_hexes, builder

from .asking import define_answer
from .sections import Bars


class Supply:
    """Base class of a game's section on supply, with the join point for rules that close hexes to
    supply lines.

    A game traces its supply lines through the hexes that ``closed`` leaves open, and declares
    queries for the hexes that each rule closes, so that a rule that joins ``closed`` is played and
    explained in every game.
    """

    closed: Bars[[int], Hexes] = Bars()
    """The hexes into which supply lines of a side may not lead."""

    def tell_closed(self, *more: Bars[[int], Hexes]) -> None:
        """Declares, for explanations of supply, a query for each side and each rule that closes
        hexes to the supply lines of the side; the answer is the hexes that the rule closes. The
        rules are those that joined ``closed`` or one of ``more``, further join points of the
        game."""
        for side, name in enumerate(builder().sides):
            for bars in (self.closed, *more):
                for rule, text, hexes in bars.told(all_hexes(), side):
                    define_answer(f"{name} line shut {rule} {text}", hexes)
