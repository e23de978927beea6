"""The Russian Campaign, 28.7: Russian chit 1, no winter war and a neutral Finland."""

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
"""The turn in which the special reinforcement of northern Finland arrives, if it was not released
earlier: July/August 1941 (TRC-28.7.R1a)."""


class NoWinterWar(Chit):
    """Russian chit 1: Finland is neutral throughout the game."""

    chit = RUSSIAN, 1
    text = "28.7: no winter war, and Finland stays neutral"
    shown_by = "TRC-28.7.R1a"  # before the set-up
    at_once = True

    @Board.define_hexes.after("TRC-28.7.R1b")
    def find_cities(self) -> None:
        """Declares the Russian cities outside the military districts, and the units assigned to the
        Finnish border, which may be set up in these cities (TRC-28.7.R1b)."""
        self._open_cities = self.hexes_where(
            "cities outside the districts",
            lambda h: self.is_city(h) and h.area in RUSSIA and h.zone not in self.districts,
        )
        self._northern = self.counters_with(
            "assigned to Finland", side="russian", group="leningrad"
        )

    @Supply.closed.bar("TRC-28.7.R1a", "Finland is neutral")
    def neutral_land(self, side: int) -> Hexes:
        """The hexes of Finland while it is neutral, which no line of supply and no unit enters
        (28.7.R1a)."""
        return self.finland.when(self.in_play())

    @Calendar.before_set_up.after("TRC-28.7.R1a")
    def before_set_up(self, side: int) -> None:
        """Removes all Finnish units from the game before the set-up (TRC-28.7.R1a)."""
        if side == RUSSIAN:
            with when(self.in_play()):
                finns = self.nation["finnish"] - units_at("counters")
                self.leave(finns, "removed", "TRC-28.7.R1a")

    @Calendar.set_up_area.then("TRC-28.7.R1b")
    def set_up_area(self, may: Hexes, side: int, unit: Int, area: Hexes) -> Hexes:
        """Lets the Russian units assigned to the Finnish border be set up in any city outside the
        military districts instead (TRC-28.7.R1b)."""
        if side != RUSSIAN:
            return may
        return may | self._open_cities.when(self.in_play() & self._northern.contains(unit))

    @Movement.closed_to_all.then("TRC-28.7.R1a")
    def closed_to_all(self, closed: Hexes, side: int, impulse: int, unit: Number) -> Hexes:
        """Closes neutral Finland to all movement and retreats: neither side may invade the country
        (TRC-28.7.R1a)."""
        return closed | self.neutral_land(side)

    @Railroads.rail_closures.then("TRC-28.7.R1a")
    def rail_closures(self, out: Closures, side: int, unit: Number) -> Closures:
        """Closes neutral Finland to trains of both sides (TRC-28.7.R1a)."""
        return [*out, ("TRC-28.7.R1a", self.neutral_land(side), "Finland is neutral")]

    @Zones.control_settled.after("TRC-28.7.R1a")
    def control_settled(self) -> None:
        """Keeps the cities of neutral Finland out of the control of both sides (TRC-28.7.R1a)."""
        cities = (self.finland & self.owned).when(self.in_play())
        self.control_by_none(cities, "TRC-28.7.R1a")

    @Calendar.impulse_opens.after("TRC-28.7.R1a")
    @during(RUSSIAN, FIRST)
    def impulse_opens(self, side: int, impulse: int) -> None:
        """Brings in the Russian special reinforcement of northern Finland in July 1941
        (TRC-28.7.R1a)."""
        due = self.in_play() & (self.turn == LAPLAND_COMES)
        army = self.arrivals.lapland & self.russian_units
        self.arrivals.call(army.when(due), "TRC-28.7.R1a")
