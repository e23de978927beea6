"""The PettingZoo environment, with PettingZoo's own tests."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, performance_benchmark, seed_test

import eastfront as ef
from eastfront.interop import pettingzoo

from .play import CAMPAIGN, KREMLIN, ZITADELLE, game

pytestmark = pytest.mark.lowest

SAID_OF_ALL_SUCH_GAMES = (
    "Observation space for each agent probably should be",
    "We recommend agents to be named in the format",
    "Observation is not a NumPy array",
)
"""What PettingZoo warns of for each environment with an action mask, its own among them, but those
that its tests list by name; and that the agents are named as the sides are."""


@pytest.mark.parametrize(
    "options",
    [{}, {"game": CAMPAIGN, "fixed": False, "limit": 40}, {"game": ZITADELLE, "limit": 40}],
)
def test_pettingzoos_api_test(options: dict[str, Any]) -> None:
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        api_test(pettingzoo.env(**options), num_cycles=100)
    others = [str(w.message) for w in said if not str(w.message).startswith(SAID_OF_ALL_SUCH_GAMES)]
    assert others == []


def test_pettingzoos_seed_test() -> None:
    seed_test(lambda: pettingzoo.env(limit=70), num_cycles=50)


def test_pettingzoos_benchmark(capsys: pytest.CaptureFixture[str]) -> None:
    performance_benchmark(pettingzoo.env(game(KREMLIN)))
    assert "turns per second" in capsys.readouterr().out


def play(env: Any, seed: int, choose: int = 3) -> list[Any]:
    """A game by random legal actions: who acted, and what he was paid."""
    rng, out = np.random.default_rng(choose), []
    env.reset(seed=seed)
    for agent in env.agent_iter():
        seen, reward, over, cut, info = env.last()
        out.append((agent, reward, over, cut, info))
        legal = np.flatnonzero(seen["action_mask"])
        env.step(None if over or cut else rng.choice(legal))
    return out


def test_a_whole_game() -> None:
    """Both sides decide, are shown their own view and paid what the game came to."""
    env = pettingzoo.raw_env(game(KREMLIN))
    course = play(env, 5)
    state = env.position
    assert state is not None and state.is_over and env.agents == []
    ends = {agent: (reward, info) for agent, reward, over, _, info in course if over}
    for side, paid in zip(state.game.sides, state.returns(), strict=True):
        reward, info = ends[side]
        assert reward == paid and info["winner"] == state.outcome[0]
    assert {agent for agent, *_ in course} == {"german", "soviet"}
    assert all(reward == 0 for _, reward, over, _, _ in course if not over)


def test_an_agent_sees_its_own_side() -> None:
    env = pettingzoo.raw_env(game(KREMLIN), fixed=False)
    env.reset(seed=2)
    state = env.position
    for side in state.game.sides:
        seen = env.observe(side)
        assert (seen["observation"] == ef.tensor(state, side, fixed=False)).all()
        acts = side == state.to_move == env.agent_selection
        assert seen["action_mask"].any() == acts
        assert env.observation_space(side).contains(seen)
        if acts:
            assert (seen["action_mask"] == state.legal_actions.mask()).all()


def test_an_illegal_action() -> None:
    env = pettingzoo.env(game(KREMLIN))
    env.reset(seed=1)
    agent = env.agent_selection
    wrong = int(np.flatnonzero(env.observe(agent)["action_mask"] == 0)[0])
    env.step(wrong)
    assert env.terminations[agent] and env.rewards[agent] == -1
    strict = pettingzoo.env(game(KREMLIN), illegal="raise")
    strict.reset(seed=1)
    with pytest.raises(ef.IllegalAction):
        strict.step(wrong)
    assert not any(strict.terminations.values())


def test_a_limit_truncates() -> None:
    env = pettingzoo.raw_env(game(KREMLIN), limit=7)
    course = play(env, 1)
    assert len(course) == 7 + 2 and [c[3] for c in course[-2:]] == [True, True]


def test_rendering_and_refusals() -> None:
    env = pettingzoo.env(game(KREMLIN), render_mode="svg")
    env.reset(seed=1)
    assert env.render().startswith("<svg")
    with pytest.raises(ValueError, match="render mode `human`, expected one of ansi, svg"):
        pettingzoo.raw_env(game(KREMLIN), render_mode="human")
    with pytest.raises(ValueError, match="illegal `ignore`, expected lose or raise"):
        pettingzoo.env(game(KREMLIN), illegal="ignore")
    with pytest.raises(ValueError, match="was not reset"):
        pettingzoo.raw_env(game(KREMLIN)).observe("german")


@pytest.mark.parametrize("illegal", ["lose", "raise"])
@pytest.mark.parametrize("action", ["12", 1.7, float("nan"), True, [1], -1, 10**9])
def test_what_is_no_action_is_an_error(action: Any, illegal: str) -> None:
    env = pettingzoo.env(game(KREMLIN), illegal=illegal)
    env.reset(seed=1)
    before = bytes(env.unwrapped.position)
    with pytest.raises(ef.EastfrontError, match=r"action=.*, expected a whole number"):
        env.step(action)
    assert bytes(env.unwrapped.position) == before and env.agents == env.possible_agents
