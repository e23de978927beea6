"""Answers of players in notation; a wrong answer raises an error with the expected ones."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

import eastfront as ef
from eastfront.cli.main import eastfront
from eastfront.positions.observation import Observation

from .conftest import SCENARIO


def by_number(seen: Observation) -> int:
    return seen.legal_actions[0]


def by_name(seen: Observation) -> str:
    return seen.labels[0]


def by_array(seen: Observation) -> Any:
    return np.array(seen.legal_actions)[0]


def test_a_policy_answers_by_number_or_in_notation(game: ef.Game) -> None:
    state = game.new(seed=1)
    played = [
        ef.rollout(state, n=1, policy=policy)  # type: ignore[arg-type]
        for policy in (by_number, by_name, by_array)
    ]
    assert len({(one["lengths"][0], one["results"][0]) for one in played}) == 1


def test_a_bot_answers_in_notation(game: ef.Game) -> None:
    courses = []
    for bot in (by_number, by_name):
        recorder = ef.Recorder(game, seed=3)
        for _ in ef.bots.play(recorder, dict.fromkeys(game.sides, bot), limit=200):
            pass
        courses.append(list(recorder.record.actions))
    assert courses[0] == courses[1] and len(courses[0]) == 200


@pytest.mark.parametrize("answer", [None, True, 1.5, -1, "end-movement", "nonsense", [1], 2**70])
def test_a_wrong_answer_is_told_with_what_was_expected(game: ef.Game, answer: Any) -> None:
    calls = [
        lambda: ef.rollout(game.new(seed=1), policy=lambda seen: answer),
        lambda: list(
            ef.bots.play(ef.Recorder(game), dict.fromkeys(game.sides, lambda seen: answer))
        ),
    ]
    for call in calls:
        with pytest.raises(ef.IllegalAction, match="expected one of its 2 legal actions") as told:
            call()
        assert "german side chose" in str(told.value) and "`automatic`" in str(told.value)
        assert told.value.rule == "" and len(str(told.value)) < 300


def test_a_missing_player_is_told(game: ef.Game) -> None:
    for players in ({}, {"german": ef.bots.Idle()}):
        with pytest.raises(ef.ArgumentError, match="a bot for each side of german, soviet"):
            ef.bots.play(ef.Recorder(game), players)


@pytest.mark.parametrize(
    ("command", "more"),
    [("front", []), ("odds", []), ("supply", ["--unit", "3Pz"]), ("render", ["-o", "a.svg"])],
)
def test_a_misspelt_file_is_told_as_a_file(
    command: str, more: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("positoin.txt", str(tmp_path / "a.txt"), "positoin"):
        found = CliRunner().invoke(eastfront, [command, name, *more])
        said = f"{found.output} {found.exception}"
        assert found.exit_code != 0 and f"{name}: there is no such file" in said, said
    wrong = CliRunner().invoke(eastfront, [command, f"{SCENARIO}x", *more])
    assert "no such file" not in f"{wrong.output} {wrong.exception}"
