"""The Russian Campaign, sections 18 and 19: Russian paratroops and partisans.

Both wait in the box `reserve`: paratroops until they drop or come by the east edge, partisans that
have entered the game until they are placed again.
"""

from __future__ import annotations

from eastfront.program import *
from eastfront.systems.sections import step, value

from .board import AXIS, FIRST, RUSSIAN, SECOND, SNOW
from .russian_replacements import RussianReplacements

DROP_RANGE = 8
"""Hexes from Stavka to where paratroops drop (TRC-18.3a)."""

SS_RANGE = 5
"""Hexes around SS units that partisans keep away from (TRC-19.1b, TRC-19.3a)."""


class Irregulars(RussianReplacements):
    """Paratroops and partisans."""

    def define(self) -> None:
        """TRC-19.1b, TRC-19.3a: declares where SS units are near, and who has dropped."""
        super().define()
        self.dropped = self.b.unit_flag("dropped", Life.PLAYER_TURN)
        """Dropped in this player turn (TRC-18.3c)."""
        near = self.ss.hexes()
        for _ in range(SS_RANGE):
            near = near.adjacent()
        self.near_ss = self.b.view("near SS", near)

    @step
    def define_procedures(self) -> None:
        """Declares a drop."""
        super().define_procedures()
        self.drop = self.b.procedure("paratroop drop", 1, self._drop)

    # -- those who come ---------------------------------------------------------------------

    def irregulars_due(self, side: int, impulse: int) -> None:
        """TRC-18.2a: new paratroops go to the reserve or to Moscow; new partisans are ready."""
        super().irregulars_due(side, impulse)
        if side == AXIS:
            return
        reserve = self.box("reserve")
        place_all(self.due(side, impulse) & self.partisans, reserve, "TRC-20.0a")
        if not in_force("TRC-18.2b"):
            # who has not come by the next turn comes no more
            idle = self.in_reserve().where(lambda u: self.due_turn(u) < self.turn)
            place_all(idle, self.box("removed"))
        if impulse == SECOND:
            mark(self.pinned, self.dropped.units, "TRC-18.3c")
        with each(self.due(side, impulse) & self.paratroops) as unit:
            moscow = one_hex(self.moscow) & self.gates.hexes
            moscow = (moscow & self.room(RUSSIAN, unit)) - self.force[AXIS]
            with decide("paratroops", RUSSIAN, "TRC-18.2a") as d:
                d.holds((self.due(side, impulse) & self.paratroops).contains(unit))
                if in_force("TRC-18.2a"):
                    with d.hex("at", moscow) as at:
                        self.come_in(RUSSIAN, impulse, unit, at)
                with d.option("to-reserve", passes=True):
                    place(unit, reserve)

    # -- paratroops -------------------------------------------------------------------------

    @value
    def in_reserve(self) -> Units:
        """TRC-18.1b: the paratroops in the reserve."""
        return units_at(self.box("reserve")) & self.paratroops

    def drop_zone(self, unit: Int) -> Hexes:
        """TRC-18.3a, TRC-18.3b: within eight hexes of Stavka, clear of enemies, woods, mountains.

        What drops cannot move on, so that there must be room for it.
        """
        zone = self.land
        if in_force("TRC-18.3a"):
            zone = zone & within(self.stavka.hexes().first(), DROP_RANGE)
        if in_force("TRC-18.3b"):
            zone = zone - self.zone[AXIS] - self.woods - self.mountain
        zone = zone - self.force[AXIS] - self.closed(RUSSIAN, FIRST, unit)
        # all of them are of one size
        return zone & self.room(RUSSIAN, self.paratroops.first())

    @step
    def offer_entry(self, d: Decision, side: int, impulse: int) -> None:
        """TRC-18.1a, TRC-18.2c: paratroops drop in snow, or come in over the east edge."""
        super().offer_entry(d, side, impulse)
        if side == AXIS:
            return
        reserve = self.in_reserve()
        if impulse == FIRST:
            zone, stavka = self.drop_zone(self._one_of(reserve)), self.stavka.hexes()
            with d.unit(
                "drop",
                reserve.when(memoise(zone).any()).distinct(),
                only("TRC-18.1b", reserve, "only corps in the reserve drop"),
                only("TRC-18.1a", self.weather == SNOW, "paratroops drop in snow only"),
                only("TRC-18.3a", stavka.any(), "Stavka is not on the map"),
            ) as unit:
                self.drop(unit)
        earlier = reserve.where(lambda u: self.due_turn(u) < self.turn)
        if not in_force("TRC-18.2c"):
            earlier = no_units()
        edge = self._land_doors(impulse, self._one_of(reserve))
        open_ = if_else(reserve.any(), edge.any(), 0)
        with d.unit("come-by-land", earlier.when(open_).distinct()) as unit:
            self._come_by_land(impulse, unit)

    def _one_of(self, reserve: Units) -> Int:
        """One of the corps in the reserve, to stand for all; any corps when there is none."""
        return if_else(reserve.any(), reserve.first(), self.paratroops.first())

    def _land_doors(self, impulse: int, unit: Int) -> Hexes:
        """TRC-18.2c, D-104: where paratroops come in on foot."""
        doors = self._open_edges(RUSSIAN, impulse, unit)
        return doors if self.option("D-104") else doors & self.edge["east"]

    def _come_by_land(self, impulse: int, unit: Int) -> None:
        edge = self._land_doors(impulse, unit)
        with decide("entry", RUSSIAN, "TRC-18.2c", unit) as d, d.hex("at", edge) as at:
            if self.option("D-104"):
                with when(self.south_entry.contains(at)):
                    assign(self.south_used, 1, "TRC-20.5c")
            self.come_in(RUSSIAN, impulse, unit, at)

    def _drop(self, unit: Int) -> None:
        """TRC-18.3c: down, and no farther this turn."""
        with decide("drop zone", RUSSIAN, "TRC-18.3a", about=unit) as d:
            with d.hex("at", self.drop_zone(unit)) as at:
                self.put(RUSSIAN, unit, at, "")
                mark(self.moved, one_unit(unit), "TRC-18.3c")
                mark(self.dropped, one_unit(unit))
                mark(self.entered_now, one_unit(unit))
                self.moved_from(RUSSIAN, FIRST, at, unit)

    # -- partisans --------------------------------------------------------------------------

    @value
    def haunts(self) -> Hexes:
        """TRC-19.1: Axis cities and Axis track in Russia, away from Axis zones and SS units."""
        where = (self.cities & self.held(AXIS)) | self.axis_rail.hexes
        where = where & self.russia if in_force("TRC-19.1a") else where & self.land
        if in_force("TRC-19.1b"):
            where = where - self.zone[AXIS] - self.hunted()
        return where

    @value
    def hunted(self) -> Hexes:
        """TRC-19.1b, TRC-19.3a: where SS units are near."""
        return self.near_ss

    def movement_ends(self, side: int, impulse: int) -> None:
        """TRC-19.3a: after Axis movement partisans near Axis units are gone."""
        super().movement_ends(side, impulse)
        if side == RUSSIAN:
            return
        found = self.partisans.inside(self.zone[AXIS] | self.hunted())
        place_all(found, self.box("reserve"), "TRC-19.3a")

    def player_turn_ends(self, side: int) -> None:
        """TRC-19.4a: after the second impulse all partisans in the game are placed anew."""
        super().player_turn_ends(side)
        if side == AXIS:
            return
        clear(self.dropped)
        if not in_force("TRC-19.4a"):
            return
        place_all(self.partisans & self.on_map(RUSSIAN), self.box("reserve"), "TRC-19.4a")
        with each(units_at(self.box("reserve")) & self.partisans) as unit:
            where = self.haunts()
            with when(where.any()):
                with decide("partisans", RUSSIAN, "TRC-19.1a") as d:
                    d.holds((units_at(self.box("reserve")) & self.partisans).contains(unit))
                    with d.hex("at", where) as at:
                        place(unit, at)
