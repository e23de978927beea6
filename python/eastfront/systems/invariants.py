"""Invariants of every reachable position, with the rules that they follow from."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from eastfront._core import State

Test = Callable[[State], str | None]
"""A test that returns the violation in a position, with the facts, or None."""


@dataclass(frozen=True)
class Invariant:
    """One invariant."""

    name: str
    rules: tuple[str, ...]
    """The rules that it follows from; empty for an invariant of the engine."""
    test: Test


class Invariants(list[Invariant]):
    """Invariants, collected by a decorator."""

    def holds(self, name: str, *rules: str) -> Callable[[Test], Test]:
        """Decorator that adds a test as an invariant."""

        def note(test: Test) -> Test:
            self.append(Invariant(name, rules, test))
            return test

        return note
