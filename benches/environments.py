"""Steps of the Gymnasium environments: those for networks beside those over dense ids.

``python -m benches.environments`` prints these rows alone.

A step is one real decision, drawn uniformly from the mask of legal actions, with observation and
mask of the next one. Processor time is counted, the draw included; the two kinds of environment
are measured in alternation, and the median is taken.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

import eastfront as ef
from eastfront.interop.gymnasium import DuelEnv, DuelVectorEnv
from eastfront.interop.learner import LearnerEnv, LearnerVectorEnv

from .play import Row, in_turns

ZITADELLES = ("russian-campaign/zitadelle", "barbarossa-1971/zitadelle")
GAMES = 64
ONE, MANY = 3_000, 10_000
"""Targets in steps a second of processor time: of one environment, and of a vector of `GAMES`."""
SECONDS = 0.2
PEER = "Duel-v0"

Masks = npt.NDArray[np.bool_]


def one(env: Any) -> Callable[[], float]:
    """Steps a second of one environment, which goes on from call to call."""
    rng = np.random.default_rng(1)
    env.reset(seed=1)

    def run() -> float:
        taken, began = 0, time.process_time()
        while time.process_time() - began < SECONDS:
            for _ in range(20):
                legal = np.flatnonzero(env.action_masks())
                _, _, over, cut, _ = env.step(legal[int(rng.random() * len(legal))])
                if over or cut:
                    env.reset()
            taken += 20
        return taken / (time.process_time() - began)

    return run


def many(envs: Any, masks: Callable[[], Masks]) -> Callable[[], float]:
    """Steps a second of a vector, which goes on from call to call."""
    rng = np.random.default_rng(1)
    envs.reset(seed=1)

    def run() -> float:
        taken, began = 0, time.process_time()
        while time.process_time() - began < SECONDS:
            envs.step(drawn(masks(), rng))
            taken += len(envs.action_space.nvec)
        return taken / (time.process_time() - began)

    return run


def drawn(masks: Masks, rng: np.random.Generator) -> npt.NDArray[np.int64]:
    """An action for each game, all legal ones with equal probability; 0 for a game without one."""
    counts = masks.sum(axis=1)
    legal = np.append(np.flatnonzero(masks), 0)
    picked = np.cumsum(counts) - counts + (rng.random(len(masks)) * counts).astype(np.int64)
    return np.where(counts > 0, legal[picked] % masks.shape[1], 0)


def rows() -> list[Row]:
    """The rows of one environment and of a vector, in the scenario Zitadelle of two games."""
    out = []
    for name in ZITADELLES:
        game = ef.load(name)
        duels, learners = DuelVectorEnv(GAMES, game), LearnerVectorEnv(GAMES, game)
        kinds = (
            one(LearnerEnv(game)),
            one(DuelEnv(game)),
            many(learners, learners.action_masks),
            many(duels, lambda duels=duels: duels.games.buffers()[1]),
        )
        alone, duel, vector, duels_rate = in_turns(kinds)
        short = name.partition("/")[0]
        for task, figure, target, peer in (
            (f"environment, {short}", alone, ONE, duel),
            (f"vector of {GAMES}, {short}", vector, MANY, duels_rate),
        ):
            out.append(Row(task, "steps/s", figure, target, peers={PEER: peer}))
    return out


def main() -> None:
    """Prints the rows."""
    from .__main__ import play_line

    print("\n".join(map(play_line, rows())))


if __name__ == "__main__":
    main()
