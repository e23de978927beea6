"""Games and positions of busy play that the tests of this folder share."""

from __future__ import annotations

import random
from functools import lru_cache

import eastfront as ef

KREMLIN = "barbarossa-deluxe/blue-kremlin"
CAMPAIGN = "russian-campaign/campaign"
ZITADELLE = "barbarossa-1971/zitadelle"
GAMES = (KREMLIN, CAMPAIGN, ZITADELLE)


@lru_cache(maxsize=4)
def game(name: str) -> ef.Game:
    """A game by its id, loaded once."""
    return ef.load(name)


def busy(state: ef.State, rng: random.Random) -> int:
    """An action that passes one time in 16, and else does something."""
    actions = state.legal_actions.list()
    if state.to_move == "chance":
        return rng.choice(actions)
    deeds = [a for a in actions if not state.is_pass(a)]
    passes = [a for a in actions if state.is_pass(a)]
    idle = bool(passes) and (not deeds or rng.randrange(16) == 0)
    return rng.choice(passes if idle else deeds)


@lru_cache(maxsize=4)
def positions(name: str, every: int = 40, seed: int = 5) -> tuple[bytes, ...]:
    """Positions of one busy game with chance as actions: one in so many, the last, and the first
    of each kind of decision of each side."""
    rng, state = random.Random(seed), game(name).new()
    found, kinds, number = [], set(), 0
    while not state.is_over:
        kind = (state.to_move, state.decision)
        if number % every == 0 or kind not in kinds:
            found.append(bytes(state))
        kinds.add(kind)
        state.push(busy(state, rng))
        state = state.copy()
        number += 1
    return (*found, bytes(state))
