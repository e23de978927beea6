"""Barbarossa Deluxe, 8.36: the Soviet artillery corps."""

from __future__ import annotations

from typing import Any

from eastfront.program import *
from eastfront.systems.fields import unit_flag, variable

from .assault import Assault
from .battle import Battle
from .board import FIGHT_MOVE, MOST_MARKERS
from .ground import SOVIET
from .section import OptionalRule


class Artillery(OptionalRule):
    """Artillery corps support armies that attack. They have no part in a defence (8.36h), nor in
    stacking and losses (8.36f)."""

    left = variable("artillery corps left", Life.PHASE, most=MOST_MARKERS)
    supported = unit_flag("artillery corps", Life.BATTLE, in_play=True)

    @classmethod
    def come_on(cls, game: Any) -> list[int]:
        """The turns on which the corps arrive."""
        found: list[int] = game.data.charts["artillery-corps"]["arrivals"]
        return found

    @classmethod
    def played(cls, game: Any) -> bool:
        """Says whether a corps is there in the scenario."""
        last: int = game.data.setup["last_turn"]
        return min(cls.come_on(game)) <= last

    def define(self) -> None:
        """Declares how many corps there are on each turn (BD-8.36a)."""
        first, last = self.turns
        found = [sum(n <= t for n in self.come_on(self.game)) for t in range(first, last + 1)]
        self.there_are = self.b.table("artillery corps", [first], [len(found)], found)

    @Assault.assault_phase.before("BD-8.36a")
    def receive(self, side: int) -> None:
        """Gives the Soviet the corps for a prepared assault phase: all that have arrived
        (BD-8.36a)."""
        if side == SOVIET:
            assign(self.left, self.there_are(self.turn), "BD-8.36a")

    @property
    def able(self) -> Units:
        """The attackers that a corps may support: armies in overland supply (BD-8.36d) that are no
        shock armies (BD-8.36e)."""
        armies = self.attackers & self.armies
        fed = armies.inside(self.supply.soviet_overland)
        return by("BD-8.36d", fed, otherwise=armies) - by("BD-8.36e", self.shock)

    @property
    def in_form(self) -> Int:
        """Says whether the phase is that of a fight/move player turn (BD-8.36b), or the first of
        fight/fight (BD-8.36c); in no other phase are corps left."""
        first = self.assault.first_of_two
        first = by("BD-8.36c", first, otherwise=first | (self.assault.fight_number > 1))
        fight_move = self.game_turn.sequence_chosen == FIGHT_MOVE
        return fight_move | first

    @Battle.soviet_support.before("BD-8.36g")
    def support(self) -> None:
        """Offers the Soviet, for a prepared assault of his, a corps for each army that may have
        one, while any are left (BD-8.36g)."""
        last = local(-1)
        able = self.able.where(lambda u: u > last)
        with when(by("BD-8.36b", self.in_form, otherwise=True)):
            with (
                until((self.left <= 0) | ~able.any()),
                decide("artillery", SOVIET, "BD-8.36g") as d,
            ):
                with d.unit("artillery", able.distinct()) as u:
                    mark(self.supported, one_unit(u), "BD-8.36g")
                    assign(self.left, self.left - 1, "BD-8.36b")
                    assign(last, u)
                with d.option("no-more-artillery", passes=True):
                    break_()

    @Battle.undivided.then("BD-8.36d")
    def doubled(self, more: Int, unit: Int, base: Int, divisor: Int) -> Int:
        """A corps doubles the attack factor of its army, as supply and terrain have reduced it
        (BD-8.36d, reading D-24)."""
        return more + self.supported(unit) * larger(base // divisor, 1)

    @Battle.air_support.then("BD-8.36d")
    def all_doubled(self, more: Int) -> Int:
        """For all supported armies: what is added is reduced once for all (BD-11.12b)."""
        for n in (1, 2, 4):
            factors = self.reduced_by(n).sum(lambda u: self.strength.attack_base(SOVIET, u))
            more = more + if_else(factors > 0, larger(factors // n, 1), 0)
        return more

    def reduced_by(self, divisor: int) -> Units:
        """The supported armies whose factors have a divisor."""
        return self.supported.units.where(
            lambda u: self.strength.attack_divisor(SOVIET, u) == divisor
        )
