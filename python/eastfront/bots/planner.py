"""A bot that plans: it draws ways to play the rest of its phase, and keeps to the best of them.

A plan is kept until luck or the other side has had a say, or the phase is over; then a new one is
made. So a search pays for many decisions. Where a game's pack has an adviser, it answers first: it
sees attacks that many units make together; the search answers what it leaves open. Where the rules
declare an `outlook` for the side, plans are drawn and judged by that: it weighs what the enemy may
do next.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from eastfront import _core
from eastfront.arguments import checked
from eastfront.bots.adviser import Advice
from eastfront.bots.set_up import way_of_setting_up
from eastfront.search import plans
from eastfront.search.plans import WORLDS

if TYPE_CHECKING:
    from eastfront.positions.observation import Observation

SAMPLES, FINALISTS, PLAYOUTS, SPANS = 12, 3, 0, 2
"""The budget of one search; what larger ones came to stands in docs/search.md."""


@checked
class Planner:
    """Plays by plans for its phase: its game's adviser's, else drawn from a policy and judged."""

    def __init__(
        self,
        seed: int = 0,
        *,
        samples: int = SAMPLES,
        finalists: int = FINALISTS,
        playouts: int = PLAYOUTS,
        spans: int = SPANS,
        extent: str = "phase",
        worlds: int = WORLDS,
        policy: str = "wary",
    ) -> None:
        self._rng = random.Random(seed)
        self._advice = Advice(self._rng)
        self._options: dict[str, Any] = {
            "samples": samples,
            "finalists": finalists,
            "playouts": playouts,
            "spans": spans,
            "extent": extent,
            "worlds": worlds,
            "policy": policy,
        }
        self.plan: list[int] = []
        """The actions that it has still in mind."""
        self._phase: object = None
        """Where in the sequence of play the plan was made."""

    def __call__(self, seen: Observation) -> int:
        """Picks one of the legal actions."""
        ready = way_of_setting_up(seen, "automatic")
        if ready is not None:
            return ready
        known = self._advice.choose(seen)
        if known is not None:
            self.plan = []
            return known
        if "set-up" in seen.stack and self._advice.of(seen.game):
            # the adviser places most of an army: a plan for all of it would never be kept
            board = seen.sample(self._rng)
            return _core.choose(board, "greedy", seed=self._rng.getrandbits(63))
        phase = (seen.game.digest, seen.side, seen.stack[:3])
        if phase != self._phase or not self.plan or self.plan[0] not in seen.legal_actions:
            found = plans(seen, seed=self._rng.getrandbits(63), **self._options)
            self._phase, self.plan = phase, list(found[0].actions)
        return self.plan.pop(0)
