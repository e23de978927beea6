"""Advice that a game's pack gives to the planning bots."""

from __future__ import annotations

import random

from eastfront._core import Game
from eastfront.packs import Adviser, PackError, pack_of
from eastfront.positions.observation import Observation


class Advice:
    """The adviser of the current game, if its pack has one."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._game: str | None = None
        self._adviser: Adviser | None = None

    def of(self, game: Game) -> Adviser | None:
        """The adviser of a game; its plans are kept until another game is played."""
        if game.digest != self._game:
            self._game, self._adviser = game.digest, _adviser(game, self._rng)
        return self._adviser

    def choose(self, seen: Observation) -> int | None:
        """A legal action; None without an adviser or a plan of it."""
        adviser = self.of(seen.game)
        return None if adviser is None else adviser.choose(seen, seen.sample(self._rng))


def _adviser(game: Game, rng: random.Random) -> Adviser | None:
    """The adviser of a game; a game file can be played without its pack, so a broken pack counts as
    missing."""
    try:
        pack = pack_of(game)
    except PackError:
        return None
    return None if pack is None or pack.adviser is None else pack.adviser()(game, rng)
