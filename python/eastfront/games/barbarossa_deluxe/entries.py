"""Barbarossa Deluxe, 8.2, 8.3 and 8.33: German reinforcements that enter in hexes of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from eastfront.program import *
from eastfront.scenario.model import UnitRow

from .areas import BALTIC_CORPS, KERCH_COMMAND
from .arrivals import Arrivals
from .ground import GERMAN
from .section import Counters

IN_PLACE = ("in-place-north", "in-place-south", "in-place")


class Entries(Counters):
    """Battle groups, which enter beside other units wherever these stand, and units that enter in
    one hex only."""

    @classmethod
    def of(cls, unit: UnitRow) -> bool:
        """Says whether a unit enters in hexes of its own (BD-8.2b, BD-8.2d, BD-8.3c)."""
        return unit.side == "german" and (unit.entry in IN_PLACE or unit.entry.isdigit())

    def define(self) -> None:
        """Declares the units, by their way of entry, and their hexes."""
        self.special = self.units_where("entry of their own", self.of)
        self.groups = self.units_where("battle groups", lambda u: u.kind == "kg")
        self.northern, self.southern, self.anywhere = (self._entering(way) for way in IN_PLACE)
        printed = [self.hex(u.entry) if u.entry.isdigit() else -1 for u in self.data.units]
        self.printed = self.b.unit_attr("enters at", printed)

    @Arrivals.entry_hexes.then()
    def own_hexes(self, usual: Hexes, side: int, unit: Number) -> Hexes:
        """The hexes in which a reinforcement enters that does not enter as others do; replacements
        do."""
        if side != GERMAN or isinstance(unit, int):
            return usual
        new = (self.special & units_at("later")).contains(unit)
        return if_else(new, self._hexes(larger(unit, 0), usual), usual)

    def _hexes(self, unit: Number, usual: Hexes) -> Hexes:
        """The hexes in which a unit with an entry of its own may enter: if it counts for stacking,
        within stacking limits, and where not five units have entered in the turn."""
        out = no_hexes()
        for units, hexes in self._own_ways(unit, usual):
            out = if_else(units.contains(unit), hexes, out)
        fits = (out & self.berths(GERMAN, unit)) - self.arrivals.used_up
        return if_else(self.counting.contains(unit), fits, out)

    def _own_ways(self, unit: Number, usual: Hexes) -> Iterator[tuple[Units, Hexes]]:
        """For units by their way of entry the hexes that are open to one of them.

        - Most battle groups enter in any hex with German-side units, whatever its supply (BD-8.2c),
          on that side of the logistics boundary that the counter names (BD-8.2b), and at most one
          in a hex in a game turn (BD-8.2a).
        - Others enter in the hex that the counter names, if it is under German control (BD-8.2d).
        - The Hungarian armies enter in Budapest (BD-8.3b), 6th SS in Riga, if it has overland
          supply (BD-8.3c), the Kerch command in 3106 (BD-8.3f), and fortress commands in their
          cities, if they have overland supply (BD-8.33b).
        """
        fed = self.supply.german_overland
        taken = self.groups.where(lambda u: self.arrivals.entry_hex(u) > 0).hexes()
        beside = by("BD-8.2c", occupied(GERMAN), otherwise=occupied(GERMAN) & fed)
        beside = beside - taken  # BD-8.2a
        printed = one_hex(self.printed(unit)) & self.control(GERMAN)
        for units, zone in (
            (self.northern, self.north), (self.southern, self.south), (self.anywhere, self.land)
        ):  # fmt: skip
            yield units, by("BD-8.2a", beside & by("BD-8.2b", zone, otherwise=self.land),
                            otherwise=usual)  # fmt: skip
        for rule, some, hexes in (
            ("BD-8.2d", self._only(lambda u: u.entry.isdigit()), printed),
            ("BD-8.3b", self._only(lambda u: u.kind == "satellite"), printed),
            ("BD-8.3c", self._only(lambda u: u.id == BALTIC_CORPS), printed & fed),
            ("BD-8.3f", self._only(lambda u: u.id == KERCH_COMMAND), printed),
            ("BD-8.33b", self._only(lambda u: u.kind == "fortress-command"), printed & fed),
        ):
            if some is not None:
                yield some, by(rule, hexes, otherwise=usual)

    def _entering(self, way: str) -> Units:
        """The units with an entry of a kind."""
        return self.units_where(f"enter {way}", lambda u: u.entry == way)

    def _only(self, some: Callable[[UnitRow], bool]) -> Units | None:
        """The units of a kind that enter in hexes of their own, None if the game has none."""
        found = [u for u in self.data.units if some(u) and self.of(u)]
        return self.units_where(found[0].entry, found.__contains__) if found else None

    @Arrivals.able_to_enter.then()
    def _able(self, able: Units, side: int, units: Units) -> Units:
        """Each is tested by itself (BD-8.3a)."""
        if side != GERMAN:
            return able
        special = units & self.special
        doors = special.where(lambda u: self.arrivals.entry_hexes(GERMAN, u).any())
        return (able - special) | doors

    @Arrivals.forfeit.before("BD-8.3a")
    def _forfeit(self, units: Units) -> None:
        """A unit that cannot use its hexes on its turn, since they are full or under enemy control,
        is forfeit (BD-8.3a)."""
        self.leave(units & self.special, "removed", "BD-8.3a")
