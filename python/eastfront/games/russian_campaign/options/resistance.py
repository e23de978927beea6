"""The Russian Campaign, 28.7: the chit by which Russian paratroops go underground.

Instead of dropping, a paratroop corps replaces a partisan for the rest of the game. It is placed
like partisans and has a zone of control in its own hex only, but moves and fights like other units
and is removed only by combat.
"""

from __future__ import annotations

from dataclasses import replace

from eastfront.program import *
from eastfront.systems.choosing import again, choose
from eastfront.systems.fields import unit_flag, variable

from ..battle import Battle
from ..board import AXIS, RUSSIAN
from ..calendar import Calendar
from ..duties import Duties
from ..irregulars import Irregulars
from ..russian_replacements import NEVER, RussianReplacements
from ..section import Limits
from ..strength import Strengths
from ..supply import Supply
from ..zones import Zones
from .chits import Chit

NEAR_WARSAW = 3
"""The distance from Warsaw within which they are placed in Poland, in hexes (TRC-28.7.R5a)."""


class Resistance(Chit):
    """Paratroops underground."""

    chit = RUSSIAN, 5
    text = "28.7: paratroops go underground in the place of partisans"
    shown_by = "TRC-28.7.R5a"
    rests_on = ("TRC-28.7.R5a",)

    underground = unit_flag("underground", Life.GAME)
    resistance_back = variable("underground replaced", Life.GAME, most=99)

    def define(self) -> None:
        """Declares the hexes near Warsaw."""
        self._around_warsaw = self.poland & self.arrivals.around("L26", NEAR_WARSAW)

    # -- going underground ------------------------------------------------------------------

    def _haunts_of_resistance(self) -> Hexes:
        """TRC-28.7.R5a: the hexes of partisans, and those near Warsaw."""
        where = (self.cities & self.zones.held(AXIS)) | self.railroads.axis_rail.hexes
        where = where & (self.russia | self._around_warsaw)
        return where - self.zones.zone[AXIS] - self.irregulars.near_ss

    @Calendar.player_turn_ends.before()
    def player_turn_ends(self, side: int) -> None:
        """TRC-28.7.R5a: corps underground are placed with the partisans, before these."""
        if side == RUSSIAN:
            with when(self.may_be_held()):
                self._infiltrate()

    def _infiltrate(self) -> None:
        """TRC-28.7.R5a: paratroops go underground, each in the place of a partisan."""
        reserve = self.box("reserve")
        corps = units_at(reserve) & self.paratroops
        # a partisan gives way once, to each corps that goes underground
        spare = self.partisans & (units_at(reserve) | self.on_map(RUSSIAN))
        ready = corps.where(lambda u: (self.room(RUSSIAN, u) & self._haunts_of_resistance()).any())
        fit = ready & (self.underground.units | corps.when(spare.any()))
        with again("underground", RUSSIAN, "TRC-28.7.R5a", "stay-above", fit) as d:
            text = "it takes the place of a partisan, and none is left"
            limit = only("TRC-28.7.R5a", fit.when(self.held()), text)
            with d.unit("infiltrate", ready.distinct(), limit) as unit:
                self.show()
                with when(~self.underground(unit)):
                    first = local(spare.first())
                    self.leave(first, "removed", "TRC-28.7.R5a")
                mark(self.underground, one_unit(unit), "TRC-28.7.R5a")
                room = self._haunts_of_resistance() & self.room(RUSSIAN, unit)
                with choose("partisans", RUSSIAN, "TRC-28.7.R5a", "at", room) as at:
                    self.zones.put(RUSSIAN, unit, at, "TRC-28.7.R5a")

    @Irregulars.in_reserve.then("TRC-28.7.R5d")
    def in_reserve(self, reserve: Units) -> Units:
        """TRC-28.7.R5d: paratroops underground no longer drop."""
        return reserve - self.underground.units

    # -- zones of control -------------------------------------------------------------------

    @Zones.narrow.then("TRC-28.7.R5d")
    def narrow(self, narrow: Units, side: int) -> Units:
        """TRC-28.7.R5d: corps underground bind their own hex only, as partisans do."""
        return narrow | self.underground.units

    @Zones.lurking.then("TRC-28.7.R5d")
    def lurking(self, lurking: Units) -> Units:
        """TRC-28.7.R5d: corps underground cut track and supply in their hex, as partisans do."""
        return lurking | self.underground.units

    @Supply.exempt.then(unless="TRC-28.7.R5d")
    def exempt(self, exempt: Units) -> Units:
        """TRC-28.7.R5d: corps underground are always in supply; without the rule they are not."""
        return exempt - self.underground.units

    def _lairs(self) -> Hexes:
        """The hexes with Russian units underground and no others."""
        others = (self.troops(RUSSIAN) - self.underground.units).hexes()
        return self.underground.units.hexes() - others

    @Duties.duty.then("TRC-28.7.R5d")
    def duty(self, duty: Duty, side: int, attackers: Units, held: Units) -> Duty:
        """TRC-28.7.R5d: units adjacent only to them need not attack."""
        if side != AXIS:
            return duty
        usual, lairs = duty.binds, self._lairs()

        def binds(at: Int, target: Int) -> Number:
            bound: Number = 1 if usual is None else usual(at, target)
            return ~lairs.contains(target) & bound

        return replace(duty, binds=binds)

    @Battle.bound_targets.then("TRC-28.7.R5d")
    def bound_targets(self, bound: Hexes, side: int) -> Hexes:
        """TRC-28.7.R5d: corps underground need not be attacked."""
        return bound - self._lairs() if side == AXIS else bound

    @Duties.owed.then("TRC-28.7.R5d")
    def owed(self, owed: Hexes, side: int, winners: Units) -> Hexes:
        """TRC-28.7.R5d: nor must others attack them for units that won automatically next to
        them."""
        return owed - self._lairs() if side == AXIS else owed

    # -- battle -----------------------------------------------------------------------------

    @Strengths.defenders.then(unless="TRC-28.7.R5b")
    def defenders(self, defenders: Units, side: int) -> Units:
        """TRC-28.7.R5b: corps underground can be attacked; without the rule they cannot."""
        return defenders - self.underground.units if side == AXIS else defenders

    @Strengths.attack_factor.then()
    def attack_factor(self, factor: Int, unit: Int, hexes: Hexes) -> Int:
        """TRC-28.7.R5b: SS units attack them with a doubled factor, if they alone are attacked."""
        alone = hexes.any() & ~(hexes - self._lairs()).any()
        twice = by("TRC-28.7.R5b", alone & self.ss().contains(unit), told=True)
        return factor + by("TRC-28.7.R5b", if_else(twice, self.strengths.strength(unit), 0))

    # -- replacement ------------------------------------------------------------------------

    @RussianReplacements.purchase_limits.then()
    def purchase_limits(self, limits: Limits, pool: Units) -> Limits:
        """TRC-28.7.R5c: one eliminated corps a turn may be replaced (reading D-96)."""
        lost = self.underground.units
        back = by("TRC-28.7.R5c", lost)
        limits = [
            replace(limit, allows=limit.allows | back)
            if limit.rule == NEVER and isinstance(limit.allows, Units)
            else limit
            for limit in limits
        ]
        text = "one corps a turn goes underground again"
        rest = pool - lost.when(self.resistance_back > 0)
        return [*limits, only("TRC-28.7.R5c", rest, text)]

    @RussianReplacements.points_counted.before()
    def points_counted(self) -> None:
        """TRC-28.7.R5c: the count starts again each turn."""
        assign(self.resistance_back, 0)

    @RussianReplacements.buy.after()
    def buy(self, unit: Int) -> None:
        """TRC-28.7.R5c: a corps replaced waits with the partisans."""
        with when(self.underground.units.contains(unit)):
            assign(self.resistance_back, self.resistance_back + 1, "TRC-28.7.R5c")
            self.arrivals.stay_away(one_unit(unit))
            self.leave(unit, "reserve")
