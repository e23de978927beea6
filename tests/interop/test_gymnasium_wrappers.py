"""Every Gymnasium wrapper around the environments: those that apply, and why others do not."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium import wrappers
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers import vector

import eastfront as ef
from eastfront.interop.gymnasium import DuelEnv, DuelVectorEnv

from .play import KREMLIN, game

LIMIT = 4


@pytest.fixture(autouse=True)
def no_warnings() -> Iterator[None]:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


def planes(env: Any) -> Any:
    """The environment that shows its planes alone, for wrappers that take arrays only."""
    space = env.observation_space["observation"]
    return wrappers.TransformObservation(env, lambda seen: seen["observation"], space)


def flat(env: Any) -> tuple[int]:
    return (int(np.prod(env.observation_space["observation"].shape)),)


SINGLE: dict[str, Callable[[Any], Any]] = {
    "AddWhiteNoise": lambda env: wrappers.AddWhiteNoise(planes(env), 0.1),
    "Autoreset": wrappers.Autoreset,
    "ClipReward": lambda env: wrappers.ClipReward(env, -0.5, 0.5),
    "DelayObservation": lambda env: wrappers.DelayObservation(env, 2),
    "DtypeObservation": lambda env: wrappers.DtypeObservation(planes(env), np.float32),
    "FilterObservation": lambda env: wrappers.FilterObservation(env, ["observation"]),
    "FlattenObservation": wrappers.FlattenObservation,
    "FrameStackObservation": lambda env: wrappers.FrameStackObservation(env, 3),
    "NormalizeObservation": lambda env: wrappers.NormalizeObservation(planes(env)),
    "NormalizeReward": wrappers.NormalizeReward,
    "ObstructView": lambda env: wrappers.ObstructView(planes(env), 0.1, 2),
    "OrderEnforcing": wrappers.OrderEnforcing,
    "PassiveEnvChecker": wrappers.PassiveEnvChecker,
    "RecordEpisodeStatistics": wrappers.RecordEpisodeStatistics,
    "RenderCollection": wrappers.RenderCollection,
    "RescaleObservation": lambda env: wrappers.RescaleObservation(planes(env), 0, 1),
    "ReshapeObservation": lambda env: wrappers.ReshapeObservation(planes(env), flat(env)),
    "TimeAwareObservation": lambda env: wrappers.TimeAwareObservation(
        wrappers.TimeLimit(env, LIMIT)
    ),
    "TimeLimit": lambda env: wrappers.TimeLimit(env, LIMIT),
    "TransformAction": lambda env: wrappers.TransformAction(env, lambda a: a, env.action_space),
    "TransformObservation": planes,
    "TransformReward": lambda env: wrappers.TransformReward(env, lambda reward: 2 * reward),
}

TORCH = "needs torch or jax: tools/baselines.py tries NumpyToTorch"
PIXELS = "needs pictures of pixels, which there are none of"
NUMBERS = "needs actions that are real numbers"
REPEATS = "takes an action twice, which is not legal the second time"
SINGLE_NOT = {
    "AddRenderObservation": PIXELS,
    "ArrayConversion": TORCH,
    "AtariPreprocessing": PIXELS,
    "ClipAction": NUMBERS,
    "DiscretizeAction": NUMBERS,
    "DiscretizeObservation": "needs few numbers: it counts their combinations",
    "GrayscaleObservation": PIXELS,
    "HumanRendering": PIXELS,
    "JaxToNumpy": TORCH,
    "JaxToTorch": TORCH,
    "MaxAndSkipObservation": REPEATS,
    "NumpyToTorch": TORCH,
    "RecordVideo": PIXELS,
    "RepeatAction": REPEATS,
    "RescaleAction": NUMBERS,
    "ResizeObservation": PIXELS,
    "StickyAction": REPEATS,
}


def test_every_wrapper_is_judged() -> None:
    """A wrapper that a later version brings is to be tried as well."""
    assert not set(SINGLE) & set(SINGLE_NOT) and not set(VECTOR) & set(VECTOR_NOT)
    assert set(wrappers.__all__) - {"vector"} <= set(SINGLE) | set(SINGLE_NOT)
    assert set(vector.__all__) <= set(VECTOR) | set(VECTOR_NOT)


def there(module: Any, table: dict[str, Any]) -> list[str]:
    """The wrappers of a table that the installed version has."""
    return sorted(set(module.__all__) & set(table))


def made(**options: Any) -> DuelEnv:
    return DuelEnv(game(KREMLIN), limit=LIMIT, render_mode="ansi", fixed=False, **options)


@pytest.mark.parametrize("name", there(wrappers, SINGLE))
def test_a_wrapper_of_one_environment(name: str) -> None:
    """It plays the game that the environment alone plays, to its end, and shows its own space."""
    alone, env = made(), SINGLE[name](made())
    alone.reset(seed=5)
    seen, info = env.reset(seed=5)
    assert seen in env.observation_space
    rng, cut = np.random.default_rng(1), False
    for number in range(1, LIMIT + 1):
        action = rng.choice(np.flatnonzero(env.unwrapped.action_masks()))
        shown, reward, over, cut, told = alone.step(action)
        seen, paid, *ended, info = env.step(action)
        assert seen in env.observation_space
        assert (paid, ended) == (reward, [over, cut]) and told.items() <= info.items()
        assert cut == (number == LIMIT)
        assert bytes(env.unwrapped.position) == bytes(alone.position)
        if name == "FilterObservation":
            assert (seen["observation"] == shown["observation"]).all()
        if name == "ReshapeObservation":
            assert (seen == shown["observation"].ravel()).all()
    if name == "RecordEpisodeStatistics":
        assert (info["episode"]["l"], info["episode"]["r"]) == (LIMIT, 0)
    if name == "RenderCollection":
        assert [ef.position(text).turn for text in env.render()][-1] == alone.position.turn
    if name == "Autoreset":
        seen, reward, over, cut, _ = env.step(0)
        assert not over and not cut and env.unwrapped.action_masks().any()


@pytest.mark.parametrize(
    "make",
    [
        lambda env: wrappers.AddRenderObservation(env),
        lambda env: wrappers.ClipAction(env),
        lambda env: wrappers.DiscretizeAction(env, 3),
        lambda env: wrappers.HumanRendering(env),
        lambda env: wrappers.RescaleAction(env, 0, 1),
        lambda env: wrappers.GrayscaleObservation(planes(env)),
        lambda env: wrappers.RecordVideo(env, "/nowhere"),
    ],
)
def test_what_does_not_apply_says_so(make: Callable[[Any], Any]) -> None:
    with pytest.raises((TypeError, ValueError, AssertionError)):
        make(made()).reset()


@pytest.mark.parametrize("illegal", ["lose", "raise"])
@pytest.mark.parametrize("action", ["12", 1.7, float("nan"), None, True, np.float64(3), [1]])
def test_what_is_no_action_is_an_error(action: Any, illegal: str) -> None:
    env = made(illegal=illegal)
    env.reset(seed=1)
    before = bytes(env.position)
    with pytest.raises(ef.ArgumentTypeError, match=r"action=.*, expected a whole number"):
        env.step(action)
    assert bytes(env.position) == before


@pytest.mark.parametrize("kind", [int, np.int64, np.int16, np.array])
def test_whole_numbers_of_any_kind_are_actions(kind: Any) -> None:
    env = made()
    env.reset(seed=1)
    action = np.flatnonzero(env.action_masks())[0]
    assert env.step(kind(action))[1:3] == (0.0, False)


# -- the vector environment ------------------------------------------------------------------------

GAMES = 3


def all_planes(env: Any) -> Any:
    """The vector that shows its planes alone."""
    spaces = env.observation_space["observation"], env.single_observation_space["observation"]
    return vector.TransformObservation(env, lambda seen: seen["observation"], *spaces)


VECTOR: dict[str, Callable[[Any], Any]] = {
    "ClipReward": lambda env: vector.ClipReward(env, -0.5, 0.5),
    "DictInfoToList": vector.DictInfoToList,
    "DtypeObservation": lambda env: vector.DtypeObservation(all_planes(env), np.float32),
    "FilterObservation": lambda env: vector.FilterObservation(env, ["observation"]),
    "FlattenObservation": vector.FlattenObservation,
    "NormalizeObservation": lambda env: vector.NormalizeObservation(all_planes(env)),
    "NormalizeReward": vector.NormalizeReward,
    "RecordEpisodeStatistics": vector.RecordEpisodeStatistics,
    "RescaleObservation": lambda env: vector.RescaleObservation(all_planes(env), 0, 1),
    "ReshapeObservation": lambda env: vector.ReshapeObservation(
        all_planes(env), (int(np.prod(env.single_observation_space["observation"].shape)),)
    ),
    "TransformAction": lambda env: vector.TransformAction(env, lambda a: a, env.action_space),
    "TransformObservation": all_planes,
    "TransformReward": lambda env: vector.TransformReward(env, lambda reward: 2 * reward),
    "VectorizeTransformAction": lambda env: vector.VectorizeTransformAction(
        env,
        wrappers.TransformAction,
        func=lambda action: action,
        action_space=env.single_action_space,
    ),
    "VectorizeTransformObservation": lambda env: vector.VectorizeTransformObservation(
        env, wrappers.FilterObservation, filter_keys=["observation"]
    ),
    "VectorizeTransformReward": lambda env: vector.VectorizeTransformReward(
        env, wrappers.TransformReward, func=lambda reward: 2 * reward
    ),
}

VECTOR_NOT = {
    "ArrayConversion": TORCH,
    "ClipAction": NUMBERS,
    "GrayscaleObservation": PIXELS,
    "HumanRendering": PIXELS,
    "JaxToNumpy": TORCH,
    "JaxToTorch": TORCH,
    "NumpyToTorch": TORCH,
    "RecordVideo": PIXELS,
    "RescaleAction": NUMBERS,
    "ResizeObservation": PIXELS,
}

SAME_STEP = AutoresetMode.SAME_STEP


def cases() -> Iterator[tuple[str, AutoresetMode]]:
    """Wrappers and modes: Gymnasium's own refuse some, most that observe the same step."""
    for name in there(vector, VECTOR):
        observes = issubclass(getattr(vector, name), gymnasium.vector.VectorObservationWrapper)
        refused = {SAME_STEP} if observes else set()
        if name == "NormalizeObservation":
            refused = {SAME_STEP, AutoresetMode.DISABLED}
        yield from ((name, mode) for mode in AutoresetMode if mode not in refused)


