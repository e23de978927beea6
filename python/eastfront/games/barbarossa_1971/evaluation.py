"""Barbarossa (1971): what a position is worth, for bots and searches. No rule stands here."""

from __future__ import annotations

from eastfront.program import *
from eastfront.systems.evaluating import define_evaluation

from .board import AXIS, SOVIET
from .section import Section

POINT = 600
"""What a point of victory weighs."""
STRENGTH = 30
"""What a point of attack or defence on the map weighs."""


class Evaluation(Section):
    """How the sides stand."""

    def define_queries(self) -> None:
        """The score against par, and the strength on the map."""
        points = self.victory.score() - self.victory.par()
        axis, soviet = (
            (self.there(side).sum(self.attack) + self.there(side).sum(self.defence))
            for side in (AXIS, SOVIET)
        )
        define_evaluation(self.b, self.sides, points * POINT + (axis * 2 - soviet) * STRENGTH)
