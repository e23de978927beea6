"""Barbarossa (1971), variable situation 7: the Soviet army is reorganized before the war."""

from __future__ import annotations

from eastfront.program import *

from ..board import SOVIET
from ..deployment import Deployment
from .situation import Situation

RULES_7 = ("SPI-WHATIF-7A", "SPI-WHATIF-7B")
"""The rules of the exchanges in the initial order of battle: two 2-4-2 for one 5-9-3 (7A), and two
2-1-5 together with one 1-2-5 for one 6-5-5 (7B)."""


class Reorganized(Situation):
    """Variable situation 7: the reorganization of the Soviet army is complete before the war."""

    name = "situation-7"
    text = "the Soviet army is reorganized: old units may be exchanged for new armies"

    @Deployment.prepare_forces.before()
    def exchange(self, side: int) -> None:
        """Offers the Soviet player, before his set-up, to exchange units of his order of battle for
        new armies, as many as he chooses, from none to all (SPI-WHATIF-7C)."""
        if side != SOVIET:
            return
        with loop():
            spare = self.deployment.spare_after(1)
            enough: Number = 1
            with decide("exchange", SOVIET, "SPI-WHATIF-7C") as d:
                for rule, row in zip(RULES_7, self.facts["exchanges"], strict=True):
                    if in_force(rule):
                        # two armies that cover a front are exchanged for one
                        covers = spare if "SU:inf" in row["give"] else number(1)
                        more = self._offer(d, rule, row["give"], row["take"], covers)
                        enough = by("SPI-WHATIF-7C", enough, otherwise=~more & enough)
                with d.option("end-exchange", enough, passes=True):
                    break_()

    def _offer(self, d: Decision, rule: str, give: dict[str, int], army: str, covers: Int) -> Int:
        """Offers, by a rule, the exchange of units (``give``) for an army, and returns 1 if the
        exchange is possible, else 0. ``covers`` is nonzero if the front can be covered after the
        exchange."""
        enough = number(1)
        for kind, n in give.items():
            enough = enough & ((self.deployment.waiting(SOVIET) & self.kinds[kind]).count() >= n)
        counter = self.losses.spare(self.kinds[army])
        offered = one_unit(counter).when(enough & covers)
        with d.unit("exchange-for", offered) as unit:
            for kind, n in give.items():
                for _ in range(n):
                    waiting = self.deployment.waiting(SOVIET) & self.kinds[kind]
                    self.leave(waiting.first(), "pool", rule)
            self.leave(unit, "to deploy", rule)
        return offered.any()
