"""A law is said by the section that states its rule, and asked while the rule is in force."""

from __future__ import annotations

from typing import Any

from eastfront.program import Builder, Int, number
from eastfront.systems.laws import LAW, define_laws, law, laws_of
from eastfront.systems.sections import Section


class Stacks(Section):
    """A section with two laws."""

    most = 3

    @law("X-1", "no more than there are")
    def few(self) -> Int:
        """How many there are."""
        return number(self.most) <= 3

    @law("X-off", "none at all")
    def none(self) -> Int:
        """Whether there is none."""
        return number(self.most) == 0

    def other(self) -> Int:
        """Says no law."""
        return number(0)


class Higher(Stacks):
    """The same law, said anew."""

    @law("X-1", "no more than twice as many")
    def few(self) -> Int:
        """How many there are."""
        return number(self.most) <= 6


class Game:
    """A game without a table."""

    board: Any = None


def test_a_section_says_its_laws() -> None:
    told = [(rule, words) for rule, words, _ in laws_of(Stacks(Game()))]
    assert told == [("X-1", "no more than there are"), ("X-off", "none at all")]


def test_what_is_said_anew_is_said_once() -> None:
    told = [(rule, words) for rule, words, _ in laws_of(Higher(Game()))]
    assert told == [("X-1", "no more than twice as many"), ("X-off", "none at all")]


def test_a_law_is_asked_once_while_its_rule_is_in_force() -> None:
    builder = Builder(("one", "other"), ["X-off"])
    asked: list[str] = []
    builder.query = lambda name, _, holds: asked.append(name)  # type: ignore[assignment, method-assign, misc]
    with builder.at_hand():
        define_laws([Stacks(Game()), Stacks(Game())])
    assert asked == [f"{LAW}X-1 no more than there are"]
