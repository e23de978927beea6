"""The Russian Campaign: the facts that planning bots need beyond the usual queries."""

from __future__ import annotations

from functools import partial
from typing import Any

from eastfront.program import *
from eastfront.systems.asking import define_answer
from eastfront.systems.rules import Rules

from .board import AXIS, RUSSIAN
from .section import Section

ARMY, CORPS, ROOM = 3, 2, 6
"""Sizes whose sum is within `ROOM` exactly if the stacking limits are met (TRC-6.1)."""
IDLE = frozenset({"leader", "worker", "partisan", "insurgent", "air"})
"""Kinds that a bot neither moves nor uses in attacks."""


class Advice(Section):
    """The facts that a plan needs."""

    @Rules.drawing.then()
    def drawing(self, so_far: dict[str, Any]) -> dict[str, Any]:
        """Adds the guide of the bots to the drawing of the game."""
        units = self.counters
        kinds = [u.kind for u in units]
        return so_far | {
            # TRC-2.3a: combat and movement factor, as on the counters
            "units": [[u.nation, u.kind, u.mobility, u.attack, u.movement] for u in units],
            "guide": {
                "factor": "combat factor",
                "contact": "attacks",
                "eased": "not doubled across",
                "hard": "doubles its defenders",
                "worth": {"city-major": 2, "oil": 2, "city-minor": 1},
                "sizes": [
                    (ARMY if u.size == "army" else CORPS) if self.counts(u) else 0 for u in units
                ],
                "capacity": ROOM,
                "idle": [i for i, kind in enumerate(kinds) if kind in IDLE],
                "rear": [i for i, kind in enumerate(kinds) if kind == "hq"],
                "ghosts": [i for i, kind in enumerate(kinds) if kind == "partisan"],
                "air": {"axis": "stukas", "russian": "sturmoviks"},
                "set-up": "set-up",
            },
        }

    def define_queries(self) -> None:
        """Declares the queries for enemies that a unit may not attack, and for cities that win the
        game."""
        for side, name in enumerate(self.sides):
            self.b.query(f"{name} may not attack", 1, partial(self._forbidden, side))
            define_answer(f"{name} wins by", self._decisive(side))
            define_answer(f"{name} must hold", self._at_stake(1 - side))

    def _forbidden(self, side: int, unit: Int) -> Hexes:
        """TRC-3.7: the enemies in districts that a unit's army group may not attack."""
        if side != AXIS:
            return no_hexes()
        fight = self.strengths
        enemies = fight.defenders(side).hexes().when(fight.opening())
        return enemies.where(lambda h: ~fight.allowed(side, unit, h))

    def _at_stake(self, side: int) -> Hexes:
        """The city by which a side may win, if the game depends on it alone.

        If points decide, or objectives of sudden death are still to come, the city is one place
        among others.
        """
        if not self.victory.played("campaign") or self.victory.rules.get("axis_points") is not None:
            return no_hexes()
        city = self.b.hex_set(f"{self.sides[side]} may win by", self.evaluation.capital(side))
        objectives = self.data.charts["sudden-death"]["objective"]
        return city.when(self.turn > max(int(row["turn"]) for row in objectives))

    def _decisive(self, side: int) -> Hexes:
        """TRC-25.1.1a, TRC-25.1.2a: the city with which a side wins; for the Axis Moscow, if Stalin
        is lost."""
        city = self._at_stake(side)
        return city if side == RUSSIAN else city.when(self.victory.lost(self.stalin).any())
