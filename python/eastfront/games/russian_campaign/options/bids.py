"""The Russian Campaign, 26.8 and 26.14: what a bid for the Axis brings the Russian.

A bid is the option ``bid=11`` or ``bid=-3``; how it comes about stands in `bidding`. With
the option ``optional-workers`` the Russian has the whole part of a positive bid as workers that he
places as he sets up, and the rest as points.
"""

from __future__ import annotations

from itertools import combinations

from eastfront.program import *

from ..board import RUSSIAN
from ..calendar import Calendar
from ..russian_replacements import RussianReplacements
from ..section import OptionalRule
from ..victory import LAST


class Bids(OptionalRule):
    """Points more or fewer, and optional workers."""

    name = "bid"

    def define(self) -> None:
        """Declares the share of the bid that falls to each turn."""
        self.bid = self.option_number("bid")
        first, last = (
            int(self.data.setup["first_turn"]),
            int(self.data.setup["last_turn"]),
        )
        self._turns = (LAST if self.option("play-on") else last) - first + 1
        self.bid_workers = self._workers_for_bid()
        if not self.bid:
            return
        # how the bid came about is told by `bidding`, which can do without this rule
        self.b.rule("TRC-26.8b")
        if in_force("TRC-26.8a"):
            # nothing is due in a turn before the first (TRC-28.6.III.MDb)
            cells = [0] * first + self._shares()
            self._share = self.b.table("bid", [0], [len(cells)], cells)

    # -- points -----------------------------------------------------------------------------

    def _shares(self) -> list[int]:
        """TRC-26.8c, TRC-26.8d: the points of each turn, evenly, and the rest early or late."""
        turns = self._turns
        if self.bid < 0:
            part, rest = divmod(-self.bid, turns)
            lost = [part + (turn >= turns - rest) for turn in range(turns)]
            # without the rule they are taken from the first turns
            return [-n for n in (lost if in_force("TRC-26.8d") else sorted(lost, reverse=True))]
        spent = turns * sum(self.counters[unit].attack for unit in self.bid_workers)
        points = max(self.bid - spent, 0)
        if not in_force("TRC-26.8c"):
            return [points, *[0] * (turns - 1)]
        part, rest = divmod(points, turns)
        return [part + (turn < rest) for turn in range(turns)]

    @RussianReplacements.points_counted.after()
    def points_counted(self) -> None:
        """TRC-26.8a: the points of the bid; a turn's points do not fall below none."""
        if self.bid and in_force("TRC-26.8a"):
            share = "TRC-26.8c" if self.bid > 0 else "TRC-26.8d"
            rule = share if in_force(share) else "TRC-26.8a"
            points = larger(self.russian_replacements.points + self._share(self.turn), 0)
            assign(self.russian_replacements.points, points, rule)

    # -- workers ----------------------------------------------------------------------------

    def _workers_for_bid(self) -> list[int]:
        """TRC-26.14a to TRC-26.14c: the fewest optional workers of so many factors.

        When there are not so many among the counters, as many factors as can be had.
        """
        if not self.option("optional-workers") or self.bid <= 0 or not in_force("TRC-26.14a"):
            return []
        up = 0 if in_force("TRC-26.14b") and in_force("TRC-26.14e") else self._turns - 1
        sold = [i for i, u in enumerate(self.counters) if u.kind == "worker" and u.entry == "bid"]
        sizes = list(range(1, len(sold) + 1))
        if not in_force("TRC-26.14c"):
            sizes.reverse()
        for factors in range((self.bid + up) // self._turns, 0, -1):
            for size in sizes:
                for workers in combinations(sold, size):
                    if sum(self.counters[i].attack for i in workers) == factors:
                        return list(workers)
        return []

    @Calendar.side_set_up.after()
    def set_up_workers(self, side: int) -> None:
        """TRC-26.14d: the Russian places the workers of the bid as he sets up."""
        if side != RUSSIAN:
            return
        for worker in self.bid_workers:
            held = self.cities & self.zones.held(RUSSIAN)
            sites = (
                held - self.russian_replacements.worker_hexes() if in_force("TRC-26.14d") else held
            )
            with decide("worker city", RUSSIAN, "TRC-26.14d", about=worker) as d:
                with d.hex("at", sites) as at:
                    place(worker, at)
