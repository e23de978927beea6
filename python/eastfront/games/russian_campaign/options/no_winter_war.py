"""The Russian Campaign, 28.7: the chit of a Russia that fought no winter war with Finland."""

from __future__ import annotations

from eastfront.program import *

from ..board import FIRST, RUSSIA, RUSSIAN, Board, turn_of
from ..calendar import Calendar
from ..movement import Movement
from ..rail import Railroads
from ..section import Closures, during
from ..supply import Supply
from ..zones import Zones
from .chits import Chit

LAPLAND_COMES = turn_of(1941, "jul")
"""The turn in which the Lapland army arrives, if not released earlier (TRC-28.7.R1a)."""


class NoWinterWar(Chit):
    """A neutral Finland."""

    chit = RUSSIAN, 1
    text = "28.7: no winter war, and Finland stays neutral"
    shown_by = "TRC-28.7.R1a"
    at_once = True

    @Board.define_hexes.after("TRC-28.7.R1b")
    def find_cities(self) -> None:
        """Declares the cities outside the districts (TRC-28.7.R1b), and the units that may be set
        up in them."""
        self._open_cities = self.hexes_where(
            "cities outside the districts",
            lambda h: self.is_city(h) and h.area in RUSSIA and h.zone not in self.districts,
        )
        self._northern = self.counters_with(
            "assigned to Finland", side="russian", group="leningrad"
        )

    @Supply.closed.bar("TRC-28.7.R1a", "Finland is neutral")
    def neutral_land(self, side: int) -> Hexes:
        """Neutral Finland is closed to lines of supply."""
        return self.finland.when(self.in_play())

    @Calendar.before_set_up.after("TRC-28.7.R1a")
    def before_set_up(self, side: int) -> None:
        """TRC-28.7.R1a: Finnish units are removed."""
        if side == RUSSIAN:
            with when(self.in_play()):
                finns = self.nation["finnish"] - units_at("counters")
                self.leave(finns, "removed", "TRC-28.7.R1a")

    @Calendar.set_up_area.then("TRC-28.7.R1b")
    def set_up_area(self, may: Hexes, side: int, unit: Int, area: Hexes) -> Hexes:
        """TRC-28.7.R1b: units assigned to the Finnish frontier may be set up in a city
        elsewhere."""
        if side != RUSSIAN:
            return may
        return may | self._open_cities.when(self.in_play() & self._northern.contains(unit))

    @Movement.closed_to_all.then("TRC-28.7.R1a")
    def closed_to_all(self, closed: Hexes, side: int, impulse: int, unit: Number) -> Hexes:
        """TRC-28.7.R1a: neutral Finland is closed to movement and retreats."""
        return closed | self.neutral_land(side)

    @Railroads.rail_closures.then("TRC-28.7.R1a")
    def rail_closures(self, out: Closures, side: int, unit: Number) -> Closures:
        """TRC-28.7.R1a: nobody goes through neutral Finland by rail."""
        return [*out, ("TRC-28.7.R1a", self.neutral_land(side), "Finland is neutral")]

    @Zones.control_settled.after("TRC-28.7.R1a")
    def control_settled(self) -> None:
        """TRC-28.7.R1a: neither side controls the cities of a neutral country."""
        cities = (self.finland & self.owned).when(self.in_play())
        self.control_by_none(cities, "TRC-28.7.R1a")

    @Calendar.impulse_opens.after("TRC-28.7.R1a")
    @during(RUSSIAN, FIRST)
    def impulse_opens(self, side: int, impulse: int) -> None:
        """TRC-28.7.R1a: the Lapland army arrives in July 1941."""
        due = self.in_play() & (self.turn == LAPLAND_COMES)
        army = self.arrivals.lapland & self.russian_units
        self.arrivals.call(army.when(due), "TRC-28.7.R1a")
