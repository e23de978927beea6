"""What the sections of The Russian Campaign, 5th edition have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from eastfront.systems import sections

from .board import Board

if TYPE_CHECKING:
    from .rules import RussianCampaign, Sections
else:
    Sections = object


class Section(sections.Section, Board, Sections):
    """A section of the rulebook, which knows the others by name."""

    game: RussianCampaign


OPTIONAL_RULES, VARIANTS = "TRC-26.0a", "TRC-28.1a"
"""The rules by which options are played only when both players agree to."""


class OptionalRule(sections.Option, Board, Sections):
    """An optional rule, a variant or a second reading."""

    game: RussianCampaign

    by_agreement: ClassVar[str] = ""
    """The rule without which it is played in any case."""
    counters_of: ClassVar[str] = ""
    """How the counters that it brings into play are marked in the order of battle."""
