"""The Russian Campaign, 26.8: the Russian replacement points that a bid for the Axis adds or takes
away.

A player bids these points for playing the Axis. The option ``bid=11`` adds 11 points over the game,
``bid=-3`` takes three away. The auction itself is in `bidding`.
"""

from __future__ import annotations

from typing import Any

from eastfront.program import *
from eastfront.systems.sections import rule, value

from ..bidding import IN_ORDER, OPENLY
from ..russian_replacements import RussianReplacements
from ..section import OptionalRule


class Bids(OptionalRule):
    """The option by which a bid for the Axis adds or takes away Russian replacement points
    (26.8)."""

    name = "bid"
    text = "26.8: the Russian has more or fewer replacement points"
    least, most = -99, 99
    together = (("bid=-3",),)

    @classmethod
    def played(cls, game: Any) -> bool:
        """Says whether the bid has an effect: a bid of 0 has none."""
        return bool(game.option_number(cls.name))

    def define(self) -> None:
        """Declares the table of the points that the bid adds in each turn."""
        # the order of bids in the auction (26.8b), which `bidding` enforces outside the game
        self.b.rule(IN_ORDER)
        self._share_out()

    @rule(OPENLY)
    def _share_out(self) -> None:
        """Declares the table of the points that the bid adds to the Russian's replacement points in
        each turn: above 0 for a positive bid, below 0 for a negative one (26.8a)."""
        # no points in turns before the first (TRC-28.6.III.MDb: a game may begin in March 1941)
        cells = [0] * self.first_turn + self._shares()
        self._share = self.b.table("bid", [0], [len(cells)], cells)

    @value
    def points_in_kind(self) -> int:
        """The part of the bid, in points over the whole game, that the Russian receives in another
        form than replacement points: 0 unless an option says otherwise."""
        return 0

    def _shares(self) -> list[int]:
        """The replacement points that the bid adds in each turn, from the first turn of the game
        on. A positive bid is spread evenly, and the remainder goes to the first turns (TRC-26.8c).
        For a negative bid the numbers are below 0, with the remainder in the last turns
        (TRC-26.8d)."""
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
        """Adds the turn's share of the bid to the Russian's replacement points (TRC-26.8a), which
        do not fall below 0.

        A positive bid is spread evenly, the remainder over the first turns (26.8c); a negative one
        is taken away evenly, the remainder from the last turns (26.8d).
        """
        share = "TRC-26.8c" if self.option_number(self.name) > 0 else "TRC-26.8d"
        why = by(share, share, otherwise=OPENLY)
        points = larger(self.russian_replacements.points + self._share(self.turn), 0)
        self.russian_replacements.have(points, why)
