"""eastfront bench: the speed of the engine on this machine."""

from __future__ import annotations

import platform
import time
from collections.abc import Callable
from typing import Any

import click

from eastfront import __version__, _core, packs
from eastfront._core import Game, State

from .inputs import Chosen, game_options, scenario
from .output import json_option, progress, show_json, table


@click.command()
@click.option("--scenario", "start", default=packs.start, show_default="a short one")
@game_options
@click.option(
    "--seconds",
    type=click.FloatRange(0.01, 600),
    default=1.0,
    show_default=True,
    help="Measuring time of each task.",
)
@json_option
def bench(start: str, options: Chosen, seconds: float, as_json: bool) -> None:
    """Measure play, copies and loading; `make bench` compares them with other programs."""
    game = scenario(start, options)
    rows: list[dict[str, Any]] = []
    with progress("measuring", None):
        for policy in ("random", "busy"):
            for threads in (1, 2):
                rows += _play(game, policy, threads, seconds)
        rows += _calls(game, seconds)
        rows.append(_row("load", "ms", 1e3 * _each(lambda: scenario(start, options), seconds)))
    machine = f"{platform.machine()}, Python {platform.python_version()}, eastfront {__version__}"
    if as_json:
        show_json({"game": game.id, "machine": machine, "tasks": rows})
        return
    table(f"{game.id}; {machine}", ["task", "figure", "unit"], _shown(rows))


def _shown(rows: list[dict[str, Any]]) -> list[tuple[str, str, str]]:
    return [(row["task"], f"{row['figure']:,.3g}", row["unit"]) for row in rows]


def _row(task: str, unit: str, figure: float) -> dict[str, Any]:
    return {"task": task, "unit": unit, "figure": figure}


def _play(game: Game, policy: str, threads: int, seconds: float) -> list[dict[str, Any]]:
    state, count = game.new(), 4 * threads
    while True:
        played = _core.rollout(state, count, threads=threads, seed=1, policy=policy, scores=False)
        if played["seconds"] >= seconds / 2:
            break
        count *= 2
    name = f"{policy}, {threads} thread{'s' if threads > 1 else ''}"
    return [
        _row(f"{name}: decisions", "a second", played["decisions"] / played["seconds"]),
        _row(f"{name}: games", "a second", played["games"] / played["seconds"]),
    ]


def _calls(game: Game, seconds: float) -> list[dict[str, Any]]:
    state = _midgame(game)
    action = state.legal_actions[0]
    data = bytes(state)

    def push_pop() -> None:
        state.push(action)
        state.pop()

    tasks: list[tuple[str, Callable[[], object]]] = [
        ("copy", state.copy),
        ("push and pop", push_pop),
        ("state from bytes", lambda: game.state_from_bytes(data)),
        ("bytes of a state", lambda: bytes(state)),
        ("key", lambda: state.key),
        ("legal actions as a list", lambda: state.legal_actions.list()),
    ]
    return [_row(name, "us", 1e6 * _each(task, seconds)) for name, task in tasks]


def _midgame(game: Game) -> State:
    """Returns a state in the first movement of a game, or up to 200 actions later than the start if
    the game has no movement."""
    state = game.new(seed=1)
    for _ in range(200):
        if state.is_over or state.decision == "movement":
            break
        state.push(state.legal_actions[0])
    return game.new() if state.is_over else state


def _each(task: Callable[[], object], seconds: float) -> float:
    """Returns the seconds per call of a task: the least of several rounds, each with more calls
    than the last, until the given time in seconds is used up."""
    best, count, spent = float("inf"), 1, 0.0
    while spent < seconds:
        began = time.perf_counter()
        for _ in range(count):
            task()
        took = time.perf_counter() - began
        best, spent, count = min(best, took / count), spent + took, min(count * 2, 1 << 16)
    return best
