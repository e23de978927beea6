"""What the sections of Barbarossa (1971) have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eastfront.systems import sections

if TYPE_CHECKING:
    from .board import Board
    from .rules import Barbarossa1971, Sections

    class Known(Board, Sections):
        """What a section reaches by its name: the table, and the other sections."""

else:
    Known = object


class Section(sections.Section, Known):
    """A section of the rulebook, which knows the others by name."""

    game: Barbarossa1971


in_the_campaign = sections.written_if(lambda section, *_: section.is_campaign)
"""Statements of the Campaign Game alone."""


class OptionalRule(sections.Option, Known):
    """A variable situation, other conditions of victory or a second reading."""

    game: Barbarossa1971
