"""Barbarossa Deluxe, 8.19 and 8.29: counters that enter by taking the place of one other, which are
the guards tank armies and the late panzer corps."""

from __future__ import annotations

from typing import Any

from eastfront.program import *
from eastfront.systems.fields import unit_flag
from eastfront.systems.waiting import Waiting

from .arrivals import Arrivals
from .battle import Battle
from .ground import GERMAN, SOVIET
from .section import Counters
from .strength import Strength

CONVERTED = ("BD-8.29a", "BD-8.19a")
"""The rule of these conversions, for each side."""


class Conversions(Waiting, Counters):
    """Units that are replaced where they are, as soon as they have overland supply or are lost."""

    waits = unit_flag("to be converted", Life.GAME)  # BD-8.19d, BD-8.29b

    @classmethod
    def pairs(cls, data: Any) -> dict[str, str]:
        """The counters of the scenario that enter by conversion: for the id of each old counter
        that of the new one (BD-8.19a, BD-8.29a)."""
        present = {unit.id for unit in data.taking_part()}
        return {
            pair["old"]: pair["new"]
            for line in data.charts["conversions"]["conversion"]
            for pair in line["pairs"]
            if line["rule"] in CONVERTED and {pair["old"], pair["new"]} <= present
        }

    @classmethod
    def played(cls, game: Any) -> bool:
        """Says whether the scenario has such counters."""
        return bool(cls.pairs(game.data))

    def define(self) -> None:
        """Declares the units that are to be converted, and what each of them becomes."""
        pairs = self.pairs(self.data)
        self.early = self.units_where("to convert", lambda u: u.id in pairs)
        self.late = self.units_where("converted", lambda u: u.id in pairs.values())
        index = [self.unit_index.get(pairs.get(u.id, ""), -1) for u in self.data.units]
        self.becomes = self.b.unit_attr("becomes", index)

    # -- 8.19: guards tank armies -----------------------------------------------------------

    @Arrivals.soviet_segment.before("BD-8.19a")
    def guards(self) -> None:
        """Converts the tank armies whose guards counters are due to these counters, where they are
        (BD-8.19a). That costs no replacement step and happens in the dead pile too (BD-8.19b)."""
        due = self._due(SOVIET)
        self.wait(by("BD-8.19b", due, otherwise=due - units_at("dead")))

    # -- 8.29: late panzer corps ------------------------------------------------------------

    @Arrivals.german_segment.before("BD-8.29a")
    def panzers(self) -> None:
        """Converts the panzer corps whose late counters are due to these counters, where they are,
        even in the dead pile (BD-8.29a); other corps are not concerned (BD-8.29e)."""
        self.wait(self._due(GERMAN))

    @Strength.attack_base.then("BD-8.29d")
    def by_attack(self, base: Int, side: int, u: Int) -> Int:
        """A late panzer corps attacks with its attack factor in every terrain, cities included
        (BD-8.29d)."""
        if side == SOVIET:
            return base
        return if_else(self.late.contains(u), self.attack(u), base)

    # -- both -------------------------------------------------------------------------------

    def _due(self, side: int) -> Units:
        """The units of a side that are to be converted this turn."""
        early = self.early & self.own(side)
        return early.where(lambda u: self.arrives(self.becomes(u)) == self.turn)

    @Arrivals.coming.then()
    def _not_of_themselves(self, coming: Units, side: int) -> Units:
        """The new counters come in no other way."""
        return coming - self.late

    @Waiting.freed.then()
    def in_supply(self, waiting: Units, units: Units) -> Units:
        """A unit without regular overland supply is converted once it has such supply again, or is
        in the dead pile, whichever is first (BD-8.19d, BD-8.29b). A battle is one instant: the
        conversion follows when it is over."""
        corps, armies = units & self.germans, units & self.soviets
        fed = by("BD-8.29b", corps.where(self.supply.german_is_overland), otherwise=corps) | by(
            "BD-8.19d", armies.inside(self.supply.soviet_overland), otherwise=armies
        )
        return fed.when(self.battle_kind == 0)

    @Battle.close.after()
    def _after_a_battle(self) -> None:
        """Looks again at the end of a battle."""
        self.look()

    @Waiting.happens.after()
    def convert(self, unit: Int) -> None:
        """The new counter takes the place of the old one, which is permanently out of play
        (BD-8.19c, BD-8.29c)."""
        self.take_over(self.becomes(unit), unit)
        with either(self.germans.contains(unit)) as otherwise:
            self.leave(unit, "removed", "BD-8.29c")
            otherwise()
            self.leave(unit, "removed", "BD-8.19c")
