"""The common base classes of the sections of Barbarossa Deluxe."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eastfront.systems import sections

if TYPE_CHECKING:
    from .board import Board
    from .rules import BarbarossaDeluxe, Sections

    class Known(Board, Sections):
        """The names accessible to a section: the board's names, and the other sections."""

else:
    Known = object


class Section(sections.Section, Known):
    """A section of the rulebook, with access to the others by name."""

    game: BarbarossaDeluxe


class OptionalRule(sections.Option, Known):
    """An optional rule, a variant or an alternative reading."""

    game: BarbarossaDeluxe
