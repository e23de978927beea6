"""Tree search: simulations a second at the start of Blue & Kremlin, and OpenSpiel's search on
chess.

In the first row both play every simulation on to the end of the game at random; such a game of
chess is some 340 moves, one of Blue & Kremlin some 700 decisions. The other rows value leaves as in
real use.
"""

from __future__ import annotations

import time
from typing import Any

import eastfront as ef

from .play import START, Row, best

SPIEL_SIMULATIONS = 60
"""Simulations for about a second of OpenSpiel's search."""


def _rate(simulations: int, **options: Any) -> float:
    state = ef.load(START).new(1)
    state.push("automatic")
    return best(lambda: ef.search.mcts(state, simulations=simulations, **options).rate)


def _open_spiel() -> float | None:
    """Simulations a second of OpenSpiel's native search on chess, games played out at random."""
    try:
        import pyspiel
    except ImportError:
        return None
    game = pyspiel.load_game("chess")

    def run() -> float:
        evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
        bot = pyspiel.MCTSBot(game, evaluator, 2.0, SPIEL_SIMULATIONS, 100, False, 1, False)
        state = game.new_initial_state()
        began = time.perf_counter()
        bot.step(state)
        return SPIEL_SIMULATIONS / (time.perf_counter() - began)

    return best(run)


def rows() -> list[Row]:
    """Every target of the search."""
    whole = Row("search, random to the end", "sims/s", _rate(60, policy="random"), 100)
    peer = _open_spiel()
    if peer is not None:
        whole.peers["OpenSpiel chess"] = peer
    return [
        whole,
        Row("search, busy to phase end", "sims/s", _rate(2000, cut="phase"), 5_000),
        Row("search, evaluation only", "sims/s", _rate(4000, cut=0), 5_000),
    ]
