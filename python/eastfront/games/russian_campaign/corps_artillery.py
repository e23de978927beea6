"""The Russian Campaign, 28.6.I: a variant in which artillery corps are replacements.

Its corps are those of the optional rule 26.5, which takes its place when both are played.
"""

from __future__ import annotations

from eastfront.program import *
from eastfront.systems.sections import step, value

from .board import RUSSIAN, SECOND, turn_of
from .strategic_options import StrategicOptions
from .strength import MOST_LEVELS
from .units import Counter

AXIS_GUNS_COME = turn_of(1943, "jan")
"""From when the Axis corps can be replaced; the Russian ones have dates of their own."""

WITHOUT_GUNS = "Russians win no automatic victories before November 1942 without artillery"


class CorpsArtillery(StrategicOptions):
    """Artillery corps by the variant, when they are played."""

    def define(self) -> None:
        """Declares the corps, and the slots by which they come."""
        self.corps_artillery = self.option("artillery-corps")
        if self.option("artillery-corps") and self.option("artillery"):
            self.corps_artillery = not in_force("TRC-28.6.If")
        super().define()
        self._batteries = no_units()
        if not self.corps_artillery:
            return
        self._batteries = self.kinds("artillery corps", "artillery")
        if in_force("TRC-28.6.Ia"):
            self.tanks = self.tanks | self._batteries
        if not in_force("TRC-28.6.Id"):
            self.woodsmen = self.woodsmen - self._batteries

    def plays(self, unit: Counter) -> bool:
        """TRC-28.6.I: the corps of 26.5."""
        if unit.kind == "artillery" and self.option("artillery-corps"):
            return True
        return super().plays(unit)

    # -- coming and coming back -------------------------------------------------------------

    def turn_opens(self) -> None:
        """TRC-28.6.Ia: from its date a corps is in the pool."""
        super().turn_opens()
        if not self.corps_artillery or not in_force("TRC-28.6.Ia"):
            return
        for i, u in enumerate(self.counters):
            if u.kind == "artillery":
                date = AXIS_GUNS_COME if u.side == "axis" else (u.arrives or 0)
                new = (self.turn >= date) & units_at(self.box("later")).contains(i)
                with when(new):
                    place(i, self.box("pool"), "TRC-28.6.Ia")

    def due(self, side: int, impulse: int) -> Units:
        """TRC-28.6.Ia: none comes as a reinforcement."""
        due = super().due(side, impulse)
        return due - self._batteries if self.corps_artillery else due

    @value
    def purchase_limits(self, pool: Units) -> list[Limit]:
        """TRC-28.6.Ia: as a replacement a corps counts as armor of the Guards."""
        limits = super().purchase_limits(pool)
        if self.corps_artillery:
            text = "no more armor, of which artillery is reckoned, may be replaced this turn"
            rest = pool - self._batteries.when(self.armour_taken >= self.most_armour())
            limits.append(only("TRC-28.6.Ia", rest, text))
        return limits

    @step
    def buy(self, unit: Int) -> None:
        """TRC-28.6.Ia: a corps counts as the armour of its turn."""
        super().buy(unit)
        if not self.corps_artillery:
            return
        if in_force("TRC-28.6.Ia"):
            assign(self.armour_taken, self.armour_taken + self._batteries.contains(unit))

    # -- in battle --------------------------------------------------------------------------

    def levels(self, side: int, attackers: Units, air: Int) -> Int:
        """TRC-28.6.Ib, TRC-28.6.Ic: a level for each corps; beside a Stuka none for the Axis.

        TRC-15.10b: with Sturmoviks no more than three levels in all.
        """
        levels = super().levels(side, attackers, air)
        if not self.corps_artillery or not in_force("TRC-28.6.Ib"):
            return levels
        guns = (attackers & self._batteries).count()
        if side == RUSSIAN:
            both = levels + guns
            return smaller(both, MOST_LEVELS) if in_force("TRC-15.10b") else both
        return levels + (if_else(air == 0, guns, 0) if in_force("TRC-28.6.Ic") else guns)

    def fighters(self, side: int) -> Units:
        """TRC-28.6.Id: artillery attacks in both impulses."""
        fighters = super().fighters(side)
        if not self.corps_artillery or in_force("TRC-28.6.Id"):
            return fighters
        return fighters - self._batteries.when(self.impulse == SECOND)

    def always_wins(self, side: int) -> bool:
        """TRC-28.6.Ie: with artillery at any time."""
        return super().always_wins(side) or self.corps_artillery

    def winnable(self, side: int) -> Hexes:
        """TRC-28.6.Ie: with artillery the Russian wins automatically at any time."""
        winnable = super().winnable(side)
        if not self._needs_guns():
            return winnable
        guns = self._batteries & self.victors_to_be(RUSSIAN)
        return winnable | (self.ripe.hexes & guns.hexes().adjacent(self.attack_edges))

    def wins_unrolled(self, side: int) -> Int:
        """TRC-28.6.Ie: nor is a die rolled then in the combat phase."""
        unrolled = super().wins_unrolled(side)
        if not self._needs_guns():
            return unrolled
        if self.option("D-23"):
            return unrolled
        return unrolled | (self.engaged.units & self._batteries).any()

    def strike_limits(self, side: int) -> list[Limit]:
        """TRC-28.6.Ie: before November 1942 one of the attackers has to be artillery."""
        limits = super().strike_limits(side)
        if self._needs_guns():
            guns = (self.engaged.units & self._batteries).any()
            otherwise = ~(self.beset.hexes - super().winnable(side)).any()
            limits.append(only("TRC-28.6.Ie", guns | otherwise, WITHOUT_GUNS))
        return limits

    def overrun_limits(self, side: int) -> list[Limit]:
        """TRC-28.6.Ie: the same of the hexes that could be beaten."""
        if not self._needs_guns():
            return super().overrun_limits(side)
        return [only("TRC-28.6.Ie", self.winnable(side), WITHOUT_GUNS)]

    def _needs_guns(self) -> bool:
        """Whether artillery lets Russians win automatically; the Axis does in any case."""
        rules = ("TRC-16.4a", "TRC-28.6.Ie")
        return self.corps_artillery and all([in_force(rule) for rule in rules])
