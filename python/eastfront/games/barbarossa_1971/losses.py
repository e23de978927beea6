"""Barbarossa (1971): the removal of units from the map, and the counters not in play."""

from __future__ import annotations

from eastfront.program import *
from eastfront.systems.sections import step

from .section import Section


class Losses(Section):
    """The destruction of units, and the counters that are not in play."""

    @step
    def destroyed(self, units: Units) -> None:
        """Marks the moment before units are destroyed. Rules of other sections act then: they count
        the lost victory points, and the losses that may be replaced."""

    def destroy(self, units: Units, rule: str) -> None:
        """Destroys the units of a set, by ``rule``; does nothing if the set is empty."""
        with when(units.any()):
            self.destroyed(units)
            self.leave(units, "dead", rule)

    def spare(self, kind: Units) -> Int:
        """A counter of a kind that is not in play, preferably an unused one; -1 if none is left."""
        unused, dead = units_at("pool") & kind, units_at("dead") & kind
        rest = (kind & (units_at("used up") | units_at("off the map"))) | dead
        return if_else(unused.any(), unused.first(), rest.first())

    def spares(self, kind: Units) -> Int:
        """The number of counters of a kind that are not in play, so that armies may break down
        (SPI-BREAK-C1) and replacements arrive (SPI-CAMP-RC)."""
        return (kind - units_on_map() - units_at("to deploy") - units_at("overrun")).count()
