"""What the sections of The Russian Campaign, 5th edition have in common."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar, ParamSpec

from eastfront.program import Hexes, Int, Limit
from eastfront.systems import sections

if TYPE_CHECKING:
    from .board import Board
    from .rules import RussianCampaign, Sections

    class Known(Board, Sections):
        """What a section reaches by its name: the table, and the other sections."""

else:
    Known = object


P = ParamSpec("P")


def during(side: int, impulse: int) -> Callable[[Callable[P, None]], Callable[P, None]]:
    """Statements of one side's impulse: a method that writes nothing in others."""
    return sections.written_if(lambda *args: args[-2:] == (side, impulse))


class Section(sections.Section, Known):
    """A section of the rulebook, which knows the others by name."""

    game: RussianCampaign


Former = Callable[..., None]
"""What a step does without the rule that takes its place."""

Limits = list[Limit]
"""What a rule leaves of an alternative, beside what others do."""

Shifts = list[tuple[str, str, Int]]
"""What shifts the odds: the rule, the words, by how many levels."""

Closures = list[tuple[str, Hexes, str]]
"""Hexes that rules close: the rule, the hexes, why."""


class OptionalRule(sections.Option, Known):
    """An optional rule, a variant or a second reading."""

    game: RussianCampaign

    by_agreement: ClassVar[str] = ""
    """The rule without which it is played in any case."""
    counters_of: ClassVar[str] = ""
    """How the counters that it brings into play are marked in the order of battle."""


class AgreedRule(OptionalRule):
    """An optional rule of section 26, which players agree on."""

    by_agreement = "TRC-26.0a"


class AgreedVariant(OptionalRule):
    """A variant of section 28, which players agree on."""

    by_agreement = "TRC-28.1a"
