"""Laws: facts that hold in every position of a game, each stated by the section of its rule.

The engine tests the laws when it checks a game's play. The test of a law that may be broken for a
time, such as during a phase, gives 1 at that time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

from eastfront.program import Int, builder, in_force

from .materials import Materials

S = TypeVar("S")

LAW = "law "
"""The prefix of the queries that answer 1 if a law of the game holds."""

_LAW = "__law__"
"""The name of the attribute under which a method stores the id and the words of its law."""


def law(rule: str, words: str) -> Callable[[Callable[[S], Int]], Callable[[S], Int]]:
    """Decorator of a method of a section that tests a law, a fact about every position: the method
    returns the condition, 1 if the position agrees with the rule, else 0. ``rule`` is the id of the
    rule, ``words`` the fact in words."""

    def decorate(method: Callable[[S], Int]) -> Callable[[S], Int]:
        method.__dict__[_LAW] = rule, words
        return method

    return decorate


def laws_of(section: Materials) -> Iterator[tuple[str, str, Callable[[], Int]]]:
    """Yields the laws of a section or of the board: for each the rule's id, the law in words, and
    the method that tests it."""
    own = {n: m for kind in reversed(type(section).__mro__) for n, m in vars(kind).items()}
    for name, method in own.items():
        if _LAW in getattr(method, "__dict__", {}):
            yield *method.__dict__[_LAW], getattr(section, name)


def define_laws(sections: Iterable[Materials]) -> None:
    """Declares a query for each law whose rule is in force; a law that several sections inherit is
    declared once."""
    said: set[Any] = set()
    for section in sections:
        for rule, words, holds in laws_of(section):
            own = getattr(holds, "__func__", holds)
            if in_force(rule) and own not in said:
                said.add(own)
                builder().query(f"{LAW}{rule} {words}", 0, holds)
