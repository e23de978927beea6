"""The Russian Campaign, 28.7: the chits that change rules of war: bombers, winter, staffs, lorries.

The other chits have modules of their own. That of mild occupation only takes partisans away:
control of cities, which it asks for in place of occupation, is what section 25 asks for in any
case.
"""

from __future__ import annotations

from eastfront.program import *
from eastfront.systems.sections import step

from .board import AXIS, CLEAR, RUSSIAN, SNOW, Board, turn_of
from .calendar import Calendar
from .russian_replacements import RussianReplacements
from .section import OptionalRule
from .supply import Supply
from .units import Counter

MARCH = 4
"""The movement of infantry on lorries (TRC-28.7.R6a)."""

FASTER = {5: 6, 6: 7}
"""The movement of armour that becomes faster, and what it becomes (TRC-28.7.R6a).

All battlegroups of the Russian have three anyway.
"""

FIRST_PARTISAN = turn_of(1941, "sep")
"""When the first partisan would be placed (TRC-28.7.G5a)."""


class Chits(OptionalRule):
    """The chits of bombers, winter, occupation, officers and lorries."""

    @Board.define_units.after()
    def change_counters(self) -> None:
        """TRC-28.7.R4a, TRC-28.7.R6a: counters other than printed."""
        if self.chit_draw.playable(RUSSIAN, 4, "TRC-28.7.R4a"):
            # size is what stacking goes by, and nothing else
            officers = (self.armies & self.russian_units).when(
                self.chit_draw.chit_in_play(RUSSIAN, 4)
            )
            board = self.game.board
            board.armies, board.corps = self.armies - officers, self.corps | officers
        if self.chit_draw.playable(RUSSIAN, 6, "TRC-28.7.R6a"):
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
        mobile = self.chit_draw.chit_in_play(RUSSIAN, 6)

        def printed(unit: Number) -> Int:
            return if_else(mobile, faster(unit), plain(unit))

        self.game.board.printed = printed

    @Board.plays.then()
    def plays_partisans(self, so_far: bool, unit: Counter) -> bool:
        """TRC-28.7.G5a: with the chit agreed on there are no partisans from the start."""
        mild = self.chit_draw.agreed(AXIS, 5) and in_force("TRC-28.7.G5a")
        return so_far and not (mild and unit.kind == "partisan")

    # -- mild occupation --------------------------------------------------------------------

    @Calendar.irregulars_due.after()
    def irregulars_due(self, side: int, impulse: int) -> None:
        """TRC-28.7.G5a: when the first partisan would be placed there is none."""
        if side == AXIS or not self.chit_draw.playable(AXIS, 5, "TRC-28.7.G5a"):
            return
        with when(self.turn >= FIRST_PARTISAN):
            self.chit_draw.show(AXIS, 5)
        none = self.partisans - units_at(self.box("counters"))
        place_all(
            none.when(self.chit_draw.chit_in_play(AXIS, 5)), self.box("removed"), "TRC-28.7.G5a"
        )

    # -- winter -----------------------------------------------------------------------------

    @Calendar.turn_opens.after()
    def turn_opens(self) -> None:
        """TRC-28.7.G3a: shown in the first turn of snow."""
        if self.chit_draw.draws and in_force("TRC-28.7.G3a"):
            with when(self.weather == SNOW):
                self.chit_draw.show(AXIS, 3)

    @Supply.define_cold.after()
    def define_cold(self) -> None:
        """TRC-28.7.G3a, D-95: the first winter is like the second, and the second like none."""
        if not self.chit_draw.playable(AXIS, 3, "TRC-28.7.G3a"):
            return
        cities = self.zones.held(AXIS) & self.cities
        around = cities.adjacent()
        way = around
        if self.option("D-95"):
            way = around - self.zones.zone[RUSSIAN] - self.zones.partisan_hexes
        winter = self.from_turn(1941, "nov") & ~self.from_turn(1942, "may")
        warm = cities | around | way.adjacent()
        ready = (self.russia - warm).when(winter & (self.weather == SNOW))
        cold = if_else(self.chit_draw.chit_in_play(AXIS, 3), ready, self.supply.cold)
        self.supply.cold = self.b.view("no combat supply of the ready", cold)

    # -- bombers ----------------------------------------------------------------------------

    @step
    def points_elsewhere(self) -> None:
        """What is made beyond the Urals, where bombs fall as well."""

    @RussianReplacements.points_counted.after()
    def points_counted(self) -> None:
        """TRC-28.7.G2a: bombs cost points, fewer from year to year and in bad weather."""
        self.points_elsewhere()
        if not self.chit_draw.playable(AXIS, 2, "TRC-28.7.G2a"):
            return
        with when(self.chit_draw.chit_in_play(AXIS, 2)):
            die = roll("bombers", "TRC-28.7.G2a")
            year = (self.turn + 1) // 6 + 1
            loss = larger(die - year - (self.weather != CLEAR), 0)
            assign(
                self.russian_replacements.points,
                larger(self.russian_replacements.points - loss, 0),
                "TRC-28.7.G2a",
            )
