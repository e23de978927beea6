"""The Gymnasium environments, with Gymnasium's own checks."""

from __future__ import annotations

import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env, data_equivalence
from gymnasium.vector import AutoresetMode

import eastfront as ef
from eastfront.interop.gymnasium import ID, DuelEnv, DuelVectorEnv

from .play import CAMPAIGN, KREMLIN, ZITADELLE, game

pytestmark = pytest.mark.lowest


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"side": "soviet", "opponent": "random", "limit": 30},
        {"game": CAMPAIGN, "fixed": False},
        {"game": ZITADELLE, "limit": 30},
    ],
)
def test_gymnasium_finds_nothing_to_say(options: dict[str, Any]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gymnasium.make(ID, **options).unwrapped)


def episode(env: Any, seed: int | None, steps: int, choose: int = 4) -> list[Any]:
    """What an environment gives in an episode of random legal actions."""
    rng, out = np.random.default_rng(choose), [env.reset(seed=seed)]
    for _ in range(steps):
        seen = out[-1][0]
        out.append(env.step(rng.choice(np.flatnonzero(seen["action_mask"]))))
        if out[-1][2] or out[-1][3]:
            break
    return out


@pytest.mark.parametrize("opponent", ["busy", "greedy"])
def test_a_seed_settles_dice_and_opponent(opponent: str) -> None:
    make = lambda: DuelEnv(game(KREMLIN), side="soviet", opponent=opponent)  # noqa: E731
    steps = 25 if opponent == "busy" else 4
    one, two = episode(make(), 7, steps), episode(make(), 7, steps)
    assert all(data_equivalence(a, b, exact=True) for a, b in zip(one, two, strict=True))
    other = episode(make(), 8, steps)
    assert not all(data_equivalence(a, b) for a, b in zip(one, other, strict=False))


def test_only_the_side_decides_and_the_game_is_paid() -> None:
    """A whole game: every observation is the side's own, and the end pays what it came to."""
    env = DuelEnv(game(KREMLIN), side="german", opponent="busy")
    steps = episode(env, 3, 2000)
    for shown, reward, over, cut, info in steps[1:]:
        assert over or shown["action_mask"].any()
        assert (reward != 0) <= over and not cut and "turn" in info
    state = env.position
    assert state is not None and state.is_over and steps[-1][2]
    assert steps[-1][1] == state.returns()[0] and steps[-1][4]["winner"] == state.outcome[0]
    assert (steps[-1][0]["observation"] == ef.tensor(state, "german")).all()


def test_a_bot_of_ones_own_is_asked_for_the_other_side_only() -> None:
    asked, inner = [], ef.bots.bot("random", 1)

    def counted(told: Any) -> int:
        asked.append(told.side)
        return inner(told)

    env = DuelEnv(game(KREMLIN), side="german", opponent=counted, limit=60)
    last = episode(env, 1, 100)[-1]
    assert set(asked) == {"soviet"} and (last[2] or last[3])


def test_an_illegal_action() -> None:
    env = DuelEnv(game(KREMLIN), side="german")
    seen, _ = env.reset(seed=1)
    wrong = int(np.flatnonzero(seen["action_mask"] == 0)[0])
    _, reward, over, _, info = env.step(wrong)
    assert (reward, over) == (-1.0, True) and "BD-" in info["illegal"]
    strict = DuelEnv(game(KREMLIN), side="german", illegal="raise")
    seen, _ = strict.reset(seed=1)
    before = bytes(strict.position)
    with pytest.raises(ef.IllegalAction):
        strict.step(wrong)
    assert bytes(strict.position) == before
    assert (strict.action_masks() == (seen["action_mask"] == 1)).all()


def test_a_limit_truncates() -> None:
    steps = episode(DuelEnv(game(KREMLIN), limit=5), 1, 50)
    assert len(steps) == 6 and steps[-1][3] and not steps[-1][2]


def test_rendering() -> None:
    env = gymnasium.make(ID, render_mode="svg").unwrapped
    env.reset(seed=1)
    assert env.render().startswith("<svg")
    text = DuelEnv(game(KREMLIN), render_mode="ansi")
    text.reset(seed=1)
    assert ef.position(text.render()) == text.position


def test_what_an_environment_refuses() -> None:
    for wrong, text in (
        ({"side": "finnish"}, "no side `finnish`; the sides are german, soviet"),
        ({"illegal": "ignore"}, "illegal `ignore`, expected lose or raise"),
        ({"render_mode": "human"}, "render mode `human`, expected ansi or svg"),
        ({"opponent": "zhukov"}, "no bot `zhukov`"),
    ):
        with pytest.raises(ValueError, match=text):
            DuelEnv(game(KREMLIN), **wrong)
    with pytest.raises(ValueError, match="was not reset"):
        DuelEnv(game(KREMLIN)).step(0)


# -- the vector environment ------------------------------------------------------------------------


