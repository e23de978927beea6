"""The Russian Campaign, 28.6.III: the paratroops of the Mediterranean Distraction.

A German paratroop corps may drop among enemies: it then shares their hex until they leave or are
lost, or until the second impulse begins, which destroys it. While it shares a hex, adjacent units
need not attack because of it, it has no duty to attack, and it joins any attack on that hex alone.
"""

from __future__ import annotations

from eastfront.program import *
from eastfront.systems.choosing import again, choose
from eastfront.systems.sections import rule

from ..arrivals import Arrivals
from ..battle import Battle
from ..board import AXIS, CLEAR, FIRST, RUSSIAN, SECOND, Board, turn_of
from ..calendar import Calendar
from ..duties import Duties
from ..irregulars import DROP_RANGE
from ..movement import Movement
from ..overrun import Overruns
from ..section import OptionalRule, during
from ..strength import WORST, Strengths
from ..supply import Supply
from ..units import Counter
from ..zones import Zones
from .mediterranean import DISTRACTIONS, Mediterranean

FIRST_CORPS, SECOND_CORPS = "GE:para:1", "GE:para:2"
"""The corps available from the start, and the one that replaces another corps
(TRC-28.6.III.MDi)."""

EXCHANGE = turn_of(1943, "may")
"""The turn of this exchange."""


