"""The Russian Campaign, 28.7: the political chits, drawn from one cup or agreed on.

A chit is either agreed on by its own option, such as ``chit-german=2``, and open from the start, or
drawn (`chit_draw`) and hidden from the other side until it is shown. The option of a chit uses the
queries below and is the same for both cases.
"""

from __future__ import annotations

from typing import Any, ClassVar

from eastfront.program import *
from eastfront.systems.sections import Option, step, value

from ..section import OptionalRule

WORDS = ("german", "russian")
"""The names of the sides' chits."""

NUMBERS = range(1, 7)
"""The numbers of the chits (TRC-28.7a)."""

DRAW, DRAWN = "chits", "TRC-28.7a"
"""The option by which each side draws a chit, and its rule."""


def name_of(side: int, chit: int) -> str:
    """The option by which a side has a chit from the start."""
    return f"chit-{WORDS[side]}={chit}"


class Chits(OptionalRule):
    """The chits in play."""

    names = (DRAW, *(name_of(side, number) for side in (0, 1) for number in NUMBERS))

    @classmethod
    def carries(cls, option: type[Option], game: Any) -> bool:
        """A chit is in the game if it is agreed on, or may be drawn."""
        return game.chosen(option.name) or (game.chosen(DRAW) and in_force(DRAWN))

    @value
    def in_play(self, chit: Chit) -> Int:
        """Whether a chit has been shown or was agreed on."""
        return number(1)

    @value
    def held(self, chit: Chit) -> Int:
        """Whether a chit's side holds it, shown or not."""
        return self.in_play(chit)

    @value
    def may_be_held(self, chit: Chit) -> Int:
        """Whether its side may hold a chit, as far as the other side knows.

        Decisions are offered by this condition, so that they reveal nothing; their effects depend
        on `held`.
        """
        return self.in_play(chit)

    @step
    def show(self, chit: Chit) -> None:
        """Shows a chit, if its side holds it unseen."""


class Chit(OptionalRule):
    """The effects of a chit, agreed on or drawn."""

    chit: ClassVar[tuple[int, int]]
    """The side of the chit, and its number."""
    shown_by: ClassVar[str]
    """The rule on the time when the chit is shown."""
    at_once: ClassVar[bool] = False
    """Whether the chit is shown before the set-up."""
    chits: Chits

    def __init_subclass__(cls) -> None:
        cls.name = name_of(*cls.chit)
        cls.names = (DRAW, cls.name)

    def agreed(self) -> bool:
        """Whether the players agreed that the chit's side holds it openly from the start."""
        return self.option(self.name)

    def in_play(self) -> Int:
        """Whether the chit has been shown or was agreed on."""
        return self.chits.in_play(self)

    def held(self) -> Int:
        """Whether the chit's side holds it, shown or not."""
        return self.chits.held(self)

    def may_be_held(self) -> Int:
        """Whether the chit's side may hold it, as far as the other side knows."""
        return self.chits.may_be_held(self)

    def show(self) -> None:
        """Shows the chit, if it is still unseen."""
        self.chits.show(self)

    def shown(self) -> None:
        """Applies the effects that the chit has at the moment when it is shown."""
