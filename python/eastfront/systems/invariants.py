"""Invariants: facts that hold in every reachable position of a game, with the rules that they
follow from."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from eastfront._core import State

Test = Callable[[State], str | None]
"""A test of an invariant: returns None if the invariant holds in a position, otherwise a text that
states the violation with its facts."""


@dataclass(frozen=True)
class Invariant:
    """A named fact that holds in every reachable position, with its test."""

    name: str
    rules: tuple[str, ...]
    """The rules that the invariant follows from; empty for an invariant of the engine."""
    test: Test


class Invariants(list[Invariant]):
    """A list of invariants, to which the decorator `holds` adds."""

    def holds(self, name: str, *rules: str) -> Callable[[Test], Test]:
        """Decorator of a test (a function that says whether a position agrees with a fact): adds
        the test to this list, as an invariant with a name and the ids of the rules from which the
        fact follows."""

        def note(test: Test) -> Test:
            self.append(Invariant(name, rules, test))
            return test

        return note
