"""The base classes of the sections and options of The Russian Campaign, 5th edition."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar, ParamSpec

from eastfront.program import Hexes, Int, Limit
from eastfront.systems import sections

if TYPE_CHECKING:
    from .board import Board
    from .rules import RussianCampaign, Sections

    class Known(Board, Sections):
        """Base class that only type checkers see. It has the names that a section may use: those of
        the board, and the other sections."""

else:
    Known = object


P = ParamSpec("P")


def during(side: int, impulse: int) -> Callable[[Callable[P, None]], Callable[P, None]]:
    """Restricts a method to one impulse of one side: called for any other, the method adds no
    statements to the rules. The last two arguments of the method must be side and impulse."""
    return sections.written_if(lambda *args: args[-2:] == (side, impulse))


class Section(sections.Section, Known):
    """The base class of a section of the rulebook, with access to the other sections by name."""

    game: RussianCampaign


Former = Callable[..., None]
"""A function that writes the usual statements of a step; it is passed to the rule that replaces
them, which may call it."""

Limits = list[Limit]
"""The limits of one kind of action in a decision, each with its rule, the permitted units or hexes,
and the text of the refusal."""

Shifts = list[tuple[str, str, Int]]
"""Shifts of the odds: for each cause its rule, its name in words, and the number of columns, which
is above 0 in favour of the attacker."""

Closures = list[tuple[str, Hexes, str]]
"""Hexes closed by rules: for each closure the rule, the hexes and the reason for the refusal."""


class OptionalRule(sections.Option, Known):
    """The base class of an option of the game: an optional rule, a variant, or an alternative
    reading of a passage."""

    game: RussianCampaign

    by_agreement: ClassVar[str] = ""
    """The rule by which the players agree to the option; while that rule is off, the option is
    always played. Empty for an option without such a rule."""
    counters_of: ClassVar[str] = ""
    """The mark in the order of battle of the counters that only this option brings; empty for
    none."""


class AgreedRule(OptionalRule):
    """The base class of an optional rule of section 26, played only if both players agree before
    the game (26.0a)."""

    by_agreement = "TRC-26.0a"


class AgreedVariant(OptionalRule):
    """The base class of a variant of section 28, played only if both players agree before the game
    (28.1a)."""

    by_agreement = "TRC-28.1a"
