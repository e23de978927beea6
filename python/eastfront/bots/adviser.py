"""Advice to the planning bots from the adviser in a game's pack, which is the object that registers
an installed game (`eastfront.packs`)."""

from __future__ import annotations

import random

from eastfront._core import Game
from eastfront.packs import Adviser, PackError, pack_of
from eastfront.positions.observation import Observation


class Advice:
    """Asks the adviser in a game's pack for actions; keeps the adviser of the game that was played
    last."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._game: str | None = None
        self._adviser: Adviser | None = None

    def of(self, game: Game) -> Adviser | None:
        """Returns the adviser of a game, None without one. The adviser is kept until this method is
        called for another game."""
        if game.digest != self._game:
            self._game, self._adviser = game.digest, _adviser(game, self._rng)
        return self._adviser

    def choose(self, seen: Observation) -> int | None:
        """Returns the legal action that the adviser plans; None without an adviser or without a
        plan."""
        adviser = self.of(seen.game)
        return None if adviser is None else adviser.choose(seen, seen.sample(self._rng))


def _adviser(game: Game, rng: random.Random) -> Adviser | None:
    """Makes the adviser of a game, whose random choices are drawn from `rng`; None without one.

    A game file can be played without its pack, so a pack that cannot be loaded counts as missing.
    """
    try:
        pack = pack_of(game)
    except PackError:
        return None
    return None if pack is None or pack.adviser is None else pack.adviser()(game, rng)
