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


def _rate(game: Callable[[random.Random], int], seconds: float = 2.0) -> float:
    rng, taken, began = random.Random(1), 0, time.perf_counter()
    while time.perf_counter() - began < seconds:
        taken += game(rng)
    return taken / (time.perf_counter() - began)


def _open_spiel(spiel: Any, name: str) -> dict[str, float]:
    from .play import micros

    game = spiel.load_game(name)

    def play(rng: random.Random) -> int:
        state, taken = game.new_initial_state(), 0
        while not state.is_terminal():
            legal = state.legal_actions()
            state.apply_action(legal[int(rng.random() * len(legal))])
            taken += 1
        return taken

    state = game.new_initial_state()
    for _ in range(20):
        legal = state.legal_actions()
        if not legal:
            break
        state.apply_action(legal[len(legal) // 2])
    text = state.serialize()
    return {
        "loop": _rate(play),
        "copy": micros(state.clone, 500),
        "bytes": micros(lambda: game.deserialize_state(text), 100),
        "getter": micros(state.is_terminal),
    }


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

    def push_pop() -> None:
        board.push(move)
        board.pop()

    return {"loop": _rate(play), "copy": micros(board.copy, 500), "push": micros(push_pop)}


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
    keys = {
        "play from a Python loop": "loop",
        "copy of a state": "copy",
        "push and pop": "push",
        "state from bytes": "bytes",
        "getter": "getter",
    }
    for row in rows:
        key = keys.get(row.task, "")
        row.peers.update({p: f[key] for p, f in figures.items() if key in f})
