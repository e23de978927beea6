"""The Russian Campaign, 28.6.I: a variant in which artillery corps are replacements.

Its corps are those of the optional rule 26.5, which takes precedence if both are played.
"""

from __future__ import annotations

from typing import Any

from eastfront.program import *

from ..arrivals import Arrivals
from ..axis_replacements import AxisReplacements
from ..board import RUSSIAN, SECOND, Board, turn_of
from ..calendar import Calendar
from ..duties import Duties
from ..movement import Movement
from ..overrun import Overruns
from ..russian_replacements import RussianReplacements
from ..section import Limits, OptionalRule
from ..strength import MOST_LEVELS, THREE_LEVELS, Strengths
from ..units import Counter
from .artillery import Guns

AXIS_GUNS_COME = turn_of(1943, "jan")
"""The first turn in which Axis corps can be replaced; Russian corps have their own dates."""

WITHOUT_GUNS = "Russians win no automatic victories before November 1942 without artillery"


class CorpsGuns(Guns, OptionalRule):
    """Artillery corps by the variant."""

    name = "artillery-corps"
    text = "28.6.I: artillery corps as replacements; 26.5 goes before it"
    together = (("artillery", name),)

    @classmethod
    def played(cls, game: Any) -> bool:
        """Whether these corps are played: not together with the artillery of 26.5, which supersedes
        them (TRC-28.6.If)."""
        return not (game.chosen("artillery") and in_force("TRC-28.6.If"))

    def define(self) -> None:
        """Declares the corps."""
        self.find("artillery corps")

    @Movement.woodsmen.then(unless="TRC-28.6.Id")
    def stop_in_woods(self, woodsmen: Units) -> Units:
        """TRC-28.6.Id: artillery need not stop in woods; while this rule is off, it must."""
        return woodsmen - self.guns

    @AxisReplacements.tanks.then("TRC-28.6.Ia")
    def tanks(self, tanks: Units) -> Units:
        """TRC-28.6.Ia: an artillery corps may be replaced instead of an armored corps."""
        return tanks | self.guns

    @Board.plays.then()
    def plays_batteries(self, so_far: bool, unit: Counter) -> bool:
        """TRC-28.6.I: the corps of 26.5 are in the game."""
        return so_far or unit.kind == "artillery"

    # -- coming and coming back -------------------------------------------------------------

    @Calendar.turn_opens.after("TRC-28.6.Ia")
    def turn_opens(self) -> None:
        """TRC-28.6.Ia: a corps enters the pool on its date."""
        self.come("TRC-28.6.Ia", AXIS_GUNS_COME)

    @Arrivals.due.then()
    def due(self, due: Units, side: int, impulse: int) -> Units:
        """TRC-28.6.Ia: no artillery corps comes as a reinforcement."""
        return due - self.guns

    @RussianReplacements.purchase_limits.then()
    def purchase_limits(self, limits: Limits, pool: Units) -> Limits:
        """TRC-28.6.Ia: as a Russian replacement a corps counts as armor."""
        text = "no more armor, of which artillery is reckoned, may be replaced this turn"
        rest = pool - self.guns.when(
            self.russian_replacements.armour_taken >= self.russian_replacements.most("armor")
        )
        return [*limits, only("TRC-28.6.Ia", rest, text)]

    @RussianReplacements.buy.after("TRC-28.6.Ia")
    def buy(self, unit: Int) -> None:
        """TRC-28.6.Ia: a replaced corps counts toward the armor of the turn."""
        assign(
            self.russian_replacements.armour_taken,
            self.russian_replacements.armour_taken + self.guns.contains(unit),
        )

    # -- in battle --------------------------------------------------------------------------

    @Strengths.levels.then("TRC-28.6.Ib", told=False)
    def levels(self, levels: Int, side: int, attackers: Units, air: Int) -> Int:
        """TRC-28.6.Ib, TRC-28.6.Ic: a shift of one column for each corps; none for the Axis
        together with a Stuka.

        TRC-15.10b: together with Sturmoviks at most three columns.
        """
        guns = (attackers & self.guns).count()
        if side == RUSSIAN:
            both = levels + guns
            return by(THREE_LEVELS, smaller(both, MOST_LEVELS), otherwise=both)
        return levels + by("TRC-28.6.Ic", if_else(air == 0, guns, 0), otherwise=guns)

    @Duties.fighters.then(unless="TRC-28.6.Id")
    def fighters(self, fighters: Units, side: int) -> Units:
        """TRC-28.6.Id: artillery attacks in the second impulse; without the rule it does not."""
        return fighters - self.guns.when(self.game_turn.impulse == SECOND)

    @Overruns.always_wins.then()
    def always_wins(self, so_far: bool, side: int) -> bool:
        """Opens automatic victories to the Russian on any turn, if artillery takes part
        (TRC-28.6.Ie); `winnable` and `strike_limits` demand it."""
        return True

    @Overruns.winnable.then("TRC-28.6.Ie")
    def winnable(self, winnable: Hexes, side: int) -> Hexes:
        """Adds the enemy hexes next to Russian artillery to those that an automatic victory may
        take before November 1942 (TRC-28.6.Ie)."""
        guns = self.guns & self.overruns.victors_to_be(RUSSIAN)
        return winnable | (self.overruns.ripe.hexes & guns.hexes().adjacent(self.attack_edges))

    @Overruns.wins_unrolled.then("TRC-28.6.Ie", told=False)
    def wins_unrolled(self, unrolled: Int, side: int) -> Int:
        """TRC-28.6.Ie: an attack with artillery at 10-1 in the combat phase needs no die."""
        if self.option("D-23"):
            return unrolled
        return unrolled | (self.strengths.engaged.units & self.guns).any()

    @Overruns.strike_limits.then("TRC-28.6.Ie")
    def strike_limits(self, limits: Limits, side: int) -> Limits:
        """Adds the limit that a Russian automatic victory before November 1942 needs artillery
        among the attackers (TRC-28.6.Ie)."""
        guns = (self.strengths.engaged.units & self.guns).any()
        otherwise = ~(self.strengths.beset.hexes - self.overruns.ripe_for(side)).any()
        return [*limits, only("TRC-28.6.Ie", guns | otherwise, WITHOUT_GUNS)]

    @Overruns.overrun_limits.then("TRC-28.6.Ie")
    def overrun_limits(self, limits: Limits, side: int) -> Limits:
        """Adds the limit that Russian artillery stands next to the target of an automatic victory
        before November 1942 (TRC-28.6.Ie)."""
        return [only("TRC-28.6.Ie", self.overruns.winnable(side), WITHOUT_GUNS)]

    @Strengths.guns_by.then()
    def guns_by(self, former: str) -> str:
        """TRC-28.6.Ib: the rule of artillery shifts, even if 26.5 is played too."""
        return "TRC-28.6.Ib"
