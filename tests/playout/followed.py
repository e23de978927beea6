"""Whole games compared with the oracle: each decision, and in full when armies are in contact."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field

from eastfront._core import Game

from . import aftermath
from .compare import odds_differences, reach_differences, supply_differences
from .follow import QUIET, Follower
from .games import contact, load, terms_of
from .scatter import scattered, scattered_position
from .starts import KINDS, eager_choice, start

TOUCHING = 2
"""One quiet decision in this many is compared in full if a third of the units are in contact."""
APART = 24
"""The same elsewhere."""
ENOUGH = 20
"""The number of differences after which a game is abandoned."""


@dataclass
class Told:
    """The results of comparisons."""

    count: Counter[str] = field(default_factory=Counter)
    found: list[str] = field(default_factory=list)

    def add(self, other: Told) -> None:
        """Adds the results of another comparison."""
        self.count.update(other.count)
        self.found += other.found


def play(seed: int, game: Game | None = None, *, kind: str = "", full: bool = True) -> Told:
    """A game from a start of a kind, every decision of it compared."""
    rng = random.Random(seed)
    game = load() if game is None else game
    kinds = KINDS[terms_of(game).name]
    kind = kind or kinds[seed % len(kinds)]
    follower = Follower(start(kind, seed, game))
    state, told, quiet = follower.state, Told(), 0
    while not state.is_over and len(told.found) < ENOUGH:
        follower.check()
        near = contact(state) >= 1 / 3
        told.count["positions"] += 1
        told.count["positions in contact"] += near
        if full and state.decision in QUIET:
            quiet += 1
            if quiet % (TOUCHING if near else APART) == 0:
                follower.in_full(rng)
                told.count["in full"] += 1
                told.count["in full in contact"] += near
        where = f"{kind} game {seed}, turn {state.turn}, decision {told.count['positions']}"
        told.found += [f"{where} ({state.decision}): {text}" for text in follower.found]
        follower.found.clear()
        follower.push(eager_choice(state, rng))
    aftermath.ended(follower)
    told.found += [f"{kind} game {seed}, at the end: {text}" for text in follower.found]
    told.count["games"] += 1
    told.count.update({f"asked: {k}": n for k, n in follower.asked.items()})
    return told


def first_differences(kind: str, seed: int, game: Game, longest: int) -> list[str]:
    """The differences of the first decision that differs in an eager game from a start of a kind,
    or of the end; none after the number of actions ``longest``."""
    follower, rng = Follower(start(kind, seed, game)), random.Random(seed)
    for _ in range(longest):
        if follower.state.is_over or follower.check():
            break
        follower.push(eager_choice(follower.state, rng))
    if follower.state.is_over:
        aftermath.ended(follower)
    return follower.found


def mixture(seed: int, share: float = 0.06, battles: int = 6, game: Game | None = None) -> Told:
    """A position in which both sides are mixed up, in full."""
    rng, state = random.Random(seed), scattered(seed, game)
    pos = scattered_position(state)
    found = supply_differences(state, pos) + reach_differences(state, pos, rng, share)
    found += odds_differences(state, pos, rng, battles)
    near = int(contact(state) >= 1 / 3)
    told = Told(Counter({"mixtures": 1, "positions": 1, "in full": 1}))
    told.count.update({"positions in contact": near, "in full in contact": near})
    told.found = [f"mixture {seed}: {text}" for text in found]
    return told
