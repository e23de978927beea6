"""Tests the environments with Stable-Baselines3: its checks, wrappers and vectors, masked policies.

    make baselines

Its dependencies are in the group ``baselines``; they include torch, so it is not a test. Raises if
a check fails, and prints what each has found. The last check trains a policy, some minutes on one
core.
"""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import torch
from gymnasium import wrappers
from gymnasium.wrappers import vector
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from sb3_contrib.common.wrappers import ActionMasker
from stable_baselines3.common.env_checker import check_env
from stable_baselines3.common.env_util import make_vec_env
from stable_baselines3.common.monitor import Monitor
from stable_baselines3.common.vec_env import (
    DummyVecEnv,
    SubprocVecEnv,
    VecEnv,
    VecMonitor,
    VecNormalize,
)

import eastfront as ef
from eastfront.interop import learner
from eastfront.interop.gymnasium import ID, DuelEnv, DuelVectorEnv
from eastfront.interop.learner import LearnerEnv, Trained
from eastfront.interop.sb3 import LearnerVecEnv

LIMIT = 20
PICTURES = ("image", "channels-last", "minimal resolution")
"""Words of the warnings that take planes for images."""
ZITADELLES = ("russian-campaign/zitadelle", "barbarossa-1971/zitadelle")
SIDE = "soviet"
"""The side that learns."""
MOST_PARAMETERS = 2_000_000
WITHOUT = {"render_mode": None}
"""Without a render mode Stable-Baselines3 requests pixel images."""


def checks(id: str, scenario: str, allowed: tuple[str, ...]) -> None:
    """The checks of Stable-Baselines3 for custom environments, with warnings of some words only."""
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        check_env(gymnasium.make(id, game=scenario, limit=LIMIT), warn=True)
    others = [str(w.message) for w in said if not any(word in str(w.message) for word in allowed)]
    assert not others, others
    print(f"check_env: {id}, {scenario}, {len(said)} warnings about pictures")


def arrays() -> None:
    """Gymnasium's wrappers for torch arrays, around one environment and around many."""
    one = wrappers.NumpyToTorch(DuelEnv(limit=LIMIT))
    one.reset(seed=1)
    for _ in range(LIMIT):
        action = torch.as_tensor(np.flatnonzero(one.unwrapped.action_masks())[0])
        seen, *_, cut, _ = one.step(action)
    assert cut and isinstance(seen["observation"], torch.Tensor)
    many = vector.NumpyToTorch(DuelVectorEnv(3, limit=LIMIT, fixed=False))
    seen, _ = many.reset(seed=1)
    for _ in range(LIMIT):
        seen, *_, cut, _ = many.step(seen["action_mask"].int().argmax(dim=1))
    assert cut.all() and isinstance(seen["observation"], torch.Tensor)
    print("NumpyToTorch: one environment and three")


def dense() -> None:
    """Trains a masked policy over dense ids, plays it, and checks that all actions are legal."""
    kind = {"limit": LIMIT, "illegal": "raise", "fixed": False, **WITHOUT}
    envs = make_vec_env(ID, n_envs=2, env_kwargs=kind)
    model = MaskablePPO("MultiInputPolicy", envs, n_steps=LIMIT, batch_size=LIMIT, n_epochs=1)
    model.learn(total_timesteps=4 * LIMIT)
    mean, _ = evaluate_policy(model, envs, n_eval_episodes=2, warn=False)
    assert -1 <= mean <= 1
    print(f"MaskablePPO over dense ids: {model.num_timesteps} steps, no illegal action")


def size(scenario: str) -> None:
    """A policy as it stands takes the picture for one, and has at most two million parameters."""
    envs = LearnerVecEnv(1, scenario)
    policy = MaskablePPO("MultiInputPolicy", envs).policy
    count = sum(p.numel() for p in policy.parameters())
    assert count <= MOST_PARAMETERS, count
    kinds = {
        name: type(part).__name__ for name, part in policy.features_extractor.extractors.items()
    }
    assert kinds == {"picture": "NatureCNN", "facts": "Flatten"}, kinds
    print(f"MaskablePPO: {scenario}, {envs.action_space.n:,} actions, {count:,} parameters")


def masked(env: Any) -> LearnerEnv:
    """An environment whose masks come by a wrapper of sb3-contrib."""
    return ActionMasker(env, lambda inner: inner.unwrapped.action_masks())


def vectors() -> dict[str, Callable[[], VecEnv]]:
    """Ways to make two games, each by its name."""
    kind = {"limit": LIMIT, "illegal": "raise", **WITHOUT}

    def made(of: type[VecEnv], **how: Any) -> Callable[[], VecEnv]:
        return lambda: make_vec_env(learner.ID, 2, env_kwargs=kind, vec_env_cls=of, seed=1, **how)

    native = lambda: LearnerVecEnv(2, limit=LIMIT)  # noqa: E731
    return {
        "DummyVecEnv": made(DummyVecEnv),
        "DummyVecEnv, ActionMasker": made(DummyVecEnv, wrapper_class=masked),
        "SubprocVecEnv": made(SubprocVecEnv),
        "LearnerVecEnv, VecMonitor": lambda: VecMonitor(native(), info_keywords=("length",)),
        "LearnerVecEnv, VecNormalize": lambda: VecNormalize(
            VecMonitor(native()), norm_obs_keys=["facts"]
        ),
    }


