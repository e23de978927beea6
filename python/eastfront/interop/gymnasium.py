"""Gymnasium environments: one side against a bot, and many games in one vector environment.

    import gymnasium as gym
    import eastfront.interop.gymnasium                       # registers the id

    env = gym.make("eastfront/Duel-v0", side="german", opponent="greedy")
    envs = gym.make_vec("eastfront/Duel-v0", num_envs=256, threads=2)

An observation is a dictionary of ``observation`` (planes) and ``action_mask``; actions are the
game's dense ids. Needs the extra ``gymnasium``.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

from eastfront import packs
from eastfront._core import ArgumentError, Game, IllegalAction, State
from eastfront.arguments import MOST_SEED, checked, within
from eastfront.imports import pending

from .extras import need
from .players import Opponent, ask, player
from .tensors import game_of

need("gymnasium")

import gymnasium as gym  # noqa: E402

from .gymnasium_vector import DuelVectorEnv  # noqa: E402
from .spaces import (  # noqa: E402
    Seen,
    action_space,
    ending,
    mask,
    observation_space,
    picture,
    seen,
    whole,
)

__all__ = ["ID", "DuelEnv", "DuelVectorEnv"]

ID = "eastfront/Duel-v0"
"""The id under which Gymnasium makes a `DuelEnv`, or with ``make_vec`` a `DuelVectorEnv`."""

START = packs.start()
"""The id of the game that an environment plays if none is given."""


@checked
class DuelEnv(gym.Env[Seen, np.int64]):
    """An environment in which the learner plays one side of a game against a bot.

    A step is one real decision of the side: the bot's decisions, chance and forced actions are
    played before `step` returns. The reward is +1 for a win, -1 for a loss, and 0 during the game
    and for a draw.

    ``game`` is a game or its id; ``options`` are optional rules for an id. ``side`` is the side to
    play, by default the game's first. ``opponent`` is a bot or the name of one. ``limit`` truncates
    the game after this number of decisions of the side; 0 lets it end by the rules. ``fixed``
    includes the planes of the map. ``illegal`` selects the effect of an illegal action: ``lose``
    ends the game with -1, and ``info["illegal"]`` holds the refusal; ``raise`` raises IllegalAction
    with the rule, without an effect. A seed passed to `reset` determines the dice and a named bot's
    choices. Raises ValueError for an unknown side, opponent or mode.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi", "svg"], "render_fps": 4}

    def __init__(
        self,
        game: Game | str = START,
        *,
        side: str | None = None,
        opponent: Opponent = "busy",
        options: Iterable[str] = (),
        limit: int = 0,
        fixed: bool = True,
        illegal: str = "lose",
        render_mode: str | None = None,
    ) -> None:
        with pending:
            from eastfront.loading.game import load

        self.game: Game = load(game, options) if isinstance(game, str) else game_of(game)
        self.side: str = self.game.sides[0] if side is None else side
        if self.side not in self.game.sides:
            known = ", ".join(self.game.sides)
            raise ArgumentError(f"no side `{self.side}`; the sides are {known}")
        if illegal not in ("lose", "raise"):
            raise ArgumentError(f"illegal `{illegal}`, expected lose or raise")
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ArgumentError(f"render mode `{render_mode}`, expected ansi or svg")
        self.opponent = opponent
        self.limit = limit
        self.fixed = fixed
        self.illegal = illegal
        self.render_mode = render_mode
        self.observation_space: gym.Space[Any] = observation_space(self.game, fixed)
        self.action_space: gym.Space[Any] = action_space(self.game)
        self.position: State | None = None
        """The state of the game; None before the first reset."""
        self._bot = player(opponent, 0)
        self._taken = 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """Begins a game, plays it to the side's first decision, and returns observation and
        info."""
        if seed is not None:
            within("seed", seed, 0, MOST_SEED)
        super().reset(seed=seed)
        dice, choices = self.np_random.integers(2**63), self.np_random.integers(2**31)
        self._bot = player(self.opponent, int(choices))
        self._taken = 0
        self.position = self._to_the_side(self.game.new(int(dice)))
        return seen(self.position, self.side, self.fixed), self._info()

    def step(self, action: Any) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """Plays an action, given by its number from 0 to the game's ``num_actions`` (its dense id);
        returns observation, reward, terminated, truncated, info.

        Raises ValueError before the first reset, and, regardless of ``illegal``, ArgumentTypeError
        for a value that is not a whole number.
        """
        state, number = self._state(), whole(action)
        try:
            state.push(self.game.action_of(number))
        except (IllegalAction, ValueError) as refused:
            if self.illegal == "raise":
                raise
            shown = seen(state, self.side, self.fixed)
            return shown, -1.0, True, False, {**self._info(), "illegal": str(refused)}
        self._taken += 1
        state = self.position = self._to_the_side(state)
        reward = state.returns()[self.game.sides.index(self.side)]
        cut = bool(self.limit) and self._taken >= self.limit and not state.is_over
        return seen(state, self.side, self.fixed), reward, state.is_over, cut, self._info()

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Returns the mask of legal actions, of shape (num_actions,), under the name that libraries
        with masked policies use."""
        return mask(self._state(), self.side).astype(np.bool_)

    def render(self) -> Any:
        """Returns the position as a string, text or an SVG picture, by the render mode; None
        without a render mode."""
        return picture(self._state(), self.render_mode)

    def _to_the_side(self, state: State) -> State:
        """Plays on until the learner's side is to decide or the game is over, and returns the
        state."""
        while state.to_move not in (None, self.side):
            state.push(ask(self._bot, state))
        return state.copy()  # without history, as nothing is taken back

    def _info(self) -> dict[str, Any]:
        state = self._state()
        return {"decision": state.decision or "", "turn": state.turn, **ending(state)}

    def _state(self) -> State:
        if self.position is None:
            raise ArgumentError("the environment was not reset")
        return self.position


gym.register(
    id=ID,
    entry_point="eastfront.interop.gymnasium:DuelEnv",
    vector_entry_point="eastfront.interop.gymnasium:DuelVectorEnv",
)
