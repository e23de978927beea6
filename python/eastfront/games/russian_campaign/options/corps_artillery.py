"""The Russian Campaign, 28.6.I: the variant in which artillery corps come as replacements.

The corps are those of the optional rule 26.5, which supersedes this variant if both are chosen.
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
"""The first turn in which the Axis can take its artillery corps as a replacement, January/February
1943; Russian corps have dates of their own."""

WITHOUT_GUNS = "Russians win no automatic victories before November 1942 without artillery"


class CorpsGuns(Guns, OptionalRule):
    """The variant in which a side may take artillery corps as replacements (28.6.I)."""

    name = "artillery-corps"
    text = "28.6.I: artillery corps as replacements; 26.5 takes precedence"
    together = (("artillery", name),)

    @classmethod
    def played(cls, game: Any) -> bool:
        """Says whether the variant is played: not together with the artillery of 26.5, which
        supersedes the variant (TRC-28.6.If)."""
        return not (game.chosen("artillery") and in_force("TRC-28.6.If"))

    def define(self) -> None:
        """Declares the artillery corps."""
        self.find("artillery corps")

    @Movement.woodsmen.then(unless="TRC-28.6.Id")
    def stop_in_woods(self, woodsmen: Units) -> Units:
        """Makes artillery corps stop in woods while the rule on their movement (TRC-28.6.Id) is
        off. By that rule they move as the infantry of their side, which need not stop."""
        return woodsmen - self.guns

    @AxisReplacements.tanks.then("TRC-28.6.Ia")
    def tanks(self, tanks: Units) -> Units:
        """Adds artillery corps to the armored corps that the Axis may replace, since artillery
        counts as armor when replaced (TRC-28.6.Ia)."""
        return tanks | self.guns

    @Board.plays.then()
    def plays_batteries(self, so_far: bool, unit: Counter) -> bool:
        """Says whether a counter is in the game: the artillery corps of 26.5 are (TRC-28.6.I); for
        other counters the answer is `so_far`."""
        return so_far or unit.kind == "artillery"

    # -- arrival and replacement -------------------------------------------------------------

    @Calendar.turn_opens.after("TRC-28.6.Ia")
    def turn_opens(self) -> None:
        """Puts each artillery corps into its side's replacement pool on its date, Russian corps in
        1943, 1944 and 1945, the Axis corps in 1943 (TRC-28.6.Ia)."""
        self.come("TRC-28.6.Ia", AXIS_GUNS_COME)

    @Arrivals.due.then()
    def due(self, due: Units, side: int, impulse: int) -> Units:
        """Keeps artillery corps from arriving as reinforcements, since they come only as
        replacements (TRC-28.6.Ia)."""
        return due - self.guns

    @RussianReplacements.purchase_limits.then()
    def purchase_limits(self, limits: Limits, pool: Units) -> Limits:
        """Adds the limit that the Russian may not take an artillery corps once he has replaced as
        many armored units as a turn permits, since artillery counts as armored Guards when replaced
        (TRC-28.6.Ia)."""
        text = "no more armor, which includes artillery, may be replaced this turn"
        rest = pool - self.guns.when(
            self.russian_replacements.armour_taken >= self.russian_replacements.most("armor")
        )
        return [*limits, only("TRC-28.6.Ia", rest, text)]

    @RussianReplacements.buy.after("TRC-28.6.Ia")
    def buy(self, unit: Int) -> None:
        """Counts an artillery corps that the Russian replaces as one of the armored units of the
        turn (TRC-28.6.Ia)."""
        assign(
            self.russian_replacements.armour_taken,
            self.russian_replacements.armour_taken + self.guns.contains(unit),
        )

    # -- in battle --------------------------------------------------------------------------

    @Strengths.levels.then("TRC-28.6.Ib", told=False)
    def levels(self, levels: Int, side: int, attackers: Units, air: Int) -> Int:
        """Adds, to the columns by which an attack shifts the odds, one for each attacking artillery
        corps (TRC-28.6.Ib). The Axis corps adds nothing to a Stuka, whose columns are `air`:
        together they shift three columns (TRC-28.6.Ic). Russian artillery and Sturmoviks together
        shift at most three columns (TRC-15.10b)."""
        guns = (attackers & self.guns).count()
        if side == RUSSIAN:
            both = levels + guns
            return by(THREE_LEVELS, smaller(both, MOST_LEVELS), otherwise=both)
        return levels + by("TRC-28.6.Ic", if_else(air == 0, guns, 0), otherwise=guns)

    @Duties.fighters.then(unless="TRC-28.6.Id")
    def fighters(self, fighters: Units, side: int) -> Units:
        """Excludes artillery corps from the attackers of a second impulse, while the rule that they
        attack in both impulses (TRC-28.6.Id) is off."""
        return fighters - self.guns.when(self.game_turn.impulse == SECOND)

    @Overruns.always_wins.then()
    def always_wins(self, so_far: bool, side: int) -> bool:
        """Says whether a side may win automatically on every turn: True for both sides. Before
        November 1942 a Russian attack must include artillery (TRC-28.6.Ie), as `winnable` and
        `strike_limits` require."""
        return True

    @Overruns.winnable.then("TRC-28.6.Ie")
    def winnable(self, winnable: Hexes, side: int) -> Hexes:
        """Adds the Axis hexes next to Russian artillery to those that the Russian may take by
        automatic victory before November 1942 (TRC-28.6.Ie)."""
        guns = self.guns & self.overruns.victors_to_be(RUSSIAN)
        return winnable | (self.overruns.ripe.hexes & guns.hexes().adjacent(self.attack_edges))

    @Overruns.wins_unrolled.then("TRC-28.6.Ie", told=False)
    def wins_unrolled(self, unrolled: Int, side: int) -> Int:
        """Says whether a side's attack at odds of 10-1 in the combat phase needs no die roll: a
        Russian attack with artillery needs none before November 1942 too (TRC-28.6.Ie). In the
        alternative reading D-23 such an attack rolls a die in the 9-1 column."""
        if self.option("D-23"):
            return unrolled
        return unrolled | (self.strengths.engaged.units & self.guns).any()

    @Overruns.strike_limits.then("TRC-28.6.Ie")
    def strike_limits(self, limits: Limits, side: int) -> Limits:
        """Adds the limit that the attackers of a Russian automatic victory before November 1942
        include an artillery corps (TRC-28.6.Ie)."""
        guns = (self.strengths.engaged.units & self.guns).any()
        otherwise = ~(self.strengths.beset.hexes - self.overruns.ripe_for(side)).any()
        return [*limits, only("TRC-28.6.Ie", guns | otherwise, WITHOUT_GUNS)]

    @Overruns.overrun_limits.then("TRC-28.6.Ie")
    def overrun_limits(self, limits: Limits, side: int) -> Limits:
        """Replaces the limits on automatic victories by a single one: before November 1942 the
        Russian wins automatically only over a hex next to a Russian artillery corps
        (TRC-28.6.Ie)."""
        return [only("TRC-28.6.Ie", self.overruns.winnable(side), WITHOUT_GUNS)]

    @Strengths.guns_by.then()
    def guns_by(self, former: str) -> str:
        """The id of the rule by which artillery shifts the odds, one column for each corps: that of
        this variant (TRC-28.6.Ib), in place of `former`. It replaces `former`, the rule of 26.5,
        even if 26.5 is played too, as can happen while the rule that 26.5 supersedes the variant
        (28.6.If) is off."""
        return "TRC-28.6.Ib"
