"""Explanations of battles differ from play at most as recorded; a planted fault is detected."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

import pytest
from tools.net.__main__ import expected
from tools.net.battles import BRIEF, SEED, check, risen, tasks

import eastfront.questions.battle
import eastfront.questions.consequences
from eastfront._core import State
from eastfront.questions.results import Consequences, Results

DELUXE, RUSSIAN = "barbarossa-deluxe", "russian-campaign"
BARBAROSSA = "barbarossa-1971"
BATTLES = 30


@lru_cache(maxsize=2)
def usual(game: str) -> Counter[str]:
    """What is wrong in battles of the first scenario, by kind."""
    setting, _, seed = tasks(game, BRIEF, SEED)[0]
    return check((setting, BATTLES, seed)).kinds


def worse(game: str) -> list[str]:
    """What is more often wrong in those battles than before something was planted."""
    return risen(usual.__wrapped__(game), usual(game))


@pytest.fixture(autouse=True)
def _known() -> None:
    for game in (DELUXE, RUSSIAN):
        usual(game)


@pytest.mark.parametrize("game", [DELUXE, RUSSIAN, BARBAROSSA])
def test_explanations_are_not_wrong_more_often_than_is_written_down(game: str) -> None:
    kept = expected(game)["battles"]["brief"]
    told = sum((check(task).kinds for task in tasks(game, BRIEF, SEED)[:2]), Counter[str]())
    assert not risen(told, kept["differences"])


def test_a_support_of_another_worth_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    real = eastfront.questions.battle._set_up

    def doubled(*args: Any) -> State:
        *before, supports = args
        return real(*before, [*supports, *supports])

    monkeypatch.setattr(eastfront.questions.battle, "_set_up", doubled)
    assert any(line.startswith("support: stuka") for line in worse(RUSSIAN))


def test_a_support_that_is_refused_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    real = eastfront.questions.battle.refuse

    def strict(layout: Any, state: State, prefix: str, target: str, group: Sequence[str]) -> None:
        real(layout, state, prefix, target, group)
        if "luftwaffe" in prefix:
            error = eastfront.questions.battle.IllegalAction("BD-11.23d: planted")
            error.rule = "BD-11.23d"
            raise error

    monkeypatch.setattr(eastfront.questions.battle, "refuse", strict)
    assert any("luftwaffe offered, refused by BD-11.23d" in line for line in worse(DELUXE))


@pytest.mark.parametrize(
    ("game", "what"),
    [(DELUXE, "DR: a hex for the stack, is not said"), (RUSSIAN, "DR: a first hex, is not said")],
)
def test_a_hex_of_a_retreat_that_is_not_said_is_seen(
    monkeypatch: pytest.MonkeyPatch, game: str, what: str
) -> None:
    real = Consequences.found

    def fewer(self: Consequences) -> tuple[Any, ...]:
        return tuple(without_first(line) for line in real(self))

    monkeypatch.setattr(Consequences, "found", fewer)
    assert any(what in line for line in worse(game))


def without_first(line: Any) -> Any:
    """A retreat of which the first hex is left out."""
    if isinstance(line, eastfront.questions.consequences.Withdrawal):
        return replace(line, hexes=line.hexes[1:])
    if isinstance(line, eastfront.questions.consequences.Flight):
        return replace(line, hexes={u: hexes[1:] for u, hexes in line.hexes.items()})
    return line


def test_a_result_of_another_chance_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    real = Results._follow

    def shifted(self: Results, state: State, *args: Any, **more: Any) -> None:
        column = [("column", state.var("column") + 1)] if state.to_move == "chance" else []
        real(self, state._supposed(variables=column) if column else state, *args, **more)

    monkeypatch.setattr(Results, "_follow", shifted)
    assert any(line.startswith("at the die: chances") for line in worse(DELUXE))
