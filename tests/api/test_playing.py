"""Rollouts: policies by side, callables, scores, and Ctrl-C."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import eastfront as ef
from eastfront.playing import histogram
from eastfront.positions.observation import Observation

CAMPAIGN = "russian-campaign/campaign"


def told(played: dict[str, Any]) -> dict[str, Any]:
    """A rollout's answer but for how long it took."""
    return {key: value for key, value in played.items() if key != "seconds"}


@pytest.mark.parametrize("policy", ["random", "busy", "greedy"])
def test_the_number_of_threads_changes_nothing(game: ef.Game, policy: str) -> None:
    one, three = (
        ef.rollout(game.new(), n=5, threads=threads, seed=3, policy=policy) for threads in (1, 3)
    )
    assert told(one) == told(three)
    assert len(set(one["lengths"])) > 1


def test_a_game_depends_on_its_number_and_the_seed_only(game: ef.Game) -> None:
    few, many = (ef.rollout(game.new(), n=n, seed=8, policy="greedy") for n in (2, 4))
    assert many["lengths"][:2] == few["lengths"]
    other = ef.rollout(game.new(), n=2, seed=9, policy="greedy")
    assert other["lengths"] != few["lengths"]


def test_greed_beats_busyness_on_either_side(game: ef.Game) -> None:
    for mine, theirs in (game.sides, game.sides[::-1]):
        played = ef.rollout(
            game.new(), n=10, threads=2, seed=2, policy={mine: "greedy", theirs: "busy"}
        )
        assert played["wins"][mine] >= 8


def test_greed_is_for_its_own_side(game: ef.Game) -> None:
    """Against the same opponent it stands better at the end than busy play, whoever wins."""
    for at, mine in enumerate(game.sides):
        scores = {}
        for policy in ("busy", "greedy"):
            players = {side: policy if side == mine else "busy" for side in game.sides}
            played = ef.rollout(game.new(), n=16, threads=2, seed=2, policy=players)
            scores[policy] = np.mean(played["scores"]) * (1 if at == 0 else -1)
        assert scores["greedy"] > scores["busy"]


def test_scores_agree_with_the_results(game: ef.Game) -> None:
    """A game that its first side won is scored higher, on the whole, than one that it lost."""
    state = game.new()
    german = ef.rollout(state, n=8, policy={"german": "greedy", "soviet": "busy"})
    soviet = ef.rollout(state, n=8, policy={"german": "busy", "soviet": "greedy"})
    assert np.mean(german["scores"]) > np.mean(soviet["scores"])
    for played in (german, soviet):
        assert played["winners"] == [result[0] for result in played["results"]]
        counts, edges = histogram(played, bins=4)
        assert counts.sum() == 8 and counts.shape == (4,) and edges.shape == (5,)
        assert edges[0] == min(played["scores"]) and edges[-1] == max(played["scores"])


def test_a_histogram_of_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="no scores"):
        histogram({"scores": [None]})


def first(seen: Observation) -> int:
    """A policy of one's own."""
    assert isinstance(seen, Observation)
    assert seen.to_move == seen.side
    return seen.legal_actions[0]


@pytest.mark.parametrize("policy", ["busy", {"german": "busy", "soviet": first}])
def test_games_are_scored_unless_that_is_not_wanted(game: ef.Game, policy: Any) -> None:
    scored, plain = (
        ef.rollout(game.new(), n=2, seed=4, policy=policy, scores=wanted)
        for wanted in (True, False)
    )
    assert None not in scored["scores"] and plain["scores"] == [None, None]
    assert scored["results"] == plain["results"]


@pytest.mark.parametrize("other", ["busy", "greedy"])
def test_a_callable_plays_against_a_native_policy(game: ef.Game, other: str) -> None:
    policy = {"german": first, "soviet": other}
    one, two = (ef.rollout(game.new(), n=2, seed=5, policy=policy) for _ in range(2))
    assert told(one) == told(two)
    assert one["games"] == 2 and sum(one["wins"].values()) == 2
    assert ef.rollout(game.new(), n=1, seed=5, policy=policy)["lengths"] == one["lengths"][:1]


def test_a_callable_plays_both_sides(game: ef.Game) -> None:
    played = ef.rollout(game.new(seed=1), n=1, policy=first)
    assert played["decisions"] == played["lengths"][0] > 50
    assert played["chance"] > 0 and played["results"][0] is not None
    assert played["forced"] > 0


def test_the_state_stays_as_it_is(game: ef.Game) -> None:
    state = game.new(seed=1)
    before = bytes(state)
    ef.rollout(state, n=1, policy={"german": first, "soviet": "busy"})
    assert bytes(state) == before


def test_wrong_policies_are_refused(game: ef.Game) -> None:
    state = game.new()
    with pytest.raises(ValueError, match=r"deep-blue.*greedy"):
        ef.rollout(state, policy="deep-blue")
    with pytest.raises(ValueError, match=r"axis.*german, soviet"):
        ef.rollout(state, policy={"axis": "busy", "soviet": "busy"})
    with pytest.raises(ef.IllegalAction, match="german"):
        ef.rollout(state, policy=lambda _: -1)
    with pytest.raises(ValueError, match="stats"):
        ef.rollout(state, policy=first, stats=True)


@pytest.fixture
def child() -> Iterator[list[subprocess.Popen[str]]]:
    """Processes that are ended with the test."""
    made: list[subprocess.Popen[str]] = []
    yield made
    for process in made:
        process.kill()
        process.wait()


@pytest.mark.parametrize("policy", ["busy", "greedy"])
def test_ctrl_c_ends_many_games(policy: str, child: list[subprocess.Popen[str]]) -> None:
    """Hours of them; `make bench` says how soon."""
    code = f"""
import eastfront as ef
state = ef.load({CAMPAIGN!r}).new()
print("ready", flush=True)
try:
    ef.rollout(state, n=100_000, threads=2, policy={policy!r})
except KeyboardInterrupt:
    print("stopped", flush=True)
"""
    process = subprocess.Popen(
        [sys.executable, "-c", code],
        stdout=subprocess.PIPE,
        text=True,
        env={"PYTHONPATH": str(Path(ef.__file__).parents[1])},
    )
    child.append(process)
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    time.sleep(1)
    process.send_signal(signal.SIGINT)
    assert process.stdout.readline() == "stopped\n"
