"""The common part of the vector environments: games of `Vector` in Gymnasium's form."""

from __future__ import annotations

from typing import Any

import gymnasium as gym
import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from eastfront._core import ArgumentError, Game
from eastfront.arguments import MOST_SEED, checked, one_of, within

from .spaces import Seen
from .vector import MOST_GAMES, Vector

MODES = {
    AutoresetMode.NEXT_STEP: "next-step",
    AutoresetMode.SAME_STEP: "same-step",
    AutoresetMode.DISABLED: "never",
}

Stepped = tuple[
    Seen,
    npt.NDArray[np.float64],
    npt.NDArray[np.bool_],
    npt.NDArray[np.bool_],
    dict[str, Any],
]


def mode_of(
    num_envs: int, autoreset_mode: AutoresetMode | str, render_mode: str | None
) -> AutoresetMode:
    """Returns the mode of restarting that is given as such or by its name.

    Raises ArgumentError for an unknown one, for a wrong number of games, and for a render mode.
    """
    within("num_envs", num_envs, 1, MOST_GAMES)
    if not isinstance(autoreset_mode, AutoresetMode):
        one_of("autoreset_mode", autoreset_mode, [known.value for known in AutoresetMode])
    if render_mode is not None:
        raise ArgumentError(f"render mode `{render_mode}`: a vector of games is not rendered")
    return AutoresetMode(autoreset_mode)


@checked
class GamesVectorEnv(VectorEnv[Seen, npt.NDArray[np.int64], npt.NDArray[Any]]):
    """A vector environment over `Vector`, without the form of observations and actions, which its
    subclasses define."""

    def __init__(
        self,
        games: Vector,
        mode: AutoresetMode,
        observation_space: gym.Space[Any],
        action_space: gym.Space[Any],
    ) -> None:
        self.games: Vector = games
        """The underlying vector of games."""
        self.game: Game = games.game
        self.side: str | None = games.side
        """The side whose decisions are stepped; None if both sides are stepped."""
        self.num_envs: int = games.n
        self.metadata: dict[str, Any] = {"render_modes": [], "autoreset_mode": mode}
        self.single_observation_space: gym.Space[Any] = observation_space
        self.single_action_space: gym.Space[Any] = action_space
        self.observation_space: gym.Space[Any] = batch_space(observation_space, games.n)
        self.action_space: gym.Space[Any] = batch_space(action_space, games.n)
        self._reset = False

    def reset(
        self,
        *,
        seed: int | list[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Seen, dict[str, Any]]:
        """Restarts all games, or those marked in ``options["reset_mask"]``; returns observations
        and infos."""
        if isinstance(seed, list):
            raise ArgumentError("a list of seeds is not taken, expected one seed for all games")
        marked = (options or {}).get("reset_mask")
        if seed is not None or not self._reset:
            if seed is not None:
                within("seed", seed, 0, MOST_SEED)
            super().reset(seed=seed)
            first = int(self.np_random.integers(2**63))
            _, _, infos = self.games.reset(seed=first)
            self._reset = True
        else:
            _, _, infos = self.games.reset(games=marked)
        self._show(infos)
        return self._seen(), self._infos(infos)

    def step(self, actions: npt.NDArray[np.int64]) -> Stepped:
        """Plays one action in each game; returns observations, rewards, terminated, truncated and
        infos. `actions` has for each game its action, a number of the action space."""
        acted = self.games.observers
        _, _, rewards, done, _, infos = self.games.step(self._ids(actions))
        self._show(infos)
        cut = infos["truncated"]
        mine = rewards[np.arange(self.num_envs), acted].astype(np.float64)
        out = self._infos(infos, rewards)
        if self.games.autoreset == "same-step" and infos["endings"]:
            out |= self._last(infos["endings"])
        return self._seen(), mine, done & ~cut, cut, out

    def _ids(self, actions: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """Returns the dense ids of actions, one for each game."""
        raise NotImplementedError

    def _show(self, infos: dict[str, Any]) -> None:
        """Updates what is derived from the games; `infos` are those of their last step."""

    def _seen(self) -> Seen:
        """Returns the observations of all games."""
        raise NotImplementedError

    def _last_seen(self, end: dict[str, Any]) -> Seen:
        """Returns the last observation of a game that ended and restarted in one step; `end` is its
        entry in ``infos["endings"]`` of the games."""
        raise NotImplementedError

    def _more(self) -> dict[str, npt.NDArray[Any]]:
        """Returns entries of the infos that each game has a value of."""
        return {}

    def _infos(
        self, infos: dict[str, Any], rewards: npt.NDArray[np.float32] | None = None
    ) -> dict[str, Any]:
        """Converts the infos of the native games to Gymnasium's form: for each key an array, and a
        mask of the games that have a value. `rewards` holds the rewards of all sides, or is None if
        they are not wanted."""
        out: dict[str, Any] = {
            "to_move": self.games.to_move,
            "decision": infos["decision"],
            "episode_number": infos["episode"],
            "length": infos["length"],
            **self._more(),
        }
        if rewards is not None:
            out["rewards"] = rewards
        out |= {f"_{key}": np.ones(self.num_envs, dtype=np.bool_) for key in out}
        ended = [e for e in infos["endings"] if not e["truncated"]]
        if ended:
            at = [e["game"] for e in ended]
            there = np.zeros(self.num_envs, dtype=np.bool_)
            there[at] = True
            winner, level = np.full(self.num_envs, None), np.zeros(self.num_envs, dtype=np.int32)
            winner[at] = [e["winner"] for e in ended]
            level[at] = [e["level"] for e in ended]
            out |= {"winner": winner, "_winner": there, "level": level, "_level": there.copy()}
        return out

    def _last(self, endings: list[dict[str, Any]]) -> dict[str, Any]:
        """Returns ``final_obs`` and ``final_info`` for the games in `endings`, which ended and
        restarted in one step."""
        out: dict[str, Any] = {}
        for end in endings:
            info = {"length": end["length"], "episode_number": end["episode"]}
            if not end["truncated"]:
                info |= {k: end[k] for k in ("winner", "level", "rule")}
            last = {"final_obs": self._last_seen(end), "final_info": info}
            # a dictionary of arrays, unlike `final_obs` (findings/gymnasium-final-info.sh)
            out = self._add_info(out, last, end["game"])
        return out
