"""Barbarossa Deluxe: what can be asked about a battle, planned or under way.

A battle is set up by its marks, on a copy. Its terms are those of `strength` and `battle`, and what
it leads to is played: nothing here says again what a rule says. A query is named by the attacker's
side and what is asked.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from eastfront.program import *
from eastfront.systems.asking import define_answer
from eastfront.systems.rules import Rules

from .board import MOBILE, PREPARED
from .ground import GERMAN, SOVIET
from .section import Section


class Inquiry(Section):
    """Questions about battles."""

    @Rules.drawing.then()
    def drawing(self, so_far: dict[str, Any]) -> dict[str, Any]:
        """How a battle is set up, and where it is read."""
        german = {"luftwaffe": {"variable": "with luftwaffe", "by": 1}}
        soviet = {name: {"variable": f"with {name}", "by": 1} for name in ("partisans", "airborne")}
        return so_far | {
            "battle": {
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
        }

    def define_queries(self) -> None:
        """What a battle would be, stage by stage, and what it would lead to."""
        for side, name in enumerate(self.sides):
            self._define_terms(side, name)
            self._define_play(side, name)
            movers = self.strength.defenders(side) - self.static
            movers = movers - self.retreats.held_back(1 - side, movers)
            for rule, text, shut in self.retreats.told_shut(1 - side, movers):
                if in_force(rule):
                    define_answer(f"{name} shut {rule} {text}", shut)
            for support, rule, text, may in self._support_limits(side):
                if in_force(rule):
                    define_answer(f"{name} support limit {support} {rule} {text}", may)

    def _define_terms(self, side: int, name: str) -> None:
        """What each unit brings to the battle at hand, and what a bloodbath takes of it."""
        b = self.b
        b.query(f"{name} attack factor", 1, partial(self.strength.attack_base, side))
        b.query(f"{name} attack divisor", 1, partial(self.strength.attack_divisor, side))
        b.query(f"{name} defence factor", 1, self.defence)
        divisor = b.procedure(f"ask {name} defence divisor", 1, partial(self._divisor, side))
        b.query_procedure(f"{name} defence divisor", divisor)
        define_answer(f"{name} defenders", self.strength.defenders(side))
        define_answer(f"{name} shifts", self.strength.shifts(side))
        if side == SOVIET:
            define_answer(f"{name} beyond factors", self.battle.air_support())
        b.query(f"{name} odds", 2, self.strength.ratio)
        if in_force("BD-11.26e"):
            battle = self.battle
            b.query(f"{name} exchange factor", 1, partial(battle.exchange_base, side))
            b.query(f"{name} exchange divisor", 1, partial(battle.exchange_divisor, side))
            b.query(
                f"{name} exchange undivided", 1, lambda u: battle.with_air(u) * battle.air_bonus
            )

    def _divisor(self, side: int, unit: Int) -> None:
        """By how much supply divides a defender; in a mobile assault without the attackers."""
        with when(self.battle_kind == MOBILE):
            place_all(self.attackers, "in-assault", "BD-10.26b")
        return_(self.strength.defence_divisor(side, unit))

    def _define_play(self, side: int, name: str) -> None:
        """A battle that is set up, played by itself: to its odds, and on from there to its end."""

        def reckoned() -> None:
            self.strength.reckon(side)
            self.battle.reveal()
            end_game(-1, 0, "")

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
            end_game(-1, 0, "")

        self.b.procedure(f"{name} battle reckoned", 0, reckoned)
        self.b.procedure(f"{name} battle resolved", 1, resolved)

    def _support_limits(self, side: int) -> list[tuple[str, str, str, Int]]:
        """What forbids the supports of a battle that is only asked about."""
        free = self.battle.luftwaffe > 0
        limits = [("luftwaffe", "BD-11.23d", "no Luftwaffe counter is left this turn", free)]
        if side == GERMAN:
            return limits
        prepared = self.battle_kind == PREPARED
        air = self.battle.with_air.units
        ground = self.battle.in_the_open & prepared
        return [
            *limits,
            (
                "air armies",
                "BD-8.38c",
                "only an army that attacks has an air army",
                (air - (self.attackers & self.armies)).count() == 0,
            ),
            (
                "air armies",
                "BD-8.38b",
                "in fight/move, or first in fight/fight, while any are left",
                self.battle.in_form & prepared & (air.count() <= self._air_at_hand()),
            ),
            (
                "air armies",
                "BD-8.38f",
                "none against the Luftwaffe",
                self.battle.with_luftwaffe == 0,
            ),
            (
                "partisans",
                "BD-8.39c",
                "against supplied defenders in the open country of the USSR",
                ground & self.battle.supplied_defenders(),
            ),
            (
                "partisans",
                "BD-8.39b",
                "once a prepared assault phase",
                self.battle.partisans_used == 0,
            ),
            ("airborne", "BD-8.40c", "in the open country of the USSR", ground),
            (
                "airborne",
                "BD-8.40b",
                "once a year, in fight/move",
                self.battle.may_drop,
            ),
        ]

    def _air_at_hand(self) -> Int:
        """The air armies that a battle may have: all of the turn's, or what a phase has left."""
        return if_else(
            self.assault.fight_number > 0, self.battle.air_left, self.air_table(self.turn)
        )
