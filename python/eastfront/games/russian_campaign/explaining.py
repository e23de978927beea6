"""The Russian Campaign: what can be asked about a battle, planned or under way.

A battle is set up by its marks, on a copy: `engaged` units attack the `beset` hexes. Its terms are
those of `strength`, and what it leads to is played: nothing here says again what a rule says. A
query is named by the attacker's side, what is asked and, where one rule answers, the rule.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from eastfront.program import *
from eastfront.systems.rules import Rules
from eastfront.systems.sections import value

from .board import AXIS, FIRST, RUSSIAN
from .section import Section
from .strength import WORST

STUKA, STURMOVIK = 3, 1
"""Levels that an air unit gives (TRC-15.5a, TRC-15.7a)."""

MOST_LEVELS = 3
"""The most that Sturmoviks and artillery give together (TRC-15.10b)."""


class Explaining(Section):
    """Questions about battles."""

    @Rules.drawing.then()
    def drawing(self, so_far: dict[str, Any]) -> dict[str, Any]:
        """How a battle is set up, and where it is read (TRC-13.1a, TRC-13.2a)."""
        return so_far | {
            "battle": {
                "attackers": "engaged",
                "targets": "beset",
                "retreating": "fleeing",
                "printed": ["combat factor", "combat factor"],
                "totals": ["attack total", "defence total"],
                "column": "announced odds",
                "undecided": ["odds", "combat"],
                "supports": {
                    "axis": {"stuka": {"variable": "odds shift", "by": STUKA}},
                    "russian": {"sturmovik": {"variable": "odds shift", "by": STURMOVIK}},
                },
            }
        }

    def define_queries(self) -> None:
        """The terms of a battle of each side, what forbids it, and the battle by itself."""
        for side, name in enumerate(self.sides):
            self._define_terms(side, name)
            self._define_limits(side, name)
            self._define_play(side, name)
            self.retreats.tell_refuges(side, name)

    def _define_terms(self, side: int, name: str) -> None:
        q, fight = self.b.query, self.strengths
        us, them = fight.at_hand()
        q(f"{name} attack factor", 1, lambda u: fight.attack_factor(u, them))
        # the rules that double are told by their names, and add nothing to the number
        q(
            f"{name} defence factor",
            1,
            lambda u: fight.defence_factor(side, us, u) + fight.doublings(side, us, u) * 0,
        )
        odds = larger(
            fight.battle_odds(side, fight.attack_strength(), fight.worth(side, us, them)), WORST
        )
        q(f"{name} column", 0, lambda: let(odds, lambda n: self.battle.best_announced(side, n)))
        q(f"{name} defenders", 0, partial(self._beset_units, side))
        q(f"{name} odds", 2, lambda a, d: fight.shifted(self.battle.ratio(a, d), 0))
        shifts = [ruled(rule, by) for rule, _, by in self.told_shifts(side)]
        q(f"{name} shifts", 0, lambda: sum(shifts[1:], shifts[0]))
        for rule, where, stay in self._stands(side):
            q(f"{name} stand {rule} {where}", 0, lambda u=stay: u)

    def _stands(self, side: int) -> Iterator[tuple[str, str, Units]]:
        """TRC-14.2: who stays when a result says retreat, and by which rule."""
        us, them = self.strengths.engaged.units, self._beset_units(side)
        ours = self.battle.stands.told(us, side, side, us)
        theirs = self.battle.stands.told(them, side, 1 - side, them)
        for (rule, where, some), (_, _, others) in zip(ours, theirs, strict=True):
            if rule:
                yield rule, where, some | others

    def _beset_units(self, side: int) -> Units:
        """Who is attacked, before the die and after."""
        return (self.strengths.defenders(side) | self.battle.defending.units).inside(
            self.strengths.beset.hexes
        )

    def _define_play(self, side: int, name: str) -> None:
        """A battle that is set up, played by itself: to its odds, and on from there to its end."""

        def reckoned() -> None:
            self.battle.commit(side)
            end_game(-1, 0, "")

        def resolved(rolled: Int) -> None:
            assign(self.battle.result, -1)
            self.battle.conclude(side)
            end_game(-1, 0, "")

        self.b.procedure(f"{name} battle reckoned", 0, reckoned)
        self.b.procedure(f"{name} battle resolved", 1, resolved)

    @value
    def told_shifts(self, side: int) -> list[tuple[str, str, Int]]:
        """Levels that aircraft give, and what else shifts the odds, each by its rule (TRC-15)."""
        return [("TRC-15.5a" if side == AXIS else "TRC-15.7a", "aircraft", self.strengths.shift)]

    # -- what forbids it --------------------------------------------------------------------

    def _define_limits(self, side: int, name: str) -> None:
        fight = self.strengths
        us, them = fight.at_hand()
        attack, worth = fight.attack_strength(), fight.worth(side, us, them)
        least, times = self.duties.floor()
        fair = attack * least >= worth * times
        for limit in self.duties.floor_limits(side, FIRST, self.battle.relaxed):
            if isinstance(limit.allows, Int):
                fair = fair & (limit.allows | (self.game_turn.impulse != FIRST))
        there = fight.defenders(side).hexes()
        may = us.where(lambda u: ~them.where(lambda h: ~fight.allowed(side, u, h)).any())
        self._define_refusals(
            f"{name} limit",
            ("TRC-12.4a", "nobody is to be attacked there", ~(them - there).any()),
            ("TRC-12.1a", "it does not fight, or not any more", us & self.duties.fighters(side)),
            ("TRC-12.3c", "it is not next to every defender", us.where(self._beside_all)),
            ("TRC-3.7h", "its army group may not attack there yet", may),
            ("TRC-12.5a", "the odds are below 1-6", fair | self.battle.relaxed),
        )
        near = fight.bases_near(self.german_hqs & self.on_map(AXIS), them)
        free, fewer = fight.stuka_bases(them), fight.levels(RUSSIAN, us, fight.shift - STURMOVIK)
        stuka = (
            ("TRC-15.6a", "no Stuka is left this turn", fight.stukas > 0),
            ("TRC-15.2a", "no headquarters is near enough", near.any()),
            ("TRC-15.5b", "the headquarters near enough support a Stuka already", free.any()),
            ("TRC-15.5a", "one Stuka an attack", fight.shift <= STUKA),
        )
        sturmovik = (
            ("TRC-15.9a", "no more Sturmoviks are left this turn", fight.sturmoviks >= fight.shift),
            ("TRC-15.10b", "no more than three levels in all", fewer < MOST_LEVELS),
            ("TRC-15.8a", "Stavka is not near enough", fight.sturmovik_base(them)),
        )
        first = self.game_turn.impulse == FIRST
        self._define_refusals(
            f"{name} support limit {('stuka', 'sturmovik')[side]}",
            *(stuka, sturmovik)[side],
            ("TRC-15.1a", "aircraft fly in first impulses only", first),
        )

    def _define_refusals(self, name: str, *limits: tuple[str, str, Units | Int]) -> None:
        """A query for each limit that is in force: what it lets through."""
        for rule, text, allows in limits:
            if in_force(rule):
                self.b.query(f"{name} {rule} {text}", 0, lambda a=allows: a)

    def _beside_all(self, unit: Int) -> Int:
        beside = one_hex(place_of(unit)).adjacent(self.attack_edges)
        return ~(self.strengths.beset.hexes - beside).any()
