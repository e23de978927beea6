"""The Russian Campaign, 28.7: Russian chit 5, paratroops that enter the game as partisans.

Instead of dropping, a paratroop corps goes underground: it takes one partisan's place for the rest
of the game. It is placed like a partisan and has a zone of control in its own hex only, but moves
and fights like a normal Russian unit and is removed only by combat.
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
"""The largest distance from Warsaw, in hexes, at which paratroop corps that enter as partisans may
be placed in Poland (TRC-28.7.R5a)."""


class Resistance(Chit):
    """The rules of Russian chit 5: paratroop corps go underground, that is, enter the game as
    partisans."""

    chit = RUSSIAN, 5
    text = "28.7: paratroops go underground in place of partisans"
    shown_by = "TRC-28.7.R5a"  # when first used
    rests_on = ("TRC-28.7.R5a",)  # paratroops may enter as partisans

    underground = unit_flag("underground", Life.GAME)
    """Paratroop corps that have gone underground, that is, entered as partisans; the flag stays for
    the rest of the game."""
    resistance_back = variable("underground replaced", Life.GAME, most=99)
    """The number of eliminated paratroop corps that had entered as partisans and that the Russian
    has replaced in this turn, at most one."""

    def define(self) -> None:
        """Declares the hexes of Poland within three hexes of Warsaw."""
        self._around_warsaw = self.poland & self.arrivals.around("L26", NEAR_WARSAW)

    # -- going underground ------------------------------------------------------------------

    def _haunts_of_resistance(self) -> Hexes:
        """The hexes where a paratroop corps may be placed underground: Axis cities and Axis track
        in Russia, as for partisans, and in Poland within three hexes of Warsaw; outside Axis zones
        of control and more than five hexes from SS units (TRC-28.7.R5a)."""
        where = (self.cities & self.zones.held(AXIS)) | self.railroads.axis_rail.hexes
        where = where & (self.russia | self._around_warsaw)
        return where - self.zones.zone[AXIS] - self.irregulars.near_ss

    @Calendar.player_turn_ends.before()
    def player_turn_ends(self, side: int) -> None:
        """Offers the Russian, at the end of his player turn before he places partisans, to place
        paratroop corps underground (TRC-28.7.R5a)."""
        if side == RUSSIAN:
            with when(self.may_be_held()):
                self._infiltrate()

    def _infiltrate(self) -> None:
        """Offers the Russian to place paratroop corps from the reserve underground instead of
        dropping them; each takes one partisan's place for the rest of the game (TRC-28.7.R5a)."""
        reserve = self.box("reserve")
        corps = units_at(reserve) & self.paratroops
        # a corps that comes again takes the place of no other partisan
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
        """Excludes corps that entered as partisans from the paratroops that may drop
        (TRC-28.7.R5d)."""
        return reserve - self.underground.units

    # -- zones of control -------------------------------------------------------------------

    @Zones.narrow.then("TRC-28.7.R5d")
    def narrow(self, narrow: Units, side: int) -> Units:
        """Restricts the zone of control of paratroop corps that entered as partisans to their own
        hex (TRC-28.7.R5d)."""
        return narrow | self.underground.units

    @Zones.lurking.then("TRC-28.7.R5d")
    def lurking(self, lurking: Units) -> Units:
        """Adds paratroop corps that entered as partisans to the units in whose hex Axis track and
        lines of supply are cut (TRC-28.7.R5d)."""
        return lurking | self.underground.units

    @Supply.exempt.then(unless="TRC-28.7.R5d")
    def exempt(self, exempt: Units) -> Units:
        """Makes paratroop corps that entered as partisans trace supply, while the rule that they
        are always in supply (TRC-28.7.R5d) is off."""
        return exempt - self.underground.units

    def _lairs(self) -> Hexes:
        """The hexes whose only Russian units are paratroop corps that entered as partisans."""
        others = (self.troops(RUSSIAN) - self.underground.units).hexes()
        return self.underground.units.hexes() - others

    @Duties.duty.then("TRC-28.7.R5d")
    def duty(self, duty: Duty, side: int, attackers: Units, held: Units) -> Duty:
        """Changes the duty to attack: Axis units need not attack hexes that hold only paratroop
        corps that entered as partisans, whose zone of control does not reach adjacent hexes
        (TRC-28.7.R5d)."""
        if side != AXIS:
            return duty
        usual, lairs = duty.binds, self._lairs()

        def binds(at: Int, target: Int) -> Number:
            bound: Number = 1 if usual is None else usual(at, target)
            return ~lairs.contains(target) & bound

        return replace(duty, binds=binds)

    @Battle.bound_targets.then("TRC-28.7.R5d")
    def bound_targets(self, bound: Hexes, side: int) -> Hexes:
        """Excludes hexes that hold only paratroop corps that entered as partisans from the hexes
        that the Axis must attack because its units are adjacent (TRC-28.7.R5d)."""
        return bound - self._lairs() if side == AXIS else bound

    @Duties.owed.then("TRC-28.7.R5d")
    def owed(self, owed: Hexes, side: int, winners: Units) -> Hexes:
        """Excludes hexes that hold only paratroop corps that entered as partisans from the hexes
        that the Axis must attack because units won automatically next to them (TRC-28.7.R5d)."""
        return owed - self._lairs() if side == AXIS else owed

    # -- battle -----------------------------------------------------------------------------

    @Strengths.defenders.then(unless="TRC-28.7.R5b")
    def defenders(self, defenders: Units, side: int) -> Units:
        """Excludes paratroop corps that entered as partisans from the units that the Axis may
        attack, while the rule that the Axis removes them by combat (TRC-28.7.R5b) is off."""
        return defenders - self.underground.units if side == AXIS else defenders

    @Strengths.attack_factor.then()
    def attack_factor(self, factor: Int, unit: Int, hexes: Hexes) -> Int:
        """Doubles the attack factor of an SS unit if every attacked hex holds only paratroop corps
        that entered as partisans (TRC-28.7.R5b)."""
        alone = hexes.any() & ~(hexes - self._lairs()).any()
        twice = by("TRC-28.7.R5b", alone & self.ss().contains(unit), told=True)
        return factor + by("TRC-28.7.R5b", if_else(twice, self.strengths.strength(unit), 0))

    # -- replacement ------------------------------------------------------------------------

    @RussianReplacements.purchase_limits.then()
    def purchase_limits(self, limits: Limits, pool: Units) -> Limits:
        """Changes the limits on Russian replacements: one eliminated paratroop corps that had
        entered as a partisan may be replaced in a turn (TRC-28.7.R5c). By reading D-96 this
        overrides the rule that paratroops are never replaced."""
        lost = self.underground.units
        back = by("TRC-28.7.R5c", lost)
        limits = [
            replace(limit, allows=limit.allows | back)
            if limit.rule == NEVER and isinstance(limit.allows, Units)
            else limit
            for limit in limits
        ]
        text = "only one corps a turn goes underground again"
        rest = pool - lost.when(self.resistance_back > 0)
        return [*limits, only("TRC-28.7.R5c", rest, text)]

    @RussianReplacements.points_counted.before()
    def points_counted(self) -> None:
        """Sets `resistance_back` to 0 for the new turn: the number of eliminated paratroop corps
        that had entered as partisans and that the Russian has replaced (TRC-28.7.R5c)."""
        assign(self.resistance_back, 0)

    @RussianReplacements.buy.after()
    def buy(self, unit: Int) -> None:
        """If the unit that the Russian replaces is a paratroop corps that had entered as a
        partisan, counts it (at most one in a turn), and puts it into the reserve, where it waits
        for placement with the partisans (TRC-28.7.R5c)."""
        with when(self.underground.units.contains(unit)):
            assign(self.resistance_back, self.resistance_back + 1, "TRC-28.7.R5c")
            self.arrivals.stay_away(one_unit(unit))
            self.leave(unit, "reserve")
