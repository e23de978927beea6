"""The Russian Campaign: what holds in every position, asked natively while games are checked.

Each law is a query that answers 1 while it holds. A law that a phase may break for a while says
in which positions it is looked at.
"""

from __future__ import annotations

from eastfront.program import *
from eastfront.systems.rules import LAW
from eastfront.systems.sections import value

from .board import AXIS, RUSSIAN
from .section import Section

ALL_FLOWN = 3
"""The most Stukas, and the most Sturmoviks, of any turn (TRC-15.6a, TRC-15.9c)."""
LANDINGS = 2
"""Invasions of a side in a game (TRC-10.3.2b)."""


class Laws(Section):
    """The laws of the board."""

    def define_queries(self) -> None:
        """Sides apart, stacking, land, control, and what is counted."""
        for rule, words, holds in [*self.laws_of_places(), *self.laws_of_counts()]:
            if in_force(rule):
                self.b.query(f"{LAW}{rule} {words}", 0, lambda h=holds: h)

    @value
    def laws_of_places(self) -> list[tuple[str, str, Int]]:
        """Where units and control may be."""
        armies = self.on_map(AXIS) | self.on_map(RUSSIAN)
        # who landed among enemies shares their hex until the impulse ends (TRC-28.6.III.MDm)
        axis, russian = (self.zones.parted(side).hexes() for side in (AXIS, RUSSIAN))
        everywhere = self.control[AXIS].hexes & self.control[RUSSIAN].hexes
        strangers = (self.control[AXIS].hexes & russian) | (self.control[RUSSIAN].hexes & axis)
        # TRC-24.5b: Helsinki is Russian for good
        dead = self.finland.when(self.allies.finland_closed == 1)
        enemies = if_else(
            self.game_turn.phase_side == AXIS,
            self.on_map(RUSSIAN).hexes(),
            self.on_map(AXIS).hexes(),
        )
        aircraft = self.counters_where("aircraft", lambda u: u.kind == "air")
        settled = (self.battle.frozen == 0) & ~units_at(self.box("set-up")).any()
        return [
            ("TRC-7.2a", "no two sides in one hex but partisans", ~(axis & russian).any()),
            ("TRC-8.1a", "no unit in a hex of water", ~(armies.hexes() - self.land).any()),
            ("TRC-6.2a", "stacking limits hold when nobody moves", ~self._crowded_hexes().any()),
            ("TRC-17.2.1d", "no place is controlled by both sides", ~everywhere.any()),
            (
                "TRC-17.2.1a",
                "only what can have an owner is controlled",
                ~((self.control[AXIS].hexes | self.control[RUSSIAN].hexes) - self.owned).any(),
            ),
            (
                "TRC-17.2.1b",
                "nobody stands in a place that the enemy controls",
                ~((strangers - dead).when(settled)).any(),
            ),
            (
                "TRC-22.2e",
                "no worker waits in the pool",
                ~(units_at(self.box("pool")) & self.workers & self.fallen_workers()).any(),
            ),
            (
                "TRC-16.2a",
                "who won automatically fights no battle",
                ~(self.overruns.victor.units & self.battle.fought.units).any(),
            ),
            (
                "TRC-16.1a",
                "only enemies of the side that moves can be won automatically",
                ~(self.overruns.ripe.hexes - enemies).any(),
            ),
            (
                "TRC-3.7a",
                "whom the side in battle must attack somebody may attack",
                if_else(
                    self.game_turn.phase_side == AXIS,
                    self.battle.attackable(AXIS),
                    self.battle.attackable(RUSSIAN),
                )
                | ~(self.strengths.beset.hexes.any() | self.battle.fought.units.any()),
            ),
            (
                "TRC-15.1a",
                "aircraft stay beside the map",
                ~(aircraft - units_at(self.box("counters"))).any(),
            ),
            (
                "TRC-13.4a",
                "who retreats is on the map",
                ~(self.retreats.fleeing.units - armies).any(),
            ),
        ]

    def fallen_workers(self) -> Units:
        """Workers that can only have come to the pool by a loss: none starts there."""
        listed = self.data.setup.get("pool") or ()
        return self.counters_where(
            "workers that start elsewhere", lambda u: u.kind == "worker" and u.id not in listed
        )

    @value
    def laws_of_counts(self) -> list[tuple[str, str, Int]]:
        """What is counted, and never more than there is: the rule, in words, whether it holds."""
        both = self.sea.invasions
        few = (both[AXIS] <= LANDINGS) & (both[RUSSIAN] <= LANDINGS)
        return [
            ("TRC-15.3a", "no more Stukas than there are", self.strengths.stukas <= ALL_FLOWN),
            (
                "TRC-15.9a",
                "no more Sturmoviks than there are",
                self.strengths.sturmoviks <= ALL_FLOWN,
            ),
            ("TRC-10.3.2b", "no third invasion", few),
        ]

    def _crowded_hexes(self) -> Hexes:
        """Hexes with too many units of the side that does not move, or of both in battle."""
        fighting = self.battle.fought.units.any() & ~self.retreats.fleeing.units.any()
        waiting = if_else(
            self.game_turn.phase_side == AXIS, self.overstacked(RUSSIAN), self.overstacked(AXIS)
        )
        both = self.overstacked(AXIS) | self.overstacked(RUSSIAN)
        quiet = ~self.retreats.fleeing.units.any()
        return waiting.when(quiet) | both.when(fighting)
