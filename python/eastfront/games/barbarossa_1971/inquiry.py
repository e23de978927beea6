"""Barbarossa (1971): queries on a position, and on a battle, planned or under way.

A battle is prepared by marking its attackers and targets in a copy of the state. Strengths and odds
are computed by the rules of play, and results are played, so no rule is stated twice.
"""

from __future__ import annotations

from functools import partial

from eastfront.program import *
from eastfront.systems.asking import (
    define_answer,
    define_control,
    define_limits,
    define_moves,
    define_play,
    define_supply,
)

from .board import AXIS
from .combat import ROUNDING
from .section import Section


class Inquiry(Section):
    """The queries that a position answers; this section states no rule."""

    def define_queries(self) -> None:
        """Declares the queries on moves, lines of supply, control and battles."""
        air = {"luftwaffe": {"variable": "air units assisting", "by": 1}}
        tables = self.combat.combat_tables
        self.b.battle = {
            "attackers": "attacking",
            "targets": "attacked hex",
            "retreating": "retreating",
            "printed": ["attack", "defence"],
            "totals": ["attack", "defence"],
            "column": "column",
            "ladder": True,
            "rounding": [by(rule, rule) for rule in ROUNDING],
            "columns": [tables.lowest, tables.highest, tables.certain],
            "table": "table",
            "tables": tables.names,
            "undecided": ["table", "combat"],
            "supports": {"axis": air, "soviet": {}},
        }
        define_control(self.towns.control)
        define_moves(lambda s, u: self.movement.legs(s, u).hexes(), lambda s: self.zones.zone[s])
        crossings = self.by_season([lines.index for lines in self.lines])
        supply = self.supply
        supply.tell_closed()
        define_supply(self.of, supply.is_supplied, lambda s: supply.open[s], supply.ends, crossings)
        for side, name in enumerate(self.sides):
            define_answer(f"{name} supplied", supply.supplied(side))
            define_answer(f"{name} attack supply", supply.fed[side])
            lines = self.rail.open_lines[side] - self.rail.controlled(side)
            define_answer(f"{name} rail", lines)
            self.b.query(f"{name} room", 1, lambda u, s=side: ~self.stacking.full(s, u))
            self._define_terms(side, name)
            self._define_play(side, name)
            self.retreats.tell_refuges(side, name)
            parties = (
                self.combat.attacking.units,
                self.of[1 - side].inside(self.combat.targets.hexes),
            )
            self.retreats.tell_stands(side, name, *parties)

    def _define_terms(self, side: int, name: str) -> None:
        """Declares the queries, whose names begin with ``name``, for a battle in which a side
        attacks: attack and defence factors, odds, defenders, limits on the attack, and facts such
        as the supply units of the attack."""
        combat, targets = self.combat, self.combat.targets.hexes
        query = self.b.query
        query(f"{name} attack factor", 1, self.attack)
        query(f"{name} defence factor", 1, partial(self._defence, side))
        query(f"{name} odds", 2, combat.odds)
        defenders = self.of[1 - side].inside(targets)
        define_answer(f"{name} defenders", defenders)
        define_answer(f"{name} beyond factors", combat.assistance(side))
        define_limits(
            f"{name} limit",
            [
                combat.beside_limit(side),
                *combat.limits(side),
                combat.not_yet_attacked(side),
            ],
        )
        define_limits(f"{name} fact", [combat.chosen(), self.supply.drawn_on(side)])
        if side == AXIS:
            define_limits(f"{name} support limit luftwaffe", self.air.support_limits())

    def _defence(self, side: int, unit: Int) -> Int:
        """The defence strength of a unit of a side in the prepared battle; 0 if the unit adds
        nothing to the defence of its hex."""
        at = place_of(unit)
        counted = self.combat.strength_of(self.combat.doubled(at), unit)
        return if_else(self.combat.counts.contains(unit), counted, 0)

    def _define_play(self, side: int, name: str) -> None:
        """Declares the procedures that play a prepared battle: up to its odds, and from there to
        its end."""

        def resolved(rolled: Int) -> None:
            with when(~rolled):
                self.combat.choose_table(1 - side)
            self.combat.resolve(side)

        define_play(name, partial(self.combat.reckon, side), resolved)
