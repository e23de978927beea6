"""The Russian Campaign, 28.7: the chit of a Russia that fought no winter war with Finland."""

from __future__ import annotations

from eastfront.program import *

from ..board import FIRST, RUSSIA, RUSSIAN, Board, turn_of
from ..calendar import Calendar
from ..movement import Movement
from ..rail import Railroads
from ..retreat import Retreats
from ..section import OptionalRule
from ..supply import Supply
from ..zones import Zones
from .chits import DRAW, Chits

LAPLAND_COMES = turn_of(1941, "jul")
"""When the army of Lapland comes, if nothing calls it (TRC-28.7.R1a)."""


class NoWinterWar(OptionalRule):
    """A neutral Finland."""

    name = "chit-russian=1"
    names = (DRAW, name)
    text = "28.7: no winter war, and Finland stays neutral"
    chits: Chits

    @Board.define_hexes.after("TRC-28.7.R1b")
    def find_cities(self) -> None:
        """TRC-28.7.R1b: the cities outside the districts, and who may stand in them."""
        self._open_cities = self.hexes_where(
            "cities outside the districts",
            lambda h: self.is_city(h) and h.area in RUSSIA and h.zone not in self.districts,
        )
        self._northern = self.counters_where(
            "assigned to Finland", lambda u: (u.side, u.group) == ("russian", "leningrad")
        )

    def neutral_finland(self) -> Int:
        """TRC-28.7.R1a: whether Finland keeps out of the war."""
        return self.chits.in_play(RUSSIAN, 1)

    @Calendar.before_set_up.after("TRC-28.7.R1a")
    def before_set_up(self, side: int) -> None:
        """TRC-28.7.R1a: Finns take no part."""
        if side == RUSSIAN:
            with when(self.neutral_finland()):
                finns = self.nation["finnish"] - units_at("counters")
                place_all(finns, "removed", "TRC-28.7.R1a")

    @Calendar.set_up_area.then("TRC-28.7.R1b")
    def set_up_area(self, may: Hexes, side: int, unit: Int, area: Hexes) -> Hexes:
        """TRC-28.7.R1b: who would have guarded that frontier may stand in a city elsewhere."""
        if side != RUSSIAN:
            return may
        return may | self._open_cities.when(self.neutral_finland() & self._northern.contains(unit))

    @Movement.closed.then("TRC-28.7.R1a")
    def closed(self, closed: Hexes, side: int, impulse: int, unit: Number) -> Hexes:
        """TRC-28.7.R1a: nobody invades it."""
        return closed | self.finland.when(self.neutral_finland())

    @Retreats.shut_to_retreat.then("TRC-28.7.R1a")
    def shut_to_retreat(self, shut: Hexes, side: int, unit: Int) -> Hexes:
        """TRC-28.7.R1a: nor retreats into it."""
        return shut | self.finland.when(self.neutral_finland())

    @Railroads.rail_closures.then("TRC-28.7.R1a")
    def rail_closures(
        self, out: list[tuple[str, Hexes, str]], side: int, unit: Number
    ) -> list[tuple[str, Hexes, str]]:
        """TRC-28.7.R1a: nor passes through by rail."""
        shut = self.finland.when(self.neutral_finland())
        return [*out, ("TRC-28.7.R1a", shut, "Finland is neutral")]

    @Supply.closed_countries.then("TRC-28.7.R1a")
    def closed_countries(self, closed: Hexes) -> Hexes:
        """TRC-28.7.R1a: nor draws supply from there."""
        return closed | self.finland.when(self.neutral_finland())

    @Zones.control_settled.after("TRC-28.7.R1a")
    def control_settled(self) -> None:
        """TRC-28.7.R1a: nobody has the cities of a neutral country."""
        cities = (self.finland & self.owned).when(self.neutral_finland())
        for flag in self.control:
            clear(flag, cities, "TRC-28.7.R1a")

    @Calendar.impulse_opens.after("TRC-28.7.R1a")
    def impulse_opens(self, side: int, impulse: int) -> None:
        """TRC-28.7.R1a: the army of Lapland comes in July 1941."""
        if (side, impulse) == (RUSSIAN, FIRST):
            due = self.neutral_finland() & (self.turn == LAPLAND_COMES)
            army = self.arrivals.lapland & self.russian_units
            mark(self.arrivals.called, army.when(due), "TRC-28.7.R1a")
