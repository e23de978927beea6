"""Barbarossa Deluxe: what can be asked about a battle, stage by stage, before it is fought.

Nothing here changes play; each number is that of `battle`.
"""

from __future__ import annotations

from eastfront.program import *

from .board import AE, DE, FIGHT_MOVE, GERMAN, MOBILE, PREPARED, SOVIET
from .section import Section

TOTALS = 10_000
"""In the answer of a battle each total has so much room: all units of a side have less."""


class Inquiry(Section):
    """Questions about battles."""

    def define_queries(self) -> None:
        """What a battle would be."""
        b = self.b
        ask = [
            b.procedure(f"ask {name} odds", 2, lambda t, k, s=side: self._ask_odds(s, t, k))
            for side, name in enumerate(self.sides)
        ]
        for side, name in enumerate(self.sides):
            b.query_procedure(f"{name} battle", ask[side])
            self._define_stages(side, name)
        b.query("attack total", 0, lambda: self.attack_total)
        b.query("defence total", 0, lambda: self.defence_total)
        b.query("odds", 0, lambda: self.odds)

    def _define_stages(self, side: int, name: str) -> None:
        """The parts of a battle one by one, for its explanation."""
        b = self.b

        b.query(f"{name} attack factor", 1, lambda u: self.strength.attack_base(side, u))
        b.query(f"{name} attack divisor", 1, lambda u: self.strength.attack_divisor(side, u))
        b.query(f"{name} defence factor", 1, self.defence)
        divisor = b.procedure(
            f"ask {name} defence divisor", 2, lambda u, k: self._ask_divisor(side, u, k)
        )
        b.query_procedure(f"{name} defence divisor", divisor)
        b.query(f"{name} defenders", 0, lambda: self.strength.defenders(side))
        b.query(f"{name} shifts", 0, lambda: self.strength.shifts(side))
        result = b.procedure(
            f"ask {name} result", 4, lambda t, k, c, d: self._ask_result(side, t, k, c, d)
        )
        b.query_procedure(f"{name} result", result)
        choices = (
            [
                ("BD-5.16b", "the German may turn BB into DR", self.battle.shaping()),
                ("BD-13.9a", "the Soviet may retreat before the die", self.battle.may_give_way()),
            ]
            if side == GERMAN
            else [("BD-11.33b", "the Soviet may turn BB into DR", self.strength.solo_satellite())]
        )
        for rule, text, cause in choices:
            if in_force(rule):
                b.query(f"{name} battle choice {rule} {text}", 0, lambda w=cause: w)

        soviet = ("air armies", "partisans", "airborne")
        for support in ("luftwaffe", *(soviet if side == SOVIET else ())):
            b.query(f"{name} support {support}", 0, lambda: number(1))
        for support, rule, text, may in self._support_limits(side):
            if in_force(rule):
                b.query(f"{name} support limit {support} {rule} {text}", 0, lambda m=may: m)

    def _support_limits(self, side: int) -> list[tuple[str, str, str, Int]]:
        """What forbids the supports of a battle that is only asked about."""
        free = self.luftwaffe > 0
        limits = [("luftwaffe", "BD-11.23d", "no Luftwaffe counter is left this turn", free)]
        if side == GERMAN:
            return limits
        prepared = self.battle_kind == PREPARED
        first = self.first_of_two_assaults
        air = self.with_air.units
        ground = self.ussr.contains(self.target) & ~self.strength.is_city & prepared
        in_form = (self.sequence_chosen == FIGHT_MOVE) | first
        unused = self.airborne_year < self.year_table(self.turn)
        limits += [
            (
                "air armies",
                "BD-8.38c",
                "only an army that attacks has an air army",
                (air - (self.strength.attackers & self.armies)).count() == 0,
            ),
            (
                "air armies",
                "BD-8.38b",
                "in fight/move, or first in fight/fight, while any are left",
                in_form & prepared & (air.count() <= self._air_at_hand()),
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
                self.assault.partisans_used == 0,
            ),
            ("airborne", "BD-8.40c", "in the open country of the USSR", ground),
            (
                "airborne",
                "BD-8.40b",
                "once a year, in fight/move",
                unused & (self.sequence_chosen == FIGHT_MOVE),
            ),
        ]
        return limits

    def _air_at_hand(self) -> Int:
        """The air armies that a battle may have: all of the turn's, or what a phase has left."""
        return if_else(self.fight_number > 0, self.air_left, self.air_table(self.turn))

    def _ask_divisor(self, side: int, unit: Int, kind: Int) -> None:
        """By how much supply divides a defender; in a mobile assault without the attackers."""
        if in_force("BD-10.26b"):
            with when(kind == MOBILE):
                place_all(self.strength.attackers, self.box("in-assault"), "BD-10.26b")
        return_(self.strength.defence_divisor(side, unit))

    def _ask_result(self, side: int, target: Int, kind: Int, column: Int, die: Int) -> None:
        """The result of a die, conversions that nobody chooses made."""
        assign(self.target, target)
        assign(self.battle_kind, kind)
        with either(column > 7) as otherwise:
            assign(self.result, DE)
            otherwise()
            with either(column < -4) as rolled:
                assign(self.result, AE)
                rolled()
                assign(self.result, self.results_table(column, die))
        self.battle.convert_at_once(side)
        return_(self.result)

    def _ask_odds(self, side: int, target: Int, kind: Int) -> None:
        assign(self.target, target)
        assign(self.battle_kind, kind)
        self.strength.reckon(side)
        packed = (self.column + 500) + (self.odds + 500) * 1000
        return_(packed + (self.attack_total + self.defence_total * TOTALS) * 1_000_000)
