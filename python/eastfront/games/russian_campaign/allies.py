"""The Russian Campaign, section 24: minor allies of the Axis, and their surrender."""

from __future__ import annotations

from eastfront.program import *
from eastfront.systems.fields import variable

from .board import AXIS, FIRST, MINORS, RUSSIAN
from .calendar import Calendar
from .section import Section
from .supply import Supply
from .zones import Zones

ENOUGH_IN_HUNGARY = 5
"""The number of Russian units in Hungary that makes the country surrender (TRC-24.2a)."""

FINLAND_CLOSED = "Finland is closed after its surrender"
"""The reason why no unit may enter Finland."""


class Allies(Section):
    """The section on the surrender of Italy, Finland, Rumania and Hungary."""

    finland_fell = variable("turn of the Finnish surrender", Life.GAME, most=26)
    finland_closed = variable("Finland closed", Life.GAME)

    def define(self) -> None:
        """Declares a variable for each minor ally, 1 once the nation has surrendered with all its
        units (TRC-24.1a); after its surrender Finland is closed (TRC-24.5b)."""
        self.fallen = {
            name: self.b.variable(f"{name} surrender", Life.GAME, 0, limits=(0, 1))
            for name in MINORS
        }
        self.bucharest = self.city("Bucharest")

    # -- 24.1: the surrender of an ally -----------------------------------------------------

    def _fall(self, name: str, rule: str) -> None:
        """Makes an ally of the Axis surrender, by `rule`: all units of that nation surrender, on
        the map or not, and none plays again (TRC-24.1a)."""
        note(f"{name} surrender", self.turn, rule=rule)
        assign(self.fallen[name], 1, rule)
        units = self.nation[name]
        units = by("TRC-24.1a", units, otherwise=units & self.on_map(AXIS))
        self.surrender(units - units_at("counters"), "TRC-24.1a")
        self.zones.settle()

    # -- 24.2, 24.3: capitals ---------------------------------------------------------------

    @Calendar.player_turn_ends.before("TRC-24.3a")
    def capitals_fall(self, side: int) -> None:
        """Makes Rumania surrender if the Russian controls Bucharest, and Finland if he controls
        Helsinki (TRC-24.3a), in the Russian end phase (TRC-4.2.5a)."""
        if side == AXIS:
            return
        held = self.zones.held(RUSSIAN)
        with when(held.contains(self.bucharest) & (self.fallen["rumanian"] == 0)):
            self._fall("rumanian", "TRC-24.3a")
        with when(held.contains(self.arrivals.helsinki) & (self.fallen["finnish"] == 0)):
            self._finland_falls("TRC-24.3a", closes=not self.option("D-74"))

    @Calendar.player_turn_ends.before("TRC-24.2a")
    def hungary_falls(self, side: int) -> None:
        """Makes Hungary surrender if five or more Russian units of any kind are in the country
        (TRC-24.2a, reading D-73), in the Russian end phase after the supply check (TRC-4.2.5a)."""
        if side == AXIS:
            return
        there = self.on_map(RUSSIAN).inside(self.hungary).count() >= ENOUGH_IN_HUNGARY
        with when(there & (self.fallen["hungarian"] == 0)):
            self._fall("hungarian", "TRC-24.2a")

    # -- 24.4: Italy ------------------------------------------------------------------------

    @Calendar.turn_opens.before("TRC-24.4a")
    def turn_opens(self) -> None:
        """Makes Italy surrender at the start of the September/October 1943 turn (TRC-24.4a)."""
        with when(self.is_turn(1943, "sep")):
            self._fall("italian", "TRC-24.4a")

    # -- 24.5: Finland ----------------------------------------------------------------------

    def finland_shut(self) -> Int:
        """Says whether Finland is closed to all units of both sides, as it is from the country's
        surrender to the end of the game (TRC-24.5b)."""
        return by("TRC-24.5b", self.finland_closed == 1)

    @Supply.closed.bar("TRC-24.5b", FINLAND_CLOSED)
    def shut_finland(self, side: int) -> Hexes:
        """The hexes of Finland, once no unit may enter the country: they are closed to lines of
        supply too (reading D-47)."""
        return self.finland.when(self.finland_shut())

    def open_inside(self) -> bool:
        """Says whether units that are in Finland when the country is closed may still move inside
        the country: True; by reading D-103 False."""
        return not self.option("D-103")

    def closed_finland(self, unit: Number) -> Hexes:
        """The hexes of Finland if the country is closed to a unit: to each unit outside, and by
        reading D-103 to units inside too."""
        shut = self.finland_shut()
        return self.finland.when(shut & ~self._inside(unit) if self.open_inside() else shut)

    def finland_left(self, unit: Number) -> Hexes:
        """The hexes of Finland, if the country is closed and a unit is inside: once it has left the
        country, it may not come back. No hexes for any other unit, and by reading D-103 none for
        any unit."""
        if not self.open_inside():
            return no_hexes()
        return self.finland.when(self.finland_shut() & self._inside(unit))

    def _inside(self, unit: Number) -> Int:
        return self.finland.contains(place_of(unit))

    def finland_limit(self, unit: Number) -> Limit:
        """The limit that a unit may not enter Finland after the country has surrendered and been
        closed to both sides (TRC-24.5b)."""
        return only("TRC-24.5b", all_hexes() - self.closed_finland(unit), FINLAND_CLOSED)

    def _finland_falls(self, rule: str, closes: bool) -> None:
        """Makes Finland surrender, by `rule`. If `closes`, the country is then closed to both
        sides, and Helsinki is Russian for good (TRC-24.5b); by reading D-74 Finland is closed only
        after its own surrender (24.5), not after the fall of Helsinki."""
        assign(self.finland_fell, self.turn)
        if closes:
            assign(self.finland_closed, 1, "TRC-24.5b")
        self.arrivals.finland_falls()
        self._fall("finnish", rule)

    @Calendar.allies_due.after("TRC-24.5a")
    def allies_due(self, side: int, impulse: int) -> None:
        """Makes Finland surrender at the start of an Axis first impulse, from September/October
        1944 on, unless the Axis controls Leningrad (TRC-24.5a)."""
        if (side, impulse) != (AXIS, FIRST):
            return
        late = self.from_turn(1944, "sep")
        lost = ~self.zones.held(AXIS).contains(self.sea.leningrad)
        with when(late & lost & (self.fallen["finnish"] == 0)):
            self._finland_falls("TRC-24.5a", closes=True)

    @Calendar.turn_closes.after("TRC-24.5c")
    def turn_closes(self) -> None:
        """Eliminates all Axis units, German and allied, that are still in Finland at the end of the
        turn in which the country surrenders and is closed (TRC-24.5c)."""
        stranded = self.on_map(AXIS).inside(self.finland)
        with when((self.finland_fell == self.turn) & (self.finland_closed == 1) & stranded.any()):
            # Helsinki, the only owned place near them, is already Russian (TRC-24.5b)
            self.eliminate(stranded, "TRC-24.5c")

    @Zones.control_settled.after("TRC-24.5b")
    def control_settled(self) -> None:
        """Gives the Russian control of Helsinki until the end of the game, once Finland is closed
        (TRC-24.5b)."""
        with when(self.finland_closed == 1):
            self.control_by(RUSSIAN, one_hex(self.arrivals.helsinki), "TRC-24.5b")
