"""The Russian Campaign: what can be asked about a battle, stage by stage, before it is fought.

The battle is set up by its marks: `engaged` units attack the `beset` hexes. Nothing here changes
play; each number is that of `strength` and `battle`. A query is named by the attacker's side, what
is asked and, where one rule answers, the rule.
"""

from __future__ import annotations

from typing import Any

from eastfront.program import *
from eastfront.systems.rules import Rules
from eastfront.systems.sections import value

from .board import A1, AE, AR, AXIS, D1, DE, DR, DS, EX, FIRST, RESULTS, RUSSIAN
from .section import Section
from .strength import BEST, WORST

STUKA, STURMOVIK = 3, 1
"""Levels that an air unit gives (TRC-15.5a, TRC-15.7a)."""

MOST_LEVELS = 3
"""The most that Sturmoviks and artillery give together (TRC-15.10b)."""


class Explaining(Section):
    """Questions about battles."""

    @Rules.drawing.then()
    def drawing(self, so_far: dict[str, Any]) -> dict[str, Any]:
        """How a battle is asked about, before and after its die (TRC-13.1a, TRC-13.2a)."""
        return so_far | {
            "engagement": {
                "units": "engaged",
                "hexes": "beset",
                "printed": "combat factor",
                "shift": "odds shift",
                "totals": ["attack total", "defence total"],
                "announced": "announced odds",
                "result": "result",
                "open": ["battle", "forces", "odds", "combat"],
                "supports": {"axis": {"stuka": STUKA}, "russian": {"sturmovik": STURMOVIK}},
            }
        }

    def define_queries(self) -> None:
        """The stages of a battle of each side."""
        for side, name in enumerate(self.sides):
            self._define_stages(side, name)
            self._define_limits(side, name)
            self._define_ends(side, f"{name} after")

    def _define_stages(self, side: int, name: str) -> None:
        q = self.b.query
        q(f"{name} attack factor", 1, self._told_attack)
        q(f"{name} defence factor", 1, lambda u: self._told_defence(side, u))
        q(f"{name} defenders", 0, lambda: self._beset_units(side))
        q(f"{name} attack total", 0, self.strengths.attack_strength)
        q(f"{name} defence total", 0, lambda: self._defence_now(side))
        q(
            f"{name} plain odds",
            2,
            lambda a, d: self.strengths.shifted(self.battle.ratio(a, d), 0),
        )
        q(f"{name} column", 0, lambda: self._column_now(side))
        q(f"{name} result", 2, self._told_result)
        for rule, text, by in self.told_shifts(side):
            if in_force(rule):
                q(f"{name} shift {rule} {text}", 0, lambda by=by: by)

    # -- strength ---------------------------------------------------------------------------

    def _told_strength(self, unit: Number) -> Int:
        """TRC-17.3.1a: a unit's strength, the rule named that halves it."""
        factor = self.factor(unit)
        dry = ruled("TRC-17.3.1a", self.supply.dry(unit))
        return if_else(dry, factor.divided_up(2), factor)

    def _told_attack(self, unit: Int) -> Int:
        """What an attacker is worth against whom he attacks."""
        worth, bonus = self._told_strength(unit), self.strengths.told_attack_bonus(unit)
        return worth if bonus.node == number(0).node else worth + bonus

    def _told_defence(self, side: int, unit: Int) -> Int:
        """TRC-14.1: what a defender is worth, the rules named that double it."""
        here = place_of(unit)
        us = self.strengths.engaged.units
        behind = ~self.strengths.no_rivers_yet(side) & ~self.strengths.eased_by(us, here)
        across = us.where(lambda u: self.strait(place_of(u), here)).any()
        hard = ruled("TRC-14.1a", self.mountain.contains(here))
        city = ruled("TRC-14.1b", self.major.contains(here))
        river = ruled("TRC-14.1c", behind & ~across)
        doubled = hard | city | river | ruled("TRC-14.1d", behind & across)
        worth = self._told_strength(unit) * if_else(doubled, 2, 1)
        bonus = self.strengths.told_bonus(side, unit)
        return worth if bonus.node == number(0).node else worth + bonus

    def _defence_now(self, side: int) -> Int:
        return self.strengths.worth(side, self.strengths.engaged.units, self.strengths.beset.hexes)

    def _beset_units(self, side: int) -> Units:
        """Who is attacked, before the die and after."""
        return (self.strengths.defenders(side) | self.battle.defending.units).inside(
            self.strengths.beset.hexes
        )

    def _column_now(self, side: int) -> Int:
        """TRC-13.1a, TRC-16.1a: the odds at which the die is rolled, 10-1 if none is needed."""
        odds = let(
            self.strengths.attack_strength(),
            lambda attack: let(
                self._defence_now(side),
                lambda defence: larger(self.strengths.battle_odds(side, attack, defence), WORST),
            ),
        )
        won = self.overruns.wins_unrolled(side)
        return let(odds, lambda n: if_else((n >= BEST) & ~won, BEST - 1, n))

    def _told_result(self, odds: Int, die: Int) -> Int:
        """TRC-13.2a, TRC-16.1a: the result of a die."""
        last = if_else(odds >= BEST, BEST - 1, odds)
        return if_else(odds >= BEST, DS, self.strengths.results_table(last, die))

    @value
    def told_shifts(self, side: int) -> list[tuple[str, str, Int]]:
        """Levels that aircraft and guns give, each by its rule (TRC-15, TRC-28.6.I)."""
        shifts = [("TRC-15.5a" if side == AXIS else "TRC-15.7a", "aircraft", self.strengths.shift)]
        if self.corps_guns.corps_artillery:
            guns = (
                self.strengths.levels(side, self.strengths.engaged.units, self.strengths.shift)
                - self.strengths.shift
            )
            shifts.append(("TRC-28.6.Ib", "artillery", guns))
        return shifts

    # -- what forbids it --------------------------------------------------------------------

    def _define_limits(self, side: int, name: str) -> None:
        us, them = self.strengths.engaged.units, self.strengths.beset.hexes
        odds = self.battle.ratio(self.strengths.attack_strength(), self._defence_now(side))
        limits: list[tuple[str, str, Units | Int]] = [
            ("TRC-12.1a", "it does not fight, or not any more", us & self.duties.fighters(side)),
            ("TRC-12.3c", "it is not next to every defender", us.where(self._beside_all)),
            ("TRC-3.7h", "its army group may not attack there yet", self._free_to(side, us, them)),
            ("TRC-12.5a", "the odds are below 1-6", odds >= WORST),
        ]
        for rule, text, allows in limits:
            if in_force(rule):
                self.b.query(f"{name} limit {rule} {text}", 0, lambda a=allows: a)
        supports = [
            ("axis", "stuka", "TRC-15.6a", "no Stuka is left this turn", self.strengths.stukas > 0),
            (
                "axis",
                "stuka",
                "TRC-15.2a",
                "no headquarters is near enough",
                self.strengths.bases_near(self.german_hqs & self.on_map(AXIS), them).any(),
            ),
            (
                "axis",
                "stuka",
                "TRC-15.5b",
                "the headquarters near enough support a Stuka already",
                self.strengths.stuka_bases(them).any(),
            ),
            ("axis", "stuka", "TRC-15.5a", "one Stuka an attack", self.strengths.shift <= STUKA),
            (
                "russian",
                "sturmovik",
                "TRC-15.9a",
                "no more Sturmoviks are left this turn",
                self.strengths.sturmoviks >= self.strengths.shift,
            ),
            (
                "russian",
                "sturmovik",
                "TRC-15.10b",
                "no more than three levels in all",
                self.strengths.levels(RUSSIAN, us, self.strengths.shift - STURMOVIK) < MOST_LEVELS,
            ),
            (
                "russian",
                "sturmovik",
                "TRC-15.8a",
                "Stavka is not near enough",
                self.strengths.sturmovik_base(them),
            ),
        ]
        for who, what, rule, text, may in supports:
            if who == name and in_force(rule):
                self.b.query(f"{name} support limit {what} {rule} {text}", 0, lambda m=may: m)
        if in_force("TRC-15.1a"):
            what = "stuka" if side == AXIS else "sturmovik"
            text = "aircraft fly in first impulses only"
            first = self.game_turn.impulse == FIRST
            self.b.query(f"{name} support limit {what} TRC-15.1a {text}", 0, lambda: first)

    def _beside_all(self, unit: Int) -> Int:
        beside = one_hex(place_of(unit)).adjacent(self.attack_edges)
        return ~(self.strengths.beset.hexes - beside).any()

    def _free_to(self, side: int, units: Units, hexes: Hexes) -> Units:
        """TRC-3.7: those of some units that may attack all of some hexes."""
        return units.where(
            lambda u: ~hexes.where(lambda h: ~self.strengths.allowed(side, u, h)).any()
        )

    # -- what lies behind a result ----------------------------------------------------------

    def _define_ends(self, side: int, prefix: str) -> None:
        """TRC-13.3: who falls, who chooses one to lose, who retreats, moved by the attacker."""
        q = self.b.query
        us, them = self.strengths.engaged.units, self._beset_units(side)
        lost = [
            (AE, "TRC-13.3a", us),
            (DE, "TRC-13.3j", them),
            (DS, "TRC-13.3k", them),
        ]
        for result, rule, units in lost:
            if in_force(rule):
                q(f"{prefix} lost {RESULTS[result]} {rule}", 0, lambda u=units: u)
        losses = [
            (A1, "TRC-13.3b", us, 0),
            (EX, "TRC-13.3b", us, 0),
            (EX, "TRC-13.3i", them, 1),
            (D1, "TRC-13.3i", them, 1),
        ]
        for result, rule, units, theirs in losses:
            if in_force(rule):
                who = self.sides[1 - side if theirs else side]
                q(f"{prefix} loss {RESULTS[result]} {rule} {who}", 0, lambda u=units: u)
        flights = [
            (A1, us, "one or two", "TRC-14.2a"),
            (AR, us, "one or two", "TRC-14.2a"),
            (EX, them, "one or two", "TRC-14.2b"),
            (D1, them, "two", "TRC-14.2b"),
            (DR, them, "two", "TRC-14.2b"),
        ]
        for result, units, far, shelter in flights:
            stay = units.inside(self.woods) if in_force(shelter) else no_units()
            gone = units - stay
            for rule, hexes, where in self.battle.shelters(side) if units is them else []:
                held = gone.inside(hexes)
                gone = gone - held
                q(f"{prefix} stand {RESULTS[result]} {rule} {where}", 0, lambda u=held: u)
            q(f"{prefix} flight {RESULTS[result]} TRC-13.4a {far}", 0, lambda u=gone: u)
            q(f"{prefix} stand {RESULTS[result]} {shelter} in woods", 0, lambda u=stay: u)
        q(f"{prefix} refuge", 1, self._refuges)

    def _refuges(self, unit: Int) -> Hexes:
        """TRC-13.5a: the hexes next to a unit into which it may retreat."""
        here = one_hex(place_of(unit))
        axis, russian = (self.retreats.near_refuge(s, unit, here) for s in (AXIS, RUSSIAN))
        return axis.when(self.axis_units.contains(unit)) | russian.when(
            self.russian_units.contains(unit)
        )
