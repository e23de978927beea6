"""Rollouts: many games from a state, played natively or with the caller's own players.

ef.rollout(state, n=1000, threads=2, policy="busy")
ef.rollout(state, n=100, policy={"german": "greedy", "soviet": "busy"})
ef.rollout(state, n=10, policy={"german": my_bot, "soviet": "greedy"})
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from typing import NotRequired, TypeAlias, TypedDict, cast

import numpy as np
import numpy.typing as npt

from eastfront._core import ArgumentError, ArgumentTypeError
from eastfront.arguments import checked, of_one_position, shown, within
from eastfront.positions.observation import Observation
from eastfront.positions.observation import chosen as chosen_by

from . import _core
from ._core import State

__all__ = [
    "POLICIES",
    "Policy",
    "Rollout",
    "RuleCounts",
    "histogram",
    "rollout",
]

MOST_GAMES = 10_000_000
MOST_THREADS = 256
MOST_BINS = 1_000_000

POLICIES: Sequence[str] = ("random", "busy", "greedy", "wary")
"""The names of the native policies."""

Policy: TypeAlias = "str | Callable[[Observation], int | str]"
"""The name of a native policy, or a callable that returns a legal action of an observation."""


class RuleCounts(TypedDict):
    """How often a rule allowed an action, refused one, and had an effect."""

    allowed: int
    refused: int
    applied: int


class Rollout(TypedDict):
    """The result of `rollout`. Each list has one entry for each game, in order."""

    games: int
    decisions: int
    """Number of decisions of a side between at least two actions, in all games."""
    forced: int
    """Number of decisions with one legal action, which is played at once, in all games."""
    chance: int
    """Number of rolls and draws, in all games."""
    seconds: float
    python_steps: int
    wins: dict[str, int]
    """Number of games won, by side."""
    winners: list[str | None]
    """The winning side of each game; None for a draw."""
    results: list[tuple[str | None, int, str] | None]
    """Winner (None for a draw), level of victory and deciding rule of each game."""
    lengths: list[int]
    """The length of each game: its number of decisions of a side between at least two actions."""
    scores: list[int | None]
    """The game's query ``value`` at the end of each game, from the first side's view; None if it
    was not computed."""
    rules: NotRequired[dict[str, RuleCounts]]
    """How often each rule allowed an action, refused one, and had an effect, by rule id; only with
    ``stats``."""


@of_one_position
@checked
def rollout(
    state: State,
    n: int = 1,
    *,
    threads: int = 1,
    seed: int = 0,
    policy: Policy | Mapping[str, Policy] = "random",
    stats: bool = False,
    scores: bool = True,
) -> Rollout:
    """Plays ``n`` games to the end from a state, which is unchanged.

    ``policy`` is one policy for all sides, or a mapping with a policy for each side. A policy is a
    name of `POLICIES` (``random``: uniform over the legal actions; ``busy``: passes with
    probability 1/16; ``greedy``: looks one action ahead; ``wary``: greedy by the query
    ``outlook <side>``, where the game has it), or a callable that takes an `Observation` and
    returns one of its ``legal_actions``, by number or in notation. Game number i draws its dice and
    the choices of native policies from its own random stream, which depends on ``seed`` and i only.
    So one seed gives the same games for any number of threads and in every process, provided that a
    callable is deterministic. Games with a callable are played one after the other in the calling
    thread. Native play sees the whole state, hidden units included.

    The result is a `Rollout`. Its ``scores`` are the game's query ``value``, see docs/evaluation.md
    (None in a game file without the query, and if ``scores`` is false, which saves the
    computation). With ``stats``, for native play only, ``rules`` counts how often each rule allowed
    an action, refused an action and had an effect.

    Raises ValueError for an unknown policy or side, and IllegalAction if a callable returns an
    illegal action. Ctrl-C stops the games within a fifth of a second, or as soon as a callable
    returns.
    """
    if not isinstance(state, State):
        raise ArgumentTypeError(f"state={shown(state)}, expected a State")
    for name, value in (("n", n), ("threads", threads)):
        if not isinstance(value, int):
            raise ArgumentTypeError(f"{name}={shown(value)}, expected a whole number")
    within("n", n, 0, MOST_GAMES)
    within("threads", threads, 1, MOST_THREADS)
    sides = state.game.sides
    chosen = _by_side(sides, policy)
    odd = [p for p in chosen if not isinstance(p, str) and not callable(p)]
    if odd:
        raise ArgumentTypeError(f"policy={shown(odd[0])}, expected a name or a callable")
    names = [name for name in chosen if isinstance(name, str)]
    for name in names:
        if name not in POLICIES:
            known = ", ".join(POLICIES)
            raise ArgumentError(f"policy={shown(name)}, expected {known} or a callable")
    if len(names) == len(sides):
        played = _core.rollout(
            state, n, threads=threads, seed=seed, policy=names, stats=stats, scores=scores
        )
        return cast(Rollout, played)
    if stats:
        raise ArgumentError("`stats` counts native play only, and a policy is a callable")
    return _with_callables(state, n, seed, chosen, scores)


def _by_side(sides: Sequence[str], policy: Policy | Mapping[str, Policy]) -> list[Policy]:
    """Returns the policy of each side, in the order of the sides. Raises ArgumentError for a
    mapping with other sides."""
    if not isinstance(policy, Mapping):
        return [policy for _ in sides]
    if set(policy) != set(sides):
        raise ArgumentError(f"policy={shown(policy)}, expected one for each of {', '.join(sides)}")
    return [policy[side] for side in sides]


def _with_callables(
    state: State, n: int, seed: int, chosen: Sequence[Policy], scored: bool
) -> Rollout:
    """Plays `n` games one after the other in the calling thread, and returns their result.

    `chosen` holds the policy of each side, in the order of the sides; the engine plays the sides
    with a native policy. `scored` asks for the query ``value`` at the end of each game.
    """
    sides = state.game.sides
    native = [p if isinstance(p, str) else None for p in chosen]
    asked = {s: p for s, p in zip(sides, chosen, strict=True) if not isinstance(p, str)}
    scored = scored and "value" in state.game.queries
    decided = forced = rolled = 0
    results: list[tuple[str | None, int, str] | None] = []
    lengths: list[int] = []
    found: list[int | None] = []
    began = time.perf_counter()
    for index in range(n):
        board = state.copy()
        board.reseed(None)
        stream = _core.stream(seed, index)
        length = 0
        while True:
            stream, decisions, alone, chance = _core.play_on(board, native, stream)
            forced += alone
            rolled += chance
            length += decisions
            actor = board.to_move
            if actor is None:
                break
            observed = board.observation(actor)
            action = chosen_by(observed, asked[actor](observed), f"the policy of the {actor} side")
            effects = board.push(action, effects=True)
            forced += sum(effect[0] == "forced" for effect in effects)
            length += 1
        decided += length
        results.append(board.outcome)
        lengths.append(length)
        found.append(int(board.ask("value")) if scored else None)
    winners = [None if result is None else result[0] for result in results]
    return {
        "games": n,
        "decisions": decided,
        "forced": forced,
        "chance": rolled,
        "seconds": time.perf_counter() - began,
        "python_steps": len(state.game.python_steps),
        "wins": {side: winners.count(side) for side in sides},
        "winners": winners,
        "results": results,
        "lengths": lengths,
        "scores": found,
    }


@checked
def histogram(
    played: Rollout, bins: int = 10
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.float64]]:
    """Returns the distribution of the scores of a rollout: counts of shape (bins,) and edges of
    shape (bins + 1,).

    Games without a score are omitted. Raises ValueError if no game has a score.
    """
    within("bins", bins, 1, MOST_BINS)
    if "scores" not in played:
        raise ArgumentError(f"played={shown(played)}, expected the result of a rollout")
    scores = [score for score in played["scores"] if score is not None]
    if not scores:
        raise ArgumentError("played: got no scores, expected at least one")
    counts, edges = np.histogram(scores, bins=bins)
    return counts.astype(np.int64), edges.astype(np.float64)