def legal(games: DuelVectorEnv, rng: np.random.Generator) -> np.ndarray:
    _, masks = games.games.buffers()
    return np.array([rng.choice(np.flatnonzero(m)) if m.any() else 0 for m in masks])


@pytest.mark.parametrize(("name", "mode"), list(cases()))
def test_a_wrapper_of_the_vector(name: str, mode: AutoresetMode) -> None:
    """It plays the games that the vector alone plays, over several ends."""
    options = {"limit": LIMIT, "fixed": False, "autoreset_mode": mode}
    alone = DuelVectorEnv(GAMES, game(KREMLIN), **options)
    env = VECTOR[name](DuelVectorEnv(GAMES, game(KREMLIN), **options))
    alone.reset(seed=5)
    seen, infos = env.reset(seed=5)
    assert seen in env.observation_space
    rng, ends = np.random.default_rng(1), 0
    for _ in range(3 * LIMIT):
        actions = legal(alone, rng)
        shown, rewards, over, cut, told = alone.step(actions)
        seen, paid, *ended, infos = env.step(actions)
        assert seen in env.observation_space
        assert (paid == rewards).all() and (ended[0] == over).all() and (ended[1] == cut).all()
        assert [bytes(env.unwrapped.games.state(i)) for i in range(GAMES)] == [
            bytes(alone.games.state(i)) for i in range(GAMES)
        ]
        done = over | cut
        if name == "DictInfoToList":
            assert [info["length"] for info in infos] == told["length"].tolist()
            if mode is SAME_STEP and done.any():
                assert [info["final_info"]["length"] for info in infos] == [LIMIT] * GAMES
        elif name == "RecordEpisodeStatistics" and done.any():
            assert (infos["episode"]["l"] == LIMIT).all() and infos["_episode"].all()
        elif name == "FilterObservation":
            assert (seen["observation"] == shown["observation"]).all()
        if mode is SAME_STEP and done.any() and name != "DictInfoToList":
            assert all(final in env.single_observation_space for final in infos["final_obs"])
        if mode is AutoresetMode.DISABLED and done.any():
            alone.reset(options={"reset_mask": done.copy()})
            env.reset(options={"reset_mask": done.copy()})
        ends += int(done.any())
    assert ends >= 2


