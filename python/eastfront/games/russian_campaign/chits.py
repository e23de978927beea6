"""The Russian Campaign, 28.7: the chits that change rules of war: bombers, winter, staffs, lorries.

The other chits have modules of their own. That of mild occupation only takes partisans away:
control of cities, which it asks for in place of occupation, is what section 25 asks for in any
case.
"""

from __future__ import annotations

from eastfront.program import *
from eastfront.systems.sections import step, value

from .board import AXIS, CLEAR, RUSSIAN, SNOW, turn_of
from .chit_draw import ChitDraw
from .units import Counter

MARCH = 4
"""The movement of infantry on lorries (TRC-28.7.R6a)."""

FASTER = {5: 6, 6: 7}
"""The movement of armour that becomes faster, and what it becomes (TRC-28.7.R6a).

All battlegroups of the Russian have three anyway.
"""

FIRST_PARTISAN = turn_of(1941, "sep")
"""When the first partisan would be placed (TRC-28.7.G5a)."""


class Chits(ChitDraw):
    """The chits of bombers, winter, occupation, officers and lorries."""

    @step
    def define_units(self) -> None:
        """TRC-28.7.R4a, TRC-28.7.R6a: counters other than printed."""
        super().define_units()
        if self.playable(RUSSIAN, 4, "TRC-28.7.R4a"):
            # size is what stacking goes by, and nothing else
            officers = (self.armies & self.russian_units).when(self.chit_in_play(RUSSIAN, 4))
            self.armies, self.corps = self.armies - officers, self.corps | officers
        if self.playable(RUSSIAN, 6, "TRC-28.7.R6a"):
            self._put_on_lorries()

    def _put_on_lorries(self) -> None:
        """TRC-28.7.R6a: infantry of four and armour of six or seven."""
        moves = []
        for u in self.counters:
            move = u.movement
            if u.side == "russian" and u.kind == "infantry":
                move = max(move, MARCH)
            elif u.side == "russian" and u.kind == "armor":
                move = FASTER.get(move, move)
            moves.append(move if in_force("TRC-2.5a") else 1)
        plain, faster = self.printed, self.b.unit_attr("movement factor with lorries", moves)
        mobile = self.chit_in_play(RUSSIAN, 6)

        def printed(unit: Number) -> Int:
            return if_else(mobile, faster(unit), plain(unit))

        self.printed = printed

    @value
    def plays(self, unit: Counter) -> bool:
        """TRC-28.7.G5a: with the chit agreed on there are no partisans from the start."""
        mild = self.agreed(AXIS, 5) and in_force("TRC-28.7.G5a")
        return super().plays(unit) and not (mild and unit.kind == "partisan")

    # -- mild occupation --------------------------------------------------------------------

    def irregulars_due(self, side: int, impulse: int) -> None:
        """TRC-28.7.G5a: when the first partisan would be placed there is none."""
        super().irregulars_due(side, impulse)
        if side == AXIS or not self.playable(AXIS, 5, "TRC-28.7.G5a"):
            return
        with when(self.turn >= FIRST_PARTISAN):
            self.show(AXIS, 5)
        none = self.partisans - units_at(self.box("counters"))
        place_all(none.when(self.chit_in_play(AXIS, 5)), self.box("removed"), "TRC-28.7.G5a")

    # -- winter -----------------------------------------------------------------------------

    def turn_opens(self) -> None:
        """TRC-28.7.G3a: shown in the first turn of snow."""
        super().turn_opens()
        if self.draws and in_force("TRC-28.7.G3a"):
            with when(self.weather == SNOW):
                self.show(AXIS, 3)

    @step
    def define_cold(self) -> None:
        """TRC-28.7.G3a, D-95: the first winter is like the second, and the second like none."""
        super().define_cold()
        if not self.playable(AXIS, 3, "TRC-28.7.G3a"):
            return
        cities = self.held(AXIS) & self.cities
        around = cities.adjacent()
        way = around
        if self.option("D-95"):
            way = around - self.zone[RUSSIAN] - self.partisan_hexes
        winter = self.from_turn(1941, "nov") & ~self.from_turn(1942, "may")
        warm = cities | around | way.adjacent()
        ready = (self.russia - warm).when(winter & (self.weather == SNOW))
        cold = if_else(self.chit_in_play(AXIS, 3), ready, self.cold)
        self.cold = self.b.view("no combat supply of the ready", cold)

    # -- bombers ----------------------------------------------------------------------------

    @step
    def points_elsewhere(self) -> None:
        """What is made beyond the Urals, where bombs fall as well."""

    @step
    def points_counted(self) -> None:
        """TRC-28.7.G2a: bombs cost points, fewer from year to year and in bad weather."""
        super().points_counted()
        self.points_elsewhere()
        if not self.playable(AXIS, 2, "TRC-28.7.G2a"):
            return
        with when(self.chit_in_play(AXIS, 2)):
            die = roll("bombers", "TRC-28.7.G2a")
            year = (self.turn + 1) // 6 + 1
            loss = larger(die - year - (self.weather != CLEAR), 0)
            assign(self.points, larger(self.points - loss, 0), "TRC-28.7.G2a")
