"""Advice that a game's pack gives to the planning bots."""

from __future__ import annotations

import random

from eastfront._core import Game
from eastfront.packs import Adviser, PackError, pack_of
from eastfront.positions.observation import Observation


class Advice:
    """The adviser of the game that is played, where its pack has one."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._game: str | None = None
        self._adviser: Adviser | None = None

    def of(self, game: Game) -> Adviser | None:
        """The adviser of a game, which remembers its plans for as long as that game is played."""
        if game.digest != self._game:
            self._game, self._adviser = game.digest, _adviser(game, self._rng)
        return self._adviser

    def choose(self, seen: Observation) -> int | None:
        """One of the legal actions; None where the adviser has no plan, or there is no adviser."""
        adviser = self.of(seen.game)
        return None if adviser is None else adviser.choose(seen, seen.sample(self._rng))


def _adviser(game: Game, rng: random.Random) -> Adviser | None:
    """A game file is played without its pack, so one that is broken advises nobody."""
    try:
        pack = pack_of(game)
    except PackError:
        return None
    return None if pack is None or pack.adviser is None else pack.adviser()(game, rng)
