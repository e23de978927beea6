"""What the sections of Barbarossa (1971) have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eastfront.systems import sections

from .board import Board

if TYPE_CHECKING:
    from .rules import Barbarossa1971, Sections
else:
    Sections = object


class Section(sections.Section, Board, Sections):
    """A section of the rulebook, which knows the others by name."""

    game: Barbarossa1971


class OptionalRule(sections.Option, Board, Sections):
    """A variable situation, other conditions of victory or a second reading."""

    game: Barbarossa1971