def form(value: Any) -> Any:
    """What stands in infos: keys, kinds and shapes."""
    if isinstance(value, dict):
        return {key: form(of) for key, of in value.items()}
    return (value.dtype.kind, value.shape)


def test_infos_have_the_form_of_gymnasiums_own() -> None:
    """The last infos of ended games are a dictionary of arrays, each with its mask."""
    own = SyncVectorEnv([lambda: made() for _ in range(GAMES)], autoreset_mode=SAME_STEP)
    ours = DuelVectorEnv(GAMES, game(KREMLIN), limit=LIMIT, fixed=False, autoreset_mode=SAME_STEP)
    own.reset(seed=1)
    ours.reset(seed=1)
    rng = np.random.default_rng(1)
    for _ in range(LIMIT):
        masks = [env.unwrapped.action_masks() for env in own.envs]
        *_, theirs = own.step(np.array([rng.choice(np.flatnonzero(m)) for m in masks]))
        *_, told = ours.step(legal(ours, rng))
    for key in ("final_obs", "_final_obs", "_final_info"):
        assert form(told[key]) == form(theirs[key])
    for last in (theirs, told, theirs["final_info"], told["final_info"]):
        assert {f"_{key}" for key in last if key[0] != "_"} == {k for k in last if k[0] == "_"}
        assert all(form(last[key]) == ("b", (GAMES,)) for key in last if key[0] == "_")
    assert (told["final_info"]["length"] == LIMIT).all()


