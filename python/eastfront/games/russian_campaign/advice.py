"""The Russian Campaign: facts that planning bots need beyond the usual queries."""

from __future__ import annotations

from functools import partial
from typing import Any

from eastfront.program import *
from eastfront.systems.asking import define_answer
from eastfront.systems.rules import Rules

from .board import AXIS, RUSSIAN
from .section import Section

ARMY, CORPS, ROOM = 3, 2, 6
"""The sizes of an army and of a corps, and the most that a hex holds: a stack whose sizes add up to
at most `ROOM` meets the stacking limits, and no other (TRC-6.1)."""
IDLE = frozenset({"leader", "worker", "partisan", "insurgent", "air"})
"""The kinds of counters, such as leaders and workers, that a bot neither moves nor uses in
attacks."""


class Advice(Section):
    """The section on what planning bots need: queries, and the guide, figures in the game file by
    which bots value units and places."""

    @Rules.drawing.then()
    def drawing(self, so_far: dict[str, Any]) -> dict[str, Any]:
        """Adds to `so_far`, the game file's data for pictures (`drawing`), the factors of each
        unit, and the guide: the figures by which planning bots value units and places."""
        units = self.counters
        kinds = [u.kind for u in units]
        return so_far | {
            # one combat factor (TRC-2.4a) and one movement factor (TRC-2.5a)
            "units": [[u.nation, u.kind, u.mobility, u.attack, u.movement] for u in units],
            "guide": {
                "factor": "combat factor",
                "contact": "attacks",
                "eased": "not doubled across",
                "hard": "doubles its defenders",
                "worth": {"city-major": 2, "oil": 2, "city-minor": 1},
                # stacking limits go by the size, not by the combat factor (TRC-2.3a)
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
        """Declares for each side the queries for the enemies that a unit may not attack, the city
        with whose capture the side wins, and the city that the side must hold."""
        for side, name in enumerate(self.sides):
            self.b.query(f"{name} may not attack", 1, partial(self._forbidden, side))
            define_answer(f"{name} wins by", self._decisive(side))
            define_answer(f"{name} must hold", self._at_stake(1 - side))

    def _forbidden(self, side: int, unit: Int) -> Hexes:
        """The enemy hexes that an Axis unit may not attack in the first impulse of the invasion, as
        they are outside the districts of its army group (TRC-3.7); none for Russian units."""
        if side != AXIS:
            return no_hexes()
        fight = self.strengths
        enemies = fight.defenders(side).hexes().when(fight.opening())
        return enemies.where(lambda h: ~fight.allowed(side, unit, h))

    def _at_stake(self, side: int) -> Hexes:
        """The hex of the city by whose capture a side may win the campaign, Moscow for the Axis and
        Berlin for the Russian, in the turns when the game can be won at once by that city alone.

        Empty in other scenarios, if victory points decide the game, and up to the last turn with
        objectives of sudden death, cities by which a side may win too.
        """
        if not self.victory.played("campaign") or self.victory.rules.get("axis_points") is not None:
            return no_hexes()
        city = self.b.hex_set(f"{self.sides[side]} may win by", self.evaluation.capital(side))
        objectives = self.data.charts["sudden-death"]["objective"]
        return city.when(self.turn > max(int(row["turn"]) for row in objectives))

    def _decisive(self, side: int) -> Hexes:
        """The hex of the city by whose capture a side wins at once: Moscow for the Axis, only if
        Stalin is lost (TRC-25.1.1a), Berlin for the Russian (TRC-25.1.2a). Empty if points decide
        the game, and up to the last turn with objectives of sudden death (`_at_stake`)."""
        city = self._at_stake(side)
        return city if side == RUSSIAN else city.when(self.victory.lost(self.stalin).any())