def trains(name: str, make: Callable[[], VecEnv]) -> None:
    """Steps two games by their masks over an end, then trains and evaluates a policy with them."""
    envs = make()
    assert is_masking_supported(envs)
    envs.seed(1)
    seen = envs.reset()
    for _ in range(LIMIT):
        masks = get_action_masks(envs)
        assert masks.shape == (2, envs.action_space.n) and masks.any(axis=1).all()
        seen, _, done, infos = envs.step(masks.argmax(axis=1))
        assert seen["picture"].dtype == np.uint8 and seen["facts"].dtype == np.float32
    assert done.all()
    for info in infos:
        assert info["TimeLimit.truncated"] and info["episode"]["l"] == LIMIT
        assert info["terminal_observation"].keys() == {"picture", "facts"}
    model = MaskablePPO("MultiInputPolicy", envs, n_steps=LIMIT, batch_size=LIMIT, n_epochs=1)
    model.learn(total_timesteps=4 * LIMIT)
    assert [e["l"] for e in model.ep_info_buffer] == [LIMIT] * 4
    lengths: list[int] = []
    evaluate_policy(
        model, envs, n_eval_episodes=2, callback=lambda said, _: lengths.append(said["done"])
    )
    assert sum(lengths) == 2
    envs.close()
    print(f"{name}: {model.num_timesteps} steps, evaluated, no illegal action")


def alone() -> None:
    """One environment in the wrappers `Monitor` and `ActionMasker`."""
    env = Monitor(masked(LearnerEnv(limit=LIMIT, illegal="raise")))
    assert is_masking_supported(env)
    _, info = env.reset(seed=1)
    for _ in range(LIMIT):
        masks = get_action_masks(env)
        assert (masks == info["action_mask"]).all()
        *_, cut, info = env.step(int(masks.argmax()))
    assert cut and info["episode"]["l"] == LIMIT
    model = MaskablePPO("MultiInputPolicy", env, n_steps=LIMIT, batch_size=LIMIT, n_epochs=1)
    mean, _ = evaluate_policy(model.learn(total_timesteps=LIMIT), env, n_eval_episodes=1)
    assert -1 <= mean <= 1
    print("Monitor, ActionMasker: one environment, trained and evaluated")


def last_turn() -> ef.State:
    """The task to learn: the last Soviet Player-Turn of Operation Zitadelle (1971), from its combat
    and second movement on, after a game of two bots."""
    game = ef.load("barbarossa-1971/zitadelle")
    state = game.new(seed=2)
    ef.set_up(state)
    bots = {side: ef.bots.bot("busy", 2) for side in game.sides}
    while state.turn < 29 or state.to_move != SIDE or state.var("stage of the Player-Turn") != 2:
        if state.to_move == "chance":
            state.push(state.legal_actions[0])
        else:
            state.push(bots[state.to_move](state.observation(state.to_move)))
    return state.copy()


def won(model: MaskablePPO, start: ef.State, games: int, seed: int) -> float:
    """The share of games that a model wins against ``busy``, one game in each of a vector."""
    envs = LearnerVecEnv(games, start, side=SIDE)
    envs.seed(seed)
    seen, first = envs.reset(), np.full(games, np.nan)
    while np.isnan(first).any():
        actions, _ = model.predict(seen, action_masks=get_action_masks(envs))
        seen, rewards, done, _ = envs.step(actions)
        first = np.where(np.isnan(first) & done, rewards, first)
    return float((first > 0).mean())


def taught(updates: int = 6) -> None:
    """Trains a policy on 64 native games, and compares its wins on dice that it has not seen."""
    torch.set_num_threads(1)
    start = last_turn()
    envs = VecMonitor(LearnerVecEnv(64, start, side=SIDE))
    model = MaskablePPO(
        "MultiInputPolicy",
        envs,
        learning_rate=2e-3,
        n_steps=128,
        batch_size=256,
        n_epochs=2,
        gamma=1.0,  # a game pays only at its end
        gae_lambda=1.0,
        seed=0,
    )
    before, began = won(model, start, 100, seed=1000), time.process_time()
    model.learn(total_timesteps=updates * 128 * 64)
    took, after = time.process_time() - began, won(model, start, 100, seed=1000)
    print(f"last turn: {model.num_timesteps:,} steps in {took:.0f} s of one processor;", end=" ")
    print(f"of 100 games won before {before:.0%}, after {after:.0%}")
    assert after > before + 0.25
    played = ef.rollout(start, 5, seed=5, policy={"axis": "busy", SIDE: Trained(model)})
    print(f"as a bot: {played['wins'][SIDE]} of 5 games won")


if __name__ == "__main__":
    for name in ("barbarossa-deluxe/blue-kremlin", "russian-campaign/zitadelle"):
        checks(ID, name, PICTURES)
        checks(learner.ID, name, ())
    arrays()
    dense()
    for name in ZITADELLES:
        size(name)
    alone()
    for name, make in vectors().items():
        trains(name, make)
    taught()
