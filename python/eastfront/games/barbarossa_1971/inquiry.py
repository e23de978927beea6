"""Barbarossa (1971): what can be asked of a position."""

from __future__ import annotations

from eastfront.program import *
from eastfront.systems.asking import define_answer, define_control, define_moves, define_supply

from .board import AXIS
from .section import Section


class Inquiry(Section):
    """Questions; no rule stands here."""

    def define_queries(self) -> None:
        """Moves, lines, control."""
        define_control(self.towns.control)
        define_moves(lambda s, u: self.movement.legs(s, u).hexes(), lambda s: self.zones.zone[s])
        ends = [self.edges[AXIS], self.edges[1]]
        define_supply(self.of, self.supply.is_supplied, lambda s: self.supply.open[s], ends)
        for side, name in enumerate(self.sides):
            define_answer(f"{name} supplied", self.supply.supplied(side))
            define_answer(f"{name} attack supply", self.supply.fed[side])
            define_answer(f"{name} rail", self.rail.open_lines[side])
            self.b.query(f"{name} room", 1, lambda u, s=side: ~self.stacking.full(s, u))
