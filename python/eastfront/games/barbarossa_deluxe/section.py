"""The common base classes of the sections of Barbarossa Deluxe."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eastfront.systems import sections

if TYPE_CHECKING:
    from eastfront.scenario.model import UnitRow

    from .board import Board
    from .rules import BarbarossaDeluxe, Sections

    class Known(Board, Sections):
        """The names that a section can use, for type checkers: those of the board, and the other
        sections."""

else:
    Known = object


class Section(sections.Section, Known):
    """Base class of the sections, which have the rules of the parts of the rulebook; a section has
    access to the others by name."""

    game: BarbarossaDeluxe


class Counters(sections.Option, Known):
    """Base class of rules on counters that only some scenarios have: they are part of the game if
    such a counter takes part."""

    game: BarbarossaDeluxe

    @classmethod
    def of(cls, unit: UnitRow) -> bool:
        """Says whether the rules are about a unit."""
        raise NotImplementedError

    @classmethod
    def played(cls, game: BarbarossaDeluxe) -> bool:
        """Says whether one of the counters takes part in the scenario."""
        return any(cls.of(unit) for unit in game.data.taking_part())


class OptionalRule(sections.Option, Known):
    """Base class of optional rules, variants and alternative readings."""

    game: BarbarossaDeluxe
