"""Barbarossa Deluxe: queries on a battle, planned or under way.

A battle is prepared by marking its attackers and target in a copy of the state. Strengths, odds and
shifts are those of the modules `strength` and `battle`, and results are played, so no rule is
stated twice. The name of a query begins with the attacker's side.
"""

from __future__ import annotations

from functools import partial

from eastfront.program import *
from eastfront.systems.asking import define_answer, define_limits, define_play

from .board import MOBILE, PREPARED
from .ground import GERMAN, SOVIET
from .section import Section


class Inquiry(Section):
    """The queries on battles, for explanations and for bots; this section states no rule."""

    def define_queries(self) -> None:
        """Declares the queries on the strengths, odds, supports and results of a battle, and on
        retreats."""
        self._set_up()
        for side, name in enumerate(self.sides):
            self._define_terms(side, name)
            self._define_play(side, name)
            movers = self.strength.defenders(side) - self.static
            movers = movers - self.retreats.held_back(1 - side, movers)
            self.retreats.tell_stands(side, name, self.attackers, movers)
            for rule, text, shut in self.retreats.told_shut(1 - side, movers):
                if in_force(rule):
                    define_answer(f"{name} shut {rule} {text}", shut)
            for support, limits in self.battle.support_limits(side).items():
                define_limits(f"{name} support limit {support}", limits)

    def _set_up(self) -> None:
        """Declares, for explanations of battles, the names of the flags and variables that hold a
        battle: its attackers, target and odds, and the supports, which are the Luftwaffe
        (BD-11.23c), partisans (BD-8.39d), the airborne assault (BD-8.40c) and air armies."""
        german = {"luftwaffe": {"variable": "with luftwaffe", "by": 1}}
        soviet = {name: {"variable": f"with {name}", "by": 1} for name in ("partisans", "airborne")}
        self.b.battle = {
            "attackers": "attacking",
            "target": "target",
            "kind": "battle kind",
            "moving": "mobile",
            "retreating": "retreating",
            "printed": ["attack", "defence"],
            "totals": ["attack", "defence"],
            "column": "column",
            "ladder": True,
            "supports": {
                "german": german,
                "soviet": {**german, **soviet, "air armies": {"flag": "air army"}},
            },
        }

    def _define_terms(self, side: int, name: str) -> None:
        """Declares the queries, whose names begin with ``name``, for the factors and divisors of
        each unit in a battle in which a side attacks, for shifts and odds, and for the losses of a
        bloodbath."""
        b = self.b
        b.query(f"{name} attack factor", 1, partial(self.strength.attack_base, side))
        b.query(f"{name} attack divisor", 1, partial(self.strength.attack_divisor, side))
        b.query(f"{name} defence factor", 1, partial(self.strength.defence_base, side))
        divisor = b.procedure(f"ask {name} defence divisor", 1, partial(self._divisor, side))
        b.query_procedure(f"{name} defence divisor", divisor)
        define_answer(f"{name} defenders", self.strength.defenders(side))
        define_answer(f"{name} shifts", self.strength.shifts(side))
        if side == SOVIET:
            define_answer(f"{name} beyond factors", self.battle.air_support())
        b.query(f"{name} odds", 2, self.strength.ratio)
        self.battle.define_losses(side, name)

    def _divisor(self, side: int, unit: Int) -> None:
        """Answers a query with the divisor, by supply, of the factor of a unit that defends against
        ``side``. In a mobile assault the attackers are taken off the map first, since they do not
        affect the defender's supply."""
        with when(self.battle_kind == MOBILE):
            self.strength.set_aside()
        return_(self.strength.defence_divisor(side, unit))

    def _define_play(self, side: int, name: str) -> None:
        """Declares the procedures that play a prepared battle: up to its odds, and from there to
        its end."""

        def reckoned() -> None:
            self.strength.reckon(side)
            self.battle.reveal()

        def resolved(rolled: Int) -> None:
            self.battle.reopen()
            if side == GERMAN:
                with when(~rolled):
                    self.battle.retreat_instead()
            with when(self.battle.result < 0):
                self.battle.resolve(side)
            self.battle.conclude(side)
            with when(self.battle_kind == PREPARED):
                self.assault.follow_up(side)

        define_play(name, reckoned, resolved)
