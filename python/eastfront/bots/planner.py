"""A planning bot: it samples plans for the rest of its phase, and follows the best one.

A plan is kept until the next roll, the next decision of the other side, or the end of the phase;
then a new plan is made. So one search covers many decisions. If the game's pack has an adviser, the
adviser decides first, since it finds attacks by many units together; the search makes the remaining
decisions. If the rules declare a query `outlook` for the side, plans are sampled and judged by this
query, which also counts what the enemy can do next.
"""

from __future__ import annotations

import random
from typing import Any

from eastfront import _core
from eastfront.arguments import checked
from eastfront.bots.adviser import Advice
from eastfront.bots.set_up import way_of_setting_up
from eastfront.positions.observation import Observation
from eastfront.search import plans
from eastfront.search.plans import WORLDS

SAMPLES, FINALISTS, PLAYOUTS, SPANS = 12, 3, 0, 2
"""The default budget of one search, as parameters of `eastfront.search.plans`: the number of plans
sampled, of the best plans that are played on to the horizon, of games played for that over all
plans (0 uses the evaluation alone), and of parts of the sequence of play (player turns) up to the
horizon. docs/search.md has the results of larger budgets."""


@checked
class Planner:
    """A bot that plays by plans for its phase: plans of the game's adviser, or else plans sampled
    from a policy and judged by a search. The arguments are those of `eastfront.search.plans`."""

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
        """The remaining actions of the current plan."""
        self._phase: object = None
        """The game, side and phase for which the plan was made."""

    def __call__(self, seen: Observation) -> int:
        """Returns the number of the legal action that the bot chooses."""
        ready = way_of_setting_up(seen, "automatic")
        if ready is not None:
            return ready
        known = self._advice.choose(seen)
        if known is not None:
            self.plan = []
            return known
        if "set-up" in seen.stack and self._advice.of(seen.game):
            # the adviser places most of an army, so a plan for all of it would be discarded
            board = seen.sample(self._rng)
            return _core.choose(board, "greedy", seed=self._rng.getrandbits(63))
        phase = (seen.game.digest, seen.side, seen.stack[:3])
        if phase != self._phase or not self.plan or self.plan[0] not in seen.legal_actions:
            found = plans(seen, seed=self._rng.getrandbits(63), **self._options)
            self._phase, self.plan = phase, list(found[0].actions)
        return self.plan.pop(0)
