"""What the sections of Barbarossa Deluxe have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eastfront.systems import sections

from .board import Board

if TYPE_CHECKING:
    from .rules import BarbarossaDeluxe, Sections
else:
    Sections = object


class Section(sections.Section, Board, Sections):
    """A section of the rulebook, which knows the others by name."""

    game: BarbarossaDeluxe


class OptionalRule(sections.Option, Board, Sections):
    """An optional rule, a variant or a second reading."""

    game: BarbarossaDeluxe