def legal(seen: Any, rng: np.random.Generator) -> np.ndarray:
    """A legal action for each game; 0 where there is none."""
    return np.array([rng.choice(np.flatnonzero(m)) if m.any() else 0 for m in seen["action_mask"]])


@pytest.mark.parametrize("mode", list(AutoresetMode))
@pytest.mark.parametrize("side", ["german", None])
def test_the_vector_keeps_gymnasiums_promises(mode: AutoresetMode, side: str | None) -> None:
    """Shapes, spaces and infos; what each way of beginning anew says that it does."""
    n, limit = 3, 12
    envs = DuelVectorEnv(n, game(KREMLIN), side=side, limit=limit, autoreset_mode=mode)
    assert envs.metadata["autoreset_mode"] is mode
    seen, infos = envs.reset(seed=4)
    assert seen in envs.observation_space
    rng, before = np.random.default_rng(0), np.zeros(n, dtype=bool)
    for number in range(1, 30):
        actions = legal(seen, rng)
        assert actions in envs.action_space
        last, (seen, rewards, over, cut, infos) = seen, envs.step(actions)
        assert seen in envs.observation_space
        assert rewards.shape == over.shape == cut.shape == (n,) and rewards.dtype == np.float64
        ended = over | cut
        if mode is AutoresetMode.NEXT_STEP:
            assert (cut == (number % (limit + 1) == limit)).all()
            assert not (before & ended).any() and (infos["length"][before] == 0).all()
            assert (seen["action_mask"].any(axis=1) == ~ended).all()
        elif mode is AutoresetMode.SAME_STEP:
            assert (cut == (number % limit == 0)).all()
            assert seen["action_mask"].any(axis=1).all()
            assert ("final_obs" in infos) == ended.any()
            if ended.any():
                assert infos["_final_obs"].all() and (infos["final_info"]["length"] == limit).all()
                for final in infos["final_obs"]:
                    assert final in envs.single_observation_space
                    # the last position is not the first of the next game
                    assert (final["observation"] != seen["observation"][0]).any()
        elif ended.any():
            seen, infos = envs.reset(options={"reset_mask": ended})
            assert seen["action_mask"].any(axis=1).all()
        assert last is not seen
        before = ended
    assert number > 2 * limit


def test_the_vector_is_registered_and_reproduces() -> None:
    def run(threads: int) -> list[Any]:
        envs = gymnasium.make_vec(
            ID, num_envs=6, vectorization_mode="vector_entry_point", threads=threads, limit=20
        )
        rng, out = np.random.default_rng(2), [envs.reset(seed=11)]
        for _ in range(45):
            out.append(envs.step(legal(out[-1][0], rng)))
        return out

    one, two = run(1), run(2)
    assert all(data_equivalence(a, b, exact=True) for a, b in zip(one, two, strict=True))


def test_whole_games_of_the_vector_pay_the_side() -> None:
    envs = DuelVectorEnv(12, game(KREMLIN), side="soviet", opponent="random", fixed=False)
    seen, _ = envs.reset(seed=1)
    rng, ended = np.random.default_rng(0), 0
    for _ in range(800):
        seen, rewards, over, cut, infos = envs.step(legal(seen, rng))
        assert not cut.any() and (rewards[~over] == 0).all()
        for i in np.flatnonzero(over):
            ended += 1
            won = infos["winner"][i]
            assert infos["_winner"][i]
            assert rewards[i] == (0 if won is None else 1 if won == "soviet" else -1)
        if ended > 6:
            break
    assert ended > 6


def test_both_sides_of_a_vector() -> None:
    """Who acted is paid; who acts next is told."""
    envs = DuelVectorEnv(8, game(KREMLIN), side=None, fixed=False)
    seen, infos = envs.reset(seed=1)
    rng, ended, movers = np.random.default_rng(0), 0, set()
    for _ in range(1200):
        acted = infos["to_move"]
        movers |= set(acted)
        seen, rewards, over, _, infos = envs.step(legal(seen, rng))
        for i in np.flatnonzero(over):
            ended += 1
            assert rewards[i] == infos["rewards"][i][acted[i]]
        if ended > 4:
            break
    assert ended > 4 and {0, 1} <= movers


def test_what_the_vector_refuses() -> None:
    envs = DuelVectorEnv(2, game(KREMLIN))
    with pytest.raises(ValueError, match="a list of seeds is not taken"):
        envs.reset(seed=[1, 2])
    seen, _ = envs.reset(seed=1)
    wrong = int(np.flatnonzero(seen["action_mask"][1] == 0)[0])
    actions = legal(seen, np.random.default_rng(0))
    with pytest.raises(ef.IllegalAction, match=f"game 1, action {wrong}"):
        envs.step(np.array([actions[0], wrong]))
    with pytest.raises(ValueError, match="a vector of games is not rendered"):
        DuelVectorEnv(2, game(KREMLIN), render_mode="svg")
