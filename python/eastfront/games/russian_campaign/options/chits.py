"""The Russian Campaign, 28.7: the political chits, drawn from one cup or agreed on.

A chit is agreed on with an option of its own, such as ``chit-german=2``, and open from the start;
or it is drawn (`chit_draw`), and not seen by the other side until it is shown. An option of a chit
asks here whether the chit is in play, and writes down the same for both.
"""

from __future__ import annotations

from typing import Any, ClassVar

from eastfront.program import *
from eastfront.systems.sections import Option, step, value

from ..section import OptionalRule

WORDS = ("german", "russian")
"""What the chits of the sides are called."""

NUMBERS = range(1, 7)
"""The numbers of the chits (TRC-28.7a)."""

DRAW, DRAWN = "chits", "TRC-28.7a"
"""The option with which each side draws a chit, and its rule."""


def name_of(side: int, chit: int) -> str:
    """The option with which a side has a chit from the start."""
    return f"chit-{WORDS[side]}={chit}"


class Chits(OptionalRule):
    """The chits in play."""

    names = (DRAW, *(name_of(side, number) for side in (0, 1) for number in NUMBERS))

    @classmethod
    def carries(cls, option: type[Option], game: Any) -> bool:
        """A chit is played that is agreed on, or that may be drawn."""
        return game.chosen(option.name) or (game.chosen(DRAW) and in_force(DRAWN))

    @value
    def in_play(self, chit: Chit) -> Int:
        """Whether a chit has been shown, or was agreed on."""
        return number(1)

    @value
    def held(self, chit: Chit) -> Int:
        """Whether its side has a chit, shown or not."""
        return self.in_play(chit)

    @value
    def may_be_held(self, chit: Chit) -> Int:
        """Whether its side has a chit, as far as the other side knows.

        What a side is asked depends on this, so that being asked tells nothing; whether it may do
        what the chit allows depends on `held`.
        """
        return self.in_play(chit)

    @step
    def show(self, chit: Chit) -> None:
        """Shows a chit, if its side has this one and it is not yet seen."""


class Chit(OptionalRule):
    """What a chit brings, be it agreed on or drawn."""

    chit: ClassVar[tuple[int, int]]
    """Whose it is, and its number."""
    shown_by: ClassVar[str]
    """The rule that says when it is shown."""
    at_once: ClassVar[bool] = False
    """Whether it is shown before anybody sets up."""
    chits: Chits

    def __init_subclass__(cls) -> None:
        cls.name = name_of(*cls.chit)
        cls.names = (DRAW, cls.name)

    def agreed(self) -> bool:
        """Whether its side has it from the start, for all to see."""
        return self.option(self.name)

    def in_play(self) -> Int:
        """Whether it has been shown, or was agreed on."""
        return self.chits.in_play(self)

    def held(self) -> Int:
        """Whether its side has it, shown or not."""
        return self.chits.held(self)

    def may_be_held(self) -> Int:
        """Whether its side has it, as far as the other side knows."""
        return self.chits.may_be_held(self)

    def show(self) -> None:
        """It is laid open, if it is not yet seen."""
        self.chits.show(self)

    def shown(self) -> None:
        """What it changes at the moment when it is shown."""
