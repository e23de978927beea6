"""The Russian Campaign, sections 18 and 19: Russian paratroops and partisans.

Such units wait in the box `reserve`: paratroops until they drop or enter at the east edge,
partisans until they are placed again.
"""

from __future__ import annotations

from eastfront.program import *
from eastfront.systems.choosing import choose
from eastfront.systems.fields import unit_flag
from eastfront.systems.sections import procedure, rule, value

from .arrivals import Arrivals
from .board import AXIS, FIRST, RUSSIAN, SECOND, SNOW
from .calendar import Calendar
from .section import Section

DROP_RANGE = 8
"""The range of a paratroop drop from Stavka, in hexes (TRC-18.3a)."""

SS_RANGE = 5
"""The distance from an SS unit, in hexes, within which no partisan is placed (TRC-19.1b) or stays
(TRC-19.3a)."""


class Irregulars(Section):
    """The section on paratroops and partisans."""

    dropped = unit_flag("dropped", Life.PLAYER_TURN)
    """Units dropped in this player turn (TRC-18.3c)."""

    def define(self) -> None:
        """Declares the hexes within five hexes of an SS unit, where no partisan is placed
        (TRC-19.1b) or stays (TRC-19.3a)."""
        near = self.ss().hexes()
        for _ in range(SS_RANGE):
            near = near.adjacent()
        self.near_ss = self.b.view("near SS", near)

    # -- 18.1, 18.2: paratroops that come ---------------------------------------------------

    @Calendar.irregulars_due.after()
    def irregulars_due(self, side: int, impulse: int) -> None:
        """Makes the Russian put each new paratroop corps into the Paratroop Reserve or in Moscow,
        in the impulse in which it becomes available (TRC-18.2a); new partisans go to the reserve.
        Corps dropped in the first impulse do not move in the second (18.3c)."""
        if side == AXIS:
            return
        self.arrivals.list_in(self.arrivals.due(side, impulse) & self.partisans, "reserve")
        self._wait_in_reserve()
        if impulse == SECOND:
            self.pin(self.dropped.units, "TRC-18.3c")
        new = self.arrivals.due(side, impulse) & self.paratroops
        with each(new) as unit:
            moscow = one_hex(self.arrivals.moscow) & self.arrivals.gates.hexes
            moscow = (moscow & self.room(RUSSIAN, unit)) - self.zones.force[AXIS]
            # in the reserve or in Moscow, as it becomes available (18.2a)
            with decide("paratroops", RUSSIAN, "TRC-18.2a") as d:
                d.holds(new.contains(unit))
                self._offer_moscow(d, impulse, unit, moscow)
                with d.option("to-reserve", passes=True):
                    self.leave(unit, "reserve")

    def _drop_the_late(self) -> None:
        late = self.in_reserve().where(lambda u: self.due_turn(u) < self.turn)
        self.leave(late, "removed")

    @rule("TRC-18.2b", otherwise=_drop_the_late)
    def _wait_in_reserve(self) -> None:
        """Lets paratroop corps stay in the reserve as long as their owner wishes (TRC-18.2b)."""

    @rule("TRC-18.2a")
    def _offer_moscow(self, d: Decision, impulse: int, unit: Int, moscow: Hexes) -> None:
        """Offers to place a new paratroop corps in Moscow instead of the reserve (TRC-18.2a).
        `moscow` holds the hex of Moscow, or nothing if the corps cannot be placed there."""
        with d.hex("at", moscow) as at:
            self.arrivals.come_in(RUSSIAN, impulse, unit, at)

    @value
    def in_reserve(self) -> Units:
        """The paratroop corps in the reserve: only these may drop, any number in one impulse
        (TRC-18.1b)."""
        return units_at("reserve") & self.paratroops

    # -- 18.1 to 18.3: the drop -------------------------------------------------------------

    def dropped_limit(self) -> Limit:
        """The limit that a paratroop corps dropped in this player turn does not move again
        (TRC-18.3c); a corps that an enemy zone of control holds is not under it."""
        return only("TRC-18.3c", all_units() - self.dropped.units, "it was dropped this turn")

    def drop_zone(self, unit: Int) -> Hexes:
        """The hexes in which a paratroop corps may drop: within eight hexes of Stavka (TRC-18.3a),
        and not in Axis zones of control, woods or mountains (TRC-18.3b).

        Hexes without room to stack are left out, since a dropped corps cannot move on.
        """
        near = self.land & within(self.stavka.hexes().first(), DROP_RANGE)
        zone = by("TRC-18.3a", near, otherwise=self.land)
        clear = zone - self.zones.zone[AXIS] - self.woods - self.mountain
        zone = by("TRC-18.3b", clear, otherwise=zone)
        zone = zone - self.zones.force[AXIS] - self.movement.closed(RUSSIAN, FIRST, unit)
        # all paratroops have one size
        return zone & self.room(RUSSIAN, self.paratroops.first())

    @Arrivals.offer_entry.after()
    def offer_entry(self, d: Decision, side: int, impulse: int) -> None:
        """Offers the Russian to drop paratroop corps in the first impulse of a snow turn
        (TRC-18.1a). Offers also the entry by land, at the east edge, of a corps that arrived on an
        earlier turn (TRC-18.2c)."""
        if side == AXIS:
            return
        reserve = self.in_reserve()
        # any corps in the reserve represents them all; without one, any corps
        one = if_else(reserve.any(), reserve.first(), self.paratroops.first())
        if impulse == FIRST:
            stavka = self.stavka.hexes()
            # from the reserve (18.1b), in snow (18.1a), within eight hexes of Stavka (18.3a)
            with d.unit(
                "drop",
                reserve.when(memoise(self.drop_zone(one)).any()).distinct(),
                only("TRC-18.1b", reserve, "only corps in the reserve drop"),
                only("TRC-18.1a", self.weather == SNOW, "paratroops drop in snow only"),
                only("TRC-18.3a", stavka.any(), "Stavka is not on the map"),
            ) as unit:
                self.drop(unit)
        # a corps that arrived on an earlier turn may come from the east edge (18.2c)
        earlier = by("TRC-18.2c", reserve.where(lambda u: self.due_turn(u) < self.turn))
        open_ = reserve.any() & self._land_doors(impulse, one).any()
        with d.unit("come-by-land", earlier.when(open_).distinct()) as unit:
            edge = self._land_doors(impulse, unit)
            with choose("entry", RUSSIAN, "TRC-18.2c", "at", edge, about=unit) as at:
                if self.option("D-104"):
                    self.arrivals.use_south_edge(at)
                self.arrivals.come_in(RUSSIAN, impulse, unit, at)

    def _land_doors(self, impulse: int, unit: Int) -> Hexes:
        """The hexes where a paratroop corps of the reserve may come in by land: at the east edge
        (TRC-18.2c), by reading D-104 at the south edge too."""
        doors = self.arrivals.open_edges(RUSSIAN, impulse, unit)
        return doors if self.option("D-104") else doors & self.edge["east"]

    @procedure("paratroop drop")
    def drop(self, unit: Int) -> None:
        """Drops a paratroop corps in a hex of its owner's choice; the corps does not move again in
        this turn (TRC-18.3c)."""
        zone = self.drop_zone(unit)
        # within eight hexes of Stavka (18.3a)
        with choose("drop zone", RUSSIAN, "TRC-18.3a", "at", zone, about=unit) as at:
            self.zones.put(RUSSIAN, unit, at, "")
            self.has_moved(one_unit(unit), "TRC-18.3c")
            mark(self.dropped, one_unit(unit))
            self.came(one_unit(unit))
            self.movement.moved_from(RUSSIAN, FIRST, at, unit)

    # -- 19.1 to 19.4: partisans ------------------------------------------------------------

    @value
    def haunts(self) -> Hexes:
        """The hexes in which partisans may be placed (TRC-19.1): cities controlled by the Axis and
        Axis rail hexes, in Russia (19.1a), outside Axis zones of control and more than five hexes
        from SS units (19.1b)."""
        where = (self.cities & self.zones.held(AXIS)) | self.railroads.axis_rail.hexes
        where = where & by("TRC-19.1a", self.russia, otherwise=self.land)
        return by("TRC-19.1b", where - self.zones.zone[AXIS] - self.hunted(), otherwise=where)

    @value
    def hunted(self) -> Hexes:
        """The hexes within five hexes of an SS unit, where no partisan is placed (TRC-19.1b) or
        stays (TRC-19.3a)."""
        return self.near_ss

    @Calendar.movement_ends.after()
    def movement_ends(self, side: int, impulse: int) -> None:
        """Removes partisans that are in an Axis zone of control or within five hexes of an SS unit,
        at the end of each Axis movement phase (TRC-19.3a)."""
        if side == RUSSIAN:
            return
        found = self.partisans.inside(self.zones.zone[AXIS] | self.hunted())
        self.leave(found, "reserve", "TRC-19.3a")

    @Calendar.player_turn_ends.after("TRC-19.4a")
    def player_turn_ends(self, side: int) -> None:
        """Makes the Russian place again, after his second impulse, all partisans that have entered
        the game; no partisan is ever lost for good (TRC-19.4a)."""
        if side == AXIS:
            return
        self.leave(self.partisans & self.on_map(RUSSIAN), "reserve", "TRC-19.4a")
        hidden, where = units_at("reserve") & self.partisans, self.haunts()
        with each(hidden) as unit, when(where.any()):
            # in an Axis city or on Axis track in Russia (19.1a)
            with decide("partisans", RUSSIAN, "TRC-19.1a") as d:
                d.holds(hidden.contains(unit))
                with d.hex("at", where) as at:
                    self.enter(unit, at)
