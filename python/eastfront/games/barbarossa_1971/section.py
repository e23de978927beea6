"""The common base classes of the sections of Barbarossa (1971)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eastfront.systems import sections

if TYPE_CHECKING:
    from .board import Board
    from .rules import Barbarossa1971, Sections

    class Known(Board, Sections):
        """The attributes of every section: those of the board, and the other sections by name."""

else:
    Known = object


class Section(sections.Section, Known):
    """A section of the rulebook, with access to the others by name."""

    game: Barbarossa1971


in_the_campaign = sections.written_if(lambda section, *_: section.is_campaign)
"""Decorator of methods that apply in the Campaign Game only."""


class OptionalRule(sections.Option, Known):
    """A variable situation, modified victory conditions, or an alternative reading."""

    game: Barbarossa1971
