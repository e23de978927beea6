"""The common base classes of the sections of The Russian Campaign, 5th edition."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar, ParamSpec

from eastfront.program import Hexes, Int, Limit
from eastfront.systems import sections

if TYPE_CHECKING:
    from .board import Board
    from .rules import RussianCampaign, Sections

    class Known(Board, Sections):
        """The names accessible to a section: those of the board, and the other sections."""

else:
    Known = object


P = ParamSpec("P")


def during(side: int, impulse: int) -> Callable[[Callable[P, None]], Callable[P, None]]:
    """Decorator of methods that apply in one impulse of one side."""
    return sections.written_if(lambda *args: args[-2:] == (side, impulse))


class Section(sections.Section, Known):
    """A section of the rulebook, with access to the others by name."""

    game: RussianCampaign


Former = Callable[..., None]
"""The usual procedure of a step, passed to the rule that replaces it."""

Limits = list[Limit]
"""The limits of an alternative."""

Shifts = list[tuple[str, str, Int]]
"""Shifts of the odds: rule, words and number of columns."""

Closures = list[tuple[str, Hexes, str]]
"""Hexes closed by rules: rule, hexes and reason."""


class OptionalRule(sections.Option, Known):
    """An optional rule, a variant or an alternative reading."""

    game: RussianCampaign

    by_agreement: ClassVar[str] = ""
    """The rule of agreement; while it is off, the option is always played."""
    counters_of: ClassVar[str] = ""
    """The option mark of its counters in the order of battle."""


class AgreedRule(OptionalRule):
    """An optional rule of section 26, played by agreement."""

    by_agreement = "TRC-26.0a"


class AgreedVariant(OptionalRule):
    """A variant of section 28, played by agreement."""

    by_agreement = "TRC-28.1a"
