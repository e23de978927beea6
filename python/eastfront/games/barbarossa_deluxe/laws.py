"""Barbarossa Deluxe: what holds in every position, asked natively while games are checked.

Each law is a query that answers 1 while it holds. `eastfront.check` asks the same in Python, from
the game file alone.
"""

from __future__ import annotations

from eastfront.program import *
from eastfront.systems.laws import LAW

from .board import GERMAN, SOVIET, STACK_LIMIT
from .section import Section


class Laws(Section):
    """The laws of the board."""

    def define_queries(self) -> None:
        """Sides apart, stacking, satellites, dry land, control."""
        for rule, words, holds in self._laws():
            if in_force(rule):
                self.b.query(f"{LAW}{rule} {words}", 0, lambda h=holds: h)

    def _laws(self) -> list[tuple[str, str, Int]]:
        armies = occupied(GERMAN) | occupied(SOVIET)
        crowded = stacked(GERMAN, STACK_LIMIT + 1) | stacked(SOVIET, STACK_LIMIT + 1)
        satellites = self.satellites & self.on_map
        moving, attacking, fleeing = (
            flag.units for flag in (self.movement.moving, self.attacker, self.retreats.retreating)
        )
        acting, other = (
            if_else(self.game_turn.phase_side == GERMAN, one, two)
            for one, two in ((self.germans, self.soviets), (self.soviets, self.germans))
        )
        resting = self.movement.paused.units
        reserve = units_at(self.box("rvgk")) | units_at(self.box("rvgk-waiting"))
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
            (
                "BD-10.5a",
                "who moves together is together, on the map and of the side whose phase it is",
                (moving.hexes().count() <= 1) & ~(moving - (acting & self.on_map)).any(),
            ),
            (
                "BD-10.6a",
                "who rests on its way is on the map, of the side whose phase it is, and not moving",
                ~((resting - (acting & self.on_map)) | (resting & moving)).any(),
            ),
            (
                "BD-11.3a",
                "who attacks is on the map and of the side whose phase it is",
                ~(attacking - (acting & self.on_map)).any(),
            ),
            (
                "BD-11.27a",
                "who retreats is on the map and of the side whose phase it is not",
                ~(fleeing - (other & self.on_map)).any(),
            ),
            (
                "BD-8.10a",
                "only Soviet units on the map wait to be withdrawn to the RVGK",
                ~(self.arrivals.ready.units - (self.soviets & self.on_map)).any(),
            ),
            (
                "BD-8.9a",
                "only Soviet units are in the boxes of the RVGK",
                ~(reserve & self.germans).any(),
            ),
            (
                "BD-13.7c",
                "only German units wait to be set up",
                ~(units_at(self.box("pool")) & self.soviets).any(),
            ),
        ]
