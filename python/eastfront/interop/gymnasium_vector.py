"""Many games as one Gymnasium vector environment, stepped natively."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import gymnasium as gym
import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from eastfront import packs
from eastfront._core import ArgumentError, Game
from eastfront.arguments import MOST_SEED, checked, one_of, within
from eastfront.imports import pending

from .spaces import Seen, action_space, observation_space
from .vector import MOST_GAMES, Vector, vector

START = packs.start()
"""The default game."""

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


@checked
class DuelVectorEnv(VectorEnv[Seen, npt.NDArray[np.int64], npt.NDArray[Any]]):
    """A vector environment of ``num_envs`` games, in which the caller plays one side against a
    native policy, or plays both sides.

    With ``side`` only that side's decisions are stepped, the others are played by the policy
    ``opponent`` (``random``, ``busy`` or, in a game without hidden information, ``greedy``), and
    rewards are the side's. With ``side=None`` every real decision of either side is a step; rewards
    are then those of the side that acted, and ``infos["rewards"]`` holds those of all sides,
    ``infos["to_move"]`` the side to act next.

    Rewards are +1 for a win, -1 for a loss, else 0. An illegal action raises IllegalAction with
    game and action, and no game advances. ``infos`` also holds the ``decision``, ``episode_number``
    and ``length`` of each game, and ``winner`` and ``level`` of games that ended by the rules. If
    games restart in the step in which they end, ``final_obs`` and ``final_info`` hold the last
    observation and info, in the form of Gymnasium's own vector environments.

    Observations are views of buffers that the next step overwrites, unless ``copy`` is set, which
    is the default here as in Gymnasium's own vector environments. A seed passed to `reset`
    determines everything; a list of seeds is refused, as each game derives its own seed from the
    one given.
    """

    def __init__(
        self,
        num_envs: int = 1,
        game: Game | str = START,
        *,
        side: str | None = "",
        opponent: str = "busy",
        options: Iterable[str] = (),
        limit: int = 0,
        fixed: bool = True,
        threads: int = 1,
        copy: bool = True,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        render_mode: str | None = None,
    ) -> None:
        with pending:
            from eastfront.loading.game import load

        within("num_envs", num_envs, 1, MOST_GAMES)
        if not isinstance(autoreset_mode, AutoresetMode):
            one_of("autoreset_mode", autoreset_mode, [known.value for known in AutoresetMode])
        mode = AutoresetMode(autoreset_mode)
        self.game: Game = load(game, options) if isinstance(game, str) else game
        self.side: str | None = self.game.sides[0] if side == "" else side
        """The side whose decisions are stepped; None if both sides are stepped."""
        if render_mode is not None:
            raise ArgumentError(f"render mode `{render_mode}`: a vector of games is not rendered")
        self.num_envs = num_envs
        self.metadata: dict[str, Any] = {"render_modes": [], "autoreset_mode": mode}
        self.single_observation_space: gym.Space[Any] = observation_space(self.game, fixed)
        self.single_action_space: gym.Space[Any] = action_space(self.game)
        self.observation_space: gym.Space[Any]
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space: gym.Space[Any] = batch_space(self.single_action_space, num_envs)
        self.games: Vector = vector(
            self.game,
            num_envs,
            threads=threads,
            fixed=fixed,
            autoreset=MODES[mode],
            limit=limit,
            side=self.side,
            opponent=opponent,
        )
        """The underlying vector of games."""
        self.copy = copy
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
        return self._seen(), self._infos(infos)

    def step(self, actions: npt.NDArray[np.int64]) -> Stepped:
        """Plays one action in each game; returns observations, rewards, terminated, truncated and
        infos. `actions` has for each game the dense id of its action, a number of the action space.
        """
        acted = self.games.observers
        _, _, rewards, done, _, infos = self.games.step(actions)
        cut = infos["truncated"]
        mine = rewards[np.arange(self.num_envs), acted].astype(np.float64)
        out = self._infos(infos, rewards)
        if self.games.autoreset == "same-step" and infos["endings"]:
            out |= self._last(infos["endings"])
        return self._seen(), mine, done & ~cut, cut, out

    def _seen(self) -> Seen:
        planes, masks = self.games.buffers()
        seen: Seen = {"action_mask": masks.view(np.int8), "observation": planes}
        return {name: a.copy() for name, a in seen.items()} if self.copy else seen

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
            planes = end["planes"]
            if self.games.fixed:
                planes = np.concatenate([planes, self.games.layout.fixed])
            nothing = np.zeros(self.game.num_actions, dtype=np.int8)
            info = {"length": end["length"], "episode_number": end["episode"]}
            if not end["truncated"]:
                info |= {k: end[k] for k in ("winner", "level", "rule")}
            last = {
                "final_obs": {"observation": planes, "action_mask": nothing},
                "final_info": info,
            }
            # a dictionary of arrays, unlike `final_obs` (findings/gymnasium-final-info.sh)
            out = self._add_info(out, last, end["game"])
        return out
