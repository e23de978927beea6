"""Many games as one Gymnasium vector environment for networks, stepped natively."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import gymnasium as gym
import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode

from eastfront import packs
from eastfront._core import ArgumentError, Game, State
from eastfront.arguments import checked
from eastfront.imports import pending

from .action_form import ActionForm, action_form
from .arrays import array
from .games_vector import MODES, GamesVectorEnv, mode_of
from .sight import Painter, Seen, Sight, sight_of
from .spaces import learner_space
from .vector import vector

START = packs.start()
"""The default game."""


@checked
class LearnerVectorEnv(GamesVectorEnv):
    """A vector environment of ``num_envs`` games for networks, with the actions and observations of
    `LearnerEnv`, in which the caller plays one side against a native policy, or plays both sides.

    ``game`` is a game, its id, or a state from which every episode begins. ``side`` is the side to
    play, by default the game's first; the others are played by the policy ``opponent`` (``random``,
    ``busy`` or, in a game without hidden information, ``greedy``). With ``side=None`` every real
    decision of either side is a step; the observation is then that of the side to act, rewards are
    those of the side that acted, and ``infos["rewards"]`` holds those of all sides. ``planes`` are
    names of further planes to show, see `Sight`.

    ``infos`` has the form of `DuelVectorEnv`, and ``action_mask``, int8 [games, tokens]; a game
    that is over has no legal token. An illegal action raises IllegalAction, or ValueError for a
    token that the decision does not offer, with game and action, and no game advances. Observations
    are new arrays, or, without ``copy``, views of buffers that the next step overwrites. A seed
    passed to `reset` determines everything; a list of seeds is refused.
    """

    def __init__(
        self,
        num_envs: int = 1,
        game: Game | State | str = START,
        *,
        side: str | None = "",
        opponent: str = "busy",
        options: Iterable[str] = (),
        limit: int = 0,
        planes: Iterable[str] = (),
        threads: int = 1,
        copy: bool = True,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        render_mode: str | None = None,
    ) -> None:
        with pending:
            from eastfront.loading.game import load

        mode = mode_of(num_envs, autoreset_mode, render_mode)
        start = load(game, options) if isinstance(game, str) else game
        played = start.game if isinstance(start, State) else start
        self.sight: Sight = sight_of(played, planes)
        """The channels and facts of the observations."""
        self.form: ActionForm = action_form(played)
        """The numbering of the actions."""
        games = vector(
            start,
            num_envs,
            threads=threads,
            planes=self.sight.planes,
            masks=False,
            autoreset=MODES[mode],
            limit=limit,
            side=played.sides[0] if side == "" else side,
            opponent=opponent,
        )
        space = gym.spaces.Discrete(self.form.count)
        super().__init__(games, mode, learner_space(self.sight), space)
        self.copy = copy
        self._painter: Painter = Painter(self.sight, num_envs)
        self._decisions = np.full(num_envs, -1)
        self._masks = np.zeros((num_envs, self.form.count), dtype=np.bool_)

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Returns the masks of legal tokens, of shape (games, form.count)."""
        return self._masks.copy()

    def _ids(self, actions: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        tokens = array("actions", actions)
        if tokens.shape != (self.num_envs,) or tokens.dtype.kind not in "iu":
            raise ArgumentError(
                f"actions of shape {tokens.shape} and type {tokens.dtype}, expected"
                f" ({self.num_envs},) whole numbers"
            )
        ids = self.form.ids(tokens, self._decisions)
        nothing = (ids < 0) & (self._decisions >= 0)
        if nothing.any():
            game = int(np.argmax(nothing))
            name = self.games.decisions[self._decisions[game]]
            raise ArgumentError(
                f"game {game}, action {tokens[game]}: the decision `{name}` offers no such action"
            )
        return np.maximum(ids, 0)

    def _show(self, infos: dict[str, Any]) -> None:
        ended = infos["offsets"][1:] == infos["offsets"][:-1]
        self._decisions = np.where(ended, -1, infos["decision"])
        self._masks = self.form.masks(infos["offsets"], infos["ids"])
        planes, _ = self.games.buffers()
        self._painter.paint(planes, self.games.observers, self._decisions)

    def _seen(self) -> Seen:
        seen: Seen = {"picture": self._painter.pictures, "facts": self._painter.facts}
        return {name: a.copy() for name, a in seen.items()} if self.copy else seen

    def _more(self) -> dict[str, npt.NDArray[Any]]:
        return {"action_mask": self._masks.view(np.int8)}

    def _last_seen(self, end: dict[str, Any]) -> Seen:
        last = Painter(self.sight, 1)
        side = np.array([self.game.sides.index(end["side"])])
        last.paint(end["planes"][np.newaxis], side, np.array([-1]))
        return {"picture": last.pictures[0], "facts": last.facts[0]}
