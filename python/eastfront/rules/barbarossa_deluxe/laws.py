"""Barbarossa Deluxe: what holds in every position, asked natively while games are checked.

Each law is a query that answers 1 while it holds. `eastfront.check` asks the same in Python, from
the game file alone.
"""

from __future__ import annotations

from eastfront.program.expr import Int, occupied, stacked
from eastfront.rules.base import LAW

from .board import GERMAN, SOVIET, STACK_LIMIT, Board


class Laws(Board):
    """The laws of the board."""

    def define_queries(self) -> None:
        """Sides apart, stacking, satellites, dry land, control."""
        super().define_queries()
        for rule, words, holds in self._laws():
            if self.on(rule):
                self.b.query(f"{LAW}{rule} {words}", 0, lambda h=holds: h)

    def _laws(self) -> list[tuple[str, str, Int]]:
        armies = occupied(GERMAN) | occupied(SOVIET)
        crowded = stacked(GERMAN, STACK_LIMIT + 1) | stacked(SOVIET, STACK_LIMIT + 1)
        satellites = self.satellites & self.on_map
        strangers = [(occupied(s) & self.land) - self.control(s) for s in (GERMAN, SOVIET)]
        return [
            ("BD-10.4a", "no two sides in one hex", ~(occupied(GERMAN) & occupied(SOVIET)).any()),
            ("BD-6.3a", "at most five units of a side in a hex", ~crowded.any()),
            (
                "BD-6.4a",
                "at most one satellite army in a hex",
                satellites.hexes().count() == satellites.count(),
            ),
            ("BD-10.13a", "no unit in a hex of water", ~(armies - self.land).any()),
            (
                "BD-3.6d",
                "units stand in hexes that their side controls",
                ~(strangers[GERMAN] | strangers[SOVIET]).any(),
            ),
        ]
