"""Laws: what holds in every position of a game, each said by the section that states its rule.

A law is asked natively while games are checked. A law that a phase may break for a while says in
which positions it is looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

from eastfront.program import Int, builder, in_force

from .materials import Materials

S = TypeVar("S")

LAW = "law "
"""How the name of a query begins that answers 1 while a law of the game holds."""

_LAW = "__law__"
"""Where a method keeps which law it says."""


def law(rule: str, words: str) -> Callable[[Callable[[S], Int]], Callable[[S], Int]]:
    """A method of a section says whether a rule, in words, holds."""

    def decorate(method: Callable[[S], Int]) -> Callable[[S], Int]:
        method.__dict__[_LAW] = rule, words
        return method

    return decorate


def laws_of(section: Materials) -> Iterator[tuple[str, str, Callable[[], Int]]]:
    """The laws that a section or the table says: the rule, in words, whether it holds."""
    own = {n: m for kind in reversed(type(section).__mro__) for n, m in vars(kind).items()}
    for name, method in own.items():
        if _LAW in getattr(method, "__dict__", {}):
            yield *method.__dict__[_LAW], getattr(section, name)


def define_laws(sections: Iterable[Materials]) -> None:
    """Declares a query for each law whose rule is in force, one that sections share once."""
    said: set[Any] = set()
    for section in sections:
        for rule, words, holds in laws_of(section):
            own = getattr(holds, "__func__", holds)
            if in_force(rule) and own not in said:
                said.add(own)
                builder().query(f"{LAW}{rule} {words}", 0, holds)
