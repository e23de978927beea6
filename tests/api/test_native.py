"""No Python of the rules runs once a game is loaded."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, NoReturn

import pytest

import eastfront as ef
from eastfront import games, program, scenario, systems
from eastfront.systems.rules import Rules


def modules() -> Iterator[ModuleType]:
    """Every module of the packages that write programs."""
    for package in (program, scenario, systems, games):
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            yield importlib.import_module(found.name)


def functions(owner: ModuleType | type) -> Iterator[tuple[Any, str]]:
    """The functions, methods and properties that an owner defines, with those of its classes."""
    module = owner.__name__ if isinstance(owner, ModuleType) else owner.__module__
    for name, value in list(vars(owner).items()):
        if isinstance(value, FunctionType | property):
            yield owner, name
        elif isinstance(value, type) and value.__module__ == module and value is not owner:
            yield from functions(value)


def test_a_game_is_played_with_every_function_of_the_rules_gone(
    game: ef.Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(*_: object, **__: object) -> NoReturn:
        raise AssertionError("a rule ran in Python")

    whole = ef.rollout(game.new(), n=4, policy="busy", seed=9)
    replaced = 0
    for module in list(modules()):
        for owner, name in list(functions(module)):
            monkeypatch.setattr(owner, name, gone)
            replaced += 1
    assert replaced > 300
    with pytest.raises(AssertionError, match="ran in Python"):
        Rules.compiled(None)  # type: ignore[arg-type]

    again = ef.rollout(game.new(), n=4, threads=2, policy="busy", seed=9)
    assert again["lengths"] == whole["lengths"]
    assert again["python_steps"] == 0
    recorder = ef.Recorder(game, seed=2)
    players = {side: ef.bots.Busy(n) for n, side in enumerate(game.sides)}
    for _ in ef.bots.play(recorder, players):
        assert recorder.state.audit() is None
    assert recorder.state.is_over


@pytest.mark.checkout
def test_the_module_declares_that_it_needs_the_interpreter_lock() -> None:
    """An interpreter without one then switches it on: nothing has been tried without."""
    source = Path(__file__).resolve().parents[2] / "rust" / "python" / "src" / "lib.rs"
    assert "#[pymodule(gil_used = true)]\nfn _core(" in source.read_text(encoding="utf-8")
