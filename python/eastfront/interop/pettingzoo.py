"""A PettingZoo environment: the two sides take turns, each with its own observations.

    from eastfront.interop import pettingzoo

    env = pettingzoo.env("barbarossa-deluxe/blue-kremlin")
    env.reset(seed=42)
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, info = env.last()
        over = terminated or truncated
        env.step(None if over else env.action_space(agent).sample(seen["action_mask"]))

The agents have the names of the sides. A side may act many times in a row; the environment plays
chance and forced actions. Needs the extra ``pettingzoo``.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from eastfront import packs
from eastfront._core import ArgumentError, Game, State
from eastfront.arguments import MOST_SEED, UnknownName, checked, shown, within

from .extras import need
from .tensors import game_of

need("pettingzoo")
need("gymnasium")

from gymnasium.utils import seeding  # noqa: E402
from pettingzoo import AECEnv  # noqa: E402
from pettingzoo.utils import wrappers  # noqa: E402

from .spaces import (  # noqa: E402
    Seen,
    action_space,
    ending,
    observation_space,
    picture,
    seen,
    whole,
)

__all__ = [
    "env",
    "raw_env",
]

START = packs.start()
"""The default game."""

MODES = ("ansi", "svg")
"""The render modes: the position as text, or as a picture."""


@checked
def env(
    game: Game | str = START,
    *,
    fixed: bool = True,
    limit: int = 0,
    illegal: str = "lose",
    render_mode: str | None = None,
) -> AECEnv[str, Seen, Any]:
    """Makes the environment of a game or of a game's id.

    ``fixed`` includes the planes of the map. ``limit`` truncates the game after this number of
    decisions; 0 lets it end by the rules. ``illegal`` selects the effect of an illegal action:
    ``lose`` ends the game with -1 for its agent, as in PettingZoo's own games; ``raise`` raises
    IllegalAction with the rule, without an effect. Raises ValueError for an unknown mode.
    """
    if illegal not in ("lose", "raise"):
        raise ArgumentError(f"illegal `{illegal}`, expected lose or raise")
    made: Any = raw_env(game, fixed=fixed, limit=limit, render_mode=render_mode)
    if illegal == "lose":
        made = wrappers.TerminateIllegalWrapper(made, illegal_reward=-1)
    out: AECEnv[str, Seen, Any] = wrappers.OrderEnforcingWrapper(WholeActions(made))
    return out


class WholeActions(wrappers.BaseWrapper):  # type: ignore[misc]
    """A wrapper that refuses actions outside the action space before the environment uses them."""

    def step(self, action: Any) -> None:
        """Plays an action, given by its dense id. Raises ArgumentError for an invalid id."""
        if action is not None:
            within("action", whole(action), 0, self.action_space(self.agent_selection).n - 1)
        super().step(action)


@checked
class raw_env(AECEnv[str, Seen, Any]):  # type: ignore[misc]
    """The environment without wrappers: an illegal action raises IllegalAction."""

    metadata = {"render_modes": list(MODES), "name": "eastfront_v0", "is_parallelizable": False}

    def __init__(
        self,
        game: Game | str = START,
        *,
        fixed: bool = True,
        limit: int = 0,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if render_mode not in (None, *MODES):
            raise ArgumentError(f"render mode `{render_mode}`, expected one of {', '.join(MODES)}")
        self.game = game_of(game)
        self.fixed = fixed
        self.limit = limit
        self.render_mode = render_mode
        self.possible_agents = list(self.game.sides)
        self.agents: list[str] = []
        self.observation_spaces = {
            a: observation_space(self.game, fixed) for a in self.possible_agents
        }
        self.action_spaces = {a: action_space(self.game) for a in self.possible_agents}
        self._random = seeding.np_random()[0]
        self.position: State | None = None
        """The state of the game; None before the first reset."""

    def observation_space(self, agent: str) -> Any:
        """Returns the Gymnasium space of an agent's observations: the planes and an action mask.
        Raises KeyError for an unknown agent."""
        return self.observation_spaces[self._known(agent)]

    def action_space(self, agent: str) -> Any:
        """Returns the Gymnasium space of an agent's actions: one number for each action of the
        game. Raises KeyError for an unknown agent."""
        return self.action_spaces[self._known(agent)]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game; equal seeds give equal dice. Without a seed the dice continue the random
        sequence of the games before. `options` has no effect."""
        if seed is not None:
            within("seed", seed, 0, MOST_SEED)
            self._random = seeding.np_random(seed)[0]
        self.position = self.game.new(int(self._random.integers(2**63)))
        self.taken = 0
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {a: {} for a in self.agents}
        self._turn()

    def observe(self, agent: str) -> Seen:
        """Returns the observation of an agent, with the mask of its legal actions."""
        return seen(self._state(), agent, self.fixed)

    def step(self, action: Any) -> None:
        """Plays the selected agent's action, given by its dense id; `action` must be None once the
        agent is terminated or truncated.

        Raises IllegalAction for an illegal action.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        state = self._state()
        state.push(self.game.action_of(whole(action)))
        self.position = state.copy()  # without history, as nothing is taken back
        self.taken += 1
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self.position.is_over:
            self.rewards = dict(zip(self.possible_agents, self.position.returns(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self.infos = {a: ending(self.position) for a in self.agents}
        elif self.limit and self.taken >= self.limit:
            self.truncations = dict.fromkeys(self.agents, True)
        self._turn()
        self._accumulate_rewards()

    def render(self) -> Any:
        """Returns the position as a string, text or an SVG picture, by the render mode; None
        without a render mode."""
        return picture(self._state(), self.render_mode)

    def close(self) -> None:
        """Does nothing; there are no resources to close."""

    def _known(self, agent: str) -> str:
        if agent not in self.possible_agents:
            known = ", ".join(self.possible_agents)
            raise UnknownName(f"agent={shown(agent)}, expected one of {known}")
        return agent

    def _turn(self) -> None:
        mover = self._state().to_move
        if mover is not None:
            self.agent_selection = mover

    def _state(self) -> State:
        if self.position is None:
            raise ArgumentError("the environment was not reset")
        return self.position


def legal(seen: Seen) -> Iterable[int]:
    """Returns the dense ids of the legal actions in an observation."""
    return [int(i) for i in np.flatnonzero(seen["action_mask"])]
