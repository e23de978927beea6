"""Many games as a vector environment of Stable-Baselines3, stepped natively.

    from sb3_contrib import MaskablePPO
    from stable_baselines3.common.vec_env import VecMonitor
    from eastfront.interop.sb3 import LearnerVecEnv

    envs = VecMonitor(LearnerVecEnv(64, "barbarossa-1971/zitadelle", side="soviet"))
    model = MaskablePPO("MultiInputPolicy", envs).learn(100_000)

Needs Stable-Baselines3, which is no extra of the package: ``pip install sb3-contrib``.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

from eastfront import packs
from eastfront._core import ArgumentError, Game, State
from eastfront.arguments import checked

from .extras import MissingExtra
from .learner import LearnerVectorEnv
from .sight import Seen

try:
    from stable_baselines3.common.vec_env import VecEnv
except ImportError as error:
    if (error.name or "").partition(".")[0] != "stable_baselines3":
        raise  # it is installed, but one of its own imports fails
    text = "stable_baselines3 is not installed; it comes with `pip install sb3-contrib`"
    raise MissingExtra(text, name="stable_baselines3") from None

__all__ = ["LearnerVecEnv"]

START = packs.start()
"""The default game."""

Told = list[dict[str, Any]]
"""An info for each game."""


@checked
class LearnerVecEnv(VecEnv):
    """A vector environment of Stable-Baselines3 with ``num_envs`` games, in which a model plays one
    side against a native policy.

    The arguments are those of `LearnerVectorEnv`, whose observations and actions it has; a game
    that ends restarts in the same step. The info of such a game holds ``terminal_observation``,
    ``TimeLimit.truncated``, ``length``, and, unless the limit cut it, ``winner``, ``level`` and
    ``rule``; the info of other games only ``TimeLimit.truncated``. ``env_method("action_masks")``
    gives the masks that MaskablePPO asks for. A seed passed to `seed` determines everything from
    the next `reset` on. An illegal action raises IllegalAction or ValueError, and no game advances.
    """

    def __init__(
        self,
        num_envs: int = 1,
        game: Game | State | str = START,
        *,
        side: str | None = None,
        opponent: str = "busy",
        options: Iterable[str] = (),
        limit: int = 0,
        planes: Iterable[str] = (),
        threads: int = 1,
    ) -> None:
        self.games: LearnerVectorEnv = LearnerVectorEnv(
            num_envs,
            game,
            side="" if side is None else side,
            opponent=opponent,
            options=options,
            limit=limit,
            planes=planes,
            threads=threads,
            autoreset_mode="SameStep",
        )
        """The games as an environment of Gymnasium."""
        self._actions: Any = None
        games = self.games
        super().__init__(num_envs, games.single_observation_space, games.single_action_space)

    def reset(self) -> Seen:
        """Restarts all games, and returns their observations."""
        seed = self._seeds[0]
        seen, _ = self.games.reset(seed=None if seed is None else int(seed))
        self.reset_infos: Told = [{} for _ in range(self.num_envs)]
        self._reset_seeds()
        self._reset_options()
        return seen

    def step_async(self, actions: npt.NDArray[np.int64]) -> None:
        """Keeps the actions, one token for each game, for `step_wait`."""
        self._actions = actions

    def step_wait(self) -> tuple[Seen, npt.NDArray[np.float32], npt.NDArray[np.bool_], Told]:
        """Plays the actions; returns observations, rewards, which games have ended, and an info for
        each game."""
        seen, rewards, over, cut, infos = self.games.step(self._actions)
        told: Told = [{"TimeLimit.truncated": False} for _ in range(self.num_envs)]
        done = over | cut
        for i in np.flatnonzero(done):
            last = infos["final_info"]
            told[i] = {k: v[i] for k, v in last.items() if k[0] != "_" and last[f"_{k}"][i]}
            told[i]["TimeLimit.truncated"] = bool(cut[i])
            told[i]["terminal_observation"] = infos["final_obs"][i]
        return seen, rewards.astype(np.float32), done, told

    def close(self) -> None:
        """Does nothing: the games hold no resources."""

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """Returns an attribute of the games, such as ``form``, once for each game of `indices`.
        Raises AttributeError if there is none."""
        found = getattr(self.games, attr_name)
        return [found for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Raises ValueError: the games share their attributes, which are set when they are made."""
        raise ArgumentError(f"attr_name={attr_name!r}: the attributes of games are not set")

    def env_method(
        self, method_name: str, *method_args: Any, indices: Any = None, **method_kwargs: Any
    ) -> list[Any]:
        """Calls a method that returns a value for each game, such as ``action_masks``, and returns
        the values of the games of `indices`. Raises AttributeError if there is none."""
        values = getattr(self.games, method_name)(*method_args, **method_kwargs)
        return [values[i] for i in self._get_indices(indices)]

    def env_is_wrapped(self, wrapper_class: type, indices: Any = None) -> list[bool]:
        """Returns False for each game of `indices`: the games have no wrappers of their own."""
        return [False for _ in self._get_indices(indices)]
