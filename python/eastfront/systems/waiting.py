"""Waiting: something happens to units at the instant when a condition holds, such as an open line
of supply, or when they leave the map.

A game derives a section from `Waiting` for each such rule. After a placement only one test is made
while no unit waits; a section that is an `Option`, and says in `played` whether any unit may ever
wait, costs nothing where none may.
"""

from __future__ import annotations

from eastfront.program import (
    Int,
    UnitFlag,
    Units,
    clear,
    local,
    mark,
    no_units,
    one_unit,
    union,
    units_at,
    units_on_map,
    until,
    when,
)

from .placing import Placing
from .sections import Section, procedure, step, value


class Waiting(Section):
    """Base class of a section whose units wait: declares what frees them, and what happens then.

    The section needs a board of the class `Placing`, and a flag ``waits`` of its own, since a game
    may have several such sections.
    """

    waits: UnitFlag
    """The units that wait."""

    @value
    def freed(self, units: Units) -> Units:
        """Those of ``units``, which are on the map and wait, to which it happens now."""
        return units

    @step
    def happens(self, unit: Int) -> None:
        """Writes what happens to a unit that has waited, and waits no more."""

    def wait(self, units: Units) -> None:
        """Lets units wait: it happens at once to those that are free or off the map already, to the
        others as soon as they are."""
        mark(self.waits, units)
        self.look()

    @Placing.settled.after()
    def look(self) -> None:
        """Lets it happen to the units that need to wait no more: after each placement, and where
        the game calls it, as when something ends that has held it up."""
        with when(self.waits.units.any()):
            self._release(type(self).__name__.lower())

    @procedure("release {kind}")
    def _release(self, kind: str) -> None:
        """Lets it happen, one after the other, to all units that need to wait no more. What happens
        may free others, which are then served first."""
        there = units_on_map() | union(map(units_at, self.game.board.aside), no_units())
        free = self.freed(self.waits.units & there) | (self.waits.units - there)
        with until(~free.any()):
            unit = local(free.first())
            clear(self.waits, one_unit(unit))
            self.happens(unit)
