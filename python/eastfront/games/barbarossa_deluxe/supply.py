"""Barbarossa Deluxe, section 7: the supply states of units, and Soviet offensive supply markers.

Overland supply is computed for a whole side at once, as the hexes from which a line can be traced;
the supply of a unit follows from its hex. A German-side unit has the strongest state for which it
qualifies: overland, Crimea, garrison, coastal, aerial, or out of supply (BD-7.2a).
"""

from __future__ import annotations

from collections.abc import Sequence

from eastfront.program import *
from eastfront.systems import supply
from eastfront.systems.asking import define_answer, define_control, define_lines
from eastfront.systems.choosing import choose
from eastfront.systems.fields import HEXES, variable, variables
from eastfront.systems.sections import rule, value

from .data import MARKERS
from .ground import GERMAN, SOVIET
from .section import Section

OOS, AERIAL, COASTAL, GARRISON, CRIMEA, OVERLAND, OFFENSIVE = range(7)
SUPPLY_NAMES = (
    "out of supply",
    "aerial",
    "coastal",
    "garrison",
    "Crimea",
    "overland",
    "offensive",
)
"""The names of the supply states, in the order of their numbers."""


class Supply(supply.Supply, Section):
    """Supply lines, the supply states of units, and Soviet offensive supply markers."""

    markers = variables("supply marker {}", Life.PLAYER_TURN, -1, limits=HEXES, each=MARKERS)
    markers_banned = variable("supply markers banned", Life.GAME)

    def define(self) -> None:
        """Declares the hexes in overland supply of each side."""
        self.line_hexes: dict[int, Hexes] = {}
        self.line_sources: dict[int, Hexes] = {}
        self._define_german_lines()
        self._define_soviet_lines()

    def within_zone(self, zone: Hexes) -> Hexes:
        """The hexes to which supply lines that begin in ``zone`` are limited. ``zone`` is the part
        of the map north or south of the logistics boundary, and its lines stay inside, since no
        line of either side crosses that boundary (BD-7.15a)."""
        return by("BD-7.15a", zone, otherwise=all_hexes())

    @supply.Supply.closed.bar("BD-7.14d", "enemies are there")
    def enemies(self, side: int) -> Hexes:
        """The hexes occupied by enemy units, which no supply line of a side enters (BD-7.14d)."""
        return occupied(1 - side)

    @supply.Supply.closed.bar("BD-7.20a", "it has a Soviet fort")
    def soviet_fort(self, side: int) -> Hexes:
        """The fortified line hexes under Soviet control, even unoccupied, which German supply lines
        do not enter (BD-7.20a); none for Soviet lines."""
        return (self.soviet_forts - self.german_control.hexes).when(side == GERMAN)

    @supply.Supply.closed.bar("BD-7.20c", "it has a German fort")
    def german_fort(self, side: int) -> Hexes:
        """The intact German fortified line hexes under German control, which Soviet supply lines do
        not enter (BD-7.20c); none for German lines."""
        intact = self.german_forts & self.german_control.hexes
        return (intact - self.events.wrecked.hexes).when(side == SOVIET)

    def _lines(self, side: int, sources: Hexes, closed: str) -> list[Hexes]:
        """The hexes from which a side's supply lines lead to one of its sources, as two sets: the
        hexes in the north, then those in the south. ``closed`` is the id of the rule by which a
        source that an enemy occupies gives no supply."""
        free = self.closed.open(self.land | self.lakes_for_lines(side), side)
        held = sources - occupied(1 - side)
        sources, free = by(closed, (held, free), otherwise=(sources, free | sources))
        name = self.sides[side]
        free = self.b.view(f"{name} lines may enter", free)
        self.line_hexes[side], self.line_sources[side] = free, sources
        sides = [self.german_lines, self.soviet_lines][side]
        return [
            self.b.view(f"{name} overland {zone}", flood(sources, free & area, sides))
            for zone, area in (
                ("north", self.within_zone(self.north)),
                ("south", self.within_zone(self.south)),
            )
        ]

    def _define_german_lines(self) -> None:
        """Declares the hexes in German overland supply: those with a line to a source on the west
        edge, hexes 1724 to 2924 (BD-7.3b), that no enemy occupies (BD-7.3d).

        Units in the Dnepropetrovsk supply area must trace their line through that city, under
        German control (BD-7.4a); units in the Rostov supply area through Rostov and from there
        through Dnepropetrovsk (BD-7.4c).
        """
        sources = by("BD-7.3b", self.german_sources)
        northern, through = self._lines(GERMAN, sources, "BD-7.3d")
        supplied = northern | through
        free = self.line_hexes[GERMAN]
        area = free & self.within_zone(self.south)
        for gate_rule, name, city, beyond in self.gates:
            # the line passes through the city, under German control
            if in_force(gate_rule):
                at = one_hex(self.hex(city))
                gate = through & at & self.german_control.hexes
                lines = flood(gate, area, self.german_lines)
                through = self.b.view(f"through {name}", lines)
                supplied = (supplied - beyond) | (through & beyond)
        self.german_overland = self.b.view("german overland", supplied)

    def _define_soviet_lines(self) -> None:
        """Declares the hexes in Soviet overland supply: those with a line to a source on the east
        edge (BD-7.9b) that no enemy occupies (BD-7.9c)."""
        sources = by("BD-7.9b", self.soviet_sources)
        # a source that an enemy occupies gives no supply
        lines = union(self._lines(SOVIET, sources, "BD-7.9c"))
        self.soviet_overland = self.b.view("soviet overland", lines)

    @property
    def gates(self) -> Sequence[tuple[str, str, str, Hexes]]:
        """The cities through which German supply lines from an area must pass: Dnepropetrovsk
        (BD-7.4a), then Rostov (BD-7.4c). For each: the rule, the name, the hex and the area."""
        return (
            ("BD-7.4a", "Dnepropetrovsk", "2607", self.dp_area),
            ("BD-7.4c", "Rostov", "2804", self.r_area),
        )

    # -- 7.2 to 7.11: states -----------------------------------------------------------------

    @value
    def overland(self, side: int) -> Hexes:
        """The hexes from which a side traces regular overland supply."""
        return self.german_overland if side == GERMAN else self.soviet_overland

    @value
    def german_is_overland(self, unit: Number) -> Int:
        """Says whether a German-side unit has regular overland supply: a line of any length to a
        German source, free of enemy units (BD-7.3a).

        A satellite army north of the logistics boundary has no overland supply while its ban lasts
        (BD-10.22a), not even on a source hex; by the option D-104 it has supply on a source hex,
        since it traces no line.
        """
        at = place_of(unit)
        barred = self.north - self.german_sources if self.option("D-104") else self.north
        has = self.german_overland.contains(at) & ~self.in_ban(unit, barred)
        return by("BD-7.3a", has, told=True)

    def in_garrison(self, side: int, at: Number) -> Int:
        """Says whether a hex gives garrison supply to a side: to the German a fortress city within
        Greater Germany, the General Government or Hungary (BD-7.6a), but not one inside the USSR
        (BD-7.6c); to the Soviet a hero city (BD-7.13a)."""
        if side == GERMAN:
            fortress = self.interrupts.fortress(at)
            in_germany = by("BD-7.6c", self.reich.contains(at), otherwise=True)
            return by("BD-7.6a", fortress & in_germany, told=True)
        return by("BD-7.13a", self.interrupts.hero(at), told=True)

    @value
    def on_coast(self, unit: Number) -> Int:
        """Says whether a German unit draws coastal supply, in a coastal hex of the Baltic, the
        Black Sea or the Sea of Azov (BD-7.5a); by reading D-18 satellite armies draw none."""
        at = place_of(unit)
        coast = self.coast_baltic.contains(at) | self.southern_coast(at)
        return by("BD-7.5a", coast & ~self.satellites.contains(unit), told=True)

    @value
    def southern_coast(self, at: Number) -> Int:
        """Says whether a hex gives coastal supply from the Black Sea, or from the Sea of Azov,
        which gives it only while the German controls both hexes of the Kerch Strait (BD-7.5c)."""
        straits = self.german_control(self.hex("3105")) & self.german_control(self.hex("3106"))
        azov = self.coast_azov.contains(at) & by("BD-7.5c", straits, otherwise=True)
        return self.coast_black.contains(at) | azov

    def by_air(self, unit: Number) -> Int:
        """Says whether a German-side unit draws aerial supply: the aerial supply marker is in the
        unit's hex (BD-7.7b)."""
        return by("BD-7.7b", place_of(unit) == self.interrupts.aerial_hex, told=True)

    @value
    def german_state(self, unit: Number) -> Int:
        """The supply state of a German-side unit, exactly one at a time: the best for which the
        unit qualifies (BD-7.2a)."""
        weak = if_else(self.on_coast(unit), COASTAL, if_else(self.by_air(unit), AERIAL, OOS))
        garrison = if_else(self.in_garrison(GERMAN, place_of(unit)), GARRISON, weak)
        crimea = if_else(self.crimea.supplies(unit), CRIMEA, garrison)
        return if_else(self.german_is_overland(unit), OVERLAND, crimea)

    @value
    def soviet_state(self, unit: Number) -> Int:
        """The supply state of a Soviet-side unit: regular overland if a line of hexes of any
        length, free of enemy units, joins the unit to a Soviet source (BD-7.9a); else garrison or
        out of supply. Offensive supply, in addition to overland supply, is determined by
        `offensive` (BD-7.8a)."""
        at = place_of(unit)
        garrison = if_else(self.in_garrison(SOVIET, at), GARRISON, OOS)
        # a line free of enemies leads from the unit's hex to a Soviet source
        overland = by("BD-7.9a", self.soviet_overland.contains(at), told=True)
        return if_else(overland, OVERLAND, garrison)

    def state_of(self, side: int, unit: Number) -> Int:
        """The number of the supply state of a unit of a side, an index in the names of the
        states."""
        return self.german_state(unit) if side == GERMAN else self.soviet_state(unit)

    def in_full_supply(self, side: int, unit: Number) -> Int:
        """Says whether a unit of a side moves at its full movement factor. Overland supply, German
        (BD-7.3c) or Soviet (7.9e), permits this; so do Crimea supply (7.4g) and garrison supply
        (7.6b, 7.13a)."""
        return self.state_of(side, unit) >= GARRISON

    def marker_covers(self, at: Number) -> Int:
        """Says whether a hex is in range of a Soviet offensive supply marker: four hexes for marker
        A, three for B, two for C, in all directions (BD-7.10b); the hex of the marker is counted,
        that of the unit is not (BD-7.11a)."""
        ranges = self.data.charts["offensive-supply"]["ranges"]
        return union(
            number(distance(at, where) <= ranges[name])
            for name, where in zip(MARKERS, self.markers, strict=True)
        )

    @value
    def offensive(self, unit: Number) -> Int:
        """Says whether a Soviet unit has offensive supply: overland supply (BD-7.11d) in a hex in
        range of an offensive supply marker (BD-7.10a), or, before turn 7, overland supply anywhere
        (BD-7.10d)."""
        at = place_of(unit)
        near = by("BD-7.10d", self.in_window("BD-7.10d"))
        # BD-7.10d
        near = near | by("BD-7.10a", self.marker_covers(at), told=True)
        return near & by("BD-7.11d", self.soviet_overland.contains(at), otherwise=True)

    # -- 7.12, 7.21: offensive supply markers ------------------------------------------------

    @rule("BD-7.21a")
    def look_at_moscow(self) -> None:
        """Records, as a game turn begins, whether the Soviet may place offensive supply markers: he
        may not from a turn that begins with German control of Moscow (BD-7.21a) until the first
        turn that begins with Moscow under Soviet control and in overland supply (BD-7.21b)."""
        moscow = self.hex("1606")
        with either(self.german_control(moscow)) as otherwise:
            assign(self.markers_banned, 1, "BD-7.21a")
            otherwise()
            supplied = self.soviet_overland.contains(moscow)
            with when(by("BD-7.21b", supplied)):
                assign(self.markers_banned, 0, "BD-7.21b")

    @rule("BD-7.12a")
    def place_markers(self) -> None:
        """Offers the Soviet, as the very first act of his player turn, to place each available
        offensive supply marker in any hex, at most one in a hex (BD-7.12); in Blue & Kremlin only
        the marker of range 4 is available (BD-13.6d)."""
        kind, free = "offensive supply", all_hexes()
        for name in self.data.setup["markers"]["offensive_supply"]:
            where, verb = self.markers[MARKERS.index(name)], f"marker-{name.lower()}"
            with (
                when(~(self.markers_banned == 1)),
                choose(kind, SOVIET, "BD-7.12a", verb, free, decline="no-marker") as at,
            ):
                assign(where, at, "BD-7.12a")
            free = free - one_hex(where)

    def remove_markers(self) -> None:
        """Removes the offensive supply markers from the map at the end of the Soviet player turn;
        until then they stay where they were placed (BD-7.12c)."""
        for where in self.markers:
            assign(where, -1, "BD-7.12c")

    # -- questions ---------------------------------------------------------------------------

    def _line_area(self, side: int, at: Int) -> Hexes:
        """The hexes in which a supply line of a side must stay, if it begins in the hex ``at``:
        those on the same side of the logistics boundary as that hex, north or south (BD-7.15a)."""
        return self.within_zone(if_else(self.north.contains(at), self.north, self.south))

    def _line_ends(self, side: int, at: Int) -> Hexes:
        """The hexes at which a side's supply line from a hex ends: the sources of the side, or the
        German-controlled city through which the line must first pass."""
        ends = self.line_sources[side]
        if side == GERMAN:
            for rule, _, city, area in self.gates:
                if in_force(rule):
                    gate = one_hex(self.hex(city)) & self.german_control.hexes
                    ends = if_else(area.contains(at), gate, ends)
        return ends

    def _line_onward(self, side: int, gate: Int) -> Hexes:
        """The hexes to which a side's supply line goes on from ``gate``, a city through which it
        must pass: a German line goes on from Rostov to Dnepropetrovsk (BD-7.4a), and from there to
        a source."""
        ends = self.line_sources[side]
        if side == GERMAN:
            dnepr = one_hex(self.hex("2607")) & self.german_control.hexes
            ends = by("BD-7.4a", if_else(gate == self.hex("2804"), dnepr, ends), otherwise=ends)
        return ends

    def define_queries(self) -> None:
        """Declares the queries on the supply states of units, the hexes in supply, supply lines and
        control."""
        define_answer("german overland", self.german_overland)
        define_answer("soviet overland", self.soviet_overland)
        define_answer("crimea supply", self.crimea.reach)
        q = self.b.query

        def state(unit: Int) -> Int:
            offensive = by("BD-7.10a", self.offensive(unit), told=True)
            soviet = if_else(offensive, OFFENSIVE, self.soviet_state(unit))
            return if_else(self.germans.contains(unit), self.german_state(unit), soviet)

        q("supply", 1, state)
        self.tell_closed()
        define_lines(
            self.line_hexes.__getitem__,
            area=self._line_area,
            ends=self._line_ends,
            onward=self._line_onward,
        )
        define_control(self.control)  # BD-3.6d
        q("within", 2, within)