class Parachutists(OptionalRule):
    """German paratroops, when the Axis keeps out of the Balkans."""

    names = DISTRACTIONS
    mediterranean: Mediterranean

    @Board.define_units.after()
    def find_corps(self) -> None:
        """Declares the German paratroops (TRC-28.6.III.MDi, TRC-28.6.III.MDk)."""
        self.jumpers = self.counters_where("german paratroops", self._jumps)

    def define(self) -> None:
        """Declares the corps that the second one may replace (TRC-28.6.III.MDi)."""
        self._weak = self.axis_replacements.light

    def _jumps(self, unit: Counter) -> bool:
        return unit.kind == "paratroop" and unit.side == "axis"

    @Board.plays.then()
    def plays_corps(self, so_far: bool, unit: Counter) -> bool:
        """TRC-28.6.III.MDi: the two corps are in the game."""
        return in_force("TRC-28.6.III.MDi") if self._jumps(unit) else so_far

    # -- coming into play -------------------------------------------------------------------

    @Calendar.complete_set_up.after("TRC-28.6.III.MDi")
    def complete_set_up(self) -> None:
        """TRC-28.6.III.MDi, TRC-28.6.III.MDp: the first corps starts in Poland or off the map."""
        corps = self.unit(FIRST_CORPS)
        with when(self.mediterranean.active):
            enemies = self.own(RUSSIAN).hexes()
            free = (self.poland & self.room(AXIS, corps)) - enemies - enemies.adjacent()
            with decide("paratroops", AXIS, "TRC-28.6.III.MDp") as d:
                self._offer_poland(d, corps, free)
                with d.option("hold", passes=True):
                    self.leave(corps, "off-map", "TRC-28.6.III.MDi")

    @rule("TRC-28.6.III.MDp")
    def _offer_poland(self, d: Decision, corps: Number, free: Hexes) -> None:
        """TRC-28.6.III.MDp: the first corps may start in Poland."""
        with d.hex("at", free) as at:
            self.enter(corps, at, "TRC-28.6.III.MDi")

    @Calendar.motorize.after("TRC-28.6.III.MDi")
    @during(AXIS, FIRST)
    def motorize(self, side: int, impulse: int) -> None:
        """TRC-28.6.III.MDi: in May 1943 the second corps replaces a 3-4."""
        corps = self.unit(SECOND_CORPS)
        in_play = self._weak & (units_on_map() | self.arrivals.off_map(AXIS))
        now = self.mediterranean.active_in(EXCHANGE)
        with when(now & units_at("counters").contains(corps) & in_play.any()):
            with choose("exchange", AXIS, "TRC-28.6.III.MDi", "exchange", in_play) as infantry:
                self.axis_replacements.take_place(corps, infantry, "TRC-28.6.III.MDi")

    # -- off the map and back ---------------------------------------------------------------

    @Movement.offer_exit.after("TRC-28.6.III.MDk")
    def offer_exit(
        self, d: Decision, side: int, impulse: int, unit: Int, here: Int, left: Int, gone: Int
    ) -> None:
        """TRC-28.6.III.MDk: a corps may leave over the west edge on foot, with a movement point
        left."""
        if side != AXIS:
            return
        ready = self.jumpers.contains(unit) & self.edge["west"].contains(here)
        with d.option("leave-map", ready):
            self.leave(unit, "off-map", "TRC-28.6.III.MDk")
            assign(left, 0)
            assign(gone, 1)
            self.zones.settle()

    def jump_zone(self, unit: Number) -> Hexes:
        """TRC-28.6.III.MDj, TRC-28.6.III.MDl, TRC-28.6.III.MDm: the hexes in which a corps may
        drop."""
        # near one that is off the map there is nothing
        near = union(
            within(place_of(base), DROP_RANGE)
            for base, u in enumerate(self.counters)
            if (u.kind, u.side) == ("hq", "axis")
        )
        clear = (self.land & near) - self.woods - self.mountain
        zone = by("TRC-28.6.III.MDj", clear, otherwise=self.land)
        force = self.zones.force[RUSSIAN]
        empty = self.zones.zone[RUSSIAN] - force
        zone = by("TRC-28.6.III.MDl", zone, otherwise=zone - empty)
        zone = by("TRC-28.6.III.MDm", zone, otherwise=zone - force)
        return (zone - self.movement.closed(AXIS, FIRST, unit)) & self.room(AXIS, unit)

    @Arrivals.offer_entry.after()
    @during(AXIS, FIRST)
    def offer_entry(self, d: Decision, side: int, impulse: int) -> None:
        """TRC-28.6.III.MDj, TRC-28.6.III.MDk: a corps that began the turn off the map may drop."""
        ready = self.jumpers & self.arrivals.off_map(AXIS)
        corps = self.unit(FIRST_CORPS)
        room = by(
            "TRC-28.6.III.MDj",
            lambda: self.jump_zone(corps).any(),
            otherwise=self.land.any(),
        )
        near = "paratroops drop in clear weather, near an army group headquarters"
        limits = [
            only("TRC-28.6.III.MDk", ready - self.moved.units, "it drops from off the map"),
            only("TRC-28.6.III.MDj", (self.weather == CLEAR) & room, near),
        ]
        with d.unit("drop", ready.distinct(), *limits) as unit:
            zone = self.jump_zone(unit)
            with choose("drop zone", AXIS, "TRC-28.6.III.MDj", "at", zone) as at:
                self.zones.put(AXIS, unit, at, "")
                self.has_moved(one_unit(unit), "TRC-28.6.III.MDj")
                self.came(one_unit(unit))
                self.movement.moved_from(AXIS, FIRST, at, unit)

    # -- among enemies ----------------------------------------------------------------------

    def sharing(self) -> Units:
        """TRC-28.6.III.MDm: paratroops in a hex with enemy units."""
        return self.jumpers.inside(self.troops(RUSSIAN).hexes())

    @Zones.parted.then()
    def parted(self, parted: Units, side: int) -> Units:
        """TRC-28.6.III.MDm: paratroops that share a hex are excepted."""
        return parted - self.sharing()

    @Zones.troops_with_force.then()
    def troops_with_force(self, troops: Units, side: int) -> Units:
        """TRC-28.6.III.MDm: paratroops that share a hex do not exclude enemy units."""
        return troops - self.sharing()

    @Zones.zone_cast.then()
    def zone_cast(self, zone: Hexes, side: int) -> Hexes:
        """TRC-28.6.III.MDm: the zone of a corps among enemies is its hex alone."""
        # for the other side that hex is its own in any case
        return zone | self.sharing().hexes()

    @Duties.fighters.then()
    def fighters(self, fighters: Units, side: int) -> Units:
        """TRC-28.6.III.MDm: a corps among enemies attacks the stack beneath it, and nobody else."""
        return fighters - self.sharing()

    @Overruns.victors_to_be.then()
    def victors_to_be(self, able: Units, side: int) -> Units:
        """TRC-28.6.III.MDm: a corps among enemies does not win automatically."""
        return able - self.sharing()

    @Strengths.eased_by.then()
    def eased_by(self, eased: Int, attackers: Units, hex_: Number) -> Int:
        """Dropped attackers have crossed no river (TRC-14.1.1a)."""
        return eased | attackers.inside(one_hex(hex_)).any()

    @Battle.reckon.before("TRC-28.6.III.MDm")
    def reckon(self, side: int) -> None:
        """TRC-28.6.III.MDm: the corps joins an attack on the hex that it shares, and no other."""
        them = self.strengths.beset.hexes
        here = self._rested().inside(them)
        alone = ~(them - here.hexes()).any()
        self.strengths.engage(here.when(alone), "TRC-28.6.III.MDm")

    def _rested(self) -> Units:
        return self.sharing() - self.battle.fought.units

    @Battle.fight.before("TRC-28.6.III.MDm")
    @during(AXIS, FIRST)
    def fight(self, side: int, impulse: int) -> None:
        """TRC-28.6.III.MDm: a corps may attack alone, before all other battles."""
        ready = self._rested()
        with again("landing", AXIS, "TRC-28.6.III.MDm", "await", ready) as d:
            limit = self.duties.fair(ready.where(self._odds_alone), "alone it is below 1-6")
            with d.unit("assault", ready, limit) as unit:
                self.strengths.attack(one_hex(place_of(unit)))
                self.battle.resolve(AXIS)

    def _odds_alone(self, unit: Int) -> Int:
        here = place_of(unit)
        worth = self.strengths.defence_at_least(AXIS, here)
        return self.battle.ratio(self.strengths.strength(unit), worth) >= WORST

    @Calendar.impulse_opens.after("TRC-28.6.III.MDn")
    @during(AXIS, SECOND)
    def impulse_opens(self, side: int, impulse: int) -> None:
        """Eliminates German paratroops that still share a hex with enemies as the second impulse
        begins (TRC-28.6.III.MDn)."""
        self.eliminate(self.sharing(), "TRC-28.6.III.MDn")

    # -- supply -----------------------------------------------------------------------------

    @Supply.exempt.then(unless="TRC-28.6.III.MDo")
    def exempt(self, exempt: Units) -> Units:
        """TRC-28.6.III.MDo: paratroops need a line of supply; without it none."""
        return exempt | self.jumpers
