"""The Russian Campaign, 28.7: the chits of a neutral Finland and of a Russia that is prepared."""

from __future__ import annotations

from eastfront.program import *
from eastfront.scenario.model import HexRow

from .board import AXIS, FIRST, RUSSIA, RUSSIAN, turn_of
from .vlasov import Vlasov

LAPLAND_COMES = turn_of(1941, "jul")
"""When the army of Lapland comes, if nothing calls it (TRC-28.7.R1a)."""

MANNED_UNTIL = turn_of(1942, "nov")
"""The last turn in which the Stalin Line counts (TRC-28.7.R3c)."""


class Preparedness(Vlasov):
    """No winter war, and the Stalin Line, when they are played."""

    def define(self) -> None:
        """Declares who guards the frontier of Finland."""
        self._peace = self.playable(RUSSIAN, 1, "TRC-28.7.R1a")
        self._border_guards = self.playable(RUSSIAN, 1, "TRC-28.7.R1b")
        self._alert = self.playable(RUSSIAN, 3, "TRC-28.7.R3a")
        self._line_built = self.playable(RUSSIAN, 3, "TRC-28.7.R3b")
        super().define()
        if self._border_guards:
            self._northern = self.counters_where(
                "assigned to Finland", lambda u: (u.side, u.group) == ("russian", "leningrad")
            )

    def define_hexes(self) -> None:
        """TRC-28.7.R1b, TRC-28.7.R3b: the cities outside the districts, and the line."""
        super().define_hexes()
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
        return self.chit_in_play(RUSSIAN, 1)

    def before_set_up(self, side: int) -> None:
        """TRC-28.7.R1a: Finns take no part."""
        super().before_set_up(side)
        if side == RUSSIAN and self._peace:
            with when(self.neutral_finland()):
                finns = self.nation["finnish"] - units_at(self.box("counters"))
                place_all(finns, self.box("removed"), "TRC-28.7.R1a")

    def set_up_area(self, side: int, unit: Int, area: Hexes) -> Hexes:
        """TRC-28.7.R1b: who would have guarded that frontier may stand in a city elsewhere."""
        area = super().set_up_area(side, unit, area)
        if side != RUSSIAN or not self._border_guards:
            return area
        return area | self._open_cities.when(self.neutral_finland() & self._northern.contains(unit))

    def closed(self, side: int, impulse: int, unit: Number) -> Hexes:
        """TRC-28.7.R1a: nobody invades it."""
        closed = super().closed(side, impulse, unit)
        return closed | self.finland.when(self.neutral_finland()) if self._peace else closed

    def shut_to_retreat(self, side: int, unit: Int) -> Hexes:
        """TRC-28.7.R1a: nor retreats into it."""
        shut = super().shut_to_retreat(side, unit)
        return shut | self.finland.when(self.neutral_finland()) if self._peace else shut

    def rail_closures(self, side: int, unit: Number) -> list[tuple[str, Hexes, str]]:
        """TRC-28.7.R1a: nor passes through by rail."""
        out = super().rail_closures(side, unit)
        if self._peace:
            shut = self.finland.when(self.neutral_finland())
            out.append(("TRC-28.7.R1a", shut, "Finland is neutral"))
        return out

    def closed_countries(self) -> Hexes:
        """TRC-28.7.R1a: nor draws supply from there."""
        closed = super().closed_countries()
        return closed | self.finland.when(self.neutral_finland()) if self._peace else closed

    def control_settled(self) -> None:
        """TRC-28.7.R1a: nobody has the cities of a neutral country."""
        super().control_settled()
        if self._peace:
            cities = (self.finland & self.owned).when(self.neutral_finland())
            for flag in self.control:
                clear(flag, cities, "TRC-28.7.R1a")

    def impulse_opens(self, side: int, impulse: int) -> None:
        """TRC-28.7.R1a: the army of Lapland comes in July 1941."""
        super().impulse_opens(side, impulse)
        if self._peace and (side, impulse) == (RUSSIAN, FIRST):
            due = self.neutral_finland() & (self.turn == LAPLAND_COMES)
            army = self.lapland & self.russian_units
            mark(self.called, army.when(due), "TRC-28.7.R1a")

    # -- the Stalin Line --------------------------------------------------------------------

    def no_rivers_yet(self, side: int) -> Int:
        """TRC-28.7.R3a: a Russia that is not surprised gains by rivers from the start."""
        lost = super().no_rivers_yet(side)
        return lost & ~self.chit_in_play(RUSSIAN, 3) if self._alert else lost

    def manned_line(self) -> Hexes:
        """TRC-28.7.R3b, TRC-28.7.R3c: the Stalin Line while it counts."""
        manned = self.chit_in_play(RUSSIAN, 3) & (self.turn <= MANNED_UNTIL)
        return self.stalin_line.when(manned)

    def _fortified(self, side: int) -> bool:
        """Whether Russians may defend the line against a side."""
        return side == AXIS and self._line_built and in_force("TRC-28.7.R3c")

    def _manned(self, side: int, hex_: Number) -> Int:
        """TRC-28.7.R3c: a factor more for each defender of a hex of the line."""
        them = (units_at(hex_) & self.defenders(side)).count()
        return if_else(self.manned_line().contains(hex_), them, 0)

    def defence_at_most(self, side: int, hex_: Number) -> Int:
        """TRC-28.7.R3c: what is added is not doubled."""
        worth = super().defence_at_most(side, hex_)
        return worth + self._manned(side, hex_) if self._fortified(side) else worth

    def defence_at_least(self, side: int, hex_: Number) -> Int:
        """TRC-28.7.R3c: what is added is not doubled."""
        worth = super().defence_at_least(side, hex_)
        return worth + self._manned(side, hex_) if self._fortified(side) else worth

    def worth(self, side: int, attackers: Units, hexes: Hexes) -> Int:
        """TRC-28.7.R3c: what is added is not doubled."""
        worth = super().worth(side, attackers, hexes)
        if not self._fortified(side):
            return worth
        return worth + self.defenders(side).inside(hexes & self.manned_line()).count()

    def told_bonus(self, side: int, unit: Int) -> Int:
        """TRC-28.7.R3c: what a defender of the line is worth beyond his factors."""
        if not self._fortified(side):
            return super().told_bonus(side, unit)
        return ruled("TRC-28.7.R3c", self.manned_line().contains(place_of(unit)))

    def shelters(self, attacker: int) -> list[tuple[str, Hexes, str]]:
        """TRC-28.7.R3c: the line as well."""
        out = super().shelters(attacker)
        if self._fortified(attacker):
            out.append(("TRC-28.7.R3c", self.manned_line(), "on the Stalin Line"))
        return out

    def drive_back(
        self, attacker: int, side: int, units: Units, shorter: Number, rule: str
    ) -> None:
        """TRC-28.7.R3c: defenders of the line stand as in woods."""
        if side == RUSSIAN and self._fortified(attacker):
            units = units - units.inside(self.manned_line())
        super().drive_back(attacker, side, units, shorter, rule)
