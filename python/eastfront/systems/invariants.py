"""What holds in every position that can be reached, and the rules from which it follows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from eastfront._core import State

Test = Callable[[State], str | None]
"""What does not hold in a position, with the facts; None when all is well."""


@dataclass(frozen=True)
class Invariant:
    """One invariant."""

    name: str
    rules: tuple[str, ...]
    """The rules that it follows from; none for an invariant of the engine."""
    test: Test


class Invariants(list[Invariant]):
    """Invariants, collected by a decorator."""

    def holds(self, name: str, *rules: str) -> Callable[[Test], Test]:
        """Adds an invariant, whose test is decorated."""

        def note(test: Test) -> Test:
            self.append(Invariant(name, rules, test))
            return test

        return note
