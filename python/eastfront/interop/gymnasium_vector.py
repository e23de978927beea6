"""Many games as one Gymnasium vector environment, stepped natively."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode

from eastfront import packs
from eastfront._core import Game
from eastfront.arguments import checked
from eastfront.imports import pending

from .games_vector import MODES, GamesVectorEnv, mode_of
from .spaces import Seen, action_space, observation_space
from .vector import vector

START = packs.start()
"""The default game."""


@checked
class DuelVectorEnv(GamesVectorEnv):
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

        mode = mode_of(num_envs, autoreset_mode, render_mode)
        played = load(game, options) if isinstance(game, str) else game
        games = vector(
            played,
            num_envs,
            threads=threads,
            fixed=fixed,
            autoreset=MODES[mode],
            limit=limit,
            side=played.sides[0] if side == "" else side,
            opponent=opponent,
        )
        super().__init__(games, mode, observation_space(played, fixed), action_space(played))
        self.copy = copy

    def _ids(self, actions: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        return actions

    def _seen(self) -> Seen:
        planes, masks = self.games.buffers()
        seen: Seen = {"action_mask": masks.view(np.int8), "observation": planes}
        return {name: a.copy() for name, a in seen.items()} if self.copy else seen

    def _last_seen(self, end: dict[str, Any]) -> Seen:
        planes = end["planes"]
        if self.games.fixed:
            planes = np.concatenate([planes, self.games.layout.fixed])
        nothing = np.zeros(self.game.num_actions, dtype=np.int8)
        return {"observation": planes, "action_mask": nothing}
