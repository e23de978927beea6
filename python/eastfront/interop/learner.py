"""Gymnasium environments made for networks: few actions, small pictures, fast steps.

    import gymnasium as gym
    import eastfront.interop.learner                         # registers the two ids

    env = gym.make("eastfront/Learner-v0", game="barbarossa-1971/zitadelle", side="soviet")
    envs = gym.make_vec("eastfront/Learner-v0", num_envs=64, game="barbarossa-1971/zitadelle")

Unlike ``eastfront/Duel-v0``, actions are the tokens of an `ActionForm`, some thousand numbers, and
an observation is the picture and the facts of a `Sight`. The mask of legal tokens is not part of
it: ``info["action_mask"]`` and `LearnerEnv.action_masks` have it. So Stable-Baselines3 trains a
network of less than a million parameters as it stands:

    MaskablePPO("MultiInputPolicy", env).learn(100_000)

Needs the extra ``gymnasium``.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from eastfront import _core, packs
from eastfront._core import ArgumentError, ArgumentTypeError, Game, IllegalAction, State
from eastfront.arguments import MOST_SEED, checked, of_one_position, one_of, shown, within
from eastfront.imports import pending
from eastfront.positions.observation import Observation

from .action_form import ActionForm, action_form
from .extras import need
from .planes import open_to_all
from .players import Opponent, ask, player
from .sight import Seen, Sight, sight_of
from .tensors import game_of

need("gymnasium")

import gymnasium as gym  # noqa: E402

from .learner_vector import LearnerVectorEnv  # noqa: E402
from .spaces import ending, learner_space, picture, whole  # noqa: E402

__all__ = [
    "ID",
    "ActionForm",
    "LearnerEnv",
    "LearnerVectorEnv",
    "Sight",
    "Trained",
    "action_form",
    "sight_of",
]

ID = "eastfront/Learner-v0"
"""The registered id of the environments."""

START = packs.start()
"""The default game."""

NATIVE = ("random", "busy", "greedy")
"""Opponents that the engine plays itself; the last one only in games without hidden information."""

ATTEMPTS = 100
"""Maximum number of games that `LearnerEnv.reset` begins; a game that the opponent ends before the
side has decided anything is left."""


@checked
class LearnerEnv(gym.Env[Seen, np.int64]):
    """An environment in which a network plays one side of a game against a bot.

    A step is one real decision of the side: the bot's decisions, chance and forced actions are
    played before `step` returns. Actions are tokens of `form`. An observation is a dictionary of
    ``picture``, uint8 [channels, rows, columns], and ``facts``, float32 between 0 and 1; `sight`
    names them. The reward is +1 for a win, -1 for a loss, and 0 during the game and for a draw.
    ``info`` holds ``action_mask`` (int8, 1 for legal tokens), ``decision``, ``turn``, and at the
    end of a game ``winner``, ``level`` and ``rule``.

    ``game`` is a game, its id, or a state from which every episode begins; ``options`` are optional
    rules for an id. ``side`` is the side to play, by default the game's first. ``opponent`` is a
    bot or the name of one; the engine itself plays ``random``, ``busy`` and, in a game without
    hidden information, ``greedy``. ``limit`` truncates the game after this number of decisions of
    the side; 0 lets it end by the rules. ``planes`` are names of further planes to show, see
    `Sight`. ``illegal`` selects the effect of an illegal action: ``lose`` ends the game with -1,
    and ``info["illegal"]`` holds the refusal; ``raise`` raises IllegalAction with the rule, without
    an effect. A seed passed to `reset` determines the dice and a named bot's choices. Raises
    ValueError for an unknown side, opponent, plane or mode.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi", "svg"], "render_fps": 4}

    def __init__(
        self,
        game: Game | State | str = START,
        *,
        side: str | None = None,
        opponent: Opponent = "busy",
        options: Iterable[str] = (),
        limit: int = 0,
        planes: Iterable[str] = (),
        illegal: str = "lose",
        render_mode: str | None = None,
    ) -> None:
        self._start = _start_of(game, options)
        self.game: Game = self._start.game
        self.side: str = self.game.sides[0] if side is None else side
        one_of("side", self.side, self.game.sides)
        one_of("illegal", illegal, ("lose", "raise"))
        if render_mode is not None:
            one_of("render_mode", render_mode, self.metadata["render_modes"])
        within("limit", limit, 0, 2**32 - 1)
        self.form: ActionForm = action_form(self.game)
        """The numbering of the actions."""
        self.sight: Sight = sight_of(self.game, planes)
        """The channels and facts of the observations."""
        self.opponent = opponent
        self.limit = limit
        self.illegal = illegal
        self.render_mode = render_mode
        self.observation_space: gym.Space[Any] = learner_space(self.sight)
        self.action_space: gym.Space[Any] = gym.spaces.Discrete(self.form.count)
        self.position: State | None = None
        """The state of the game, in which the side is to act; None before the first reset."""
        self._bot = player(opponent, 0)
        native = opponent in NATIVE and (opponent != "greedy" or open_to_all(self.game))
        self._native: str | None = str(opponent) if native else None
        self._choices = 0
        self._at = self.game.sides.index(self.side)
        self._mask = np.zeros(self.form.count, dtype=np.bool_)
        self._taken = 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """Begins a game, plays it to the side's first decision, and returns observation and info.

        Raises ValueError if a hundred games in a row end before the side has decided anything.
        """
        if seed is not None:
            within("seed", seed, 0, MOST_SEED)
        super().reset(seed=seed)
        self._taken = 0
        for _ in range(ATTEMPTS):
            dice, self._choices = (
                self.np_random.integers(2**63),
                int(self.np_random.integers(2**31)),
            )
            self._bot = player(self.opponent, self._choices)
            self.position = self._start.copy()
            self.position.reseed(int(dice))
            self._to_the_side()
            if not self.position.is_over:
                return self._seen(), self._info()
        raise ArgumentError(f"every game ends before {self.side} has a decision")

    def step(self, action: Any) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """Plays an action, given by its token; returns observation, reward, terminated, truncated,
        info.

        Raises ValueError before the first reset, and, regardless of ``illegal``, ArgumentTypeError
        for a value that is not a whole number.
        """
        state, token = self._state(), whole(action)
        try:
            state.push(self._action(token))
        except (IllegalAction, ValueError) as refused:
            if self.illegal == "raise":
                raise
            return self._seen(), -1.0, True, False, {**self._info(), "illegal": str(refused)}
        self._taken += 1
        self._to_the_side()
        over = state.is_over
        reward = state.returns()[self._at] if over else 0.0
        cut = bool(self.limit) and self._taken >= self.limit and not over
        return self._seen(), reward, over, cut, self._info()

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Returns the mask of legal tokens, of shape (form.count,), under the name that libraries
        with masked policies use; all False once the game is over."""
        self._state()
        return self._mask.copy()

    def render(self) -> Any:
        """Returns the position as a string, text or an SVG picture, by the render mode; None
        without a render mode."""
        return picture(self._state(), self.render_mode)

    def _to_the_side(self) -> None:
        """Plays on until the side is to decide or the game is over."""
        state = self._state()
        while state.to_move not in (None, self.side):
            if self._native is None:
                state.push(ask(self._bot, state))
            else:
                state.push(_core.choose(state, self._native, seed=self._choices))
        self.position = state.copy()  # without history, as nothing is taken back
        self._mask = self.form.mask(self.position)

    def _action(self, token: int) -> int:
        """Returns the action that a token means now. Raises ArgumentError if it means none."""
        decision = self._state().decision
        if decision is None:
            raise ArgumentError("the game is over: reset it")
        id = self.form.id(token, decision)
        if id < 0:
            raise ArgumentError(f"action {token}: the decision `{decision}` offers no such action")
        return self.game.action_of(id)

    def _seen(self) -> Seen:
        return self.sight.of_state(self._state(), self.side)

    def _info(self) -> dict[str, Any]:
        state = self._state()
        return {
            "action_mask": self._mask.view(np.int8).copy(),
            "decision": state.decision or "",
            "turn": state.turn,
            **ending(state),
        }

    def _state(self) -> State:
        if self.position is None:
            raise ArgumentError("the environment was not reset")
        return self.position


class Model(Protocol):
    """A trained model with masks, such as `MaskablePPO` of sb3-contrib."""

    def predict(self, observation: Any, **how: Any) -> Any:
        """Returns an action for an observation, and the state of the model."""


@checked
class Trained:
    """A bot that plays as a model which was trained in one of these environments.

    ``model`` has the method `predict` of Stable-Baselines3, with the keywords ``action_masks`` and
    ``deterministic``; with `deterministic` true the model plays its best action, else it draws one.
    ``planes`` are those of the environment. The bot plays wherever a bot plays: in `ef.rollout`, as
    the opponent of an environment, or in matches, from a factory of a module of one's own. Raises
    TypeError for a model without `predict`.
    """

    def __init__(
        self, model: Any, *, planes: Iterable[str] = (), deterministic: bool = False
    ) -> None:
        try:
            able = callable(getattr(model, "predict", None))
        except Exception:  # of the model itself
            able = False
        if not able:
            raise ArgumentTypeError(f"model={shown(model)}, expected a model with `predict`")
        self._model: Model = model
        self._planes = tuple(planes)
        self._deterministic = deterministic

    @of_one_position
    @checked
    def __call__(self, seen: Observation) -> int:
        """Returns the legal action that the model chooses."""
        form = action_form(seen.game)
        token, _ = self._model.predict(
            sight_of(seen.game, self._planes).of_observation(seen),
            action_masks=form.mask(seen),
            deterministic=self._deterministic,
        )
        return seen.game.action_of(form.id(int(token), seen.decision or ""))


def _start_of(game: Game | State | str, options: Iterable[str]) -> State:
    """Returns the state from which the episodes of an environment begin, without a generator.

    Raises ValueError for a state of a game that is over.
    """
    with pending:
        from eastfront.loading.game import load

    if isinstance(game, State):
        start = game.copy()
        start.reseed(None)
    else:
        start = (load(game, options) if isinstance(game, str) else game_of(game)).new()
    if start.is_over:
        raise ArgumentError("game: a state of a game that is over, expected one to play from")
    return start


gym.register(
    id=ID,
    entry_point="eastfront.interop.learner:LearnerEnv",
    vector_entry_point="eastfront.interop.learner:LearnerVectorEnv",
)
