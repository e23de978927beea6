"""Barbarossa Deluxe: what can be asked about what lies behind each result of a battle.

Who falls without a choice, what the attacker may give up, where the defenders may retreat and what
closes the other hexes, who may advance. Nothing here changes play; each answer is that of
`battle` and `retreat`. A query is named by the attacker's side, ``after``, the kind of
consequence, the result where there is one, and the rule.
"""

from __future__ import annotations

from eastfront.program import *

from .board import AE, BB, DE, DR, GERMAN, PREPARED, RESULTS, SOVIET, units_at
from .section import Section


class Aftermath(Section):
    """Questions about the ends of battles."""

    def define_queries(self) -> None:
        """The consequences of each result."""
        for side, name in enumerate(self.sides):
            self._losses(side, f"{name} after")
            self._retreats(side, f"{name} after")
            self._turns(side, f"{name} after turned")
            if in_force("BD-11.30a"):
                able = self.retreats.able_to_advance(side).when(self.battle_kind == PREPARED)
                self.b.query(f"{name} after advance BD-11.30b", 0, lambda a=able: a)

    def _turns(self, side: int, prefix: str) -> None:
        """The choices that make another result of one: of which, which, who chooses, the rule."""
        turns = [("BB", "DR", SOVIET, "BD-11.33b", self.strength.solo_satellite())]
        if side == GERMAN:
            turns = [
                ("any", "DR", SOVIET, "BD-13.9a", self.battle.may_give_way()),
                ("BB", "DR", GERMAN, "BD-5.16b", self.battle.shaping()),
            ]
        for of, makes, who, rule, cause in turns:
            if in_force(rule):
                name = f"{prefix} {of} {makes} {self.sides[who]} {rule}"
                self.b.query(name, 0, lambda w=cause: w)

    def _losses(self, side: int, prefix: str) -> None:
        """BD-11.26: who is eliminated, and what a bloodbath costs the attacker."""
        b = self.b
        defenders = self.strength.defenders(side)
        newcomers = (units_at(self.target) & self.own(1 - side)) - defenders
        certain: list[tuple[int, str, Units]] = [
            (AE, "BD-11.26a", self.strength.attackers),
            (BB, "BD-11.26d", defenders),
            (BB, "BD-11.29b", newcomers),
            (DR, "BD-11.29b", newcomers),
            (DR, "BD-8.34c", defenders & self.static),
            (DR, "BD-11.28c", self.retreats.held_back(1 - side, defenders - self.static)),
            (DE, "BD-11.26c", defenders),
            (DE, "BD-11.29b", newcomers),
        ]
        for result, rule, units in certain:
            if in_force(rule):
                b.query(f"{prefix} lost {RESULTS[result]} {rule}", 0, lambda u=units: u)
        if not in_force("BD-11.26e"):
            return
        b.query(f"{prefix} surrender BD-11.26e", 0, lambda: self.strength.attackers)
        bonus = int(self.data.charts["air-armies"]["attack_bonus"])
        b.query(f"{prefix} factor", 1, lambda u: self.battle.exchange_base(side, u))
        b.query(f"{prefix} divisor", 1, lambda u: self.battle.exchange_divisor(side, u))
        b.query(f"{prefix} undivided", 1, lambda u: self.with_air(u) * bonus)
        if in_force("BD-11.26g"):
            dotted = self.strength.attackers - self.replaceable - self.romanians
            b.query(f"{prefix} first BD-11.26g", 0, lambda: dotted)

    def _retreats(self, side: int, prefix: str) -> None:
        """BD-11.27, BD-11.28: the hexes open to the stack, and to each unit should it split."""
        b, owner = self.b, 1 - side
        movers = self.strength.defenders(side)
        if in_force("BD-8.34c"):
            movers = movers - self.static
        if in_force("BD-11.28c"):
            movers = movers - self.retreats.held_back(owner, movers)
        to = self.retreats.candidates(owner, movers)
        whole = to & self.room(owner, movers.count()) & self.retreats.apart(movers)
        if not in_force("BD-11.27b"):
            whole = no_hexes()
        b.query(f"{prefix} retreat BD-11.27e", 0, lambda: whole)
        b.query(f"{prefix} movers BD-11.27b", 0, lambda: movers)
        b.query(f"{prefix} open BD-11.28c", 0, lambda: to)

        def alone(u: Int) -> Hexes:
            fit = self.retreats.candidates(owner, one_unit(u)) & self.room(owner)
            return fit & self.satellite_room(u)

        b.query(f"{prefix} alone", 1, alone)
        for rule, text, shut in self._shut(owner, movers, to):
            if in_force(rule):
                b.query(f"{prefix} shut {rule} {text}", 0, lambda h=shut: h)

    def _shut(self, side: int, movers: Units, to: Hexes) -> list[tuple[str, str, Hexes]]:
        """What closes the hexes around a battle, the first that does counting."""
        start = one_hex(self.target)
        around = start.adjacent()
        home = "BD-11.27c" if side == GERMAN else "BD-11.27d"
        away = "the west" if side == GERMAN else "the east"
        return [
            ("BD-11.27f", "the attack came from there", around & self.retreats.attack_hexes()),
            ("BD-11.27a", "enemies are there", around & occupied(1 - side)),
            (
                "BD-11.28a",
                "no way leads there",
                around - (start.adjacent(self.field) & self.land),
            ),
            ("BD-10.22a", "satellites may not go there", around & self.barred_to(movers)),
            (home, f"another hex lies toward {away}", self.retreats.open_hexes(side, movers) - to),
            ("BD-6.4a", "another satellite army is there", to - self.retreats.apart(movers)),
            (
                "BD-6.3a",
                "there is no room for the whole stack",
                to - self.room(side, movers.count()),
            ),
        ]
