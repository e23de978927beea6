"""Finds positions among a game's tests in which a rule is seen.

For a rule that the net does not see, the positions of its tests are tried with the rule and without
it, and the first in which games differ is packed as text.
"""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Generator, Iterable, Iterator
from functools import lru_cache
from itertools import islice
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from tools.knockout import TESTS, order, pytest_run

import eastfront as ef
from eastfront._core import EastfrontError, State

from .settings import POSITIONS, Setting, setting_of
from .walk import Reached, Step, walk

ASKED = frozenset({"push", "copy", "battle", "reach", "supply", "ask", "edited", "_supposed"})
"""The uses of a position in a test."""

EVENTS = frozenset({"c_call", "c_return"})
"""Calls before and after which a position is noted."""

LATEST = 40
"""The number of positions noted in a test, the latest."""

TRIED = 300
"""The number of positions tried for a rule."""

BUDGET = (("random", 25, 2), ("seeking", 12, 1), ("idle", 120, 1))
"""Kinds of games, with actions and games of each: fewer than for a packed position."""


class Positions:
    """A plugin that notes the positions of the tests of some rules."""

    def __init__(self, rules: Iterable[str]) -> None:
        self.rules = set(rules)
        self.found: dict[str, list[State]] = {rule: [] for rule in sorted(self.rules, key=order)}

    def _of(self, item: pytest.Item) -> set[str]:
        return self.rules & {rule for mark in item.iter_markers("rule") for rule in mark.args}

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Leaves out the tests of other rules."""
        items[:] = [item for item in items if self._of(item)]

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Generator[None]:
        """Runs a test and notes its positions."""
        latest: deque[State] = deque(maxlen=LATEST)

        def note(_: FrameType, event: str, what: Any) -> None:
            state = getattr(what, "__self__", None)
            if event in EVENTS and isinstance(state, State) and what.__name__ in ASKED:
                sys.setprofile(None)
                latest.append(state.copy())
                sys.setprofile(note)

        sys.setprofile(note)
        try:
            return (yield)
        finally:
            sys.setprofile(None)
            for rule in self._of(item):
                self.found[rule] += reversed(latest)


def found_in_tests(game: str, rules: Iterable[str]) -> dict[str, list[State]]:
    """The positions of the tests of some rules."""
    plugin = Positions(rules)
    pytest_run([str(TESTS / game.replace("-", "_"))], plugin)
    return plugin.found


def distinct(states: Iterable[State]) -> Iterator[State]:
    """Each position once."""
    seen = set[tuple[str, int]]()
    for state in states:
        if not state.is_over and (state.game.digest, state.key) not in seen:
            seen.add((state.game.digest, state.key))
            yield state


@lru_cache(maxsize=8)
def _game(setting: Setting) -> ef.Game:
    return setting.load()


def first_seen(rule: str, states: Iterable[State]) -> str:
    """The first position with different games without a rule, as text; else empty."""
    for state in islice(distinct(states), TRIED):
        if rule not in state.game.rules:
            continue
        try:
            text = state.text()
            with_ = ef.position(text, _game(setting_of(text)))
            without = ef.position(text, _game(setting_of(text, rule)))
            if _differ(with_, without):
                return text
        except (EastfrontError, ValueError):
            continue
    return ""


def _differ(one: State, other: State) -> bool:
    """Whether the first actions of games from a position differ."""
    for kind, limit, seeds in BUDGET:
        pairs = zip(*(_steps(state, kind, limit, seeds) for state in (one, other)), strict=False)
        if any(a != b for a, b in pairs):
            return True
    return False


def _steps(state: State, kind: str, limit: int, seeds: int) -> Iterator[Step]:
    reached = Reached()
    for seed in range(seeds):
        yield from walk(state.copy(), seed, limit, kind == "seeking", reached, kind == "idle")


def pack(game: str, rules: Iterable[str]) -> list[str]:
    """Packs a position for each rule that is seen in one; returns the rules without one."""
    left = []
    folder: Path = POSITIONS / game
    folder.mkdir(parents=True, exist_ok=True)
    for rule, states in found_in_tests(game, rules).items():
        text = first_seen(rule, states)
        print(f"{rule}: {'packed' if text else f'none of {len(states)} positions'}", flush=True)
        if text:
            (folder / f"{rule}.txt").write_text(text.rstrip() + "\n", encoding="utf-8")
        else:
            left.append(rule)
    return left
