"""The Russian Campaign, 28.7: the political chits, drawn from one cup or agreed on.

A chit that the players agree on, by an option such as ``chit-german=2``, is open from the start. A
chit that is drawn (`chit_draw`) is hidden from the other side until it is shown. The effects of a
chit are written once for both cases, with the queries below.
"""

from __future__ import annotations

from typing import Any, ClassVar

from eastfront.program import *
from eastfront.systems.sections import Option, step, value

from ..section import OptionalRule

WORDS = ("german", "russian")
"""The words for the sides in the names of chits, the Axis first."""

NUMBERS = range(1, 7)
"""The numbers of the chits, from 1 to 6 (TRC-28.7a)."""

DRAW, DRAWN = "chits", "TRC-28.7a"
"""The option by which each side draws a hidden chit before the set-up, and the rule of that
draw."""


def name_of(side: int, chit: int) -> str:
    """The name of the option by which the players agree that a side has the chit with the number
    `chit`, open from the start."""
    return f"chit-{WORDS[side]}={chit}"


class Chits(OptionalRule):
    """The common part of the political chits, played with any option in `names`: says for each
    chit whether it is in play, and whether its side has it (28.7)."""

    names = (DRAW, *(name_of(side, number) for side in (0, 1) for number in NUMBERS))
    """The options that bring chits into the game: the draw, and one for each chit of a side."""

    @classmethod
    def carries(cls, option: type[Option], game: Any) -> bool:
        """Says whether the chit of an option can be in the game: by agreement, or because chits are
        drawn (28.7a)."""
        return game.chosen(option.name) or (game.chosen(DRAW) and in_force(DRAWN))

    @value
    def in_play(self, chit: Chit) -> Int:
        """Says whether a chit has been shown, or was agreed on before the game."""
        return number(1)

    @value
    def held(self, chit: Chit) -> Int:
        """Says whether a chit's side has the chit, shown or hidden."""
        return self.in_play(chit)

    @value
    def may_be_held(self, chit: Chit) -> Int:
        """Says whether the other side must reckon with the chit: it is agreed on or shown, or its
        side has not shown a chit yet, and so may hold this one hidden.

        A decision about a chit is offered whenever this condition holds, so that the offer does not
        reveal a hidden chit; the decision has its effect only if `held` is true.
        """
        return self.in_play(chit)

    @step
    def show(self, chit: Chit) -> None:
        """Makes a side show a chit if the side has that chit hidden in hand; without drawn chits,
        has no effect."""


class Chit(OptionalRule):
    """The base class of the chits: the effects of one chit of one side, agreed on or drawn
    (28.7)."""

    chit: ClassVar[tuple[int, int]]
    """The side that may have the chit, and the number of the chit."""
    shown_by: ClassVar[str]
    """The id of the rule that says when the chit is shown."""
    at_once: ClassVar[bool] = False
    """Whether the chit is shown before or during the set-up, as soon as it is drawn."""
    chits: Chits

    def __init_subclass__(cls) -> None:
        cls.name = name_of(*cls.chit)
        cls.names = (DRAW, cls.name)

    def agreed(self) -> bool:
        """Says whether the players agreed before the game that the chit's side has this chit, open
        from the start."""
        return self.option(self.name)

    def in_play(self) -> Int:
        """Says whether the chit has been shown, or was agreed on before the game."""
        return self.chits.in_play(self)

    def held(self) -> Int:
        """Says whether the side has the chit, shown or hidden."""
        return self.chits.held(self)

    def may_be_held(self) -> Int:
        """Says whether the other side must reckon with the chit: it is agreed on or shown, or the
        side has not shown a chit yet, and so may hold this one hidden."""
        return self.chits.may_be_held(self)

    def show(self) -> None:
        """Makes the side show the chit if the side has it hidden in hand."""
        self.chits.show(self)

    def shown(self) -> None:
        """Applies the effects that the chit has at the moment when it is shown."""
