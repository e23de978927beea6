"""Peers of the vector of games, each skipped when it is not installed.

All count the same: real decisions of a player, by a uniformly random legal action, with the
observation and the legal actions of the next decision.
"""

from __future__ import annotations

import importlib
import random
import time
from typing import Any

PETTINGZOO = ("connect_four_v3", "chess_v6")
PGX = ("connect_four", "chess")


def optional(name: str) -> Any:
    """A module, or None when it is not installed."""
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


def pettingzoo(name: str, seconds: float = 2.0) -> float | None:
    """Steps a second of one of PettingZoo's classic games; None when it is not installed."""
    module = optional(f"pettingzoo.classic.{name}")
    if module is None:
        return None
    rng = random.Random(1)
    env = module.raw_env()
    taken, began = 0, time.perf_counter()
    while time.perf_counter() - began < seconds:
        env.reset(seed=rng.randrange(2**31))
        for _ in env.agent_iter():
            seen, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                break
            legal = seen["action_mask"].nonzero()[0]
            env.step(int(legal[int(rng.random() * len(legal))]))
            taken += 1
    return taken / (time.perf_counter() - began)


def pgx(name: str, n: int, steps: int = 60) -> float | None:
    """Steps a second of ``n`` games of pgx on the processor; None when it is not installed.

    A step is compiled as a whole: the draw of legal actions, the games' steps, and the reset of
    finished games. Compilation is not counted.
    """
    library, jax = optional("pgx"), optional("jax")
    if library is None or jax is None:
        return None
    env = library.make(name)
    wrapped = importlib.import_module("pgx.experimental.wrappers").auto_reset(env.step, env.init)

    def one(state: Any, key: Any) -> Any:
        draw, key = jax.random.split(key)
        logits = jax.numpy.log(state.legal_action_mask.astype(jax.numpy.float32))
        actions = jax.random.categorical(draw, logits, axis=-1)
        keys = jax.random.split(key, n)
        return jax.vmap(wrapped)(state, actions, keys)

    step = jax.jit(one)
    key = jax.random.PRNGKey(0)
    state = jax.jit(jax.vmap(env.init))(jax.random.split(key, n))
    best = 0.0
    for _ in range(3):
        key, *keys = jax.random.split(key, steps + 1)
        state = step(state, keys[0])
        jax.block_until_ready(state)
        began = time.perf_counter()
        for k in keys:
            state = step(state, k)
        jax.block_until_ready(state)
        best = max(best, n * steps / (time.perf_counter() - began))
    return best
