"""Tests the environments with Stable-Baselines3: its checks, masked policies, arrays of torch.

    make baselines

Its dependencies are in the group ``baselines``; they include torch, so it is not a test. Raises if
a check fails. Prints the warnings of the checks: planes are numbers by hex, which the checks take
for malformed images.
"""

from __future__ import annotations

import warnings

import gymnasium
import numpy as np
import torch
from gymnasium import wrappers
from gymnasium.wrappers import vector
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy
from stable_baselines3.common.env_checker import check_env
from stable_baselines3.common.env_util import make_vec_env

import eastfront as ef
from eastfront.interop.gymnasium import ID, DuelEnv, DuelVectorEnv

LIMIT = 20
PICTURES = ("image", "channels-last", "minimal resolution")
"""Words of the warnings that take planes for images."""


def checks(scenario: str) -> None:
    """The checks of Stable-Baselines3 for custom environments."""
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        check_env(gymnasium.make(ID, game=scenario, limit=LIMIT), warn=True)
    others = [str(w.message) for w in said if not any(word in str(w.message) for word in PICTURES)]
    assert not others, others
    print(f"check_env: {scenario}, {len(said)} warnings about pictures")


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


def masked() -> None:
    """Trains a masked policy, plays it, and checks that all its actions are legal."""
    # without a render mode Stable-Baselines3 requests pixel images
    kind = {"limit": LIMIT, "illegal": "raise", "fixed": False, "render_mode": None}
    envs = make_vec_env(ID, n_envs=2, env_kwargs=kind)
    model = MaskablePPO("MultiInputPolicy", envs, n_steps=LIMIT, batch_size=LIMIT, n_epochs=1)
    model.learn(total_timesteps=4 * LIMIT)
    mean, _ = evaluate_policy(model, envs, n_eval_episodes=2, warn=False)
    assert -1 <= mean <= 1
    print(f"MaskablePPO: {model.num_timesteps} steps, no illegal action")


if __name__ == "__main__":
    for name in ("barbarossa-deluxe/blue-kremlin", "russian-campaign/zitadelle"):
        assert name in ef.scenarios()
        checks(name)
    arrays()
    masked()