def test_last_infos_of_games_that_end_by_the_rules_and_by_the_limit() -> None:
    options = {"side": "soviet", "opponent": "random", "fixed": False, "autoreset_mode": SAME_STEP}
    envs = DuelVectorEnv(12, game(KREMLIN), limit=400, **options)
    envs.reset(seed=1)
    rng, ended, ran_out = np.random.default_rng(0), 0, 0
    while ended < 3 or ran_out < 1:
        *_, over, cut, infos = envs.step(legal(envs, rng))
        if over.any() or cut.any():
            last = infos["final_info"]
            assert (infos["_final_info"] == (over | cut)).all()
            assert (last["length"][over | cut] > 0).all() and (last["length"][cut] == 400).all()
            ended, ran_out = ended + int(over.sum()), ran_out + int(cut.sum())
        if over.any():
            assert (last["_winner"] == over).all() and (infos["_winner"] == over).all()
            assert (last["winner"][over] == infos["winner"][over]).all()
            assert all(rule.startswith("BD-") for rule in last["rule"][over])


def test_statistics_go_on_for_games_that_do_not_begin_anew() -> None:
    """Unlike those of Gymnasium's own vector (findings/gymnasium-reset-mask.sh)."""
    mode = AutoresetMode.DISABLED
    inner = DuelVectorEnv(GAMES, game(KREMLIN), limit=LIMIT, fixed=False, autoreset_mode=mode)
    envs = vector.RecordEpisodeStatistics(inner)
    envs.reset(seed=1)
    rng = np.random.default_rng(1)
    for number in range(LIMIT):
        if number == 2:
            envs.reset(options={"reset_mask": np.array([True, False, False])})
        *_, cut, infos = envs.step(legal(inner, rng))
    assert cut.tolist() == [False, True, True]
    assert infos["episode"]["l"].tolist() == [0, LIMIT, LIMIT]
