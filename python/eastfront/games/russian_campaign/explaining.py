"""The Russian Campaign: queries on a battle, planned or under way.

A battle is set up by flags, on a copy of the position: `engaged` units attack the `beset` hexes.
Its terms are computed by `strength`, and its consequences follow from playing it, so no rule is
stated twice. The name of a query has the attacker's side, the subject and, if one rule answers,
that rule.
"""

from __future__ import annotations

from functools import partial

from eastfront.program import *
from eastfront.systems.asking import define_answer, define_limits, define_play

from .overrun import AUTOMATIC_VICTORY
from .section import Section
from .strength import BEST, STUKA, STURMOVIK


class Explaining(Section):
    """The section that declares the queries on battles: values, such as the odds, that the engine
    computes for explanations to players."""

    def define_queries(self) -> None:
        """Declares the flags that set up a battle on a copy of a position, and what explains it:
        queries for its totals and odds (TRC-13.1a), its die roll (TRC-13.2a), its factors, shifts
        and limits, and the procedures that play it."""
        self.b.battle = {
            "attackers": "engaged",
            "targets": "beset",
            "retreating": "fleeing",
            "printed": ["combat factor", "combat factor"],
            "totals": ["attack total", "defence total"],
            "column": "announced odds",
            "undecided": ["odds", "combat"],
            "certain": {
                "procedure": "automatic victory",
                "column": BEST,
                "rule": AUTOMATIC_VICTORY,
                "text": "it is fought at 10-1, without a die roll",
            },
            "supports": {
                "axis": {"stuka": {"variable": "odds shift", "by": STUKA}},
                "russian": {"sturmovik": {"variable": "odds shift", "by": STURMOVIK}},
            },
        }
        for side, name in enumerate(self.sides):
            self._define_terms(side, name)
            define_limits(f"{name} limit", self.battle.told_limits(side))
            support = f"{name} support limit {('stuka', 'sturmovik')[side]}"
            define_limits(support, self.strengths.support_limits(side))
            self._define_play(side, name)
            # TRC-13.5a: no retreat into an enemy zone of control
            self.retreats.tell_refuges(side, name)

    def _define_terms(self, side: int, name: str) -> None:
        q, fight = self.b.query, self.strengths
        us, them = fight.at_hand()
        q(f"{name} attack factor", 1, lambda u: fight.attack_factor(u, them))
        # adding zero lists the rules of doubling (TRC-14.1) without changing the factor
        q(
            f"{name} defence factor",
            1,
            lambda u: fight.defence_factor(side, us, u) + fight.doublings(side, us, u) * 0,
        )
        define_answer(f"{name} defenders", self._beset_units(side))
        q(f"{name} odds", 2, lambda a, d: fight.shifted(self.battle.ratio(a, d), 0))
        told = self.strengths.told_shifts(side)
        shifts = [by(rule, columns, told=True) for rule, _, columns in told]
        define_answer(f"{name} shifts", sum(shifts[1:], shifts[0]))
        self.retreats.tell_stands(side, name, fight.engaged.units, self._beset_units(side))

    def _beset_units(self, side: int) -> Units:
        """The units in the attacked hexes that the side may attack, or that are recorded as
        defenders; so the set serves before the die roll and after."""
        return (self.strengths.defenders(side) | self.battle.defending.units).inside(
            self.strengths.beset.hexes
        )

    def _define_play(self, side: int, name: str) -> None:
        """Declares, under the side's name `name`, the two procedures that play a prepared battle of
        the side's attackers: one up to the odds, and one from the odds to the end."""

        def resolved(rolled: Int) -> None:
            assign(self.battle.result, -1)
            self.battle.conclude(side)

        define_play(name, partial(self.battle.commit, side), resolved)
