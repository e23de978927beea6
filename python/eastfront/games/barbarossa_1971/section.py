"""The common base classes of the sections of Barbarossa (1971)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eastfront.systems import sections

if TYPE_CHECKING:
    from .board import Board
    from .rules import Barbarossa1971, Sections

    class Known(Board, Sections):
        """The names that a section can use, for type checkers: those of the board, and the other
        sections."""

else:
    Known = object


class Section(sections.Section, Known):
    """Base class of the sections, which have the rules of the parts of the rulebook; a section has
    access to the others by name."""

    game: Barbarossa1971


in_the_campaign = sections.written_if(lambda section, *_: section.is_campaign)
"""Decorator of methods that apply in the Campaign Game only."""


class OptionalRule(sections.Option, Known):
    """Base class of the variable situations, the modified victory conditions and the alternative
    readings."""

    game: Barbarossa1971
