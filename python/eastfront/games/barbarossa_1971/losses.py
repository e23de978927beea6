"""Barbarossa (1971): how units leave the map."""

from __future__ import annotations

from eastfront.program import *
from eastfront.systems.sections import step

from .section import Section


class Losses(Section):
    """Who is destroyed, used up or off the map."""

    @step
    def destroyed(self, units: Units) -> None:
        """Units are about to be destroyed."""

    def destroy(self, units: Units, rule: str) -> None:
        """Units are destroyed, if there are any."""
        with when(units.any()):
            self.destroyed(units)
            self.leave(units, "dead", rule)

    def spare(self, kind: Units) -> Int:
        """A counter of a kind that is not in play: an unused one first; -1 when there is none."""
        unused, dead = units_at("pool") & kind, units_at("dead") & kind
        rest = (kind & (units_at("used up") | units_at("off the map"))) | dead
        return if_else(unused.any(), unused.first(), rest.first())

    def spares(self, kind: Units) -> Int:
        """How many counters of a kind are not in play (SPI-BREAK-C1, SPI-CAMP-RC)."""
        return (kind - units_on_map() - units_at("to deploy") - units_at("overrun")).count()
