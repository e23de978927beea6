"""The Russian Campaign, 28.7: the chits of a neutral Finland and of a Russia that is prepared."""

from __future__ import annotations

from eastfront.program import *
from eastfront.scenario.model import HexRow

from ..battle import Battle
from ..board import AXIS, FIRST, RUSSIA, RUSSIAN, Board, turn_of
from ..calendar import Calendar
from ..movement import Movement
from ..rail import Railroads
from ..retreat import Retreats
from ..section import OptionalRule
from ..strength import Strengths
from ..supply import Supply
from ..zones import Zones

LAPLAND_COMES = turn_of(1941, "jul")
"""When the army of Lapland comes, if nothing calls it (TRC-28.7.R1a)."""

MANNED_UNTIL = turn_of(1942, "nov")
"""The last turn in which the Stalin Line counts (TRC-28.7.R3c)."""


class Preparedness(OptionalRule):
    """No winter war, and the Stalin Line."""

    names = ("chits", "chit-russian=1", "chit-russian=3")

    def prepare(self) -> None:
        """Whether its parts are in force."""
        self._peace = self.chit_draw.playable(RUSSIAN, 1, "TRC-28.7.R1a")
        self._border_guards = self.chit_draw.playable(RUSSIAN, 1, "TRC-28.7.R1b")
        self._alert = self.chit_draw.playable(RUSSIAN, 3, "TRC-28.7.R3a")
        self._line_built = self.chit_draw.playable(RUSSIAN, 3, "TRC-28.7.R3b")

    def define(self) -> None:
        """Declares who guards the frontier of Finland."""
        if self._border_guards:
            self._northern = self.counters_where(
                "assigned to Finland", lambda u: (u.side, u.group) == ("russian", "leningrad")
            )

    @Board.define_hexes.after()
    def find_frontier(self) -> None:
        """TRC-28.7.R1b, TRC-28.7.R3b: the cities outside the districts, and the line."""
        if self._border_guards:
            self._open_cities = self.hexes_where(
                "cities outside the districts",
                lambda h: self.is_city(h) and h.area in RUSSIA and h.zone not in self.districts,
            )
        if self._line_built:
            self.stalin_line = self.hexes_where("Stalin Line", self._on_the_line)

    def _on_the_line(self, row: HexRow) -> bool:
        """TRC-28.7.R3b: a hex of Russia in no district, with one beside it to the west."""
        m = self.data.map
        at = self.hex(row.name)
        if row.area not in RUSSIA or row.zone in self.districts or not self.is_land(at):
            return False
        near = (m.neighbor(at, way) for way in range(6))
        return any([n is not None and self._west_of(n, at) and self._in_district(n) for n in near])

    def _in_district(self, hex_: int) -> bool:
        row = self.data.map.hexes[hex_]
        return row is not None and row.zone in self.districts

    def _west_of(self, hex_: int, other: int) -> bool:
        """Whether a hex lies nearer to the west edge than its neighbour: columns run west."""
        m = self.data.map

        def doubled(h: int) -> int:
            row, column = divmod(h, m.width)
            return 2 * column + (row % 2 == m.shifted_parity)

        return doubled(hex_) > doubled(other)

    # -- Finland ----------------------------------------------------------------------------

    def neutral_finland(self) -> Int:
        """TRC-28.7.R1a: whether Finland keeps out of the war."""
        return self.chit_draw.chit_in_play(RUSSIAN, 1)

    @Calendar.before_set_up.after()
    def before_set_up(self, side: int) -> None:
        """TRC-28.7.R1a: Finns take no part."""
        if side == RUSSIAN and self._peace:
            with when(self.neutral_finland()):
                finns = self.nation["finnish"] - units_at(self.box("counters"))
                place_all(finns, self.box("removed"), "TRC-28.7.R1a")

    @Calendar.set_up_area.then()
    def set_up_area(self, may: Hexes, side: int, unit: Int, area: Hexes) -> Hexes:
        """TRC-28.7.R1b: who would have guarded that frontier may stand in a city elsewhere."""
        if side != RUSSIAN or not self._border_guards:
            return may
        return may | self._open_cities.when(self.neutral_finland() & self._northern.contains(unit))

    @Movement.closed.then()
    def closed(self, closed: Hexes, side: int, impulse: int, unit: Number) -> Hexes:
        """TRC-28.7.R1a: nobody invades it."""
        return closed | self.finland.when(self.neutral_finland()) if self._peace else closed

    @Retreats.shut_to_retreat.then()
    def shut_to_retreat(self, shut: Hexes, side: int, unit: Int) -> Hexes:
        """TRC-28.7.R1a: nor retreats into it."""
        return shut | self.finland.when(self.neutral_finland()) if self._peace else shut

    @Railroads.rail_closures.then()
    def rail_closures(
        self, out: list[tuple[str, Hexes, str]], side: int, unit: Number
    ) -> list[tuple[str, Hexes, str]]:
        """TRC-28.7.R1a: nor passes through by rail."""
        if self._peace:
            shut = self.finland.when(self.neutral_finland())
            out.append(("TRC-28.7.R1a", shut, "Finland is neutral"))
        return out

    @Supply.closed_countries.then()
    def closed_countries(self, closed: Hexes) -> Hexes:
        """TRC-28.7.R1a: nor draws supply from there."""
        return closed | self.finland.when(self.neutral_finland()) if self._peace else closed

    @Zones.control_settled.after()
    def control_settled(self) -> None:
        """TRC-28.7.R1a: nobody has the cities of a neutral country."""
        if self._peace:
            cities = (self.finland & self.owned).when(self.neutral_finland())
            for flag in self.control:
                clear(flag, cities, "TRC-28.7.R1a")

    @Calendar.impulse_opens.after()
    def impulse_opens(self, side: int, impulse: int) -> None:
        """TRC-28.7.R1a: the army of Lapland comes in July 1941."""
        if self._peace and (side, impulse) == (RUSSIAN, FIRST):
            due = self.neutral_finland() & (self.turn == LAPLAND_COMES)
            army = self.arrivals.lapland & self.russian_units
            mark(self.arrivals.called, army.when(due), "TRC-28.7.R1a")

    # -- the Stalin Line --------------------------------------------------------------------

    @Strengths.no_rivers_yet.then()
    def no_rivers_yet(self, lost: Int, side: int) -> Int:
        """TRC-28.7.R3a: a Russia that is not surprised gains by rivers from the start."""
        return lost & ~self.chit_draw.chit_in_play(RUSSIAN, 3) if self._alert else lost

    def manned_line(self) -> Hexes:
        """TRC-28.7.R3b, TRC-28.7.R3c: the Stalin Line while it counts."""
        manned = self.chit_draw.chit_in_play(RUSSIAN, 3) & (self.turn <= MANNED_UNTIL)
        return self.stalin_line.when(manned)

    def _fortified(self, side: int) -> bool:
        """Whether Russians may defend the line against a side."""
        return side == AXIS and self._line_built and in_force("TRC-28.7.R3c")

    def _manned(self, side: int, hex_: Number) -> Int:
        """TRC-28.7.R3c: a factor more for each defender of a hex of the line."""
        them = (units_at(hex_) & self.strengths.defenders(side)).count()
        return if_else(self.manned_line().contains(hex_), them, 0)

    @Strengths.defence_at_most.then()
    def defence_at_most(self, worth: Int, side: int, hex_: Number) -> Int:
        """TRC-28.7.R3c: what is added is not doubled."""
        return worth + self._manned(side, hex_) if self._fortified(side) else worth

    @Strengths.defence_at_least.then()
    def defence_at_least(self, worth: Int, side: int, hex_: Number) -> Int:
        """TRC-28.7.R3c: what is added is not doubled."""
        return worth + self._manned(side, hex_) if self._fortified(side) else worth

    @Strengths.defence_factor.then()
    def defence_factor(self, factor: Int, side: int, attackers: Units, unit: Int) -> Int:
        """TRC-28.7.R3c: what is added is not doubled."""
        if not self._fortified(side):
            return factor
        return factor + ruled("TRC-28.7.R3c", self.manned_line().contains(place_of(unit)))

    @Battle.stands.bar("TRC-28.7.R3c", "on the Stalin Line")
    def stand_on_line(self, attacker: int, side: int, units: Units) -> Units:
        """TRC-28.7.R3c: defenders of the line stand as in woods."""
        if side != RUSSIAN or not self._fortified(attacker):
            return no_units()
        return units.inside(self.manned_line())
