"""Barbarossa Deluxe, section 7: supply.

Overland supply is worked out for a whole side at once, as the hexes from which a line can be
traced; what a unit may draw follows from where it stands. A German-side unit holds the strongest
state that it qualifies for: overland, Crimea, garrison, coastal, aerial (BD-7.2a).
"""

from __future__ import annotations

from eastfront.program import *
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


class Supply(Section):
    """Who is in supply."""

    markers = variables("supply marker {}", Life.PLAYER_TURN, -1, limits=HEXES, each=MARKERS)
    markers_banned = variable("supply markers banned", Life.GAME)

    def define(self) -> None:
        """Declares the supply networks."""
        self.line_hexes: dict[int, Hexes] = {}
        self.line_sources: dict[int, Hexes] = {}
        self._german_lines()
        self._soviet_lines()

    def within_zone(self, zone: Hexes, water: Hexes | None = None) -> Hexes:
        """Where lines run that stay in a zone (BD-7.15a)."""
        if in_force("BD-7.15a"):
            return zone
        return self.land if water is None else self.land | water

    def _german_lines(self) -> None:
        b = self.b
        free = self.land
        if in_force("BD-7.14d"):
            free = free - occupied(SOVIET)
        if in_force("BD-7.20a"):
            free = free - (self.soviet_forts - self.german_control.hexes)
        free = free | self.lakes_for_lines(GERMAN)
        sources = self.german_sources if in_force("BD-7.3b") else no_hexes()
        if in_force("BD-7.3d"):
            sources = sources - occupied(SOVIET)
        else:
            free = free | sources
        self.german_open = b.view("german lines may enter", free)
        self.line_hexes[GERMAN], self.line_sources[GERMAN] = self.german_open, sources

        def zone(name: str, area: Hexes) -> Hexes:
            area = self.within_zone(area, self.german_lakes)
            lines = flood(sources & area, self.german_open & area, self.german_lines)
            return b.view(f"german overland {name}", lines)

        northern, southern = zone("north", self.north), zone("south", self.south)

        def beyond(name: str, city: str, upstream: Hexes) -> Hexes:
            # BD-7.4a, BD-7.4c: the line runs through the city, held by the German, and on from it
            at = one_hex(self.hex(city))
            gate = upstream & at & self.german_control.hexes & self.german_open
            area = self.german_open & self.within_zone(self.south)
            return b.view(name, flood(gate, area, self.german_lines))

        supplied = northern | southern
        if in_force("BD-7.4a"):
            through_dnepr = beyond("through Dnepropetrovsk", "2607", southern)
            supplied = (supplied - self.dp_area) | (through_dnepr & self.dp_area)
        else:
            through_dnepr = southern
        if in_force("BD-7.4c"):
            through_rostov = beyond("through Rostov", "2804", through_dnepr)
            supplied = (supplied - self.r_area) | (through_rostov & self.r_area)
        self.german_overland = b.view("german overland", supplied & self.land)

    def _soviet_lines(self) -> None:
        b = self.b
        free = self.land
        if in_force("BD-7.14d"):
            free = free - occupied(GERMAN)
        if in_force("BD-7.20c"):
            intact = self.german_forts & self.german_control.hexes
            free = free - (intact - self.events.wrecked.hexes)
        free = free | self.lakes_for_lines(SOVIET)
        sources = self.soviet_sources if in_force("BD-7.9b") else no_hexes()
        if in_force("BD-7.9c"):
            sources = sources - occupied(GERMAN)
        else:
            free = free | sources
        opened = b.view("soviet lines may enter", free)
        self.line_hexes[SOVIET], self.line_sources[SOVIET] = opened, sources

        def zone(name: str, area: Hexes) -> Hexes:
            area = self.within_zone(area, self.soviet_lakes)
            lines = flood(sources & area, opened & area, self.soviet_lines)
            return b.view(f"soviet overland {name}", lines)

        both = zone("north", self.north) | zone("south", self.south)
        self.soviet_overland = b.view("soviet overland", both & self.land)

    # -- states -----------------------------------------------------------------------------

    @value
    def overland(self, side: int) -> Hexes:
        """The hexes from which a side traces regular overland supply."""
        return self.german_overland if side == GERMAN else self.soviet_overland

    @value
    def german_is_overland(self, unit: Number) -> Int:
        """Whether a German-side unit has regular overland supply (BD-7.3a, BD-10.22a).

        A satellite army in the north has none, on a source neither, as a line that ends there is
        traced into the north; by D-104 no line is traced by who stands on a source.
        """
        at = place_of(unit)
        has = self.german_overland.contains(at)
        barred = self.north - self.german_sources if self.option("D-104") else self.north
        has = has & ~self.in_ban(unit, barred)
        return ruled("BD-7.3a", has)

    def in_garrison(self, side: int, at: Number) -> Int:
        """Whether a hex gives garrison supply to a side."""
        if side == GERMAN:
            inside = self.interrupts.fortress(at)
            if in_force("BD-7.6c"):
                inside = inside & self.reich.contains(at)
            return ruled("BD-7.6a", inside)
        return ruled("BD-7.13a", self.interrupts.hero(at))

    @value
    def on_coast(self, unit: Number) -> Int:
        """Whether a German unit draws coastal supply (BD-7.5a); satellites do not (D-18)."""
        at = place_of(unit)
        coast = self.coast_baltic.contains(at) | self.southern_coast(at)
        return ruled("BD-7.5a", coast & ~self.satellites.contains(unit))

    @value
    def southern_coast(self, at: Number) -> Int:
        """Whether a hex gives coastal supply from the Black Sea or the Sea of Azov."""
        straits = self.german_control(self.hex("3105")) & self.german_control(self.hex("3106"))
        azov = self.coast_azov.contains(at)
        if in_force("BD-7.5c"):
            azov = azov & straits
        return self.coast_black.contains(at) | azov

    def by_air(self, unit: Number) -> Int:
        """Whether the aerial supply marker lies in a unit's hex (BD-7.7b)."""
        at = self.interrupts.aerial_hex
        return ruled("BD-7.7b", (at >= 0) & (place_of(unit) == at))

    @value
    def german_state(self, unit: Number) -> Int:
        """The supply state of a German-side unit (BD-7.2a)."""
        weak = if_else(self.on_coast(unit), COASTAL, if_else(self.by_air(unit), AERIAL, OOS))
        garrison = if_else(self.in_garrison(GERMAN, place_of(unit)), GARRISON, weak)
        crimea = if_else(self.crimea.supplies(unit), CRIMEA, garrison)
        return if_else(self.german_is_overland(unit), OVERLAND, crimea)

    @value
    def soviet_state(self, unit: Number) -> Int:
        """The supply state of a Soviet-side unit, offensive supply not looked at (BD-7.8a)."""
        at = place_of(unit)
        garrison = if_else(self.in_garrison(SOVIET, at), GARRISON, OOS)
        return if_else(ruled("BD-7.9a", self.soviet_overland.contains(at)), OVERLAND, garrison)

    def state_of(self, side: int, unit: Number) -> Int:
        """The supply state of a unit of a side."""
        return self.german_state(unit) if side == GERMAN else self.soviet_state(unit)

    def in_full_supply(self, side: int, unit: Number) -> Int:
        """Whether a unit moves at its full factor (BD-7.3c, 7.4g, 7.6b, 7.9e, 7.13a)."""
        return self.state_of(side, unit) >= GARRISON

    def marker_covers(self, at: Number) -> Int:
        """Whether a hex is in range of an offensive supply marker (BD-7.10b, BD-7.11a)."""
        ranges = self.data.charts["offensive-supply"]["ranges"]
        covered: Int = number(0)
        for name, where in zip(MARKERS, self.markers, strict=True):
            reach = int(ranges[name])
            covered = covered | ((where >= 0) & (distance(at, where) <= reach))
        return covered

    @value
    def offensive(self, unit: Number) -> Int:
        """Whether a Soviet unit has offensive supply (BD-7.10a, BD-7.10d, BD-7.11d)."""
        at = place_of(unit)
        early = self.turn < 7 if in_force("BD-7.10d") else number(0)
        near = early | ruled("BD-7.10a", self.marker_covers(at))
        return near & self.soviet_overland.contains(at) if in_force("BD-7.11d") else near

    # -- offensive supply markers ------------------------------------------------------------

    @rule("BD-7.21a")
    def look_at_moscow(self) -> None:
        """BD-7.21: no supply markers in a turn that begins with Moscow in German hands."""
        moscow = self.hex("1606")
        with either(self.german_control(moscow)) as otherwise:
            assign(self.markers_banned, 1, "BD-7.21a")
            otherwise()
            supplied = self.soviet_overland.contains(moscow)
            with when(supplied if in_force("BD-7.21b") else self.turn < 0):
                assign(self.markers_banned, 0, "BD-7.21b")

    @rule("BD-7.12a")
    def place_markers(self) -> None:
        """BD-7.12, BD-13.6d: the markers in play, at the very start of the player turn."""
        banned = self.markers_banned == 1
        taken: list[Int] = []
        for name in self.data.setup["markers"]["offensive_supply"]:
            where = self.markers[MARKERS.index(name)]
            free = all_hexes()
            for other in taken:
                free = free - one_hex(other)
            taken.append(where)
            with when(~banned), decide("offensive supply", SOVIET, "BD-7.12a") as d:
                with d.hex(f"marker-{name.lower()}", free) as at:
                    assign(where, at, "BD-7.12a")
                d.decline("no-marker")

    def remove_markers(self) -> None:
        """BD-7.12c: the markers leave the map."""
        for where in self.markers:
            assign(where, -1, "BD-7.12c")

    # -- questions --------------------------------------------------------------------------

    def _line_area(self, at: Int) -> Hexes:
        """The zone that a line from a hex stays in (BD-7.15a)."""
        if not in_force("BD-7.15a"):
            return all_hexes()
        return if_else(self.north.contains(at), self.north, self.south)

    def _line_ends(self, side: int, at: Int) -> Hexes:
        """Where a line from a hex ends: at a source, or at the city through which it must go on."""
        ends = self.line_sources[side]
        if side == GERMAN:
            for rule, city, area in (
                ("BD-7.4a", "2607", self.dp_area),
                ("BD-7.4c", "2804", self.r_area),
            ):
                if in_force(rule):
                    gate = one_hex(self.hex(city)) & self.german_control.hexes
                    ends = if_else(area.contains(at), gate, ends)
        return ends

    def _line_onward(self, side: int, gate: Int) -> Hexes:
        """Where a line ends that has come to the end of its first part; at a source it stays."""
        ends = self.line_sources[side]
        if side == GERMAN and in_force("BD-7.4a"):
            dnepr = one_hex(self.hex("2607")) & self.german_control.hexes
            ends = if_else(gate == self.hex("2804"), dnepr, ends)
        return ends

    def define_queries(self) -> None:
        """Supply questions."""
        q = self.b.query
        q("german overland", 0, lambda: self.german_overland)
        q("soviet overland", 0, lambda: self.soviet_overland)
        q("crimea supply", 0, lambda: self.crimea.reach)
        q(
            "supply",
            1,
            lambda u: if_else(
                self.germans.contains(u),
                self.german_state(u),
                if_else(
                    ruled("BD-7.10a", self.offensive(u)),
                    OFFENSIVE,
                    self.soviet_state(u),
                ),
            ),
        )
        for side, name in enumerate(self.sides):
            q(f"{name} line hexes", 0, lambda s=side: self.line_hexes[s])
            q(f"{name} line area", 1, self._line_area)
            q(f"{name} line ends", 1, lambda h, s=side: self._line_ends(s, h))
            q(f"{name} line onward", 1, lambda h, s=side: self._line_onward(s, h))
        # BD-3.6d: who holds which hexes
        q("control", 1, lambda s: if_else(s == GERMAN, self.control(0), self.control(1)))
        q("within", 2, within)
