"""Peers of the play targets, each skipped when it is not installed."""

from __future__ import annotations

import importlib
import random
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .play import Row


def _optional(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


CHESS = "OpenSpiel chess"
CAMPAIGN = "campaign, "
"""The prefix of tasks also measured on the campaign."""

REFERENCE = {
    "play, native, random": (CHESS, 307_000),
    "play, native, busy": (CHESS, 307_000),
    "campaign, native, random": (CHESS, 307_000),
    "campaign, native, busy": (CHESS, 307_000),
    "1971, native, random": (CHESS, 307_000),
    "1971, native, busy": (CHESS, 307_000),
    "play from a Python loop": (CHESS, 216_000),
    "copy of a state": (CHESS, 1.2),
    "push and pop": (CHESS, 4.6),
    "state from bytes": (CHESS, 628),
    "getter": (CHESS, 0.06),
    "key": (CHESS, 0.06),
    "equality": (CHESS, 0.06),
}
"""A peer of each target, and its figure on the machine of the targets."""

MEASURED = {
    "play, native, random": "native",
    "play, native, busy": "native",
    "campaign, native, random": "native",
    "campaign, native, busy": "native",
    "1971, native, random": "native",
    "1971, native, busy": "native",
    "play from a Python loop": "loop",
    "copy of a state": "copy",
    "push and pop": "push",
    "state from bytes": "bytes",
    "getter": "getter",
    "key": "getter",
    "equality": "getter",
}
"""The peer's task beside each task."""

ROLLOUTS = 100
"""The number of games that a peer plays in one run."""
LENGTHS = 1000
"""The number of a peer's games for the mean length, to 1 in 100 for chess; twenty are too few,
since the length of one game varies by a third and more."""
MIDDLE = 80
"""The number of actions before a peer's game is measured, unless it ends before."""


def _rate(game: Callable[[random.Random], int], seconds: float = 2.0) -> float:
    rng, taken, began = random.Random(1), 0, time.perf_counter()
    while time.perf_counter() - began < seconds:
        taken += game(rng)
    return taken / (time.perf_counter() - began)


def _length(game: Any, rng: random.Random) -> int:
    """The actions of one game of OpenSpiel's at random."""
    state, taken = game.new_initial_state(), 0
    while not state.is_terminal():
        legal = state.legal_actions()
        state.apply_action(legal[int(rng.random() * len(legal))])
        taken += 1
    return taken


def _open_spiel(spiel: Any, name: str) -> dict[str, float]:
    from .play import best, micros

    game = spiel.load_game(name)

    def play(rng: random.Random) -> int:
        return _length(game, rng)

    state = game.new_initial_state()
    rng = random.Random(2)
    for _ in range(MIDDLE):
        legal = state.legal_actions()
        child = state.child(legal[int(rng.random() * len(legal))])
        if child.is_terminal():
            break
        state = child
    text = state.serialize()
    found = {
        "loop": _rate(play),
        "copy": micros("state.clone()", 500, state=state),
        "bytes": micros("game.deserialize_state(text)", 100, game=game, text=text),
        "getter": micros("state.is_terminal()", state=state),
        "native": best(_own_play(spiel, game)),
    }
    if name == "chess":  # the only one with undo
        back = "state.apply_action(action); state.undo_action(player, action)"
        action, player = state.legal_actions()[0], state.current_player()
        found["push"] = micros(back, 500, state=state, action=action, player=player)
    return found


def _own_play(spiel: Any, game: Any) -> Callable[[], float]:
    """A run that returns actions a second of its own random play, as in its search's leaves.

    The length of its games is measured separately, as a mean.
    """
    length = sum(_length(game, random.Random(n)) for n in range(LENGTHS)) / LENGTHS
    evaluator = spiel.RandomRolloutEvaluator(ROLLOUTS, 1)
    bot = spiel.MCTSBot(game, evaluator, 2.0, 1, 1, False, 1, False)

    def run() -> float:
        began = time.perf_counter()
        bot.mcts_search(game.new_initial_state())
        return ROLLOUTS * length / (time.perf_counter() - began)

    return run


def reference() -> Callable[[], float] | None:
    """A run of the reference peer of native play, if it is installed."""
    spiel = _optional("pyspiel")
    return None if spiel is None else _own_play(spiel, spiel.load_game("chess"))


def _chess(chess: Any) -> dict[str, float]:
    from .play import micros

    def play(rng: random.Random) -> int:
        board, taken = chess.Board(), 0
        while taken < 200:
            legal = list(board.legal_moves)
            if not legal:
                break
            board.push(legal[int(rng.random() * len(legal))])
            taken += 1
        return taken

    board = chess.Board()
    move = next(iter(board.legal_moves))

    return {
        "loop": _rate(play),
        "copy": micros("board.copy()", 500, board=board),
        "push": micros("board.push(move); board.pop()", board=board, move=move),
    }


def add(rows: list[Row]) -> None:
    """Puts the peers' figures beside ours."""
    figures: dict[str, dict[str, float]] = {}
    spiel = _optional("pyspiel")
    if spiel is not None:
        for name in ("chess", "hive"):
            figures[f"OpenSpiel {name}"] = _open_spiel(spiel, name)
    chess = _optional("chess")
    if chess is not None:
        figures["python-chess"] = _chess(chess)
    for row in rows:
        task = row.task if row.task in MEASURED else row.task.removeprefix(CAMPAIGN)
        key = MEASURED.get(task, "")
        # a figure measured in alternation with a row stays beside it
        row.peers = {p: f[key] for p, f in figures.items() if key in f} | row.peers
        row.reference = REFERENCE.get(task)
