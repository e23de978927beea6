"""The Russian Campaign, 26.14: optional Russian workers instead of points of a bid.

The Russian receives as much as possible of a positive bid as workers, which he places as he sets
up, and the rest as replacement points.
"""

from __future__ import annotations

from itertools import combinations

from eastfront.cached import cached_property
from eastfront.program import *
from eastfront.systems.choosing import choose
from eastfront.systems.sections import rule

from ..board import RUSSIAN
from ..calendar import Calendar
from ..section import AgreedRule
from .bids import Bids


class OptionalWorkers(AgreedRule):
    """The optional workers that a bid for the Axis gives the Russian (26.14)."""

    name = "optional-workers"
    text = "26.14: workers in place of the points bid"
    counters_of = "26.14"
    together = (("bid=30", name),)

    @Bids.points_in_kind.then()
    def points_in_kind(self, so_far: int) -> int:
        """The part of the bid that the Russian does not receive as replacement points: `so_far`,
        and the points that the optional workers produce over the game (TRC-26.14a)."""
        factors = sum(self.counters[unit].attack for unit in self._bought)
        return so_far + self.victory.turns_to_play() * factors

    @cached_property
    @rule("TRC-26.14a", otherwise=())
    def _bought(self) -> list[int]:
        """The numbers of the counters of the optional workers that the Russian receives for a
        positive bid (TRC-26.14a). The sum of their factors is the bid divided by the turns of the
        scenario, rounded down (26.14b): a bid of 7 in five turns gives one factor (26.14e). The
        workers are as few counters as possible (TRC-26.14c).

        If no counters have that sum, the workers have the largest possible smaller one.
        """
        bid, turns = self.option_number(Bids.name), self.victory.turns_to_play()
        up = by("TRC-26.14b", by("TRC-26.14e", 0, otherwise=turns - 1), otherwise=turns - 1)
        sold = [i for i, u in enumerate(self.counters) if u.kind == "worker" and u.entry == "bid"]
        sizes = list(range(1, len(sold) + 1))
        sizes = by("TRC-26.14c", sizes, otherwise=sizes[::-1])
        for factors in range((bid + up) // turns, 0, -1):
            for size in sizes:
                for workers in combinations(sold, size):
                    if sum(self.counters[i].attack for i in workers) == factors:
                        return list(workers)
        return []

    @Calendar.side_set_up.after()
    def set_up_workers(self, side: int) -> None:
        """Makes the Russian place each optional worker, as he sets up, in a city under his control
        that has no worker yet (TRC-26.14d)."""
        if side != RUSSIAN:
            return
        for worker in self._bought:
            held = self.cities & self.zones.held(RUSSIAN)
            sites = held - by("TRC-26.14d", self.russian_replacements.worker_hexes())
            with choose("worker city", side, "TRC-26.14d", "at", sites, about=worker) as at:
                self.enter(worker, at)
