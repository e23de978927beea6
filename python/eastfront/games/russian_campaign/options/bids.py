"""The Russian Campaign, 26.8: the effect of a bid for the Axis on Russian replacement points.

A bid is the option ``bid=11`` or ``bid=-3``; `bidding` has the auction.
"""

from __future__ import annotations

from typing import Any

from eastfront.program import *
from eastfront.systems.sections import rule, value

from ..bidding import IN_ORDER, OPENLY
from ..russian_replacements import RussianReplacements
from ..section import OptionalRule


class Bids(OptionalRule):
    """The replacement points of a bid."""

    name = "bid"
    text = "26.8: replacement points more or fewer for the Russian"
    least, most = -99, 99
    together = (("bid=-3",),)

    @classmethod
    def played(cls, game: Any) -> bool:
        """Whether the bid has an effect: a bid of 0 has none."""
        return bool(game.option_number(cls.name))

    def define(self) -> None:
        """Declares the points of the bid in each turn."""
        # how the bid came about is told by `bidding`, which can do without this rule
        self.b.rule(IN_ORDER)
        self._share_out()

    @rule(OPENLY)
    def _share_out(self) -> None:
        """Declares the table of the points that a bid adds to the Russian's replacement points in
        each turn: more for a positive bid, fewer for a negative one."""
        # nothing is due in a turn before the first (TRC-28.6.III.MDb)
        cells = [0] * self.first_turn + self._shares()
        self._share = self.b.table("bid", [0], [len(cells)], cells)

    @value
    def points_in_kind(self) -> int:
        """The points of the bid that the Russian receives in another form."""
        return 0

    def _shares(self) -> list[int]:
        """The points of each turn: equal shares, a positive bid with the rest in early turns
        (TRC-26.8c), a negative one taken from the last turn backward (TRC-26.8d)."""
        turns, bid = self.victory.turns_to_play(), self.option_number(self.name)
        if bid < 0:
            part, rest = divmod(-bid, turns)
            lost = [part + (turn >= turns - rest) for turn in range(turns)]
            return [-n for n in by("TRC-26.8d", lost, otherwise=lost[::-1])]
        points = max(bid - self.points_in_kind(), 0)
        part, rest = divmod(points, turns)
        even = [part + (turn < rest) for turn in range(turns)]
        return by("TRC-26.8c", even, otherwise=[points, *[0] * (turns - 1)])

    @RussianReplacements.points_counted.after(OPENLY)
    def points_counted(self) -> None:
        """Adds the turn's share of the bid to the Russian's points (TRC-26.8a), 0 at the least.

        A positive bid is spread evenly, the rest in early turns (26.8c); a negative one is taken
        off, the rest in late turns (26.8d).
        """
        share = "TRC-26.8c" if self.option_number(self.name) > 0 else "TRC-26.8d"
        why = by(share, share, otherwise=OPENLY)
        points = larger(self.russian_replacements.points + self._share(self.turn), 0)
        self.russian_replacements.have(points, why)
