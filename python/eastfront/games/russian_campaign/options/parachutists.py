"""The Russian Campaign, 28.6.III: the German paratroops of the Mediterranean Distraction.

A German paratroop corps may drop on Russian units. The corps then shares the hex with them until
either leaves or is lost, or until the second impulse begins, which destroys the corps. While the
corps shares a hex, adjacent units need not attack because of it, the corps has no duty to attack,
and it joins only attacks on that hex alone.
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
"""The German paratroop corps available from the start, and the one exchanged for a 3-4 in May 1943
(TRC-28.6.III.MDi)."""

EXCHANGE = turn_of(1943, "may")
"""The turn in which the second paratroop corps is exchanged for a 3-4: May/June 1943."""


class Parachutists(OptionalRule):
    """German paratroops, in a game in which the Axis keeps out of the Balkans (28.6.III)."""

    names = DISTRACTIONS
    mediterranean: Mediterranean

    @Board.define_units.after()
    def find_corps(self) -> None:
        """Declares the two German paratroop corps (TRC-28.6.III.MDi), which drop from off the map
        (TRC-28.6.III.MDk)."""
        self.jumpers = self.counters_where("german paratroops", self._jumps)

    def define(self) -> None:
        """Declares the German 3-4 infantry corps, one of which the second paratroop corps replaces
        (TRC-28.6.III.MDi)."""
        self._weak = self.axis_replacements.light

    def _jumps(self, unit: Counter) -> bool:
        return unit.kind == "paratroop" and unit.side == "axis"

    @Board.plays.then()
    def plays_corps(self, so_far: bool, unit: Counter) -> bool:
        """Says whether a counter is in the game: the two German paratroop corps are
        (TRC-28.6.III.MDi); for other counters the answer is `so_far`."""
        return in_force("TRC-28.6.III.MDi") if self._jumps(unit) else so_far

    # -- coming into play -------------------------------------------------------------------

    @Calendar.complete_set_up.after("TRC-28.6.III.MDi")
    def complete_set_up(self) -> None:
        """Asks the Axis, after the set-up, whether the first German paratroop corps
        (TRC-28.6.III.MDi) starts in Poland or is held off the map (TRC-28.6.III.MDp)."""
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
        """Offers the hexes `free`, in Poland and not next to a Russian unit, for the set-up of the
        first German paratroop corps (TRC-28.6.III.MDp)."""
        with d.hex("at", free) as at:
            self.enter(corps, at, "TRC-28.6.III.MDi")

    @Calendar.motorize.after("TRC-28.6.III.MDi")
    @during(AXIS, FIRST)
    def motorize(self, side: int, impulse: int) -> None:
        """Makes the Axis exchange a German 3-4 infantry corps in play for the second paratroop
        corps in May 1943 (TRC-28.6.III.MDi)."""
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
        """Offers a German paratroop corps on the west edge, with movement left, to leave the map on
        foot, so that it can be held off the map and drop later (TRC-28.6.III.MDk)."""
        if side != AXIS:
            return
        ready = self.jumpers.contains(unit) & self.edge["west"].contains(here)
        with d.option("leave-map", ready):
            self.leave(unit, "off-map", "TRC-28.6.III.MDk")
            assign(left, 0)
            assign(gone, 1)
            self.zones.settle()

    def jump_zone(self, unit: Number) -> Hexes:
        """The hexes where a German paratroop corps may drop: within eight hexes of an Army Group
        headquarters, not in woods or mountains (TRC-28.6.III.MDj); in Russian zones of control too
        (TRC-28.6.III.MDl), and on Russian units (TRC-28.6.III.MDm)."""
        # around a headquarters off the map `within` has no hexes
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
        """Offers the Axis to drop German paratroops in the first impulse of a clear turn near an
        Army Group headquarters (TRC-28.6.III.MDj); a corps must have been off the map when the turn
        began (TRC-28.6.III.MDk)."""
        ready = self.jumpers & self.arrivals.off_map(AXIS)
        corps = self.unit(FIRST_CORPS)
        room = by(
            "TRC-28.6.III.MDj",
            lambda: self.jump_zone(corps).any(),
            otherwise=self.land.any(),
        )
        near = "paratroops drop only in clear weather, near an army group headquarters"
        limits = [
            only(
                "TRC-28.6.III.MDk",
                ready - self.moved.units,
                "only a corps that began the turn off the map may drop",
            ),
            only("TRC-28.6.III.MDj", (self.weather == CLEAR) & room, near),
        ]
        with d.unit("drop", ready.distinct(), *limits) as unit:
            zone = self.jump_zone(unit)
            with choose("drop zone", AXIS, "TRC-28.6.III.MDj", "at", zone) as at:
                self.zones.put(AXIS, unit, at, "")
                self.has_moved(one_unit(unit), "TRC-28.6.III.MDj")
                self.came(one_unit(unit))
                self.movement.moved_from(AXIS, FIRST, at, unit)

    # -- in a hex with enemies --------------------------------------------------------------

    def sharing(self) -> Units:
        """The German paratroops that share a hex with Russian units, on which they landed
        (TRC-28.6.III.MDm)."""
        return self.jumpers.inside(self.troops(RUSSIAN).hexes())

    @Zones.parted.then()
    def parted(self, parted: Units, side: int) -> Units:
        """Lets German paratroops share a hex with the Russian units on which they landed
        (TRC-28.6.III.MDm): excludes them from the units that may not share a hex with enemies."""
        return parted - self.sharing()

    @Zones.troops_with_force.then()
    def troops_with_force(self, troops: Units, side: int) -> Units:
        """Excludes paratroops that share a hex with Russian units from the units that keep enemies
        out of their hex (TRC-28.6.III.MDm)."""
        return troops - self.sharing()

    @Zones.zone_cast.then()
    def zone_cast(self, zone: Hexes, side: int) -> Hexes:
        """Gives paratroops that share a hex with Russian units a zone of control of that hex alone
        (TRC-28.6.III.MDm)."""
        # a Russian hex is in the Russian zones in any case
        return zone | self.sharing().hexes()

    @Duties.fighters.then()
    def fighters(self, fighters: Units, side: int) -> Units:
        """Frees paratroops that share a hex with Russian units from the duty to attack adjacent
        Russian units: such paratroops attack only the stack on which they landed
        (TRC-28.6.III.MDm)."""
        return fighters - self.sharing()

    @Overruns.victors_to_be.then()
    def victors_to_be(self, able: Units, side: int) -> Units:
        """Excludes paratroops that share a hex with Russian units from automatic victories: such
        paratroops attack only the stack on which they landed, in a battle (TRC-28.6.III.MDm)."""
        return able - self.sharing()

    @Strengths.eased_by.then()
    def eased_by(self, eased: Int, attackers: Units, hex_: Number) -> Int:
        """Says whether some attackers deny the defenders of a hex the doubling by a river or
        strait: if they do anyway (`eased`), or if one of them is a paratroop corps in the
        defenders' own hex, which has crossed no river (TRC-14.1.1a)."""
        return eased | attackers.inside(one_hex(hex_)).any()

    @Battle.reckon.before("TRC-28.6.III.MDm")
    def reckon(self, side: int) -> None:
        """Adds to an attack on one hex the paratroops that landed on the defenders there; they join
        no attack that includes another hex (TRC-28.6.III.MDm)."""
        them = self.strengths.beset.hexes
        here = self._rested().inside(them)
        alone = ~(them - here.hexes()).any()
        self.strengths.engage(here.when(alone), "TRC-28.6.III.MDm")

    def _rested(self) -> Units:
        """The paratroops that share a hex with Russian units and have not attacked in this
        impulse."""
        return self.sharing() - self.battle.fought.units

    @Battle.fight.before("TRC-28.6.III.MDm")
    @during(AXIS, FIRST)
    def fight(self, side: int, impulse: int) -> None:
        """Offers the Axis, before the other battles of a first impulse, an attack by each paratroop
        corps alone on the stack on which the corps landed, at 1-6 or better (TRC-28.6.III.MDm)."""
        ready = self._rested()
        with again("landing", AXIS, "TRC-28.6.III.MDm", "await", ready) as d:
            limit = self.duties.fair(ready.where(self._odds_alone), "its odds alone are below 1-6")
            with d.unit("assault", ready, limit) as unit:
                self.strengths.attack(one_hex(place_of(unit)))
                self.battle.resolve(AXIS)

    def _odds_alone(self, unit: Int) -> Int:
        """Says whether a paratroop corps alone reaches odds of 1-6 or better against the units with
        which it shares a hex."""
        here = place_of(unit)
        worth = self.strengths.defence_at_least(AXIS, here)
        return self.battle.ratio(self.strengths.strength(unit), worth) >= WORST

    @Calendar.impulse_opens.after("TRC-28.6.III.MDn")
    @during(AXIS, SECOND)
    def impulse_opens(self, side: int, impulse: int) -> None:
        """Eliminates German paratroops that still share a hex with Russian units when the second
        impulse begins (TRC-28.6.III.MDn)."""
        self.eliminate(self.sharing(), "TRC-28.6.III.MDn")

    # -- supply -----------------------------------------------------------------------------

    @Supply.exempt.then(unless="TRC-28.6.III.MDo")
    def exempt(self, exempt: Units) -> Units:
        """Exempts German paratroops from tracing supply, while the rule that they trace supply like
        other Axis units (TRC-28.6.III.MDo) is off."""
        return exempt | self.jumpers
